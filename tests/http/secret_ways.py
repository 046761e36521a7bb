"""Ways in which a secret comes to the service, for the test that looks for their traces."""

from __future__ import annotations

import base64
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from psycopg.conninfo import make_conninfo
from psycopg.types.json import Jsonb

from rowlock.embedded import Embedded

from .conftest import World

ROWS = "/api/escalations"


@dataclass(slots=True)
class Stage:
    """A server that logs whatever it can, a service before it, and the secrets of the tests."""

    embedded: Embedded
    dsn: str
    world: World
    login: str
    told: list[str]
    answers: list[str] = field(default_factory=list)
    secrets: list[str] = field(default_factory=list)

    def secret(self) -> str:
        """One that nothing else has."""
        self.secrets.append(f"{uuid4().hex}{uuid4().hex[:20]}")
        return self.secrets[-1]

    def send(self, method: str, path: str, body: object = None, **more: Any) -> Any:
        """A request of the admin; its answer is looked at too."""
        answer = self.world.admin(method, path, body, **more)
        self.answers.append(answer.text)
        return answer

    def row(self, **more: object) -> str:
        return self.world.row(**more)


def by_id(stage: Stage, secret: str) -> None:
    answer = stage.send(
        "POST", f"{ROWS}/{stage.row()}/resolve", {"resolver_payload": {"pin": secret}}
    )
    assert answer.status == 200, answer.text


def of_the_rows_own_form(stage: Stage, secret: str) -> None:
    form = {"properties": {"pw": {"format": "password", "x-lt-bind": "logins[0].pw"}}}
    row = stage.row(metadata={"form_schema": form})
    body = {"resolver_payload": {"logins": [{"pw": secret}]}}
    assert stage.send("POST", f"{ROWS}/{row}/resolve", body).status == 200


def of_a_pinned_version(stage: Stage, secret: str) -> None:
    row = stage.row(metadata={"schema_version": 1})
    body = {"resolver_payload": {"pin": secret}}
    assert stage.send("POST", f"{ROWS}/{row}/resolve", body).status == 200


def by_signal_key(stage: Stage, secret: str) -> None:
    key = uuid4().hex
    stage.row(signal_key=key)
    body = {"signal_key": key, "resolver_payload": {"pin": secret}}
    assert stage.send("POST", f"{ROWS}/resolve-by-signal-key", body).status == 200
    assert stage.send("GET", f"/api/waits/{key}").status == 200


def before_its_question(stage: Stage, secret: str) -> None:
    key = uuid4().hex
    for _ in range(2):
        sent = stage.send("POST", f"/api/signals/{key}", {"payload": {"pin": secret}})
        assert sent.body["outcome"] == "kept"
    stage.row(signal_key=key)
    assert stage.send("GET", f"/api/waits/{key}").body["outcome"] == "resolved"


def as_a_signal(stage: Stage, secret: str) -> None:
    key = uuid4().hex
    stage.row(signal_key=key)
    for _ in range(2):
        sent = stage.send("POST", f"/api/signals/{key}", {"payload": {"pin": secret}})
        assert sent.body["outcome"] == "resolved"


def by_metadata(stage: Stage, secret: str) -> None:
    case = uuid4().hex
    stage.row(metadata={"case": case})
    body = {"key": "case", "value": case, "resolver_payload": {"pin": secret}}
    assert stage.send("POST", f"{ROWS}/resolve-by-metadata", body).status == 200


def by_ids(stage: Stage, secret: str) -> None:
    rows = [stage.row() for _ in range(3)]
    body = {"ids": rows, "resolver_payload": {"pin": secret, "note": "n"}}
    assert stage.send("POST", f"{ROWS}/resolve-by-ids", body).body["resolved"] == 3


def all_or_none(stage: Stage, secret: str) -> None:
    items = [
        {"id": stage.row().upper(), "resolverPayload": {"pin": f"{secret}{n}"}} for n in range(3)
    ]
    items.append({"id": stage.row(), "resolver_payload": {"note": "n"}})
    body = {"items": items}
    assert stage.send("POST", f"{ROWS}/resolve-all-or-none", body).body["resolved"] == 4


