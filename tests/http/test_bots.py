"""Bots and their keys over HTTP."""

from __future__ import annotations

from .conftest import World
from .service import Client


def test_bots_are_people_that_sign_in_by_key(world: World) -> None:
    made = world.admin("POST", "/api/bot-accounts", {"external_id": "hal", "displayName": "HAL"})
    assert (made.status, made.body["account_type"]) == (201, "bot")
    bot = f"/api/bot-accounts/{made.body['id']}"
    assert world.admin("POST", "/api/bot-accounts", {"external_id": "hal"}).status == 409
    listed = world.admin("GET", "/api/bot-accounts?search=hal").body
    assert ([b["external_id"] for b in listed["bots"]], listed["total"]) == (["hal"], 1)
    assert world.admin("GET", bot).body == made.body
    assert world.admin("PATCH", bot, {"display_name": None}).body["display_name"] is None
    assert world.admin("PATCH", bot, {"password": "x"}).field == "password"
    assert world.admin("POST", f"{bot}/roles", {"role": "reviewer"}).status == 200
    assert [r["role"] for r in world.admin("GET", f"{bot}/roles").body["roles"]] == ["reviewer"]
    assert world.admin("DELETE", f"{bot}/roles/reviewer").status == 200
    person = f"/api/bot-accounts/{world.user('no bot')}"
    for method in ("GET", "PATCH", "DELETE"):
        assert world.admin(method, person).code == (404, "user_exists")
    assert world.admin("DELETE", bot).status == 200
    assert world.admin("GET", bot).status == 404


def test_keys_show_times_in_utc_and_end_through_their_bot(world: World) -> None:
    keys = f"/api/bot-accounts/{world.bot('keyed')}/api-keys"
    other = f"/api/bot-accounts/{world.bot('other')}/api-keys"
    body = {"name": "k", "scopes": ["read"], "expires_at": "2999-01-01T00:00:00+01:00"}
    made = world.admin("POST", keys, body).body
    assert made["expires_at"] == "2998-12-31T23:00:00.000000Z"
    assert Client(world.url, made["key"])("GET", "/api/me").status == 200
    [listed] = world.admin("GET", keys).body["api_keys"]
    assert listed["last_used_at"].endswith("Z") and listed["created_at"].endswith("Z")
    assert not {"key", "key_hash"} & listed.keys()
    assert world.admin("DELETE", f"{other}/{made['id']}").code == (404, "api_key_exists")
    assert world.admin("DELETE", f"{keys}/{made['id']}").body["id"] == made["id"]
    assert world.admin("POST", keys, {"name": "x", "scopes": ["all"]}).field == "scopes"
