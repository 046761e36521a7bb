"""Two verbs at one row: one wins, the other is told why, and the journal tells one story."""

from __future__ import annotations

import time
from collections import Counter

import psycopg
import pytest

from tests.support.race import Ended, Move, Outcome, race_rounds, tally
from tests.support.scene import TERMINAL, Scene, one

pytestmark = pytest.mark.race

ROUNDS = 200
RESOLVED: Outcome = ("PT409", "escalation_resolved")
CANCELLED: Outcome = ("PT409", "escalation_cancelled")
EXPIRED: Outcome = ("PT409", "escalation_expired")
HELD: Outcome = ("PT409", "escalation_held")
GONE: Outcome = ("PT404", "escalation_exists")

Rounds = list[tuple[str, tuple[Ended, ...]]]


def move(verb: str, actor: str, **arguments: object) -> Move:
    """One verb on the row of the round."""

    def run(conn: psycopg.Connection, row: str) -> object:
        return one(conn, verb, id=row, actor=actor, **arguments)

    return run


def resolve(actor: str) -> Move:
    return move("escalation_resolve", actor, resolver_payload={"decision": "yes"})


def check_ends(scene: Scene, rounds: Rounds) -> None:
    """Each row ended once, as its winner says."""
    for row, _ in rounds:
        state = scene.state(row)
        ended = [topic for topic in scene.topics(row) if topic in TERMINAL]
        assert ended == [f"escalation.{state['status']}"]
        assert (state["resolver_payload"] is not None) == (state["status"] == "resolved")
    scene.check_history()


def test_of_an_answer_and_the_sweep_one_wins(scene: Scene) -> None:
    actor = scene.account("reviewer")

    def setup(number: int) -> str:
        row = scene.row(timeout="1 hour")
        # From just before to well after the start; and so that each side surely wins some.
        due = {0: -1000.0, 19: 600_000.0}.get(number % 20, 0.2 * (number % 20))
        scene.owner.execute(
            "update rowlock.escalation set expires_at = clock_timestamp() + %s * interval '1 ms', "
            "created_at = created_at - interval '1 minute' where id = %s",
            [due, row],
        )
        return row

    def sweep(conn: psycopg.Connection, row: str) -> int:
        until = time.monotonic() + 60
        while time.monotonic() < until:
            if one(conn, "escalation_expire"):
                return 1
            if scene.watch(conn, row) != "pending":
                return 0
        raise AssertionError("the row neither expired nor was answered")

    rounds = race_rounds(ROUNDS, scene.connect, setup, resolve(actor), sweep)
    outcomes = Counter((ends[0].outcome, ends[1].value) for _, ends in rounds)
    assert set(outcomes) == {("ok", 0), (EXPIRED, 1)}, outcomes
    assert min(outcomes.values()) >= 5, outcomes
    for row, ends in rounds:
        state = scene.state(row)
        assert state["status"] == ("resolved" if ends[0].outcome == "ok" else "expired")
        if state["status"] == "expired":
            assert state["ended_at"] == state["expires_at"]
            assert state["resolved_by"] is None
    check_ends(scene, rounds)


def test_an_answer_that_holds_the_row_past_its_deadline_still_wins(scene: Scene) -> None:
    due = "select expires_at <= clock_timestamp() from rowlock.escalation where id = %s"
    with scene.connect() as answerer, scene.connect() as sweeper:
        # The first deadline that a slow machine can meet.
        for seconds in (0.1, 1, 10):
            row = scene.row(timeout=f"{seconds} seconds")
            answerer.execute("begin")
            try:
                resolve(scene.root)(answerer, row)
                break
            except psycopg.Error:
                answerer.execute("rollback")
                one(sweeper, "escalation_expire")
        while not scene.value(due, row):
            time.sleep(0.01)
        assert one(sweeper, "escalation_expire") == 0, "the sweep waits for nobody"
        answerer.execute("commit")
        assert one(sweeper, "escalation_expire") == 0
    assert scene.state(row)["status"] == "resolved"
    scene.check_history()


def test_an_answer_that_waited_for_the_sweep_is_refused(scene: Scene) -> None:
    def setup(_: int) -> str:
        return scene.row(timeout="30 milliseconds")

    def sweep(conn: psycopg.Connection, row: str) -> object:
        time.sleep(0.05)
        with conn.transaction():
            count = one(conn, "escalation_expire")
            time.sleep(0.05)
        return count

    def late(conn: psycopg.Connection, row: str) -> object:
        time.sleep(0.07)
        return resolve(scene.root)(conn, row)

    rounds = race_rounds(5, scene.connect, setup, sweep, late)
    assert tally(rounds) == {("ok", EXPIRED): 5}
    assert [ends[0].value for _, ends in rounds] == [1] * 5
    check_ends(scene, rounds)


def test_of_eight_answers_one_is_taken(scene: Scene) -> None:
    actors = [scene.account("reviewer") for _ in range(8)]
    rounds = race_rounds(50, scene.connect, lambda _: scene.row(), *map(resolve, actors))
    for row, ends in rounds:
        assert Counter(end.outcome for end in ends) == {"ok": 1, RESOLVED: 7}
        [winner] = [a for a, end in zip(actors, ends, strict=True) if end.outcome == "ok"]
        assert scene.state(row)["resolved_by"] == winner
    check_ends(scene, rounds)


