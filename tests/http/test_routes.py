"""The seam: every public function is routed or listed, and every route asks who is calling."""

from __future__ import annotations

import re
from dataclasses import replace

import psycopg
import pytest
from aiohttp import web
from psycopg.conninfo import make_conninfo
from pydantic import SecretStr

from rowlock import page
from rowlock.app import make_app
from rowlock.handler import Endpoint
from rowlock.routes import ROUTES, Route
from rowlock.settings import StartError

from .conftest import World, alone
from .service import Client, serving, settings_for
from .sql_only import SQL_ONLY

PUBLIC = {
    *((method, path) for method in ("GET", "HEAD") for path in page.addresses()),
    ("GET", "/assets/{version}/{path}"),
    ("HEAD", "/assets/{version}/{path}"),
    ("GET", "/healthz"),
    ("HEAD", "/healthz"),
    ("GET", "/readyz"),
    ("HEAD", "/readyz"),
    ("GET", "/metrics"),
    ("HEAD", "/metrics"),
    ("POST", "/api/auth/login"),
    ("POST", "/api/auth/logout"),
    ("GET", "/api/openapi.json"),
    ("HEAD", "/api/openapi.json"),
    ("GET", "/api/docs"),
    ("HEAD", "/api/docs"),
    ("GET", "/api/docs/docs.{file}"),
    ("HEAD", "/api/docs/docs.{file}"),
}
OWN = {
    ("GET", "/api/events/stream"),
    ("GET", "/api/v1/events/stream"),
    ("POST", "/api/events/tickets"),
    ("POST", "/api/me/password"),
    ("POST", "/api/credentials"),
    ("POST", "/api/credentials/exchange"),
}
ID = "00000000-0000-4000-8000-000000000000"


def paths(app: web.Application) -> set[tuple[str, str]]:
    return {(r.method, r.resource.canonical) for r in app.router.routes() if r.resource}


def concrete(path: str) -> str:
    return re.sub(r"\{\w+\}", ID, path)


def test_every_path_is_in_the_table_or_has_a_reason(dsn: str) -> None:
    table = {(r.method, r.path) for r in ROUTES}
    assert paths(make_app(settings_for(dsn))) == table | PUBLIC | OWN
    assert len(table) == len(ROUTES)


@pytest.mark.parametrize("method, path", sorted({(r.method, r.path) for r in ROUTES} | OWN))
def test_without_a_credential_a_route_is_401(world: World, method: str, path: str) -> None:
    before = world.snapshot()
    answer = world.nobody(method, concrete(path))
    assert answer.code == (401, "credential_required")
    assert answer.headers["WWW-Authenticate"] == "Bearer"
    bad = Client(world.url, "no.such.token")
    assert bad(method, concrete(path)).code == (401, "session_valid")
    key = Client(world.url, "rl_nosuch_key")
    assert key(method, concrete(path)).code == (401, "key_valid")
    assert world.snapshot() == before


def test_each_public_function_is_routed_or_listed(world: World) -> None:
    granted = world.conn.execute(
        "select p.proname, coalesce(obj_description(p.oid, 'pg_proc'), '') from pg_proc p"
        " where p.pronamespace = 'rowlock'::regnamespace"
        " and has_function_privilege('rowlock_http', p.oid, 'execute')"
    ).fetchall()
    names = {name for name, _ in granted}
    routed = {r.function for r in ROUTES}
    answers = {f"{name}_answer" for name in routed} & names
    assert names == routed | answers | SQL_ONLY
    assert not routed & SQL_ONLY
    assert [name for name, comment in granted if not comment] == []


def test_an_unknown_function_stops_the_start(world: World) -> None:
    with pytest.raises(LookupError, match="no_such_function"):
        Endpoint.of(Route("GET", "/x", "no_such_function"), {})


def test_a_weak_secret_stops_the_start(dsn: str) -> None:
    for weak in (None, SecretStr(""), SecretStr("x" * 31)):
        with pytest.raises(StartError, match="32 bytes"):
            make_app(settings_for(dsn).model_copy(update={"jwt_secret": weak}))


def test_a_superuser_and_an_owner_stop_the_start(dsn: str) -> None:
    with (
        pytest.raises(StartError, match="superuser"),
        serving(settings_for(dsn, database_url=dsn)),
    ):
        pass
    with psycopg.connect(dsn, autocommit=True) as conn:
        conn.execute("drop role if exists rowlock_test_owner")
        conn.execute("create role rowlock_test_owner login password 'x' in role rowlock_owner")
        owner = make_conninfo(dsn, user="rowlock_test_owner", password="x")
        with (
            pytest.raises(StartError, match="owns the schema"),
            serving(settings_for(dsn, database_url=owner)),
        ):
            pass
        conn.execute("drop role rowlock_test_owner")


