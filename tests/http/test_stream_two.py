"""More than one server or service: two processes side by side, a standby, and an orderly end."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path

import psycopg
import pytest
import structlog

from rowlock.embedded import Embedded
from tests.support.servers import FAST, temporary_home

from .conftest import World
from .service import SECRET, Client, ids, serving, settings_for, until

SERVE = (
    "from rowlock.serving import run; from rowlock.settings import Settings;"
    "run(Settings(), lambda url: print(url, flush=True))"
)


@contextmanager
def process(dsn: str) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """The service as a process of its own, and its address."""
    env = {
        **os.environ,
        "PYTHONPATH": str(Path(__file__).parents[2] / "py"),
        "DATABASE_URL": settings_for(dsn).database_url.get_secret_value(),
        "ROWLOCK_JWT_SECRET": SECRET,
        "ROWLOCK_PORT": "0",
        "ROWLOCK_WEBHOOKS": "off",
        # Who waits for a lock waits as long as the test needs.
        "ROWLOCK_LOCK_TIMEOUT": "30",
    }
    made = subprocess.Popen(
        [sys.executable, "-c", SERVE], env=env, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    try:
        assert made.stdout
        yield made, made.stdout.readline().decode().strip()
    finally:
        made.kill()
        made.wait(60)


@pytest.mark.race
def test_two_processes_side_by_side_show_each_event_once(world: World, dsn: str) -> None:
    with serving(settings_for(dsn)) as second, ExitStack() as stack:
        start = world.last_seq()
        token = world.admin.token
        urls = [world.url, second] * 3
        streams = [
            stack.enter_context(Client(url, token).stream(f"?after={start}")) for url in urls
        ]

        def write(number: int) -> None:
            client = Client(urls[number], token)
            for _ in range(40):
                made = client("POST", "/api/escalations", {"role": "reviewer", "type": "t"})
                client("POST", f"/api/escalations/{made.body['id']}/claim")

        with ThreadPoolExecutor(4) as pool:
            list(pool.map(write, range(4)))
        expected = world.journaled(start)
        assert len(expected) == 320
        assert all(ids(s.take(320, timeout=60)) == expected for s in streams)
        assert all(s.quiet(1.5) for s in streams)


@pytest.mark.slow
def test_a_standby_for_listening_is_passed_over_and_that_is_said(fresh_dsn: str) -> None:
    with temporary_home(quick=True) as home:
        Embedded(home, settings=FAST).start().stop()
        (home / "pg" / "standby.signal").touch()
        with Embedded(home, settings=FAST) as standby, structlog.testing.capture_logs() as logs:
            settings = settings_for(fresh_dsn, listen_dsn=standby.conninfo("postgres"))
            with serving(settings) as url, psycopg.connect(fresh_dsn, autocommit=True) as conn:
                world = World.first(url, conn)
                with world.admin.stream() as stream:
                    made = world.row()
                    assert stream.take(1)[0].data["escalation_id"] == made
    said = [x["event"] for x in logs if x["log_level"] == "warning"]
    assert len([s for s in said if "standby" in s]) == 1
    assert [s for s in said if "polled" in s] == []


@pytest.mark.slow
def test_a_clean_stop_says_so_and_finishes_what_is_in_flight(world: World, dsn: str) -> None:
    """Streams get a comment, the request that waits for a lock gets its answer, all in time."""
    row = world.row()
    with process(dsn) as (service, url), psycopg.connect(dsn) as lock:
        client = Client(url, world.admin.token)
        lock.execute("select from rowlock.escalation where id = %s for update", [row])
        with client.stream() as stream, ThreadPoolExecutor(1) as pool:
            waiting = pool.submit(client, "POST", f"/api/escalations/{row}/claim")
            waits = (
                "select count(*) from pg_stat_activity"
                " where datname = current_database() and wait_event_type = 'Lock'"
            )
            until(lambda: world.conn.execute(waits).fetchone() == (1,))
            began = time.monotonic()
            service.send_signal(signal.SIGTERM)
            while (frame := stream.block()) is not None:
                assert frame.event is None
            assert stream.comments[-1] == "closing"
            lock.rollback()
            assert waiting.result(60).status == 200
        assert service.wait(60) == 0
        assert time.monotonic() - began < 20


@pytest.mark.slow
def test_a_client_that_reads_nothing_does_not_hold_the_stop_up(fresh_dsn: str) -> None:
    with process(fresh_dsn) as (service, url), psycopg.connect(fresh_dsn, autocommit=True) as conn:
        world = World.first(url, conn)
        host, _, port = url.removeprefix("http://").partition(":")
        with socket.create_connection((host, int(port))) as s:
            s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            request = f"GET /api/events/stream HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer "
            s.sendall(f"{request}{world.admin.token}\r\n\r\n".encode())
            time.sleep(0.5)
            conn.execute(
                "select rowlock._event_append(topic => 'escalation.created',"
                " subject_type => 'escalation', subject_id => 's',"
                " payload => jsonb_build_object('x', repeat('x', 20000)))"
                " from generate_series(1, 800)"
            )
            time.sleep(1)
            began = time.monotonic()
            service.send_signal(signal.SIGTERM)
            assert service.wait(60) == 0
            assert time.monotonic() - began < 25


@pytest.mark.slow
def test_readiness_ends_before_the_listening_does(fresh_dsn: str) -> None:
    settings = settings_for(fresh_dsn, stop_delay=5)
    seen: list[int] = []
    with serving(settings) as url:
        assert Client(url)("GET", "/readyz").status == 200

        def look() -> None:
            # Before the stop begins it is ready still.
            while not seen or seen[-1] == 200:
                seen.append(Client(url)("GET", "/readyz").status)

        looking = threading.Thread(target=look)
        looking.start()
    looking.join()
    assert seen[-1] == 503
