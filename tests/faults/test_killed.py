"""Postgres and the service killed under load: nothing that was accepted is lost or doubled."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from random import Random

import psycopg
import pytest

from rowlock.auth import issue
from rowlock.embedded import Embedded
from rowlock.install import install, prepare_service_login
from tests.support.load import Follower, Load, check
from tests.support.servers import temporary_home
from tests.support.up import Up, up

pytestmark = pytest.mark.fault

ROUNDS = 20
ASKERS = 4
SECRET = "0123456789abcdef0123456789abcdef"
DATABASE = "rowlock"


class House:
    """A durable server, and a service in front of it, each a process to be killed."""

    def __init__(self, embedded: Embedded, log: Path) -> None:
        self.embedded = embedded
        self.random = Random(7)
        install(embedded.conninfo(DATABASE))
        login = prepare_service_login(embedded.conninfo(DATABASE))
        with self.connect() as conn:
            made = conn.execute("select id from rowlock.user_create_first(external_id => 'root')")
            [self.root] = made.fetchone() or [None]
        self.env = {
            "DATABASE_URL": embedded.conninfo(DATABASE, user=login),
            "ROWLOCK_JWT_SECRET": SECRET,
        }
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.log = log

    def connect(self) -> psycopg.Connection:
        return psycopg.connect(self.embedded.conninfo(DATABASE), autocommit=True)

    @contextmanager
    def service(self) -> Iterator[Up]:
        with self.log.open("a") as log, up(port=self.port, log=log, **self.env) as service:
            service.ready()
            yield service

    def last(self) -> int:
        with self.connect() as conn:
            row = conn.execute("select coalesce(max(seq), 0) from rowlock.event").fetchone()
            return int(row[0]) if row else 0

    @property
    def postmaster(self) -> int:
        return int((self.embedded.home / "pg" / "postmaster.pid").read_text().split()[0])

    def kill_postmaster(self) -> None:
        """Its backends end what they do, notice, and leave; the server is started again."""
        os.kill(self.postmaster, signal.SIGKILL)
        self.embedded.revive()

    def kill_backend(self) -> None:
        """A backend of the service dies at work; the postmaster restarts all others."""
        with self.connect() as conn:
            while True:
                pids = conn.execute(
                    "select pid from pg_stat_activity"
                    " where application_name like 'rowlock %' and state <> 'idle'"
                ).fetchall()
                if pids:
                    with suppress(ProcessLookupError):
                        os.kill(self.random.choice(pids)[0], signal.SIGKILL)
                        return


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with temporary_home() as home, Embedded(home) as embedded:
        made = House(embedded, tmp_path / "log")
        with made.connect() as conn:
            assert conn.execute("select current_setting('fsync')").fetchone() == ("on",)
        yield made


async def under_load(house: House, kill: Callable[[], object]) -> Load:
    begin = house.last()
    load = Load(f"http://127.0.0.1:{house.port}", issue(SECRET, str(house.root))[0])
    await load.begin(
        ASKERS,
        Follower(begin),
        Follower(begin),
        Follower(begin, "?topic=escalation.resolved"),
    )
    for _ in range(ROUNDS):
        await load.progress(10)
        await asyncio.sleep(house.random.random() / 50)
        await asyncio.to_thread(kill)
    await load.progress(3)
    await load.end(house.last)
    with house.connect() as conn:
        check(conn, load, begin)
    print(
        f"accepted {len(load.accepted)}, unanswered {load.unanswered}, refused {load.refused},"
        f" connections {[f.connections for f in load.followers]},"
        f" events {len(load.followers[0].ids)}"
    )
    return load


async def test_a_killed_postmaster(house: House) -> None:
    with house.service():
        load = await under_load(house, house.kill_postmaster)
    assert load.unanswered == 0
    assert house.embedded.log.read_text().count("database system was not properly shut") == ROUNDS


async def test_a_killed_backend(house: House) -> None:
    with house.service():
        load = await under_load(house, house.kill_backend)
    assert load.unanswered == 0
    assert house.embedded.log.read_text().count("was terminated by signal 9") == ROUNDS


async def test_a_killed_service(house: House) -> None:
    with ExitStack() as running:
        services = [running.enter_context(house.service())]

        def kill() -> None:
            services[-1].stop(signal.SIGKILL)
            services.append(running.enter_context(house.service()))

        await under_load(house, kill)
        assert len({service.process.pid for service in services}) == ROUNDS + 1
