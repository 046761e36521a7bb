"""Streams whose reader is killed, held up, stuck, or restless: every event once, in order."""

from __future__ import annotations

import resource
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from urllib.parse import urlsplit

import psycopg
import pytest

from tests.faults.test_bad_clients import head
from tests.http.conftest import World, alone
from tests.http.service import Stream, ids, until
from tests.http.test_metrics import of, scrape
from tests.http.test_stream_faults import many
from tests.support.servers import Server

pytestmark = pytest.mark.fault

MADE = "select rowlock.escalation_create(role => 'reviewer', type => 't', actor => %s)"
LISTENER = """
    select count(pg_terminate_backend(pid)) from pg_stat_activity
    where datname = current_database() and application_name like '%journal%'"""


@contextmanager
def writing(dsn: str, world: World, events: int, pause: float = 0.0) -> Iterator[None]:
    """Somebody writes so many events meanwhile, each in its own transaction."""

    def write() -> None:
        with psycopg.connect(dsn, autocommit=True) as conn:
            for _ in range(events):
                conn.execute(MADE, [world.root])
                time.sleep(pause)

    with ThreadPoolExecutor(1) as pool:
        written = pool.submit(write)
        yield
        written.result()


def got(stream: Stream, n: int) -> list[int | None]:
    return ids(stream.take(n, timeout=60))


def test_the_listener_is_terminated_while_a_thousand_events_are_written(fresh_dsn: str) -> None:
    with alone(fresh_dsn) as world, ExitStack() as stack:
        world.row()
        start = world.last_seq()
        streams = [stack.enter_context(world.admin.stream()) for _ in range(3)]
        killed = 0
        with writing(fresh_dsn, world, 1000, pause=0.002):
            end = time.monotonic() + 120
            # It may take its time to come back.
            while world.last_seq() < start + 950 or killed < 3:
                assert time.monotonic() < end, f"killed {killed} times"
                row = world.conn.execute(LISTENER).fetchone()
                killed += row[0] if row else 0
                time.sleep(0.1)
        expected = world.journaled(start)
        assert len(expected) == 1000
        with ThreadPoolExecutor(3) as pool:
            for seen in pool.map(lambda s: got(s, 1000), streams):
                assert seen == expected


@pytest.mark.parametrize("here", [True, False])
def test_a_long_write_transaction_stalls_no_stream(
    fresh_dsn: str, server: Server, here: bool
) -> None:
    with ExitStack() as stack:
        name = None if here else stack.enter_context(server.database())
        other = fresh_dsn if name is None else server.conninfo(name)
        world = stack.enter_context(alone(fresh_dsn))
        with psycopg.connect(other) as long:
            long.execute("create table public.kept as select 1 as n")
            long.execute("select pg_current_xact_id()")
            stream = stack.enter_context(world.admin.stream())
            for _ in range(5):
                world.row()
                assert got(stream, 1) == [world.last_seq()]
            long.rollback()


def test_a_long_journaling_transaction_delays_and_keeps_the_order(
    fresh_dsn: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Nothing is sent: no sign of life either.
    monkeypatch.setattr("rowlock.audience.PING", 600.0)
    with alone(fresh_dsn) as world, world.admin.stream() as stream:
        world.row()
        first = got(stream, 1)[0] or 0
        with psycopg.connect(fresh_dsn) as long:
            long.execute(MADE, [world.root])
            for _ in range(20):
                world.row()
            stream.sock.settimeout(1.5)
            with pytest.raises(TimeoutError):
                stream.sock.recv(1, socket.MSG_PEEK)
            long.execute(MADE, [world.root])
            long.commit()
        expected = world.journaled(first)
        assert len(expected) == 22
        assert got(stream, 22) == expected


def rss() -> int:
    """Megabytes of this process, in which the service runs."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() // 2**20


def test_clients_that_never_read_are_cut_and_cost_little(
    fresh_dsn: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rowlock.playback.STALLED", 5.0)
    with alone(fresh_dsn) as world, ExitStack() as stack:
        to = urlsplit(world.url)
        stuck = []
        for _ in range(20):
            sock = stack.enter_context(socket.socket())
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            sock.settimeout(20)
            sock.connect((to.hostname, to.port))
            sock.sendall(head(world, "GET /api/events/stream HTTP/1.1"))
            assert sock.recv(15) == b"HTTP/1.1 200 OK"
            stuck.append(sock)
        stream = stack.enter_context(world.admin.stream())
        world.row()
        start = stream.take(1)[0].id or 0
        before, most = rss(), 0
        for _ in range(12):
            many(world, 1000, 2000)
            last = [frame.id for frame in stream.take(1000, timeout=60)][-1]
            assert last == world.last_seq()
            most = max(most, rss())
        # 24 MB of events for each of them would be 480.
        assert most - before < 200
        assert world.last_seq() == start + 12_000
        # Reading sooner would save them.
        until(lambda: of(scrape(world.nobody), "streams_open") == 1)
        for sock in stuck:
            rest = 0
            try:
                while piece := sock.recv(65536):
                    rest += len(piece)
            except ConnectionResetError:
                pass
            assert rest < 12_000_000


def test_a_client_that_reconnects_fifty_times_has_the_journal(fresh_dsn: str) -> None:
    random = Random(1)
    with alone(fresh_dsn) as world:
        world.row()
        start = cursor = world.last_seq()
        seen: list[int] = []
        with writing(fresh_dsn, world, 700, pause=0.002):
            for number in range(50):
                query, last = ("", cursor) if number % 2 else (f"?after={cursor}", None)
                with world.admin.stream(query, last=last) as stream:
                    for frame in stream.take(random.choice([0, 1, 2, 5, 10, 20])):
                        assert frame.id
                        seen.append(frame.id)
                        cursor = frame.id
                    if random.random() < 0.3:
                        time.sleep(random.random() / 20)
        with world.admin.stream(last=cursor) as stream:
            expected = world.journaled(start)
            seen += [frame.id or 0 for frame in stream.take(len(expected) - len(seen), 60)]
        assert seen == expected
