"""Forms over HTTP: what a role asks of an answer is shown, and enforced on every way to answer."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from .conftest import World
from .service import Answer

PAGE = Path(__file__).parents[2] / "docs" / "forms.md"
FORM: dict[str, Any] = {
    "type": "object",
    "x-lt-order": ["decision", "amount"],
    "required": ["decision"],
    "properties": {
        "amount": {"type": "number", "x-lt-maximum": "envelope.most", "x-lt-bind": "order.amount"},
        "decision": {"enum": ["yes", "no"]},
        "reason": {"type": "string", "minLength": 3, "x-lt-showIf": "resolver.decision=no"},
    },
}
BAD: dict[str, Any] = {"order": {"amount": 11}, "decision": "perhaps", "reason": "x"}
GOOD: dict[str, Any] = {"order": {"amount": 10}, "decision": "yes", "reason": "x"}
MESSAGES = [("decision", "Must be one of: yes, no"), ("amount", "Must be at most 10")]


def patch(world: World, **fields: object) -> Answer:
    return world.admin("PATCH", "/api/roles/reviewer", fields)


@contextmanager
def asked(world: World, **fields: object) -> Iterator[None]:
    """The role asks that much of an answer, for a while."""
    answer = patch(world, **fields)
    assert answer.status == 200, answer.text
    try:
        yield
    finally:
        cleared = dict.fromkeys(("form_schema", "metadata_schema", "enforce_schema"))
        assert patch(world, **cleared).status == 200


def version(world: World) -> int:
    return int(world.admin("GET", "/api/roles/reviewer/schema").body["version"])


def ask(world: World, **more: object) -> str:
    return world.row(envelope={"most": 10}, **more)


# Each way to answer a row: what is sent where.
Way = tuple[str, dict[str, Any]]
WAYS = {
    "id": lambda row, answer: (f"/api/escalations/{row}/resolve", {"resolver_payload": answer}),
    "key": lambda row, answer: (
        "/api/escalations/resolve-by-signal-key",
        {"signal_key": f"key of {row}", "resolver_payload": answer},
    ),
}


@pytest.mark.parametrize("way", WAYS)
def test_an_answer_that_breaks_the_schema_is_refused(world: World, way: str) -> None:
    with asked(world, form_schema=FORM, enforce_schema=True):
        row = ask(world)
        world.conn.execute(
            "update rowlock.escalation set signal_key = 'key of ' || id where id = %s", [row]
        )
        path, body = WAYS[way](row, BAD)
        before = world.snapshot()
        answer = world.admin("POST", path, body)
        assert answer.code == (422, "schema_validation")
        told = answer.body
        assert told["error"] == "resolver payload breaks its schema"
        violations = told["violations"]
        assert [(v["field"], v["message"]) for v in violations] == MESSAGES
        assert {v["escalation_id"] for v in violations} == {row}
        assert (told["role"], told["schema_version"]) == ("reviewer", version(world))
        assert told["detail"] == {
            "reason": "schema_validation",
            "violations": violations,
            "role": "reviewer",
            "schema_version": version(world),
        }
        assert world.snapshot() == before
        path, body = WAYS[way](row, GOOD)
        answer = world.admin("POST", path, body)
        assert answer.status == 200, answer.text
    got = world.admin("GET", f"/api/escalations/{row}")
    assert got.body["status"] == "resolved"


def test_a_form_that_is_not_enforced_takes_anything(world: World) -> None:
    with asked(world, form_schema=FORM):
        assert world.admin("POST", *WAYS["id"](ask(world), BAD)).status == 200
        row = ask(world, metadata={"form_schema": FORM})
        assert world.admin("POST", *WAYS["id"](row, BAD)).status == 200


def test_every_answer_of_several_people_is_looked_at(world: World) -> None:
    with asked(world, form_schema=FORM, enforce_schema=True):
        row = ask(world, approvals_required=2)
        assert world.admin("POST", *WAYS["id"](row, BAD)).code == (422, "schema_validation")
        answer = world.admin("POST", *WAYS["id"](row, GOOD))
        assert (answer.status, answer.body["resolved"]) == (200, False)


def shown(world: World, row: str) -> tuple[Any, Any]:
    answer = world.admin("GET", f"/api/escalations/{row}")
    assert answer.status == 200
    return answer.body["form_schema"], answer.body["schema_version"]


def test_the_form_that_is_shown_is_the_one_that_is_enforced(world: World) -> None:
    own = {"properties": {"own": {"type": "boolean"}}, "required": ["own"]}
    with asked(world, form_schema=FORM, enforce_schema=True):
        first = version(world)
        pinned = [ask(world, metadata={"schema_version": v}) for v in (first, str(first))]
        live, embedded = ask(world), ask(world, metadata={"form_schema": own})
        assert patch(world, form_schema=own).status == 200
        assert [shown(world, row) for row in pinned] == [(FORM, first)] * 2
        assert shown(world, live) == (own, first + 1)
        assert shown(world, embedded) == (own, None)
        for row, field, number in (
            (pinned[0], "decision", first),
            (live, "own", first + 1),
            (embedded, "own", None),
        ):
            refused = world.admin("POST", *WAYS["id"](row, {}))
            assert [v["field"] for v in refused.body["violations"]] == [field]
            assert refused.body["schema_version"] == number
    assert shown(world, live) == (None, None)
    assert shown(world, pinned[0]) == (FORM, first)


@pytest.mark.parametrize(
    "metadata, field, reason",
    [
        ({"schema_version": 99}, "metadata.schema_version", "no_version"),
        ({"schema_version": "99"}, "metadata.schema_version", "no_version"),
        *(
            ({"schema_version": v}, "metadata.schema_version", "not_version")
            for v in (0, -1, 1.5, "", "1.0", "one", "-1", True, [], {}, 10**30, "9" * 30)
        ),
        ({"form_schema": 7}, "metadata.form_schema", "not_schema"),
        ({"form_schema": {"type": "text"}}, "metadata.form_schema", "schema_problems"),
    ],
)
def test_a_row_is_pinned_to_what_exists(
    world: World, metadata: dict[str, Any], field: str, reason: str
) -> None:
    body = {"role": "reviewer", "type": "approval", "metadata": metadata}
    answer = world.admin("POST", "/api/escalations", body)
    assert answer.code == (400, "argument_invalid")
    assert (answer.body["detail"]["field"], answer.body["detail"]["reason"]) == (field, reason)


def test_metadata_keep_the_schema_of_the_role(world: World) -> None:
    schema = {
        "additionalProperties": False,
        "properties": {"region": {"enum": ["north", "south"]}, "order": {"required": ["no"]}},
    }
    with asked(world, metadata_schema=schema):
        first = version(world)
        row = ask(world, metadata={"region": "north", "schema_version": first, "form_schema": {}})
        body = {"role": "reviewer", "type": "approval", "metadata": {"order": {}, "region": "up"}}
        answer = world.admin("POST", "/api/escalations", body)
        assert answer.code == (400, "escalation_metadata_schema")
        detail = answer.body["detail"]
        assert {v["path"] for v in detail["violations"]} == {"/order", "/region"}
        assert detail["path"] == detail["violations"][0]["path"]
        assert (detail["role"], detail["field"]) == ("reviewer", "metadata")
        # A row that is asked for again is the one that was asked for.
        assert patch(world, metadata_schema=False).status == 200
        assert world.admin("POST", "/api/escalations", body).status == 400
        ask(world, metadata={"region": "south", "schema_version": first})
    assert shown(world, row) == ({}, None)


def test_a_stored_schema_that_cannot_be_applied_is_told(world: World) -> None:
    world.conn.execute(
        "update rowlock.role set metadata_schema = %s where role = 'reviewer'",
        ['{"properties": {"a": {"pattern": "("}}}'],
    )
    body = {"role": "reviewer", "type": "approval", "metadata": {"a": "x"}}
    answer = world.admin("POST", "/api/escalations", body)
    assert answer.code == (422, "role_metadata_schema")
    assert patch(world, metadata_schema=None).status == 200


@pytest.mark.parametrize("field", ["form_schema", "metadata_schema"])
def test_a_role_takes_usable_schemas_only(world: World, field: str) -> None:
    for schema in ({"type": "text"}, {"properties": {"a": {"minLength": -1}}}, {"$ref": "#/no"}):
        answer = patch(world, **{field: schema})
        assert answer.code == (400, "argument_invalid")
        detail = answer.body["detail"]
        assert (detail["field"], detail["reason"]) == (field, "schema_problems")
        assert detail["problems"] and set(detail["problems"][0]) == {"path", "keyword", "message"}


def test_a_row_that_moves_to_another_role_sheds_its_pin(world: World) -> None:
    with asked(world, form_schema=FORM):
        rows = [ask(world, metadata={"schema_version": version(world), "a": 1}) for _ in "12"]
        to = {"target_role": "engineer"}
        path = f"/api/escalations/{rows[0]}/escalate"
        assert world.admin("PATCH", path, to).status == 200
        many = world.admin("PATCH", "/api/escalations/bulk-escalate", {"ids": rows[1:], **to})
        assert many.status == 200, many.text
        for row in rows:
            got = world.admin("GET", f"/api/escalations/{row}").body
            assert (got["metadata"], got["form_schema"]) == ({"a": 1}, None)


def test_the_example_of_the_page_is_refused_as_it_says(world: World) -> None:
    text = PAGE.read_text(encoding="utf-8")
    example = re.search(r"```sql\n(.*?)```", text, re.DOTALL)
    assert example
    with world.conn.transaction():
        world.conn.execute("select set_config('rowlock.actor', %s, true)", [world.root])
        world.conn.execute(example[1].encode())
    try:
        row = world.row(envelope={"most": 500})
        given = {"decision": "perhaps", "order": {"amount": 501}}
        answer = world.admin("POST", *WAYS["id"](row, given))
        told = re.findall(r'"field": "(\w+)", "message": "([^"]+)"', text)
        assert [(v["field"], v["message"]) for v in answer.body["violations"]] == told
    finally:
        assert patch(world, form_schema=None, enforce_schema=None).status == 200


def test_an_answer_is_tried_on_a_form_that_is_nowhere(world: World) -> None:
    lead = world.client(world.user("author", ("reviewer", {"type": "admin"})))
    given = {"form_schema": FORM, "payload": BAD, "context": {"envelope": {"most": 10}}}
    before = world.snapshot()
    answer = lead("POST", "/api/forms/check", given)
    assert (answer.status, answer.body["valid"]) == (200, False), answer.text
    assert [(v["field"], v["message"]) for v in answer.body["violations"]] == MESSAGES
    answer = lead("POST", "/api/forms/check", {**given, "payload": GOOD})
    assert answer.body == {"valid": True, "violations": []}
    answer = lead("POST", "/api/forms/check", {**given, "form_schema": {"properties": {"a": 1}}})
    assert (answer.code, answer.field) == ((400, "argument_invalid"), "form_schema")
    assert answer.body["detail"]["problems"][0]["path"] == "/properties/a"
    assert world.snapshot() == before
