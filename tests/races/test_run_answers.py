"""The inbox of a run: what a reader is told stays, and no answer is lost, however late."""

from __future__ import annotations

import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from random import Random

import psycopg
import pytest

from tests.support.fleet import Fleet
from tests.support.race import Outcome, race_each, race_rounds
from tests.support.scene import Scene, one

from .test_run_ask import ROUNDS, asked, asks, inbox, resolves, rows

pytestmark = pytest.mark.race

EXPIRED: Outcome = ("PT409", "escalation_expired")
OPEN = "select exists (select from rowlock.escalation where run_id = %s and status = 'pending')"


@pytest.fixture(scope="module")
def fleet(scene: Scene) -> Fleet:
    return Fleet(scene)


@pytest.fixture(scope="module")
def host(fleet: Fleet) -> str:
    return fleet.machine()


def test_what_a_reader_is_told_of_a_deadline_stays(scene: Scene, fleet: Fleet, host: str) -> None:
    def setup(number: int) -> str:
        run = asked(scene, fleet, host)(number)
        scene.owner.execute(
            "update rowlock.escalation set expires_at = clock_timestamp() + %s * interval '1 ms'"
            " where run_id = %s",
            # Some too early for any answer, some late enough for every one, and all between.
            [(0, 200, 0.5 * (number % 24))[number % 3], run],
        )
        return run

    def read(conn: psycopg.Connection, run: str) -> str:
        until = time.monotonic() + 60
        while not (told := inbox(scene, conn, run)["answers"]):
            assert time.monotonic() < until, "the question neither expired nor was answered"
        return str(told[0]["outcome"])

    rounds = race_rounds(2 * ROUNDS, scene.connect, setup, resolves(scene), read)
    seen = Counter((ends[0].outcome, ends[1].value) for _, ends in rounds)
    assert set(seen) == {("ok", "resolved"), (EXPIRED, "expired")}, seen
    for run, ends in rounds:
        [row] = rows(scene, run)
        assert row["status"] == ends[1].value
    scene.check_history()


def test_an_answer_that_is_late_to_commit_is_read_whatever_was_read_before(
    scene: Scene, fleet: Fleet, host: str
) -> None:
    keys = [f"k{n}" for n in range(60)]
    run = fleet.running(host)
    for key in keys:
        asks(scene, wait_key=key)(scene.owner, run)
    ids = [row["id"] for row in rows(scene, run)]
    random = Random(7)
    pauses = {row: random.choice((0, 0, 0.01, 0.05)) for row in ids}

    def answer(conn: psycopg.Connection, number: int) -> None:
        for row in ids[number::6]:
            with conn.transaction():
                given = {"id": row, "resolver_payload": {}}
                one(conn, "escalation_resolve", **given, actor=scene.root)
                time.sleep(pauses[row])

    def read() -> list[tuple[int, str]]:
        told: list[tuple[int, str]] = []
        with scene.connect() as conn:
            while len(told) < len(ids):
                page = inbox(scene, conn, run, told[-1][0] if told else 0)
                told += [(a["answer_no"], a["escalation_id"]) for a in page["answers"]]
        return told

    def naive() -> list[str]:
        """Who goes by the time at which a row ended loses rows in the same run."""
        told, last, done = [], "-infinity", False
        query = (
            "select id::text, ended_at::text from rowlock.escalation where run_id = %s"
            " and ended_at > %s order by ended_at"
        )
        with scene.own() as conn:
            while not done:
                done = not any(pending for (pending,) in conn.execute(OPEN, [run]))
                for row, at in conn.execute(query, [run, last]):
                    told, last = [*told, row], at
        return told

    with ThreadPoolExecutor(3) as pool:
        readers = [pool.submit(read) for _ in range(2)]
        lossy = pool.submit(naive)
        race_each(6, scene.connect, answer)
        first, second = (reader.result(60) for reader in readers)
        assert len(lossy.result(60)) < len(ids), "the naive reader should have lost some"
    assert first == second
    assert [number for number, _ in first] == list(range(1, len(ids) + 1))
    assert {row for _, row in first} == set(ids)
    scene.check_history()
