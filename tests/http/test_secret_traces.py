"""A password leaves no trace: in no dump, in no log of every statement, in nothing told."""

from __future__ import annotations

import base64
import json
import subprocess
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

import psycopg
import pytest
import structlog
from psycopg.conninfo import make_conninfo
from psycopg.types.json import Jsonb

from rowlock.embedded import Embedded
from tests.support.servers import FAST, Server, temporary_home

from .conftest import World
from .service import Client, serving, settings_for

pytestmark = pytest.mark.slow

# All that Postgres logs when it is asked to, short of what its own parser prints.
LOGGED = {
    **FAST,
    "log_statement": "all",
    "log_min_duration_statement": "0",
    "log_error_verbosity": "verbose",
    "log_parameter_max_length_on_error": "-1",
    "track_activity_query_size": "64kB",
}
PIN = {"type": "string", "format": "password", "maxLength": 70}
FORM = {"properties": {"pin": PIN, "note": {"type": "string"}}}
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


@pytest.fixture(scope="module")
def stage() -> Iterator[Stage]:
    told: list[str] = []

    def keep(_: object, __: str, event: Mapping[str, object]) -> str:
        told.append(json.dumps(event, default=repr))
        raise structlog.DropEvent

    with temporary_home() as home:
        embedded = Embedded(home, settings=LOGGED).start()
        server = Server(embedded.conninfo("postgres"), embedded=True)
        structlog.configure(
            processors=[structlog.processors.format_exc_info, keep], cache_logger_on_first_use=False
        )
        try:
            with (
                server.database() as name,
                psycopg.connect(server.conninfo(name), autocommit=True) as conn,
                serving(settings_for(server.conninfo(name), log_level="debug")) as url,
            ):
                world = World.first(url, conn)
                patch = {"form_schema": FORM, "enforce_schema": True}
                assert world.admin("PATCH", "/api/roles/reviewer", patch).status == 200
                conn.execute("create role traces_user login")
                world.call("login_grant", db_role="traces_user", kind="user", user_id=world.root)
                yield Stage(embedded, server.conninfo(name), world, "traces_user", told)
            server.close()
        finally:
            structlog.reset_defaults()
            embedded.stop()


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
    by_id, of_the_rows_own_form, of_a_pinned_version, by_signal_key, under_a_key,
    of_several_people, stored_and_exchanged, refused_by_the_form, refused_for_the_row,
    refused_for_its_json, over_sql,
)  # fmt: skip


def test_a_password_leaves_no_trace(stage: Stage) -> None:
    for way in WAYS:
        way(stage, stage.secret())
    found = {where: told(stage) for where, told in PLACES.items()}
    assert len(stage.secrets) == len(WAYS)
    for where, text in found.items():
        # What is looked through has what it would be in.
        assert MARKS[where] in text, where
        for way, secret in zip(WAYS, stage.secrets, strict=True):
            for part in (secret[:12], secret[24:36], secret[-12:]):
                for form in (part, part.encode().hex(), base64.b64encode(part.encode()).decode()):
                    assert form not in text, f"{way.__name__} leaves its password in the {where}"


def dumped(stage: Stage) -> str:
    program = str(stage.embedded.bindir / "pg_dump")
    done = subprocess.run([program, "-d", stage.dsn], capture_output=True, text=True, check=True)
    return done.stdout


def streamed(stage: Stage) -> str:
    last = stage.world.last_seq()
    with stage.world.admin.stream("?after=0") as stream:
        frames = []
        while not frames or (frames[-1].id or 0) < last:
            frames += stream.take(1)
    return str(frames)


def active(stage: Stage) -> str:
    return str(stage.world.conn.execute("select query from pg_stat_activity").fetchall())


PLACES: Mapping[str, Callable[[Stage], str]] = {
    "dump": dumped,
    "log of the server": lambda stage: stage.embedded.log.read_text(),
    "log of the service": lambda stage: "\n".join(stage.told),
    "answers": lambda stage: "\n".join(stage.answers),
    "sessions": active,
    "stream": streamed,
    "journal": lambda stage: (
        stage.world.admin("GET", "/api/events?after=0&limit=500&topic=escalation.*").text
    ),
}
MARKS = {
    "dump": "eph:v1:pin:",
    "log of the server": "escalation_resolve",
    "log of the service": "/api/escalations/{id}/resolve",
    "answers": "eph:v1:pin:",
    "sessions": "escalation_resolve",
    "stream": "escalation.resolved",
    "journal": "escalation.resolved",
}


def test_the_log_would_have_it_without_the_grant(stage: Stage) -> None:
    """That nothing was found proves something only if the log is one that tells."""
    secret = uuid4().hex
    with psycopg.connect(stage.dsn, autocommit=True) as conn:
        conn.execute("select %s::text is null", [secret])
    assert secret in stage.embedded.log.read_text()
    shown = Client(stage.world.url, None)("GET", "/healthz")
    assert shown.status == 200
