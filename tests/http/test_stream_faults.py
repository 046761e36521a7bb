"""A stream in trouble: slow clients, stops, lost connections, purges, silence."""

from __future__ import annotations

import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlsplit

import psycopg
import pytest
from structlog.testing import capture_logs

from rowlock import audience
from rowlock.database import Database
from rowlock.handler import Endpoints

from .conftest import World, alone
from .service import Client, ids, serving, settings_for, until
from .test_metrics import of, scrape


def many(world: World, n: int, size: int) -> None:
    world.conn.execute(
        "select rowlock._event_append(topic => 'escalation.created', subject_type => 'escalation',"
        " subject_id => 's', role => 'reviewer',"
        " payload => jsonb_build_object('x', repeat('x', %s)))"
        " from generate_series(1, %s)",
        [size, n],
    )


def test_the_purged_range_is_told_first(fresh_dsn: str) -> None:
    with alone(fresh_dsn) as world:
        for _ in range(3):
            world.row()
        through = world.last_seq()
        world.conn.execute("select rowlock.event_purge(older_than => '0')")
        with world.admin.stream("?after=1") as stream:
            [purged] = stream.take(1)
            assert (purged.event, purged.data) == ("purged", {"from": 2, "to": through})
            world.row()
            assert stream.take(1)[0].id == world.last_seq()


@pytest.mark.slow
def test_a_reader_that_does_not_drain_is_told_that_it_lagged(
    fresh_dsn: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # It is not cut off, however long the rest takes.
    monkeypatch.setattr("rowlock.playback.STALLED", 300.0)
    with alone(fresh_dsn) as world, world.admin.stream() as stream:
        world.row()
        first = stream.take(1)[0]
        # More than the buffer and the sockets hold.
        for _ in range(12):
            many(world, 1000, 2000)
        until(lambda: of(scrape(world.nobody), "streams_lagged_total") == 1)
        frames = [first]
        while (frame := stream.block()) is not None:
            frames += [frame] if frame.event else []
        assert frames[-1].event == "lagged"
        cursor = frames[-2].id
        expected = world.journaled((first.id or 0) - 1)
        got = ids(frames[:-1])
        assert got == expected[: len(got)]
        assert audience.BUFFER <= len(got) < len(expected)
        with world.admin.stream(last=cursor) as resumed:
            rest = expected[len(got) :]
            assert ids(resumed.take(len(rest), timeout=60)) == rest


@pytest.mark.slow
def test_an_idle_stream_is_pinged(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rowlock.audience.PING", 0.3)
    with world.admin.stream("?topic=nothing") as stream:
        while stream.comments.count("ping") < 2:
            assert stream.block() is not None


def test_a_stop_closes_streams_with_a_comment(fresh_dsn: str) -> None:
    with alone(fresh_dsn) as world:
        conn = world.admin.open("GET", "/api/events/stream", None, {}, 30)
        response = conn.getresponse()
    assert response.read().decode().rstrip().endswith(": closing")
    conn.close()


@pytest.mark.fault
def test_the_stream_outlives_the_connection_of_the_reader(fresh_dsn: str) -> None:
    with alone(fresh_dsn) as world, world.admin.stream() as stream:
        world.row()
        stream.take(1)
        start = world.last_seq()
        for _ in range(3):
            world.conn.execute(
                "select pg_terminate_backend(pid) from pg_stat_activity"
                " where datname = current_database() and application_name like '%journal%'"
            )
            world.call("escalation_create", role="reviewer", type="t", actor=world.root)
            time.sleep(0.5)
        expected = world.journaled(start)
        assert ids(stream.take(len(expected))) == expected


def test_a_reader_that_fails_in_a_way_of_its_own_says_so_and_begins_again(fresh_dsn: str) -> None:
    with capture_logs() as logs, alone(fresh_dsn) as world, world.admin.stream() as stream:
        row = world.conn.execute(
            "select pg_get_functiondef('rowlock.event_read'::regproc)"
        ).fetchone()
        assert row
        world.conn.execute(
            "create or replace function rowlock.event_read("
            "after bigint, max_rows integer default 1000) returns rowlock.event_batch"
            " language sql as 'select null::rowlock.event_batch'"
        )
        until(lambda: "journal reader failed and begins again" in [x["event"] for x in logs])
        world.conn.execute(row[0])
        asked = world.row()
        assert stream.take(1)[0].data["escalation_id"] == asked


def test_a_change_of_the_schema_is_not_missed_while_nobody_listens(
    fresh_dsn: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    loads: list[Database] = []
    load = Endpoints.load

    async def counted(self: Endpoints, database: Database) -> None:
        loads.append(database)
        await load(self, database)

    monkeypatch.setattr(Endpoints, "load", counted)
    with alone(fresh_dsn) as world:
        assert len(loads) == 1
        world.conn.execute(
            "select pg_terminate_backend(pid) from pg_stat_activity"
            " where datname = current_database() and application_name like '%journal%'"
        )
        until(lambda: len(loads) > 1)


def test_events_come_without_any_notify(fresh_dsn: str) -> None:
    with alone(fresh_dsn) as world, world.admin.stream() as stream:
        world.conn.execute("update rowlock.setting set value = 'off' where name = 'notify'")
        for _ in range(5):
            row = world.row()
            assert stream.take(1)[0].data["escalation_id"] == row


def test_a_client_that_leaves_is_forgotten(world: World) -> None:
    for _ in range(20):
        with world.admin.stream() as stream:
            assert stream.status == 200
    world.row()
    assert Client(world.url)("GET", "/readyz").status == 200


def test_a_client_of_http_1_0_gets_plain_frames(world: World) -> None:
    start = world.last_seq()
    world.row()
    to = urlsplit(world.url)
    with socket.create_connection((to.hostname or "", to.port or 0), timeout=30) as s:
        s.sendall(
            f"GET /api/events/stream?after={start} HTTP/1.0\r\nAuthorization: Bearer "
            f"{world.admin.token}\r\n\r\n".encode()
        )
        lines = iter(s.makefile("rb"))
        head = [line.strip() for line in iter(lambda: next(lines).strip(), b"")]
        assert not any(h.lower().startswith(b"transfer-encoding") for h in head)
        world.row()
        body = [next(lines) for _ in range(10)]
    seqs = [f"id: {n}\n".encode() for n in world.journaled(start)]
    assert [line for line in body if line.startswith(b"id:")] == seqs
    assert body[:3] == [b"retry: 1000\n", b"\n", seqs[0]]


@pytest.mark.slow
def test_many_that_come_back_at_once_catch_up_while_others_write(fresh_dsn: str) -> None:
    """A process that has just begun; each of its streams is far behind, and further than memory."""
    with alone(fresh_dsn) as world:
        start = world.last_seq()
        many(world, 7000, 300)
    with psycopg.connect(fresh_dsn, autocommit=True) as conn, serving(settings_for(fresh_dsn)) as u:
        world = World(u, conn, world.root, "")
        writing = threading.Event()

        def write() -> None:
            while not writing.is_set():
                many(world, 20, 300)
                time.sleep(0.1)

        writer = threading.Thread(target=write)
        writer.start()

        def follow(_: int) -> list[int | None]:
            with world.admin.stream(last=start) as stream:
                return ids(stream.take(7200, timeout=60))

        try:
            with ThreadPoolExecutor(20) as pool:
                seen = list(pool.map(follow, range(20)))
        finally:
            writing.set()
            writer.join()
        expected = world.journaled(start)[:7200]
        assert all(s == expected for s in seen)
