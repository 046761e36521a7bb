"""The header Idempotency-Key: the argument of that name, and refused where a route has none."""

from __future__ import annotations

from typing import Any

import psycopg
import pytest

from rowlock.routes import ROUTES
from tests.support.race import race_each

from .conftest import World
from .contract import DOCUMENT
from .service import Answer

YES: dict[str, Any] = {"resolver_payload": {"decision": "yes"}}
KEY = "Idempotency-Key"


def resolve(
    world: World, row: str, body: dict[str, Any] = YES, raw: bytes | None = None, **headers: str
) -> Answer:
    sent = {KEY if name == "key" else name: value for name, value in headers.items()}
    path = f"/api/escalations/{row}/resolve"
    return world.admin("POST", path, None if raw else body, raw=raw, headers=sent)


def test_the_same_request_again_gets_the_first_answer(world: World) -> None:
    row = world.row()
    first, second = (resolve(world, row, key="again") for _ in range(2))
    assert first.status == 200, first.text
    assert (second.status, second.text) == (200, first.text)
    # The key in the body is the same key, in either spelling, and beside an equal header.
    for spelling in ("idempotency_key", "idempotencyKey"):
        assert resolve(world, row, {**YES, spelling: "again"}).text == first.text
        assert resolve(world, row, {**YES, spelling: "again"}, key="again").text == first.text
    assert resolve(world, row, {**YES, "idempotency_key": None}, key="again").text == first.text
    assert world.topics(row) == ["escalation.created", "escalation.resolved"]
    assert resolve(world, row).code == (409, "escalation_resolved")


def test_another_request_under_the_key_is_refused(world: World) -> None:
    row, other = world.row(), world.row()
    assert resolve(world, row, key="other").status == 200
    for answer in (
        resolve(world, row, {"resolver_payload": {"decision": "no"}}, key="other"),
        resolve(world, other, key="other"),
    ):
        assert answer.code == (409, "idempotency_mismatch")
    assert world.topics(other) == ["escalation.created"]


def test_a_refused_request_keeps_no_key(world: World) -> None:
    row = world.row()
    bad = {"resolver_payload": []}
    assert resolve(world, row, bad, key="once").code == (400, "argument_invalid")
    assert resolve(world, row, {**YES, "expected_claim_no": 7}, key="once").status == 409
    assert resolve(world, row, key="once").status == 200


def test_a_wait_is_answered_once_under_a_key(world: World) -> None:
    world.row(signal_key="wait-1")
    body = {**YES, "signal_key": "wait-1"}
    path = "/api/escalations/resolve-by-signal-key"
    first, second = (world.admin("POST", path, body, headers={KEY: "w"}) for _ in range(2))
    assert (first.status, second.status, second.text) == (200, 200, first.text)


@pytest.mark.parametrize(
    "header, body, reason",
    [
        ("a", '"idempotency_key": "b"', "repeated"),
        ("", "", "missing"),
        ("x" * 201, "", "too_long"),
        ("\xff", "", "not_text"),
        (None, '"idempotency_key": 7', "not_string"),
        (None, '"idempotency_key": "a", "idempotencyKey": "a"', "repeated"),
    ],
)
def test_a_key_that_is_none_is_refused(
    world: World, header: str | None, body: str, reason: str
) -> None:
    row = world.row()
    raw = f'{{"resolver_payload": {{}}{", " if body else ""}{body}}}'.encode()
    headers = {} if header is None else {"key": header}
    answer = resolve(world, row, raw=raw, **headers)
    assert answer.code == (400, "argument_invalid"), answer.text
    assert (answer.field, answer.body["detail"]["reason"]) == ("idempotency_key", reason)
    assert world.topics(row) == ["escalation.created"]


def test_two_headers_are_refused(world: World) -> None:
    answer = resolve(world, world.row(), **{KEY: "a", KEY.lower(): "a"})
    assert answer.code == (400, "argument_invalid")
    assert answer.body["detail"] == {"reason": "repeated", "field": "idempotency_key"}


def test_a_question_is_asked_once_under_a_key(world: World) -> None:
    body = {"role": "reviewer", "type": "t", "description": "asked once"}

    def ask(key: str = "ask", **more: object) -> Answer:
        return world.admin("POST", "/api/escalations", {**body, **more}, headers={KEY: key})

    first = ask()
    assert (first.status, ask().status, ask().body["id"]) == (201, 201, first.body["id"])
    assert ask(priority=1).code == (409, "idempotency_mismatch")
    assert ask("other").body["id"] != first.body["id"]
    assert world.topics(first.body["id"]) == ["escalation.created"]


def test_a_write_that_keeps_no_keys_says_so(world: World) -> None:
    headers = {KEY: "k"}
    before = world.snapshot()
    for method, path, body in (
        ("POST", "/api/roles", {"role": "keyed"}),
        ("PATCH", "/api/roles/reviewer", {"title": "Keyed"}),
        ("DELETE", "/api/roles/reviewer", None),
    ):
        answer = world.admin(method, path, body, headers=headers)
        assert answer.code == (400, "argument_invalid")
        told = answer.body["detail"]
        assert (told["reason"], told["field"]) == ("unknown", "idempotency_key")
    assert world.snapshot() == before
    assert world.admin("GET", "/api/roles", headers=headers).status == 200


def test_eight_at_once_get_one_answer(world: World, dsn: str) -> None:
    row = world.row()

    def send(_: psycopg.Connection, __: int) -> tuple[int, str]:
        answer = resolve(world, row, key="race")
        return answer.status, answer.text

    ends = race_each(8, lambda: psycopg.connect(dsn), send)
    assert {end.value for end in ends} == {(200, resolve(world, row, key="race").text)}
    assert world.topics(row) == ["escalation.created", "escalation.resolved"]
    kept = "select count(*) from rowlock.idempotency where key = 'race'"
    assert world.conn.execute(kept).fetchone() == (1,)


def test_the_document_tells_the_header_where_it_counts(world: World) -> None:
    paths = world.nobody("GET", DOCUMENT).body["paths"]
    told = {
        operation["operationId"]: parameter
        for path in paths.values()
        for operation in path.values()
        for parameter in operation["parameters"]
        if parameter["name"] == KEY
    }
    assert told.keys() >= {
        "escalation_create", "escalation_resolve", "escalation_resolve_by_signal_key"
    }  # fmt: skip
    assert told.keys() <= {r.function for r in ROUTES if r.method == "POST"}
    for parameter in told.values():
        assert (parameter["in"], parameter["required"]) == ("header", False)
        assert parameter["schema"]["type"] == "string" and parameter["description"]
