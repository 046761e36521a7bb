"""Questions of runs: asked once, and open only while their run is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import psycopg
import pytest
from psycopg.types.json import Jsonb

from tests.support.fleet import Fleet
from tests.support.race import Move, Outcome, race_each, race_rounds, tally
from tests.support.scene import Row, Scene, behind, one

pytestmark = pytest.mark.race

ROUNDS = 24
OVER: Outcome = ("PT409", "run_running")
CANCELLED: Outcome = ("PT409", "escalation_cancelled")


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
