"""Questions of runs: asked once, open only while their run is, and no answer is lost."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from random import Random

import psycopg
import pytest
from psycopg.types.json import Jsonb

from tests.support.fleet import Fleet
from tests.support.race import Move, Outcome, race_each, race_rounds, tally
from tests.support.scene import Row, Scene, behind, one

pytestmark = pytest.mark.race

ROUNDS = 24
OPEN = "select exists (select from rowlock.escalation where run_id = %s and status = 'pending')"
OVER: Outcome = ("PT409", "run_running")
CANCELLED: Outcome = ("PT409", "escalation_cancelled")
RESOLVED: Outcome = ("PT409", "escalation_resolved")
EXPIRED: Outcome = ("PT409", "escalation_expired")


@pytest.fixture(scope="module")
def fleet(scene: Scene) -> Fleet:
    return Fleet(scene)


@pytest.fixture(scope="module")
def host(fleet: Fleet) -> str:
    return fleet.machine()


def asks(scene: Scene, question: str = "May I?", wait_key: str = "k", **more: object) -> Move:
    """A racer that asks for the run of the round."""
    given = {"attempt": 1, "wait_key": wait_key, "role": "reviewer", "question": Jsonb(question)}

    def move(conn: psycopg.Connection, run: str) -> Row:
        return dict(one(conn, "run_ask", run_id=run, actor=scene.root, **{**given, **more}))

    return move


def rows(scene: Scene, run: str) -> list[Row]:
    query = "select to_jsonb(e) from rowlock.escalation e where e.run_id = %s order by e.id"
    return [dict(row) for (row,) in scene.owner.execute(query, [run])]


def resolves(scene: Scene) -> Move:
    """A racer that answers the oldest row of the run of the round."""

    def move(conn: psycopg.Connection, run: str) -> Row:
        row = rows(scene, run)[0]["id"]
        given = {"id": row, "resolver_payload": {"decision": "yes"}}
        return dict(one(conn, "escalation_resolve", **given, actor=scene.root))

    return move


def inbox(scene: Scene, conn: psycopg.Connection, run: str, after: int = 0) -> Row:
    return dict(one(conn, "run_answers", run_id=run, after=after, actor=scene.root))


def asked(scene: Scene, fleet: Fleet, host: str) -> Callable[[int], str]:
    """Makes a run that has asked; its id."""

    def make(_: int) -> str:
        run = fleet.running(host)
        asks(scene)(scene.owner, run)
        return run

    return make


def test_of_eight_who_ask_the_same_one_asks(scene: Scene, fleet: Fleet, host: str) -> None:
    for _ in range(5):
        run = fleet.running(host)
        ends = race_each(8, scene.connect, lambda conn, _, r=run: asks(scene)(conn, r))  # type: ignore[misc]
        assert Counter(end.value["created"] for end in ends) == {True: 1, False: 7}
        assert len({end.value["escalation"]["id"] for end in ends}) == 1
        assert [row["status"] for row in rows(scene, run)] == ["pending"]
    scene.check_history()


def test_of_eight_questions_under_a_key_one_stays_open(
    scene: Scene, fleet: Fleet, host: str
) -> None:
    for _ in range(5):
        run = fleet.running(host)
        ends = race_each(
            8, scene.connect,
            lambda conn, n, r=run: asks(scene, f"May I {n}?")(conn, r),  # type: ignore[misc]
        )  # fmt: skip
        assert [(end.outcome, end.value["created"]) for end in ends] == [("ok", True)] * 8
        made = rows(scene, run)
        assert Counter(row["status"] for row in made) == {"pending": 1, "cancelled": 7}
        reasons = {row["milestones"][-1]["reason"] for row in made if row["milestones"]}
        assert reasons == {"superseded"}
    scene.check_history()


def test_a_question_meets_a_requeue(scene: Scene, fleet: Fleet, host: str) -> None:
    def again(conn: psycopg.Connection, run: str) -> str:
        with conn.transaction():
            one(conn, "run_signal", id=run, attempt=1, kind="failed", actor=scene.root)
            return str(one(conn, "run_requeue", id=run, actor=scene.root)["outcome"])

    rounds = race_rounds(ROUNDS, scene.connect, lambda _: fleet.running(host), asks(scene), again)
    seen = Counter(ends[0].value["outcome"] for _, ends in rounds)
    assert set(seen) == {"pending", "stale"}, seen
    for run, (question, requeued) in rounds:
        assert requeued.value == "requeued"
        known = [row["status"] for row in rows(scene, run)]
        assert known == (["pending"] if question.value["outcome"] == "pending" else [])
        one(scene.owner, "run_dispatch", id=run, host_id=host, actor=scene.root)
        one(scene.owner, "run_signal", id=run, attempt=2, kind="started", actor=scene.root)
        found = asks(scene, attempt=2)(scene.owner, run)
        assert found["created"] == (not known)
    scene.check_history()


def test_no_question_outlives_a_stop(scene: Scene, fleet: Fleet, host: str) -> None:
    rounds = race_rounds(
        ROUNDS, scene.connect, lambda _: fleet.running(host), asks(scene), fleet.move("run_stop")
    )
    outcomes = tally(rounds)
    assert set(outcomes) == {("ok", "ok"), (OVER, "ok")}, outcomes
    for run, (question, _) in rounds:
        known = [(row["status"], row["milestones"][-1]["reason"]) for row in rows(scene, run)]
        assert known == ([("cancelled", "run_ended")] if question.outcome == "ok" else [])
    scene.check_history()


def test_whatever_ends_a_run_finds_what_was_being_asked(
    scene: Scene, fleet: Fleet, host: str
) -> None:
    def created(conn: psycopg.Connection, run: str) -> Row:
        given = {"role": "reviewer", "type": "t", "run_id": run, "actor": scene.root}
        return dict(one(conn, "escalation_create", **given))

    def deletes(conn: psycopg.Connection, run: str) -> Row:
        item = fleet.state(run)["work_item_id"]
        return dict(one(conn, "work_item_delete", id=item, actor=scene.root))

    for question in (asks(scene), created):
        for end, reason in ((fleet.move("run_stop"), "run_ended"), (deletes, "work_item_deleted")):
            own = Fleet(scene)
            run = own.running(host)
            behind(scene, lambda c, _: question(c, run), lambda c, _: end(c, run))  # noqa: B023
            [row] = rows(scene, run)
            assert (row["status"], row["milestones"][-1]["reason"]) == ("cancelled", reason)
    run = Fleet(scene).running(host)
    with pytest.raises(psycopg.Error) as refused:
        behind(scene, lambda c, _: deletes(c, run), lambda c, _: asks(scene)(c, run))
    assert refused.value.diag.constraint_name == "run_exists"
    run = fleet.running(host)
    stop = fleet.move("run_stop")
    with pytest.raises(psycopg.Error) as refused:
        behind(scene, lambda c, _: stop(c, run), lambda c, _: asks(scene)(c, run))
    assert refused.value.diag.constraint_name == "run_running"
    scene.check_history()


def test_of_an_answer_and_the_end_of_the_run_one_wins(
    scene: Scene, fleet: Fleet, host: str
) -> None:
    stop = fleet.move("run_stop")
    rounds = race_rounds(ROUNDS, scene.connect, asked(scene, fleet, host), resolves(scene), stop)
    assert set(tally(rounds)) == {("ok", "ok"), (CANCELLED, "ok")}
    for run, (answer, _) in rounds:
        [row] = rows(scene, run)
        assert row["status"] == ("resolved" if answer.outcome == "ok" else "cancelled")
        [told] = inbox(scene, scene.owner, run)["answers"]
        assert told["outcome"] == row["status"]
    scene.check_history()


def test_of_an_answer_and_another_question_one_wins(scene: Scene, fleet: Fleet, host: str) -> None:
    other = asks(scene, "May I not?")
    rounds = race_rounds(ROUNDS, scene.connect, asked(scene, fleet, host), resolves(scene), other)
    assert set(tally(rounds)) == {("ok", "ok"), (CANCELLED, "ok")}
    for run, (answer, question) in rounds:
        old, new = rows(scene, run)
        assert old["status"] == ("resolved" if answer.outcome == "ok" else "cancelled")
        assert (question.value["created"], new["status"]) == (True, "pending")
        # What was answered stays answered; what was superseded is asked anew.
        found = asks(scene)(scene.owner, run)
        assert found["outcome"] == ("resolved" if answer.outcome == "ok" else "pending")
        assert (found["escalation"]["id"] == old["id"]) == (answer.outcome == "ok")
    scene.check_history()


def test_what_a_reader_is_told_of_a_deadline_stays(scene: Scene, fleet: Fleet, host: str) -> None:
    def setup(number: int) -> str:
        run = asked(scene, fleet, host)(number)
        scene.owner.execute(
            "update rowlock.escalation set expires_at = clock_timestamp() + %s * interval '1 ms'"
            " where run_id = %s",
            [0.3 * (number % 12), run],
        )
        return run

    def read(conn: psycopg.Connection, run: str) -> str:
        until = time.monotonic() + 10
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
