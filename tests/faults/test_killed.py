"""Postgres and the service killed under load: nothing that was accepted is lost or doubled."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from rowlock.auth import issue
from rowlock.embedded import Embedded
from tests.support.house import SECRET, House
from tests.support.load import Follower, Load, check
from tests.support.servers import temporary_home

pytestmark = pytest.mark.fault

ROUNDS = 20
ASKERS = 4


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