def test_another_version_of_the_schema_stops_the_start_and_readiness(fresh_dsn: str) -> None:
    settings = settings_for(fresh_dsn)
    with psycopg.connect(fresh_dsn, autocommit=True) as conn:
        with serving(settings) as url:
            assert Client(url)("GET", "/readyz").status == 200
            conn.execute("insert into rowlock.migration values ('9999_later', 'x', 'rowlock')")
            answer = Client(url)("GET", "/readyz")
            assert (answer.status, answer.body["checks"]["schema"]) == (503, False)
            assert "newer than this service: 9999_later" in answer.body["problem"]
            assert Client(url)("GET", "/healthz").status == 200
        with pytest.raises(StartError, match=r"newer.*9999_later"), serving(settings):
            pass
        conn.execute("delete from rowlock.migration where name = '9999_later' or name ~ '^0003'")
        with pytest.raises(StartError, match=r"older.*0003"), serving(settings):
            pass


@pytest.mark.slow
def test_a_change_of_the_schema_is_noticed(fresh_dsn: str) -> None:
    with alone(fresh_dsn) as world:
        # The document tells the record that an answer shows, not the row of the table.
        admin = replace(world.admin, told=False)
        world.conn.execute("drop function rowlock.role_list_answer")
        assert admin("GET", "/api/roles").status in (503, 404)
        world.conn.execute("notify rowlock, 'schema'")
        for _ in range(200):
            answer = admin("GET", "/api/roles")
            if answer.status == 200:
                break
        assert isinstance(answer.body, list)


@pytest.mark.parametrize(
    "method, path, status",
    [("GET", "/healthz", 200), ("GET", "/nowhere", 404), ("PUT", "/api/roles", 405),
     ("GET", "/api/roles", 401), ("GET", "/api/%FF", 404)],
)  # fmt: skip
def test_every_answer_has_the_headers(world: World, method: str, path: str, status: int) -> None:
    answer = world.nobody(method, path)
    assert answer.status == status
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["X-Frame-Options"] == "DENY"
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert answer.headers["Content-Security-Policy"].startswith("default-src 'none'")
    assert answer.headers["Server"] == "rowlock"
    assert "Access-Control-Allow-Origin" not in answer.headers
    if status >= 400:
        assert answer.body["request_id"] == answer.headers["X-Request-Id"]
        assert answer.headers["Content-Type"].startswith("application/json")


def test_a_request_id_is_kept_when_it_is_harmless(world: World) -> None:
    given = world.nobody("GET", "/nowhere", headers={"X-Request-Id": "abc-1"})
    assert given.body["request_id"] == "abc-1"
    forged = world.nobody("GET", "/nowhere", headers={"X-Request-Id": 'a" b'})
    assert re.fullmatch(r"[0-9a-f]{32}", forged.body["request_id"])


def test_both_spellings_reach_the_same_argument(world: World) -> None:
    for body in ({"originId": "o1"}, {"origin_id": "o1"}):
        answer = world.admin("POST", "/api/escalations", {"role": "reviewer", "type": "t", **body})
        assert answer.body["origin_id"] == "o1"
    page = world.admin("GET", "/api/escalations?originId=o1&limit=1&offset=1")
    assert (len(page.body["escalations"]), page.body["total"]) == (1, 2)


def test_path_beats_body_beats_query(world: World) -> None:
    row = world.row()
    path = f"/api/escalations/{row}/claim?duration_minutes=1&id={ID}"
    answer = world.admin("POST", path, {"id": ID, "duration_minutes": 600})
    assert answer.body["escalation"]["id"] == row
    until = answer.body["escalation"]["assigned_until"]
    since = answer.body["escalation"]["claimed_at"]
    assert (psycopg_minutes(world, since, until)) == 600


def psycopg_minutes(world: World, since: str, until: str) -> int:
    query = "select extract(epoch from %s::timestamptz - %s::timestamptz) / 60"
    row = world.conn.execute(query, [until, since]).fetchone()
    assert row
    return int(row[0])


def test_numbers_reach_jsonb_as_they_were_written(world: World) -> None:
    numbers = b'{"n": 0.10000000000000000000001, "b": 123456789012345678901}'
    raw = b'{"role": "reviewer", "type": "t", "metadata": ' + numbers + b"}"
    answer = world.admin("POST", "/api/escalations", raw=raw)
    assert '"n": 0.10000000000000000000001' in answer.text
    assert '"b": 123456789012345678901' in answer.text


def test_a_route_without_aliases_takes_none(world: World) -> None:
    aliased = replace(ROUTES[-1])
    assert aliased.aliases == {"topic": "topics"}
    assert world.admin("GET", "/api/roles?topic=x").field == "topic"
