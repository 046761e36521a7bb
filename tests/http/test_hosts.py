"""Hosts over HTTP: what a key of the scope host may do, and what it may not."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any
from uuid import uuid4

import pytest

from rowlock.routes import ROUTES, Route

from .conftest import World
from .contract import DOCUMENT
from .service import Client
from .test_routes import OWN

REST = sorted({(r.method, r.path) for r in ROUTES if not r.needs} | OWN)
HOSTS = [r for r in ROUTES if r.needs == "host"]


@pytest.fixture(scope="module")
def document(world: World) -> dict[str, Any]:
    return dict(world.nobody("GET", DOCUMENT).body)


@pytest.fixture(scope="module")
def mighty(world: World) -> dict[str, Client]:
    """Keys of a superadmin bot, by their scope: what refuses them is the scope alone."""
    bot = world.bot("mighty")
    grant = {"user_id": bot, "role": "superadmin", "type": "superadmin"}
    world.call("membership_grant", **grant, actor=world.root)

    def key(*scopes: str) -> Client:
        given = {"user_id": bot, "name": f"key {scopes}", "scopes": list(scopes)}
        return Client(world.url, world.call("api_key_mint", **given, actor=world.root)["key"])

    return {"all": key(), "read": key("read"), "host": key("host"), "both": key("read", "host")}


def concrete(path: str) -> str:
    return re.sub(r"\{\w+\}", str(uuid4()), path)


def test_a_host_key_calls_no_route_but_those_of_hosts(
    world: World, mighty: Mapping[str, Client], document: dict[str, Any]
) -> None:
    before = world.snapshot()
    for method, path in REST:
        operation = document["paths"].get(path, {}).get(method.lower(), {})
        body = operation.get("requestBody")
        example = body["content"]["application/json"]["example"] if body else None
        query = {n: v for n, v in operation.get("x-query", {}).items() if isinstance(v, str)}
        asked = "&".join(f"{n}={v}" for n, v in query.items() if " " not in v)
        answer = mighty["host"](method, concrete(path) + (f"?{asked}" if asked else ""), example)
        assert answer.code == (403, "key_scope"), (method, path, answer.text)
    # A key is stamped when it is used well; nothing else may differ.
    assert world.snapshot() == before


@pytest.mark.parametrize("route", HOSTS, ids=lambda r: f"{r.method} {r.path}")
def test_a_read_key_reads_on_routes_of_hosts_and_does_nothing_else(
    mighty: Mapping[str, Client], route: Route, document: dict[str, Any]
) -> None:
    refused = {
        name: client(route.method, concrete(route.path), {} if route.method == "POST" else None)
        for name, client in mighty.items()
    }
    scope = {
        name
        for name, answer in refused.items()
        if answer.status == 403 and answer.code[1] == "key_scope"
    }
    assert scope == (set() if route.method == "GET" else {"read"})
    told = document["paths"][route.path][route.method.lower()]
    assert {"host_key": []} in told["security"]
    if scope:
        assert refused["read"].body["detail"]["needs"] == "host"


def test_a_worker_registers_beats_and_reports(world: World) -> None:
    bot, worker = world.box("http mini")
    given = {"name": "http mini", "platform": "linux", "instanceId": str(uuid4())}
    made = worker("POST", "/api/hosts/register", given)
    host = made.body["host"]
    assert (made.status, made.body["outcome"], host["bot_id"]) == (201, "pinned", bot)
    again = worker("POST", "/api/hosts/register", given)
    assert (again.status, again.body["outcome"]) == (200, "recognized")
    path = f"/api/hosts/{host['id']}"
    beat = worker("POST", f"{path}/heartbeat", {"instance_id": given["instanceId"]})
    assert (beat.status, beat.body["host"]["is_eligible"]) == (200, True)
    assert worker("GET", path).body["version"] == 2
    assert "http mini" in [
        h["name"] for h in worker("GET", "/api/hosts?status=online").body["hosts"]
    ]

    report = {"instance_id": given["instanceId"], "sessions": []}
    told = worker("POST", f"{path}/reconcile", report)
    assert told.body == {"host_id": host["id"], "lost": [], "orphans": [], "anomalies": []}
    for missing in ({"instance_id": given["instanceId"]}, {**report, "sessions": None}):
        refused = worker("POST", f"{path}/reconcile", missing)
        assert (*refused.code, refused.field) == (400, "argument_invalid", "sessions")
    refused = worker("POST", f"{path}/reconcile", {**report, "instance_id": str(uuid4())})
    assert refused.code == (409, "host_instance")


def test_a_worker_touches_no_other_host_and_is_no_operator(world: World) -> None:
    _, worker = world.box("http mega")
    other = f"/api/hosts/{world.machine()}"
    for verb in ("heartbeat", "reconcile"):
        body = {"instance_id": None, "sessions": []} if verb == "reconcile" else {}
        assert worker("POST", f"{other}/{verb}", body).code == (403, "host_owner")
    for verb in ("disable", "enable", "clear-suspect"):
        assert worker("POST", f"{other}/{verb}").code == (403, "key_scope")
    refused = worker("POST", "/api/hosts/register", {"name": "w", "platform": "windows"})
    assert (*refused.code, refused.field) == (400, "argument_invalid", "platform")


def test_an_operator_ends_a_suspicion(world: World) -> None:
    host, clone = world.machine(), str(uuid4())
    path = f"/api/hosts/{host}"
    told = world.admin("POST", f"{path}/heartbeat", {"instance_id": clone})
    assert told.body["outcome"] == "flagged"
    suspects = world.admin("GET", "/api/hosts?instance_suspect=true").body["hosts"]
    assert [h["presented_instance_id"] for h in suspects if h["id"] == host] == [clone]
    ended = world.admin("POST", f"{path}/clear-suspect", {"instance_id": clone})
    assert (ended.body["cleared"], ended.body["host"]["instance_id"]) == (True, clone)
    assert world.admin("POST", f"{path}/clear-suspect").body["cleared"] is False
