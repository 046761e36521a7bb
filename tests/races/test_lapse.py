"""A claim that is over: who may still do what, and what the former holder is told."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import psycopg
import pytest

from tests.support.race import Move, Outcome, race_rounds, tally
from tests.support.scene import Scene, call, detail, one

pytestmark = pytest.mark.race


@dataclass(slots=True)
class Person:
    """Somebody with a session of their own."""

    id: str
    conn: psycopg.Connection

    def do(self, verb: str, row: str, **arguments: object) -> Any:
        return one(self.conn, f"escalation_{verb}", id=row, actor=self.id, **arguments)

    def answer(self, row: str, **arguments: object) -> Any:
        return self.do("resolve", row, resolver_payload={"by": self.id}, **arguments)

    def refused(self, verb: str, row: str, reason: str, **arguments: object) -> dict[str, Any]:
        """Calls a verb that must be refused for this reason; returns the facts told."""
        with pytest.raises(psycopg.Error) as caught:
            (self.answer(row, **arguments) if verb == "resolve"
             else self.do(verb, row, **arguments))  # fmt: skip
        error = caught.value
        assert (error.sqlstate, error.diag.constraint_name) == ("PT409", f"escalation_{reason}")
        told = detail(error)
        assert told["reason"] == reason
        return told


@pytest.fixture
def people(scene: Scene) -> Any:
    with scene.connect() as first, scene.connect() as second:
        yield (
            Person(scene.account("reviewer"), first),
            Person(scene.account("reviewer"), second),
        )


@pytest.fixture
def unchanged(scene: Scene) -> Any:
    """Whatever the block does, the row and its journal stay as they are."""

    def check(row: str) -> Callable[[], None]:
        before = (scene.state(row), scene.topics(row))

        def same() -> None:
            assert (scene.state(row), scene.topics(row)) == before

        return same

    return check


People = tuple[Person, Person]


def test_the_former_holder_is_told_who_holds_the_row_now(
    scene: Scene, people: People, unchanged: Any
) -> None:
    a, b = people
    row = scene.row()
    a.do("claim", row)
    scene.lapse(row)
    b.do("claim", row)
    same = unchanged(row)
    for verb in ("resolve", "claim"):
        told = a.refused(verb, row, "held")
        assert told["assigned_to"] == b.id
        assert told["claim_no"] == 2
        assert told["until"]
    a.refused("release", row, "not_held")
    for verb in ("resolve", "claim", "release"):
        assert a.refused(verb, row, "stale_claim", expected_claim_no=1)["assigned_to"] == b.id
    same()
    assert b.answer(row)["resolved_by"] == b.id
    a.refused("resolve", row, "resolved")
    scene.check_history()


def test_a_token_of_an_earlier_claim_is_stale_even_for_the_same_person(
    scene: Scene, people: People, unchanged: Any
) -> None:
    a, _ = people
    row = scene.row()
    assert a.do("claim", row)["escalation"]["claim_no"] == 1
    scene.lapse(row)
    again = a.do("claim", row)
    assert (again["escalation"]["claim_no"], again["is_extension"]) == (2, False)
    same = unchanged(row)
    for verb in ("resolve", "claim", "release"):
        assert a.refused(verb, row, "stale_claim", expected_claim_no=1)["claim_no"] == 2
    same()
    assert a.do("claim", row, expected_claim_no=2)["is_extension"] is True
    a.answer(row, expected_claim_no=2)
    scene.check_history()


def test_a_token_asserts_a_live_claim(scene: Scene, people: People, unchanged: Any) -> None:
    a, b = people
    row = scene.row()
    a.do("claim", row)
    scene.lapse(row)
    same = unchanged(row)
    for verb in ("resolve", "claim", "release"):
        a.refused(verb, row, "stale_claim", expected_claim_no=1)
    b.refused("resolve", row, "stale_claim", expected_claim_no=1)
    same()


def test_the_holder_of_a_lapsed_claim_claims_again_before_answering(
    scene: Scene, people: People, unchanged: Any
) -> None:
    a, _ = people
    row = scene.row()
    a.do("claim", row)
    scene.lapse(row)
    same = unchanged(row)
    assert a.refused("resolve", row, "claim_lapsed")["claim_no"] == 1
    same()
    a.do("claim", row)
    a.answer(row)
    scene.check_history()


def test_sweeping_a_lapsed_claim_changes_no_outcome(
    scene: Scene, people: People, unchanged: Any
) -> None:
    a, b = people
    one(scene.owner, "role_create", role="swept", actor=scene.root)
    for person in people:
        one(scene.owner, "membership_grant", user_id=person.id, role="swept", actor=scene.root)
    mine, others, given = scene.rows(3, "swept")
    for row in (mine, others, given):
        a.do("claim", row)
        scene.lapse(row)
    for count in (3, 0):
        swept = one(scene.owner, "escalation_release_expired", role="swept", actor=scene.root)
        assert swept == count
    same = unchanged(mine)
    a.refused("resolve", mine, "claim_lapsed")
    a.refused("release", mine, "not_held")
    same()
    assert b.answer(others)["resolved_by"] == b.id
    # Somebody claimed and gave it back: the lapse is history.
    b.do("claim", given)
    b.do("release", given)
    assert a.answer(given)["resolved_by"] == a.id
    assert scene.topics(mine) == [f"escalation.{v}" for v in ("created", "claimed", "released")]
    scene.check_history()


def test_anothers_lapsed_claim_is_no_obstacle(scene: Scene, people: People) -> None:
    a, b = people
    row = scene.row()
    a.do("claim", row)
    scene.lapse(row)
    answered = b.answer(row)
    assert (answered["resolved_by"], answered["assigned_to"]) == (b.id, a.id)
    a.refused("resolve", row, "resolved")
    scene.check_history()


def test_a_lapsed_holder_may_still_give_the_row_back(scene: Scene, people: People) -> None:
    a, _ = people
    row = scene.row()
    a.do("claim", row)
    scene.lapse(row)
    a.do("release", row)
    # Given back is not lapsed: the row is as free to A as to anybody.
    assert a.answer(row)["resolved_by"] == a.id
    scene.check_history()


def test_liveness_binds_a_global_actor_too(scene: Scene, people: People) -> None:
    a, _ = people
    row = scene.row()
    with scene.connect() as conn:
        root = Person(scene.root, conn)
        a.do("claim", row)
        root.refused("resolve", row, "held")
        scene.lapse(row)
        root.do("claim", row)
        scene.lapse(row)
        root.refused("resolve", row, "claim_lapsed")
    scene.check_history()


def test_a_pop_of_a_lapsed_row_fences_its_former_holder(scene: Scene, people: People) -> None:
    a, b = people
    one(scene.owner, "role_create", role="fenced", actor=scene.root)
    for person in people:
        one(scene.owner, "membership_grant", user_id=person.id, role="fenced", actor=scene.root)
    row = scene.row("fenced")
    a.do("claim", row)
    scene.lapse(row)
    [taken] = call(b.conn, "escalation_claim_next", roles=["fenced"], actor=b.id)
    assert (taken["id"], taken["claim_no"]) == (row, 2)
    a.refused("resolve", row, "held")
    a.refused("resolve", row, "stale_claim", expected_claim_no=1)
    b.answer(row, expected_claim_no=2)
    scene.check_history()


def test_an_answer_after_a_lapse_never_beats_the_next_claim(scene: Scene) -> None:
    a, b = scene.account("reviewer"), scene.account("reviewer")

    def setup(_: int) -> str:
        row = scene.row()
        one(scene.owner, "escalation_claim", id=row, actor=a)
        scene.lapse(row)
        return row

    def claim(actor: str) -> Move:
        def run(conn: psycopg.Connection, row: str) -> object:
            return one(conn, "escalation_claim", id=row, actor=actor)

        return run

    def answer(conn: psycopg.Connection, row: str) -> object:
        return one(conn, "escalation_resolve", id=row, resolver_payload={}, actor=a)

    rounds = race_rounds(100, scene.connect, setup, answer, claim(b))
    lapsed: Outcome = ("PT409", "escalation_claim_lapsed")
    held: Outcome = ("PT409", "escalation_held")
    assert set(tally(rounds)) == {(lapsed, "ok"), (held, "ok")}

    # Both claim it anew: one holds it, and it is a new claim for either of them.
    rounds = race_rounds(100, scene.connect, setup, claim(a), claim(b))
    assert set(tally(rounds)) == {("ok", held), (held, "ok")}
    for row, ends in rounds:
        winner = next(end.value for end in ends if end.outcome == "ok")
        assert (winner["escalation"]["claim_no"], winner["is_extension"]) == (2, False)
        assert scene.state(row)["assigned_to"] == (a if ends[0].outcome == "ok" else b)
    scene.check_history()
