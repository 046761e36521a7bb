"""One call sent several times at once under a key: it is made once, and all get its result."""

from __future__ import annotations

from collections import Counter

import psycopg
import pytest

from tests.support.race import Move, Outcome, race_rounds
from tests.support.scene import Scene, one

pytestmark = pytest.mark.race

MISMATCH: Outcome = ("PT409", "idempotency_mismatch")
RESOLVED: Outcome = ("PT409", "escalation_resolved")
TOPICS = ["escalation.created", "escalation.resolved"]


def answer(actor: str, decision: str = "yes", undone: bool = False) -> Move:
    """An answer to the row of the round under the round's key, which is the row."""

    def run(conn: psycopg.Connection, row: str) -> object:
        with conn.transaction(force_rollback=undone):
            return one(
                conn, "escalation_resolve", id=row, resolver_payload={"decision": decision},
                idempotency_key=row, actor=actor,
            )  # fmt: skip

    return run


def kept(scene: Scene, row: str) -> object:
    return scene.value("select count(*) from rowlock.idempotency where key = %s", row)


def test_of_eight_equal_answers_one_is_made_and_all_get_its_result(scene: Scene) -> None:
    actor = scene.account("reviewer")
    rounds = race_rounds(50, scene.connect, lambda _: scene.row(), *[answer(actor)] * 8)
    for row, ends in rounds:
        assert Counter(end.outcome for end in ends) == {"ok": 8}
        assert [end.value for end in ends] == [ends[0].value] * 8
        assert ends[0].value["status"] == "resolved"
        assert scene.topics(row) == TOPICS
        assert kept(scene, row) == 1
    scene.check_history()


def test_of_two_requests_under_one_key_one_is_made(scene: Scene) -> None:
    actor = scene.account("reviewer")
    moves = [answer(actor, "yes"), answer(actor, "no")]
    rounds = race_rounds(100, scene.connect, lambda _: scene.row(), *moves)
    outcomes = Counter(tuple(end.outcome for end in ends) for _, ends in rounds)
    assert set(outcomes) == {("ok", MISMATCH), (MISMATCH, "ok")}, outcomes
    for row, ends in rounds:
        said = "yes" if ends[0].outcome == "ok" else "no"
        assert scene.state(row)["resolver_payload"] == {"decision": said}
    scene.check_history()


def test_of_two_callers_under_one_key_one_answers(scene: Scene) -> None:
    moves = [answer(scene.account("reviewer")) for _ in range(2)]
    rounds = race_rounds(50, scene.connect, lambda _: scene.row(), *moves)
    outcomes = Counter(tuple(end.outcome for end in ends) for _, ends in rounds)
    assert set(outcomes) <= {("ok", RESOLVED), (RESOLVED, "ok")}, outcomes
    assert {kept(scene, row) for row, _ in rounds} == {1}


def test_a_call_that_is_undone_frees_its_key(scene: Scene) -> None:
    actor = scene.account("reviewer")
    moves = [answer(actor, "no", undone=True), answer(actor, "yes")]
    rounds = race_rounds(50, scene.connect, lambda _: scene.row(), *moves)
    for row, ends in rounds:
        assert ends[1].outcome == "ok"
        assert ends[0].outcome in {"ok", MISMATCH}
        assert scene.state(row)["resolver_payload"] == {"decision": "yes"}
        assert scene.topics(row) == TOPICS
    assert {ends[0].outcome for _, ends in rounds} == {"ok", MISMATCH}
    scene.check_history()