def test_of_an_answer_by_id_and_one_by_key_one_is_taken(scene: Scene) -> None:
    def by_key(conn: psycopg.Connection, row: str) -> object:
        key = scene.watch(conn, row, "signal_key")
        return one(
            conn, "escalation_resolve_by_signal_key", signal_key=key,
            resolver_payload={"decision": "no"}, actor=scene.root,
        )  # fmt: skip

    rounds = race_rounds(
        100,
        scene.connect,
        lambda n: scene.row(signal_key=f"either-{n}"),
        resolve(scene.root),
        by_key,
    )
    assert set(tally(rounds)) <= {("ok", RESOLVED), (RESOLVED, "ok")}
    check_ends(scene, rounds)


def test_of_an_answer_and_a_cancellation_one_wins(scene: Scene) -> None:
    actor = scene.account("reviewer")
    rounds = race_rounds(
        ROUNDS,
        scene.connect,
        lambda _: scene.row(),
        resolve(actor),
        move("escalation_cancel", actor),
    )
    outcomes = tally(rounds)
    assert set(outcomes) == {("ok", RESOLVED), (CANCELLED, "ok")}, outcomes
    check_ends(scene, rounds)


def test_of_an_answer_and_a_move_out_of_reach_one_wins(scene: Scene) -> None:
    one(scene.owner, "role_create", role="elsewhere", actor=scene.root)
    actor = scene.account("reviewer")
    away = move("escalation_escalate", scene.root, target_role="elsewhere")
    rounds = race_rounds(ROUNDS, scene.connect, lambda _: scene.row(), resolve(actor), away)
    outcomes = tally(rounds)
    assert set(outcomes) == {("ok", RESOLVED), (GONE, "ok")}, outcomes
    for row, ends in rounds:
        state = scene.state(row)
        answered = ends[0].outcome == "ok"
        assert (state["status"], state["role"]) == (
            ("resolved", "reviewer") if answered else ("pending", "elsewhere")
        )
    scene.check_history()


def test_an_answer_in_reach_of_both_roles_is_taken_wherever_the_row_is(scene: Scene) -> None:
    away = move("escalation_escalate", scene.root, target_role="engineer")
    rounds = race_rounds(ROUNDS, scene.connect, lambda _: scene.row(), resolve(scene.root), away)
    assert set(tally(rounds)) <= {("ok", RESOLVED), ("ok", "ok")}
    check_ends(scene, rounds)


def test_of_two_moves_with_the_same_expectation_one_is_made(scene: Scene) -> None:
    moves = [
        move("escalation_escalate", scene.root, target_role=target, expected_role="reviewer")
        for target in ("engineer", "planner")
    ]
    rounds = race_rounds(100, scene.connect, lambda _: scene.row(), *moves)
    moved: Outcome = ("PT409", "escalation_moved")
    assert set(tally(rounds)) <= {("ok", moved), (moved, "ok")}
    for row, ends in rounds:
        first = ends[0].outcome == "ok"
        assert scene.state(row)["role"] == ("engineer" if first else "planner")
    scene.check_history()


def test_a_cancellation_always_wins_over_a_claim(scene: Scene) -> None:
    actor, boss = scene.account("reviewer"), scene.account("reviewer")
    rounds = race_rounds(
        ROUNDS, scene.connect, lambda _: scene.row(),
        move("escalation_claim", actor), move("escalation_cancel", boss),
    )  # fmt: skip
    outcomes = tally(rounds)
    assert set(outcomes) == {("ok", "ok"), (CANCELLED, "ok")}, outcomes
    check_ends(scene, rounds)


def test_a_row_given_back_goes_to_the_other_or_to_nobody(scene: Scene) -> None:
    holder, other = scene.account("reviewer"), scene.account("reviewer")

    def setup(_: int) -> str:
        row = scene.row()
        one(scene.owner, "escalation_claim", id=row, actor=holder)
        return row

    rounds = race_rounds(
        ROUNDS, scene.connect, setup,
        move("escalation_release", holder), move("escalation_claim", other),
    )  # fmt: skip
    outcomes = tally(rounds)
    assert set(outcomes) == {("ok", "ok"), ("ok", HELD)}, outcomes
    for row, ends in rounds:
        state = scene.state(row)
        taken = ends[1].outcome == "ok"
        assert state["assigned_to"] == (other if taken else None)
        assert state["claim_no"] == (2 if taken else 1)
    scene.check_history()


def test_two_sweeps_share_the_due_rows(scene: Scene) -> None:
    def setup(_: int) -> str:
        for row in scene.rows(20, timeout="1 hour"):
            scene.owner.execute(
                "update rowlock.escalation set expires_at = created_at + interval '1 us' "
                "where id = %s",
                [row],
            )
        return ""

    def sweep(conn: psycopg.Connection, _: str) -> int:
        return int(one(conn, "escalation_expire"))

    rounds = race_rounds(20, scene.connect, setup, sweep, sweep)
    assert [sum(end.value for end in ends) for _, ends in rounds] == [20] * 20
    scene.check_history()


def test_a_lapsed_row_is_swept_or_claimed_and_never_both_at_once(scene: Scene) -> None:
    holder, other = scene.account("reviewer"), scene.account("reviewer")

    def setup(_: int) -> str:
        row = scene.row()
        one(scene.owner, "escalation_claim", id=row, actor=holder)
        scene.lapse(row)
        return row

    def sweep(conn: psycopg.Connection, _: str) -> int:
        return int(one(conn, "escalation_release_expired", role="reviewer", actor=scene.root))

    rounds = race_rounds(ROUNDS, scene.connect, setup, move("escalation_claim", other), sweep)
    outcomes = Counter((ends[0].outcome, ends[1].value) for _, ends in rounds)
    assert set(outcomes) <= {("ok", 0), ("ok", 1)}, outcomes
    for row, _ in rounds:
        assert scene.state(row)["assigned_to"] == other
    scene.check_history()
