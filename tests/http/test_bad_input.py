"""Every argument of every route, given badly: 4xx that names the field, and nothing changed."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any
from uuid import uuid4

import psycopg
import pytest

from rowlock import functions
from rowlock.handler import Endpoint
from rowlock.routes import ROUTES

from .conftest import World
from .test_openapi_answers import run

ID = "00000000-0000-4000-8000-000000000000"
CREATE = "/api/escalations"
GOOD = {"role": "reviewer", "type": "approval"}
LONG, LARGE = "x" * 20_000, "x" * 300_000

HUGE = [10**30, -(10**30)]
WRONG: dict[str, list[Any]] = {
    "int4": [True, 2.7, 2.0, "3", [], {}, 2**31, *HUGE],
    "int8": [True, 0.5, "3", [], {}, 2**63, *HUGE],
    "bool": [0, 1, "true", [], {}],
    "text": [7, True, [], {}, "a\0b", "\ud800"],
    "uuid": [7, True, [], {}, "", "no", ID[:-1], "a\0b", "\ud800", LONG],
    "timestamptz": [7, True, [], {}, "", "soon", "2026-13-01", "294277-01-01", "a\0b", LONG],
    "interval": [7, True, [], {}, "", "a while", "a\0b", LONG],
    "_text": ["a", 7, {}, [1], [None], [["a"]], ["a\0b"], ["\ud800"]],
    "_uuid": [ID, 7, {}, [1], ["no"], [ID, None]],
    "jsonb": [{"a": "\0"}, {"a\0": 1}, {"a": "\ud800"}],
}
# Of those, what the service hands on and the database cannot read.
UNREAD: dict[str, list[Any]] = {
    "int4": [2**31],
    "int8": [2**63],
    "uuid": ["no"],
    "timestamptz": ["soon", "294277-01-01"],
    "interval": ["a while"],
    "_uuid": [["no"]],
}


# Thousands of requests take half a minute: left to the full run.
pytestmark = pytest.mark.slow

TABLE = [pytest.param(route, id=f"{route.method} {route.path}") for route in ROUTES]


@cache
def catalog_of(url: str, conn: psycopg.Connection) -> dict[str, functions.Function]:
    rows = conn.execute(functions._CATALOG, {"schema": "rowlock"}).fetchall()
    return {
        name: functions.Function(
            "rowlock",
            name,
            tuple(functions.Argument(**a) for a in arguments),
            returns_set,
            reads,
            comment,
        )
        for name, returns_set, reads, comment, arguments in rows
    }


def bound(world: World, route: Any) -> Endpoint:
    return Endpoint.of(route, catalog_of(world.url, world.conn))


def real_path(world: World, endpoint: Endpoint) -> str:
    """The route's path with ids of things that are there."""
    path = endpoint.route.path.replace("{role}", "reviewer").replace("{key_id}", ID)
    path = path.replace("{token}", ID).replace("{topic}", "app.a-topic").replace("{name}", "a-name")
    path = path.replace("{workflow_id}", "wf-7")
    if path.startswith(("/api/tasks/", "/api/origins/")):
        given = {"workflow_id": str(uuid4()), "workflow_type": "t", "origin_id": "order-7"}
        made = world.call("task_open", **given, actor=world.root)["task"]
        path = path.replace("{id}", made["id"]).replace("{origin_id}", "order-7")
    if path.startswith("/api/runs/"):
        path = path.replace("{id}", run(world))
    if "{signal_key}" in path:
        world.admin("POST", CREATE, {**GOOD, "signal_key": "a-wait"})
        path = path.replace("{signal_key}", "a-wait")
    if "{key}" in path or "personas" in path:
        known = [p["key"] for p in world.admin("GET", "/api/personas").body["personas"]]
        if "a-persona" not in known:
            world.call("persona_create", key="a-persona", actor=world.root)
        path = path.replace("{key}", "a-persona")
    if "{user_id}" in path or path.startswith(("/api/users/", "/api/bot-accounts/")):
        found = world.call("user_find", external_id="a-bot")
        id_ = found["id"] if found else world.bot("a-bot")
        path = path.replace("{user_id}", id_).replace("{id}", id_)
    path = path.replace("{id}", world.row()) if "{id}" in path else path
    return re.sub(r"\{\w+\}", ID, path)


