"""Password fields over HTTP: an answer is stored with tokens, and who has one gets the password."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import psycopg
import pytest

from .conftest import World
from .service import Answer, Client, serving, settings_for

TOKEN = re.compile(r"eph:v1:(.*):([0-9a-f-]{36})")
PIN = {"properties": {"pin": {"type": "string", "format": "password"}, "note": {"type": "string"}}}


@pytest.fixture(scope="module", autouse=True)
def _form(world: World) -> None:
    patch = {"form_schema": PIN}
    assert world.admin("PATCH", "/api/roles/reviewer", patch).status == 200


def answered(client: Client, row: str, payload: object, **more: object) -> Answer:
    body = {"resolver_payload": payload, **more}
    return client("POST", f"/api/escalations/{row}/resolve", body)


def stored(world: World, row: str) -> Any:
    query = "select resolver_payload from rowlock.escalation where id = %s"
    found = world.conn.execute(query, [row]).fetchone()
    assert found
    return found[0]


def exchanged(client: Client, reference: str) -> Any:
    return client("POST", "/api/credentials/exchange", {"token": reference}).body["value"]


def test_a_password_is_stored_as_a_token_that_is_exchanged_for_it(world: World) -> None:
    row, secret = world.row(), uuid4().hex
    answer = answered(world.admin, row, {"pin": secret, "note": "n"})
    assert answer.status == 200, answer.text
    assert secret not in answer.text
    payload = stored(world, row)
    assert payload["note"] == "n"
    found = TOKEN.fullmatch(payload["pin"])
    assert found and found[1] == "pin"
    worker = world.client(world.user("worker"))
    assert exchanged(worker, payload["pin"]) == secret
    # An answer that was lost is asked for again, by the same.
    assert exchanged(worker, found[2]) == secret
    other = world.admin("POST", "/api/credentials/exchange", {"token": found[2]})
    assert other.code == (409, "credential_bound")


@pytest.mark.parametrize("secret", [4711, 1.5, True, {"a": ["b"]}, "é🔑", " "])
def test_whatever_stands_in_the_field_is_a_password(world: World, secret: object) -> None:
    row = world.row()
    assert answered(world.admin, row, {"pin": secret}).status == 200
    assert exchanged(world.admin, stored(world, row)["pin"]) == secret


@pytest.mark.parametrize("text", ["1e400", "1.10", "123456789.123456789123", '[-0, {"a": 2.50}]'])
def test_numbers_come_back_as_they_were_written(world: World, text: str) -> None:
    row = world.row()
    raw = f'{{"resolver_payload": {{"pin": {text}}}}}'.encode()
    assert world.admin("POST", f"/api/escalations/{row}/resolve", raw=raw).status == 200
    body = {"token": stored(world, row)["pin"]}
    assert world.admin("POST", "/api/credentials/exchange", body).text.endswith(f": {text}}}")


def test_a_form_of_the_row_and_its_binds_are_looked_at(world: World) -> None:
    field = {"format": "password", "x-lt-bind": "logins[0].pw"}
    row = world.row(metadata={"form_schema": {"properties": {"a:b": field}}})
    assert answered(world.admin, row, {"logins": [{"pw": "x", "user": "u"}]}).status == 200
    login = stored(world, row)["logins"][0]
    assert login["user"] == "u" and login["pw"].startswith("eph:v1:a:b:")
    assert exchanged(world.admin, login["pw"]) == "x"


def test_a_reference_of_a_credential_is_stored_as_it_is(world: World) -> None:
    body = {"value": "s3cret", "label": "pin"}
    token = world.admin("POST", "/api/credentials", body).body["token"]
    row = world.row()
    reference = f"eph:v1:pin:{token}"
    assert answered(world.admin, row, {"pin": reference}).status == 200
    assert stored(world, row) == {"pin": reference}
    gone = answered(world.admin, world.row(), {"pin": f"eph:v1:pin:{uuid4()}"})
    assert gone.code == (422, "password_reference")


def test_the_same_request_again_gets_the_first_result(world: World) -> None:
    row, secret = world.row(), uuid4().hex
    first = answered(world.admin, row, {"pin": secret}, idempotency_key="once")
    again = answered(world.admin, row, {"pin": secret}, idempotency_key="once")
    assert (first.status, first.text) == (again.status, again.text)
    other = answered(world.admin, row, {"pin": "other"}, idempotency_key="once")
    assert other.code == (409, "idempotency_mismatch")
    assert world.admin("GET", f"/api/escalations/{row}").status == 200
    # Nothing is left of credentials that were not needed.
    query = "select count(*) from rowlock.ephemeral_credential where token = %s"
    token = stored(world, row)["pin"].rpartition(":")[2]
    found = world.conn.execute(query, [token]).fetchone()
    assert found == (1,)


def test_a_wait_is_answered_by_its_key(world: World) -> None:
    key, secret = uuid4().hex, uuid4().hex
    row = world.row(signal_key=key)
    body = {"signal_key": key, "resolver_payload": {"pin": secret}}
    assert world.admin("POST", "/api/escalations/resolve-by-signal-key", body).status == 200
    waited = world.admin("GET", f"/api/waits/{key}")
    assert secret not in waited.text
    assert exchanged(world.admin, stored(world, row)["pin"]) == secret


def test_several_people_answer_with_passwords(world: World) -> None:
    row = world.row(approvals_required=2)
    payload = {"pin": "s3cret", "decision": "yes"}
    first = world.client(world.user("first", ("reviewer", {})))
    assert answered(first, row, payload).body["resolved"] is False
    assert "s3cret" not in world.admin("GET", f"/api/escalations/{row}").text
    assert answered(world.admin, row, payload).body["resolved"] is True


def test_each_row_of_a_set_gets_a_token_of_its_own(world: World) -> None:
    rows = [world.row() for _ in range(3)]
    body: dict[str, Any] = {"ids": rows, "resolver_payload": {"pin": "s3cret", "note": "n"}}
    answer = world.admin("POST", "/api/escalations/resolve-by-ids", body)
    assert answer.body["resolved"] == 3, answer.text
    tokens = [stored(world, row)["pin"] for row in rows]
    assert len({*tokens}) == 3
    assert [exchanged(world.admin, token) for token in tokens] == ["s3cret"] * 3


def test_each_answer_of_a_set_keeps_its_password(world: World) -> None:
    rows = [world.row() for _ in range(3)]
    items = [
        {"id": rows[0], "resolver_payload": {"pin": "one"}},
        {"id": rows[1].upper(), "resolverPayload": {"pin": "two"}},
        {"id": rows[2], "resolver_payload": {"note": "n"}},
    ]
    answer = world.admin("POST", "/api/escalations/resolve-all-or-none", {"items": items})
    assert answer.body["resolved"] == 3, answer.text
    assert [exchanged(world.admin, stored(world, row)["pin"]) for row in rows[:2]] == ["one", "two"]
    assert stored(world, rows[2]) == {"note": "n"}


def test_a_set_that_is_refused_stores_no_credential(world: World) -> None:
    query = "select count(*) from rowlock.ephemeral_credential"
    before = world.conn.execute(query).fetchone()
    rows = [world.row(), world.row()]
    world.admin("POST", f"/api/escalations/{rows[1]}/cancel")
    items = [{"id": row, "resolver_payload": {"pin": "x"}} for row in rows]
    answer = world.admin("POST", "/api/escalations/resolve-all-or-none", {"items": items})
    assert answer.status == 409
    assert world.conn.execute(query).fetchone() == before


def test_the_most_urgent_row_with_a_facet_is_answered(world: World) -> None:
    path, row = "/api/escalations/resolve-by-metadata", world.row(metadata={"case": "c-7"})
    body = {"key": "case", "value": "c-7", "resolver_payload": {"pin": "s3cret"}}
    keyed = world.admin("POST", path, {**body, "idempotency_key": "k7"})
    assert (*keyed.code, keyed.field) == (400, "argument_invalid", "idempotency_key")
    assert world.admin("POST", path, body).status == 200
    assert exchanged(world.admin, stored(world, row)["pin"]) == "s3cret"


def test_an_answer_that_comes_first_keeps_its_password(world: World) -> None:
    key = uuid4().hex
    for _ in range(2):
        sent = world.admin("POST", f"/api/signals/{key}", {"payload": {"pin": "early"}})
        assert sent.body["outcome"] == "kept"
    row = world.row(signal_key=key)
    assert exchanged(world.admin, stored(world, row)["pin"]) == "early"


def test_credentials_are_no_key_of_a_request(world: World) -> None:
    answer = answered(world.admin, world.row(), {"note": "n"}, credentials=[])
    assert (*answer.code, answer.field) == (400, "argument_invalid", "credentials")


def test_what_is_refused_stores_nothing(world: World) -> None:
    def count() -> object:
        return world.conn.execute("select count(*) from rowlock.ephemeral_credential").fetchone()

    before, row = count(), world.row()
    assert answered(world.client(world.user("stranger")), row, {"pin": "x"}).status == 404
    assert answered(world.admin, str(uuid4()), {"pin": "x"}).status == 404
    taken = world.client(world.user("holder", ("reviewer", {})))
    assert taken("POST", f"/api/escalations/{row}/claim").status == 200
    assert answered(world.admin, row, {"pin": "x"}).code == (409, "escalation_held")
    assert count() == before


@pytest.fixture
def keyless(world: World, dsn: str) -> Iterator[Client]:
    with serving(settings_for(dsn, secret_key=None)) as url:
        yield Client(url, world.admin.token)


def test_without_a_key_passwords_are_refused_and_other_answers_taken(
    world: World, keyless: Client
) -> None:
    row = world.row()
    answer = answered(keyless, row, {"pin": "s3cret", "note": "n"})
    assert answer.code == (422, "password_fields")
    assert answer.body["detail"]["fields"] == ["pin"]
    assert "s3cret" not in answer.text
    assert answered(keyless, row, {"note": "n", "pin": ""}).status == 200


def test_only_an_answer_with_a_password_takes_a_second_statement(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    from rowlock.database import Database

    sent: list[bytes] = []
    fetch = Database.fetch

    async def counted(self: Any, statement: Any, given: Any) -> Any:
        sent.append(statement.text)
        return await fetch(self, statement, given)

    monkeypatch.setattr(Database, "fetch", counted)
    for payload, statements in (({"note": "n"}, 1), ({"pin": ""}, 1), ({"pin": "x"}, 2)):
        row = world.row()
        sent.clear()
        assert answered(world.admin, row, payload).status == 200
        assert len(sent) == statements
        assert all(b"credentials" not in text for text in sent[:1])


def test_sql_callers_are_told_what_to_encrypt(world: World) -> None:
    row = world.row()
    with pytest.raises(psycopg.Error) as refused:
        world.conn.execute(
            "select rowlock.escalation_resolve(id => %s, resolver_payload => %s, actor => %s)",
            [row, '{"pin": "s3cret"}', world.root],
        )
    assert refused.value.diag.constraint_name == "password_fields"
    assert "s3cret" not in str(refused.value)
