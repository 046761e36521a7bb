"""Answers beside a change of what the role asks: each is held against one schema, no old one."""

from __future__ import annotations

from typing import Any

import psycopg
import pytest

from tests.support.race import Outcome, race_rounds, tally
from tests.support.scene import Scene, behind, detail, one

pytestmark = pytest.mark.race

BROKEN: Outcome = ("PT422", "schema_validation")
NEEDS_A = {"required": ["a"]}
NEEDS_B = {"required": ["b"]}


def patch(scene: Scene, conn: psycopg.Connection, role: str, **fields: object) -> Any:
    return one(conn, "role_patch", role=role, patch=fields, actor=scene.root)


def answer(conn: psycopg.Connection, row: str, actor: str, **given: object) -> Any:
    return one(conn, "escalation_resolve", id=row, actor=actor, resolver_payload=given)


@pytest.mark.parametrize("enforced", [False, True])
def test_of_an_answer_and_a_stricter_schema_either_is_first(scene: Scene, enforced: bool) -> None:
    role = f"desk-{scene.roles()}"
    actor = scene.account(role)

    def setup(number: int) -> str:
        patch(scene, scene.owner, role, form_schema=NEEDS_A, enforce_schema=enforced)
        return scene.row(role)

    def resolve(conn: psycopg.Connection, row: str) -> Any:
        return answer(conn, row, actor, a=1)

    def change(conn: psycopg.Connection, row: str) -> None:
        patch(scene, conn, role, form_schema=NEEDS_B, enforce_schema=True)

    rounds = race_rounds(60, scene.connect, setup, resolve, change)
    outcomes = tally(rounds)
    assert set(outcomes) <= {("ok", "ok"), (BROKEN, "ok")}, outcomes
    assert outcomes[("ok", "ok")] and outcomes[(BROKEN, "ok")], outcomes
    for row, (resolved, _) in rounds:
        assert scene.state(row)["status"] == ("resolved" if resolved.error is None else "pending")
        if resolved.error is not None:
            [violation] = detail(resolved.error)["violations"]
            assert (violation["field"], violation["escalation_id"]) == ("b", row)
    scene.check_history()


def test_an_answer_that_waits_is_held_against_the_schema_of_its_turn(scene: Scene) -> None:
    role = f"desk-{scene.roles()}"
    actor = scene.account(role)
    patch(scene, scene.owner, role, form_schema=NEEDS_A, enforce_schema=True)
    row = scene.row(role)

    def hold(conn: psycopg.Connection, _: str) -> None:
        one(conn, "escalation_claim", id=row, actor=actor)
        with scene.connect() as other:
            patch(scene, other, role, form_schema=NEEDS_B)

    def resolve(conn: psycopg.Connection, _: str) -> Any:
        with pytest.raises(psycopg.Error) as refused:
            answer(conn, row, actor, a=1)
        assert [v["field"] for v in detail(refused.value)["violations"]] == ["b"]
        return answer(conn, row, actor, b=1)["status"]

    assert behind(scene, hold, resolve) == "resolved"


def test_answers_of_one_role_wait_neither_for_each_other_nor_for_a_patch(scene: Scene) -> None:
    role = f"desk-{scene.roles()}"
    actor = scene.account(role)
    patch(scene, scene.owner, role, form_schema=NEEDS_A, enforce_schema=True)
    rows = scene.rows(3, role)
    with scene.connect() as first, scene.connect() as second, first.transaction():
        answer(first, rows[0], actor, a=1)
        answer(second, rows[1], actor, a=1)
        patch(scene, second, role, form_schema=NEEDS_B)
        # What is committed counts, also for who began before it.
        with pytest.raises(psycopg.Error) as refused, first.transaction():
            answer(first, rows[2], actor, a=1)
        assert refused.value.sqlstate == "PT422"


def test_an_answer_that_waits_meets_the_form_of_the_role_that_the_row_moves_to(
    scene: Scene,
) -> None:
    role = f"desk-{scene.roles()}"
    patch(scene, scene.owner, role, form_schema=NEEDS_A, enforce_schema=True)
    row = scene.row()

    def away(conn: psycopg.Connection, _: str) -> None:
        one(conn, "escalation_escalate", id=row, target_role=role, actor=scene.root)

    def resolve(conn: psycopg.Connection, _: str) -> Outcome:
        with pytest.raises(psycopg.Error) as refused:
            answer(conn, row, scene.root)
        return refused.value.sqlstate, refused.value.diag.constraint_name

    assert behind(scene, away, resolve) == BROKEN
    assert scene.state(row)["status"] == "pending"
