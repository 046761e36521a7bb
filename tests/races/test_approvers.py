"""Rows that several decide: whoever pops at once, each person is given each row once."""

from __future__ import annotations

import time
from collections import Counter
from datetime import UTC, datetime, timedelta

import psycopg
import pytest

from tests.support.race import race_each
from tests.support.scene import Scene, call, one

pytestmark = pytest.mark.race

ROWS = 25
OPEN = "select exists (select from rowlock.escalation where role = %s and status = 'pending')"


def given(scene: Scene, role: str, people: list[str]) -> Counter[tuple[int, str]]:
    """Each pops and answers until nothing is open; how often which of them was given which row."""

    def work(conn: psycopg.Connection, number: int) -> list[str]:
        rows, until = [], time.monotonic() + 60
        while conn.execute(OPEN, [role]).fetchone() == (True,):
            assert time.monotonic() < until, "rows stay open"
            popped = call(conn, "escalation_claim_next", roles=[role], actor=people[number])
            for row in popped:
                said = {"id": row["id"], "resolver_payload": {"decision": "yes"}}
                one(conn, "escalation_resolve", **said, actor=people[number])
                rows.append(row["id"])
            if not popped:
                time.sleep(0.01)
        return rows

    ends = race_each(len(people), scene.own, work)
    assert {end.outcome for end in ends} == {"ok"}
    return Counter((number, row) for number, end in enumerate(ends) for row in end.value)


def test_each_of_several_people_is_given_each_row_once(scene: Scene) -> None:
    role = f"desk-{scene.roles()}"
    people = [scene.account(role) for _ in range(3)]
    rows = scene.rows(ROWS, role, approvals_required=3)
    assert given(scene, role, people) == Counter((n, row) for n in range(3) for row in rows)
    scene.check_history()


def test_a_person_and_who_stands_in_are_given_each_row_once_between_them(scene: Scene) -> None:
    role = f"desk-{scene.roles()}"
    other, giver, delegate = scene.account(role), scene.account(role), scene.account()
    until = datetime.now(UTC) + timedelta(days=1)
    one(scene.owner, "delegation_create", to_user=delegate, role=role, until=until, actor=giver)
    rows = scene.rows(ROWS, role, approvals_required=2)
    seen = given(scene, role, [other, giver, delegate])
    assert Counter((n > 0, row) for n, row in seen.elements()) == Counter(
        (both, row) for both in (False, True) for row in rows
    )
    scene.check_history()


def test_a_pop_of_who_has_answered_a_row_hides_it_from_nobody(scene: Scene) -> None:
    role = f"desk-{scene.roles()}"
    people = [scene.account(role) for _ in range(2)]
    row = scene.row(role, approvals_required=3)
    said = {"id": row, "resolver_payload": {"decision": "yes"}}
    one(scene.owner, "escalation_resolve", **said, actor=people[0])
    with scene.connect() as first, scene.connect() as second, first.transaction():
        popped = [
            call(c, "escalation_claim_next", actor=p)
            for c, p in zip((first, second), people, strict=True)
        ]
    assert [[r["id"] for r in rows] for rows in popped] == [[], [row]]