def plausible(endpoint: Endpoint) -> dict[str, Any]:
    """A body that would do for this route, so that only the field under test is wrong."""
    known = {
        "role": "reviewer",
        "type": "approval" if "escalation" in endpoint.function.name else "member",
        "external_id": "someone-new",
        "payload": {"decision": "yes"},
        "name": "a key",
        "resolver_payload": {"ok": True},
        "key": "new-persona" if endpoint.function.name == "persona_create" else "a-persona",
        "source_role": "reviewer",
        "target_role": "engineer",
        "target_roles": ["engineer"],
        "expected_level": 0,
        "levels": [],
    }
    if endpoint.function.name.startswith("escalation_"):
        known |= {"key": "region", "value": "north", "query": {"role": "reviewer"}}
    if endpoint.function.name.startswith("escalation_resolve_"):
        known |= {"ids": [ID], "items": [{"id": ID, "resolver_payload": {"ok": True}}]}
    if endpoint.function.name.startswith(("escalation_bulk_", "escalation_priority")):
        known |= {"ids": [ID], "priority": 1, "assignee": "root"}
    if endpoint.function.name.startswith("task_"):
        known |= {"workflow_id": "a-task", "workflow_type": "t", "what": "packed", "error": {}}
    if endpoint.function.name.startswith(("project_", "work_item_", "host_")):
        known |= {"slug": "plan", "project_id": ID, "kind": "task", "title": "build"}
        known |= {"new_parent_id": ID, "to_status": "doing", "platform": "linux", "sessions": []}
    if endpoint.function.name in ("work_item_list", "project_board"):
        known["kind"] = ["task"]
    if endpoint.function.name.startswith("run_"):
        known |= {"provider": "claude", "cwd": "/srv", "work_item_id": ID, "host_id": ID}
        known |= {"attempt": 1, "kind": "started", "payload": {}, "holder": "ada"}
    if endpoint.function.name == "run_ask":
        known |= {"attempt": 1, "wait_key": "deploy", "question": "May I?", "type": "ask"}
    if endpoint.function.name == "escalation_resolve_by_signal_key":
        known["signal_key"] = "no-such-wait"
    if endpoint.function.name.startswith("analytics_"):
        known |= {"since": "2026-03-01", "until": "2026-03-02", "step": "1 month"}
    if endpoint.function.name.startswith(("retention_", "topic_", "webhook_", "form_")):
        known |= {"subject": "event", "action": "delete", "older_than": "1 day", "form_schema": {}}
        known |= {"topic": "app.a-topic", "url": "https://example.com", "topics": ["app.*"]}
    if endpoint.function.name.startswith("namespace_"):
        known |= {"schema_name": "acme"}
    path = endpoint.route.path
    return {n: v for n, v in known.items() if n in endpoint.accepts and f"{{{n}}}" not in path}


@pytest.mark.parametrize("route", TABLE)
def test_a_value_of_the_wrong_kind_names_its_field(world: World, route: Any) -> None:
    endpoint = bound(world, route)
    path = real_path(world, endpoint)
    fields = {n: a.type_name for n, a in endpoint.accepts.items() if f"{{{n}}}" not in route.path}
    good = plausible(endpoint)
    before = world.snapshot()
    asked = set[str]()
    for name, type_name in fields.items():
        # A kind refuses the same of each argument of it, so that one is asked about everything;
        # the others, whether they are named, by the service and by the database.
        wrong = WRONG[type_name]
        for value in [wrong[0], *UNREAD.get(type_name, [])] if type_name in asked else wrong:
            answer = world.admin(route.method, path, {**good, name: value})
            where = (name, str(value)[:40], answer.text[:300])
            assert answer.status == 400, where
            assert answer.body["code"] == "argument_invalid", where
            assert answer.field == name, where
        asked.add(type_name)
    # Where the keys are the caller's own words, none is unknown.
    words = () if endpoint.route.verbatim else ("actor", "nope", "result", "Role", "role_", "")
    for unknown in (*words, "\0", "\ud800"):
        answer = world.admin(route.method, path, {**good, unknown: "x"})
        assert (answer.status, answer.field) == (400, unknown), answer.text
    assert world.snapshot() == before


@pytest.mark.parametrize("route", TABLE)
def test_null_missing_empty_and_too_long_are_never_a_fault(world: World, route: Any) -> None:
    endpoint = bound(world, route)
    good = plausible(endpoint)
    if endpoint.function.name == "delegation_create":
        until = (datetime.now(UTC) + timedelta(days=1)).isoformat()
        good |= {"role": "superadmin", "to_user": world.user("stand-in"), "until": until}
    path, before = real_path(world, endpoint), world.snapshot()
    for name, argument in endpoint.accepts.items():
        if f"{{{name}}}" in route.path:
            continue
        without = {k: v for k, v in good.items() if k != name}
        for body in (
            without,
            {**good, name: None},
            *([{**good, name: ""}, {**good, name: LONG}] if argument.type_name == "text" else []),
            *(
                [{**good, name: [LONG]}, {**good, name: []}]
                if argument.type_name == "_text"
                else []
            ),
            *([{**good, name: {"a": LARGE}}] if argument.type_name == "jsonb" else []),
        ):
            answer = world.admin(route.method, path, body)
            where = (name, str(body)[:80], answer.text[:300])
            assert answer.status < 500, where
            if answer.status == 400:
                assert answer.field == name, where
                assert world.snapshot() == before, where
            else:
                path, before = real_path(world, endpoint), world.snapshot()
            if argument.type_name == "text" and LONG in body.values() and route.method != "GET":
                assert answer.status == 400, where
            if argument.type_name == "jsonb" and name in body and body[name]:
                assert answer.status == 400, where


# A workflow may have any name, and an answer may come before its question.
NAMED = [r for r in TABLE if "{" in str(r.id) and not re.search("workflow_id|/signals/", str(r.id))]


@pytest.mark.parametrize("route", NAMED)
@pytest.mark.parametrize("value", ["no", "%00", "%FF", "%ED%A0%80", "a" * 2000, "%2F", "7", "'"])
def test_a_bad_path_is_4xx(world: World, route: Any, value: str) -> None:
    answer = world.admin(route.method, re.sub(r"\{\w+\}", lambda _: value, route.path))
    # A consumer may be called so, and whoever asks for the subscribers of a topic may ask for any.
    if re.search("/consumers/|/subscribers", route.path) and value in ("no", "7", "'", "%2F"):
        assert answer.status < 500, answer.text
        return
    assert 400 <= answer.status < 500, answer.text
    if answer.status == 400:
        assert answer.field in bound(world, route).accepts
