"""Forms on the ways to answer that look for their rows or take many: one bad answer, no change."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from .conftest import World
from .service import Answer

FORM: dict[str, Any] = {
    "required": ["decision"],
    "properties": {"decision": {"enum": ["yes", "no"]}, "_triage": {"maxProperties": 0}},
}
BAD: dict[str, Any] = {"decision": "perhaps"}
GOOD: dict[str, Any] = {"decision": "yes"}


@pytest.fixture(autouse=True)
def _asked(world: World) -> Iterator[None]:
    patch = {"form_schema": FORM, "enforce_schema": True}
    assert world.admin("PATCH", "/api/roles/reviewer", patch).status == 200
    yield
    clear = {"form_schema": None, "enforce_schema": False}
    assert world.admin("PATCH", "/api/roles/reviewer", clear).status == 200


def post(world: World, verb: str, body: dict[str, Any]) -> Answer:
    return world.admin("POST", f"/api/escalations/{verb}", body)


def states(world: World, rows: list[str]) -> list[str]:
    query = "select status from rowlock.escalation where id = any (%s::uuid[]) order by id"
    return [row[0] for row in world.conn.execute(query, [rows])]


def refused(answer: Answer) -> list[tuple[str, str]]:
    """The rows and fields that a refusal names."""
    assert answer.code == (422, "schema_validation"), answer.text
    assert answer.body["role"] == "reviewer"
    return [(v["escalation_id"], v["field"]) for v in answer.body["violations"]]


def test_one_answer_for_many_rows(world: World) -> None:
    rows = sorted([world.row(), world.row(), world.row(role="engineer"), world.row()])
    engineers = [
        r for r in rows if world.admin("GET", f"/api/escalations/{r}").body["role"] != "reviewer"
    ]
    before = world.snapshot()
    answer = post(world, "resolve-by-ids", {"ids": rows, "resolver_payload": BAD})
    assert refused(answer) == [(row, "decision") for row in rows if row not in engineers]
    assert world.snapshot() == before
    answer = post(world, "resolve-by-ids", {"ids": rows, "resolver_payload": GOOD})
    assert answer.status == 200, answer.text
    assert states(world, rows) == ["resolved"] * 4


def test_an_answer_for_each_of_many_rows(world: World) -> None:
    rows = sorted(world.row() for _ in range(3))
    before = world.snapshot()

    def send(*answers: dict[str, Any]) -> Answer:
        items = [
            {"id": row, "resolver_payload": given} for row, given in zip(rows, answers, strict=True)
        ]
        return post(world, "resolve-all-or-none", {"items": items})

    assert refused(send(GOOD, BAD, {})) == [(rows[1], "decision"), (rows[2], "decision")]
    assert world.snapshot() == before
    assert send(GOOD, GOOD, GOOD).status == 200
    assert states(world, rows) == ["resolved"] * 3


def test_an_answer_that_looks_for_its_row(world: World) -> None:
    row = world.row(metadata={"order": "form-1"})
    body: dict[str, Any] = {"key": "order", "value": "form-1"}
    before = world.snapshot()
    answer = post(world, "resolve-by-metadata", {**body, "resolver_payload": BAD})
    assert refused(answer) == [(row, "decision")]
    assert world.snapshot() == before
    answer = post(world, "resolve-by-metadata", {**body, "resolver_payload": GOOD})
    assert answer.status == 200, answer.text
    assert states(world, [row]) == ["resolved"]


def test_triage(world: World) -> None:
    row, waiter = world.row(), world.row(signal_key="form-triage")
    before = world.snapshot()
    body = {"ids": [row, waiter], "hint": "the address is missing"}
    assert set(refused(post(world, "bulk-triage", body))) == {(row, "decision"), (row, "_triage")}
    assert world.snapshot() == before
    # Nobody answers the row of a waiter here.
    assert post(world, "bulk-triage", {"ids": [waiter]}).status == 200


def test_an_answer_before_its_question(world: World) -> None:
    def send(key: str, given: dict[str, Any]) -> Answer:
        return world.admin("POST", f"/api/signals/{key}", {"payload": given})

    world.row(signal_key="form-late")
    assert refused(send("form-late", BAD))[0][1] == "decision"
    for key, given, status in (("form-bad", BAD, "pending"), ("form-good", GOOD, "resolved")):
        assert send(key, given).status in (200, 202)
        row = world.row(signal_key=key)
        assert states(world, [row]) == [status]
        query = """select payload::text like '%%not_valid%%' from rowlock.event
            where subject_id = %s and topic = 'escalation.created'"""
        assert world.conn.execute(query, [row]).fetchone() == (status == "pending",)
