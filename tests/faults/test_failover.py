"""The primary dies and its replica takes over: nothing that was accepted is lost or doubled."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from rowlock.auth import issue
from rowlock.position import PRIMARY
from tests.http.service import Answer, Client
from tests.support.house import SECRET, House
from tests.support.load import Follower, Load, check
from tests.support.replica import NAME, SETTINGS, Pair, copied, kill, until

pytestmark = [pytest.mark.fault, pytest.mark.slow]

CLIENTS, STREAMS = 8, 50


@pytest.fixture
def pair() -> Iterator[Pair]:
    with copied(SETTINGS) as made:
        yield made


def ask(house: House, count: int) -> None:
    make = "select rowlock.escalation_create(role => 'reviewer', type => 't', actor => %s)"
    with house.connect() as conn:
        for _ in range(count):
            conn.execute(make, [house.root])


async def follow(load: Load, house: House) -> None:
    for follower in load.followers:
        async with asyncio.timeout(30):
            await follower.reaches(house.last())


async def test_a_promoted_replica_goes_on_where_the_primary_was(pair: Pair, tmp_path: Path) -> None:
    house = House(pair.primary, tmp_path / "log")
    pair.wait()
    pair.tell(pair.primary, f"alter system set synchronous_standby_names = '{NAME}'")
    pair.tell(pair.primary, "select pg_reload_conf()")
    query = "select count(*) from pg_stat_replication where sync_state = 'sync'"
    until(lambda: pair.ask(pair.primary, query) == 1)

    house.env["ROWLOCK_READ_DSN"] = pair.address(pair.replica, house.env["DATABASE_URL"])
    house.env["DATABASE_URL"] = pair.both(house.env["DATABASE_URL"])
    begin = house.last()
    with house.service():
        load = Load(f"http://127.0.0.1:{house.port}", issue(SECRET, str(house.root))[0])
        await load.begin(CLIENTS, *[Follower(begin) for _ in range(STREAMS)])
        await load.progress(60)
        await asyncio.to_thread(kill, pair.primary)
        # Nobody is promoted yet: clients wait, or are refused and ask again.
        await asyncio.sleep(0.3)
        before = len(load.accepted)
        pair.tell(pair.replica, "select pg_promote(false)")
        house.embedded = pair.replica
        await load.progress(60)
        # The replica is looked at now and then.
        await asyncio.to_thread(until, lambda: PRIMARY in house.log.read_text())
        await load.end(house.last)
    with house.connect() as conn:
        check(conn, load, begin, resets=True)
    # Whether anything was lost is not known to the journal, so everybody is told to read anew.
    assert [len(f.resets) for f in load.followers] == [1] * STREAMS
    assert before >= 60
    said = house.log.read_text()
    assert said.count(PRIMARY) == 1, said
    assert '"status": 500' not in said


async def test_numbers_that_are_given_out_again_are_seen(pair: Pair, tmp_path: Path) -> None:
    house = House(pair.primary, tmp_path / "log")
    house.env["DATABASE_URL"] = pair.both(house.env["DATABASE_URL"])
    begin = house.last()
    with house.service():
        load = Load(f"http://127.0.0.1:{house.port}", issue(SECRET, str(house.root))[0])
        await load.begin(0, Follower(begin), Follower(begin))
        ask(house, 3)
        await follow(load, house)
        # Nothing more comes to the replica, and clients see what it will never have.
        pair.wait()
        pair.tell(pair.replica, "alter system set primary_conninfo = ''")
        pair.tell(pair.replica, "select pg_reload_conf()")
        until(lambda: pair.ask(pair.primary, "select count(*) from pg_stat_replication") == 0)
        ask(house, 60)
        await follow(load, house)
        seen = house.last()
        await asyncio.to_thread(kill, pair.primary)
        pair.tell(pair.replica, "select pg_promote()")
        house.embedded = pair.replica
        kept = house.last()
        assert kept < seen
        for count in (80, 5):
            ask(house, count)
            await follow(load, house)
        for task in load.tasks:
            task.cancel()
        await asyncio.gather(*load.tasks, return_exceptions=True)
    with house.connect() as conn:
        rows = conn.execute("select seq from rowlock.event where seq > %s order by seq", [kept])
        anew = [seq for (seq,) in rows]
    assert anew[0] <= seen, "no number was given out again"
    for follower in load.followers:
        # What was asked before the reader was back is what it is told to read anew.
        [(before, after)] = follower.resets
        assert before == seen
        assert kept <= after
        assert follower.ids[-5:] == anew[-5:]
        late = [seq for seq in anew if seq > after]
        assert follower.ids[-len(late) :] == late


async def test_writes_in_flight_are_there_once(pair: Pair, tmp_path: Path) -> None:
    house = House(pair.primary, tmp_path / "log")
    pair.wait()
    for setting in (
        f"synchronous_standby_names = '{NAME}'",
        "synchronous_commit = 'remote_apply'",
    ):
        pair.tell(pair.primary, f"alter system set {setting}")
    pair.tell(pair.primary, "select pg_reload_conf()")
    query = "select count(*) from pg_stat_replication where sync_state = 'sync'"
    until(lambda: pair.ask(pair.primary, query) == 1)
    house.env["DATABASE_URL"] = pair.both(house.env["DATABASE_URL"])
    waits = (
        "select count(*) from pg_stat_activity"
        " where wait_event = 'SyncRep' and application_name = 'rowlock http'"
    )

    with house.service():
        admin = Client(f"http://127.0.0.1:{house.port}", issue(SECRET, str(house.root))[0])

        def create(key: str) -> Answer:
            body = {"role": "reviewer", "type": "t", "description": key}
            return admin("POST", "/api/escalations", body, headers={"Idempotency-Key": key})

        def accepted(key: str) -> bool:
            answer = create(key)
            assert answer.status in (201, 503), answer.text
            return answer.status == 201

        # The commit of the one has reached the replica, that of the other never does.
        pair.tell(pair.replica, "select pg_wal_replay_pause()")
        reached = asyncio.create_task(asyncio.to_thread(create, "reached"))
        await asyncio.to_thread(until, lambda: pair.ask(pair.primary, waits) == 1)
        flushed = "select flush_lsn >= pg_current_wal_flush_lsn() from pg_stat_replication"
        await asyncio.to_thread(until, lambda: pair.ask(pair.primary, flushed) is True)
        # A replica that is paused asks for no new line.
        pair.tell(pair.primary, "select pg_terminate_backend(pid) from pg_stat_replication")
        gone = "select count(*) from pg_stat_replication"
        await asyncio.to_thread(until, lambda: pair.ask(pair.primary, gone) == 0)
        never = asyncio.create_task(asyncio.to_thread(create, "never"))
        await asyncio.to_thread(until, lambda: pair.ask(pair.primary, waits) == 2)

        await asyncio.to_thread(kill, pair.primary)
        for told in (await reached, await never):
            assert told.code == (503, "unavailable")
        pair.tell(pair.replica, "select pg_wal_replay_resume()")
        pair.tell(pair.replica, "select pg_promote()")
        house.embedded = pair.replica
        for key in ("reached", "never", "reached"):
            await asyncio.to_thread(until, lambda key=key: accepted(key), 60)
    with house.connect() as conn:
        rows = conn.execute(
            "select e.description, array_agg(v.topic) from rowlock.escalation e"
            " join rowlock.event v on v.subject_id = e.id::text group by e.id order by 1"
        ).fetchall()
    assert rows == [("never", ["escalation.created"]), ("reached", ["escalation.created"])]
