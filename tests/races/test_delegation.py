"""Who stands in for somebody, at the moment when that ends, and beside the others who may."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import Any

import psycopg
import pytest

from tests.support.race import Move, race_rounds, tally
from tests.support.scene import Scene, one

pytestmark = pytest.mark.race

GONE, HELD = ("PT404", "escalation_exists"), ("PT409", "escalation_held")
ROUNDS = 20


def claim(actor: str) -> Move:
    return lambda conn, row: one(conn, "escalation_claim", id=row, actor=actor)


def lend(scene: Scene, giver: str, delegate: str, until: str = "1 hour") -> str:
    """From a minute ago on; its id."""
    return str(
        scene.value(
            "insert into rowlock.delegation"
            " (id, from_user, to_user, role, since, until, created_by, created_at)"
            " select gen_random_uuid(), %s, %s, 'reviewer', now() - interval '1 minute',"
            " clock_timestamp() + %s::interval, %s, now() returning id",
            giver, delegate, until, giver,
        )
    )  # fmt: skip


def claims(scene: Scene, row: str) -> list[dict[str, Any]]:
    query = (
        "select coalesce(jsonb_agg(to_jsonb(e) order by e.seq), '[]') from rowlock.event e"
        " where e.subject_id = %s and e.topic = 'escalation.claimed'"
    )
    return list(scene.value(query, row))


def test_a_delegation_that_is_revoked_lets_a_claim_pass_or_not(scene: Scene) -> None:
    giver, delegate = scene.account("reviewer", scope="self"), scene.account()
    lent: dict[str, str] = {}

    def setup(_: int) -> str:
        row = scene.row(assigned_to=giver)
        lent[row] = lend(scene, giver, delegate)
        return row

    def revoke(conn: psycopg.Connection, row: str) -> object:
        return one(conn, "delegation_revoke", id=lent[row], actor=giver)

    rounds = race_rounds(ROUNDS, scene.connect, setup, claim(delegate), revoke)
    assert {first for first, _ in tally(rounds)} == {"ok", GONE}
    assert {second for _, second in tally(rounds)} == {"ok"}
    for row, (first, _) in rounds:
        found = claims(scene, row)
        if first.outcome == "ok":
            assert [(e["actor"], e["payload"]["on_behalf_of"]) for e in found] == [
                (delegate, giver)
            ]
        else:
            assert found == [] and scene.state(row)["assigned_to"] == giver
    scene.check_history()


def test_a_window_that_ends_lets_a_claim_pass_or_not(scene: Scene) -> None:
    giver, delegate = scene.account("reviewer", scope="self"), scene.account()
    ends: dict[str, object] = {}

    def setup(number: int) -> str:
        # The window of the round before may end after this one.
        scene.owner.execute("delete from rowlock.delegation")
        row = scene.row(assigned_to=giver)
        lent = lend(scene, giver, delegate, f"{(number % 5) * 2} milliseconds")
        ends[row] = scene.value(
            "select to_jsonb(until) from rowlock.delegation where id = %s", lent
        )
        return row

    rounds = race_rounds(2 * ROUNDS, scene.connect, setup, claim(delegate))
    assert {first for (first,) in tally(rounds)} == {"ok", GONE}
    for row, (first,) in rounds:
        if first.outcome == "ok":
            [event] = claims(scene, row)
            assert event["occurred_at"] < ends[row]
    scene.check_history()


def test_of_two_delegates_and_the_giver_one_gets_the_row(scene: Scene) -> None:
    giver = scene.account("reviewer", scope="self")
    delegates = [scene.account(), scene.account()]
    for delegate in delegates:
        lend(scene, giver, delegate)
    people = [giver, *delegates]
    rounds = race_rounds(
        ROUNDS, scene.connect, lambda _: scene.row(assigned_to=giver), *map(claim, people)
    )
    for row, ends in rounds:
        [winner] = [who for who, end in zip(people, ends, strict=True) if end.outcome == "ok"]
        # The giver's row stays in the delegates' sight; a delegate's is in nobody else's.
        loss = HELD if winner == giver else GONE
        assert Counter(end.outcome for end in ends) == {"ok": 1, loss: 2}
        [event] = claims(scene, row)
        other = None if winner == giver else giver
        assert (event["actor"], event["payload"].get("on_behalf_of")) == (winner, other)
    scene.check_history()


@pytest.mark.parametrize("whose", ["giver", "delegate"])
def test_an_account_that_is_deleted_leaves_no_delegation_that_has_not_ended(
    scene: Scene, whose: str
) -> None:
    people: dict[str, tuple[str, str]] = {}

    def setup(_: int) -> str:
        pair = scene.account("reviewer"), scene.account()
        people[pair[0]] = pair
        return pair[0]

    def give(conn: psycopg.Connection, row: str) -> object:
        giver, delegate = people[row]
        return one(
            conn, "delegation_create", to_user=delegate, from_user=giver, role="reviewer",
            until="2099-03-15T09:00:00Z", since="2099-03-01T09:00:00Z", actor=scene.root,
        )  # fmt: skip

    def delete(conn: psycopg.Connection, row: str) -> object:
        return one(conn, "user_delete", id=people[row][whose == "delegate"], actor=scene.root)

    rounds = race_rounds(ROUNDS, scene.connect, setup, give, delete)
    late = ("PT400", "argument_invalid")
    assert set(tally(rounds)) == {("ok", "ok"), (late, "ok")}
    unended = (
        "select count(*) from rowlock.event c where c.topic = 'delegation.created' and not exists"
        " (select from rowlock.event r where r.topic = 'delegation.revoked'"
        " and r.subject_id = c.subject_id and c.payload ->> 'from_user' = any (%s))"
        " and c.payload ->> 'from_user' = any (%s)"
    )
    assert scene.value(unended, list(people), list(people)) == 0


def test_two_who_would_close_a_circle_do_not(scene: Scene) -> None:
    one_, two = scene.account("reviewer"), scene.account("reviewer")

    def setup(_: int) -> str:
        scene.owner.execute("delete from rowlock.delegation")
        return ""

    def give(giver: str, delegate: str, conn: psycopg.Connection, _: str) -> object:
        window = {"since": "2099-03-01T09:00:00Z", "until": "2099-03-15T09:00:00Z"}
        return one(
            conn, "delegation_create", to_user=delegate, role="reviewer", actor=giver, **window
        )

    rounds = race_rounds(
        ROUNDS, scene.connect, setup, partial(give, one_, two), partial(give, two, one_)
    )
    circle = ("PT409", "delegation_circle")
    assert {frozenset(outcomes) for outcomes in tally(rounds)} == {frozenset({"ok", circle})}
