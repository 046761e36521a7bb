"""Accounts over HTTP."""

from __future__ import annotations

import pytest

from .conftest import World
from .service import Client

NOBODY = "00000000-0000-4000-8000-000000000000"


def test_a_patch_keeps_clears_and_sets(world: World) -> None:
    user = f"/api/users/{world.user('patched')}"
    made = world.admin("PATCH", user, {"displayName": "Ada", "email": "a@example.org"})
    assert made.status == 200
    assert (made.body["display_name"], made.body["email"]) == ("Ada", "a@example.org")
    made = world.admin("PATCH", user, {"email": None, "metadata": {"desk": 7}})
    assert (made.body["display_name"], made.body["email"]) == ("Ada", None)
    assert made.body["metadata"] == {"desk": 7}
    assert made.body["updated_at"].endswith("Z")
    assert world.admin("GET", user).body == made.body
    assert world.admin("PATCH", user).body["display_name"] == "Ada"
    changed = world.admin(
        "PATCH",
        f"{user}/metadata",
        {"assign": {"team": "north"}, "remove": ["none"], "rename": {"desk": "place"}},
    )
    assert changed.body["metadata"] == {"place": 7, "team": "north"}


@pytest.mark.parametrize(
    "body, field",
    [
        ({"accountType": "bot"}, "account_type"),
        ({"password_hash": "x"}, "password_hash"),
        ({"passwordHash": "x"}, "password_hash"),
        ({"preferences": {}}, "preferences"),
        ({"email": 7}, "email"),
        ({"email": "a\0b"}, "email"),
        ({"display_name": "a", "displayName": "b"}, "display_name"),
        ({"status": "gone"}, "status"),
        ({"metadata": [1]}, "metadata"),
        ({"password": ""}, "password"),
        ({"password": "x" * 1025}, "password"),
    ],
)
def test_a_bad_patch_names_the_field(world: World, body: object, field: str) -> None:
    before = world.snapshot()
    answer = world.admin("PATCH", f"/api/users/{world.root}", body)
    assert (answer.status, answer.field) == (400, field)
    assert world.snapshot() == before


def test_an_account_ends_with_all_it_had(world: World) -> None:
    user = world.user("leaving", ("reviewer", {}))
    row = world.row(assigned_to=user)
    assert world.admin("DELETE", f"/api/users/{user}").body["external_id"] == "leaving"
    assert world.client(user).refused("GET", "/api/me") == (401, "actor_active")
    assert world.admin.refused("GET", f"/api/users/{user}") == (404, "user_exists")
    assert world.admin("GET", f"/api/escalations/{row}").body["assigned_to"] == user
    answer = world.admin("DELETE", f"/api/users/{world.root}")
    assert answer.code == (409, "user_last_superadmin")


def test_the_list_counts_accounts(world: World) -> None:
    world.user("lister-1", ("reviewer", {"type": "admin"}), ("engineer", {"type": "admin"}))
    world.user("lister-2", ("engineer", {}))
    found = world.admin("GET", "/api/users?search=LISTER&role=engineer&limit=1").body
    assert [u["external_id"] for u in found["users"]] == ["lister-1"]
    assert found["total"] == 2
    found = world.admin("GET", "/api/users?search=lister&type=admin").body
    assert (len(found["users"]), found["total"]) == (1, 1)
    assert world.admin("GET", "/api/users?status=gone").field == "status"


def test_ids_become_names(world: World) -> None:
    user = world.user("named")
    watcher = world.client(world.user("watcher", ("reviewer", {"read_scope": "all"})))
    answer = watcher("POST", "/api/users/names", {"ids": [user, NOBODY]})
    assert answer.body == {"names": {user: "named"}}
    assert watcher("POST", "/api/users/names", {"ids": [NOBODY] * 501}).field == "ids"
    assert watcher("POST", "/api/users/names", {}).field == "ids"
    assert watcher("POST", "/api/users/names", {"ids": ["x"]}).field == "ids"


def test_preferences_are_merged_and_bounded(world: World) -> None:
    client, path = world.client(world.user("fond")), "/api/me/preferences"
    assert client("GET", path).body == {"preferences": {}}
    given = {"inboxOrder": "age", "inbox_order": "x", "limit": 5, "actor": "me", "deep": {"a": 1}}
    assert client("PATCH", path, given).body == {"preferences": given}
    assert client("PATCH", path, {"limit": None, "deep": {"b": None}}).body["preferences"] == {
        "inboxOrder": "age",
        "inbox_order": "x",
        "actor": "me",
        "deep": {"b": None},
    }
    answer = client("PATCH", path, {"k": "x" * 32768})
    assert answer.code == (413, "preferences_size")
    assert "k" not in client("GET", path).body["preferences"]
    assert client("PATCH", path, raw=b"[]").code == (400, "body_invalid")
    assert client("PATCH", path, {"a": "\ud800"}).field == "a"


def test_an_admin_of_a_role_stays_within_it(world: World) -> None:
    lead = world.client(world.user("lead", ("reviewer", {"type": "admin"})))
    inside, outside = world.user("inside", ("reviewer", {})), world.user("out", ("engineer", {}))
    assert lead("PATCH", f"/api/users/{inside}", {"email": "i@example.org"}).status == 200
    for path in (f"/api/users/{outside}", f"/api/users/{world.root}"):
        assert lead.refused("PATCH", path, {"password": "mine now"}) == (403, "user_owner")
    assert lead.refused("PATCH", f"/api/users/{inside}", {"status": "suspended"}) == (
        403,
        "actor_global",
    )
    assert lead.refused("DELETE", f"/api/users/{inside}") == (403, "actor_global")
    bot = lead("POST", "/api/bot-accounts", {"external_id": "lead's bot"}).body["id"]
    key = lead("POST", f"/api/bot-accounts/{bot}/api-keys", {"name": "k"}).body["key"]
    assert Client(world.url, key)("GET", "/api/me").status == 200
    promoted = {"role": "superadmin", "type": "superadmin"}
    assert lead.refused("POST", f"/api/users/{bot}/roles", promoted) == (
        403,
        "membership_grantable",
    )
    assert world.admin("POST", f"/api/users/{bot}/roles", promoted).status == 200
    assert Client(world.url, key).refused("GET", "/api/me") == (401, "key_valid")