def under_a_key(stage: Stage, secret: str) -> None:
    path, body = f"{ROWS}/{stage.row()}/resolve", {"resolver_payload": {"pin": secret}}
    for _ in range(2):
        assert stage.send("POST", path, body, headers={"Idempotency-Key": path}).status == 200


def of_several_people(stage: Stage, secret: str) -> None:
    row = stage.row(approvals_required=2)
    body = {"resolver_payload": {"pin": secret, "decision": "yes"}}
    assert stage.send("POST", f"{ROWS}/{row}/resolve", body).status == 200


def stored_and_exchanged(stage: Stage, secret: str) -> None:
    token = stage.send("POST", "/api/credentials", {"value": secret}).body["token"]
    # Who has the token is told, of course.
    got = stage.world.admin("POST", "/api/credentials/exchange", {"token": token})
    assert got.body["value"] == secret


def refused_by_the_form(stage: Stage, secret: str) -> None:
    body = {"resolver_payload": {"pin": secret * 2, "note": 1}}
    answer = stage.send("POST", f"{ROWS}/{stage.row()}/resolve", body)
    assert answer.code == (422, "schema_validation")


def refused_for_the_row(stage: Stage, secret: str) -> None:
    row = stage.row()
    body = {"resolver_payload": {"pin": secret}}
    assert stage.send("POST", f"{ROWS}/{uuid4()}/resolve", body).status == 404
    assert stage.send("POST", f"{ROWS}/{row}/cancel").status == 200
    assert stage.send("POST", f"{ROWS}/{row}/resolve", body).status == 409
    body["expected_claim_no"] = {}
    assert stage.send("POST", f"{ROWS}/{row}/resolve", body).status == 400


def refused_for_its_json(stage: Stage, secret: str) -> None:
    path = f"{ROWS}/{stage.row()}/resolve"
    for bad in (r'"\ud800"', r'"\u0000"', "1e999999", "[" * 3000 + "]" * 3000, '"\t"', "1,", "{"):
        raw = f'{{"resolver_payload": {{"pin": "{secret}", "note": {bad}}}}}'.encode()
        assert stage.send("POST", path, raw=raw).status in (400, 422), bad
        raw = f'{{"value": "{secret}", "label": {bad}}}'.encode()
        assert stage.send("POST", "/api/credentials", raw=raw).status == 400, bad


def over_sql(stage: Stage, secret: str) -> None:
    """As a login of a person's: refused, and then with a credential of its own making."""
    dsn = make_conninfo(stage.dsn, user=stage.login)
    row, token = stage.row(), str(uuid4())
    query = (
        "select rowlock.escalation_resolve(id => %s, resolver_payload => %s, credentials => %s)"
        " is null"
    )
    with psycopg.connect(dsn, autocommit=True) as conn:
        for bad in (Jsonb({"pin": secret}), Jsonb([secret]), Jsonb(secret)):
            with suppress(psycopg.Error):
                conn.execute(query, [row, bad, None])
                pytest.fail("it was taken")
        sealed = base64.b64encode(b"c" * 60).decode()
        credential = {
            "escalation_id": row, "field": "pin", "path": ["pin"], "token": token,
            "key_id": "own", "value": sealed,
        }  # fmt: skip
        conn.execute(query, [row, Jsonb({"pin": secret}), Jsonb([credential])])
        got = conn.execute("select (rowlock.credential_consume(token => %s)).value", [token])
        assert got.fetchone() == (b"c" * 60,)


WAYS: tuple[Callable[[Stage, str], None], ...] = (
    by_id, of_the_rows_own_form, of_a_pinned_version, by_signal_key, before_its_question,
    as_a_signal, by_metadata, by_ids, all_or_none, under_a_key, of_several_people,
    stored_and_exchanged, refused_by_the_form, refused_for_the_row, refused_for_its_json, over_sql,
)  # fmt: skip
