"""Roles of accounts, directly and through personas, over HTTP."""

from __future__ import annotations

from .conftest import World


def test_roles_of_an_account(world: World) -> None:
    user = world.user("member")
    roles = f"/api/users/{user}/roles"
    made = world.admin(
        "POST", roles, {"role": "reviewer", "readScope": "self", "writeScope": "self"}
    )
    assert made.body["created_at"].endswith("Z")
    assert (made.body["read_scope"], made.body["persona"]) == ("self", None)
    listed = world.client(user)("GET", roles).body
    assert (listed["total"], listed["roles"]) == (1, [made.body])
    stranger = world.client(world.user("stranger"))
    assert stranger.refused("GET", roles) == (403, "actor_global")
    assert stranger.refused("GET", f"/api/users/{user}") == (403, "actor_global")
    assert world.admin("DELETE", f"{roles}/reviewer").body["role"] == "reviewer"
    assert world.client(user).refused("GET", f"/api/escalations/{world.row()}") == (
        404,
        "escalation_exists",
    )


def test_a_persona_from_its_making_to_its_end(world: World) -> None:
    user = world.user("clerk", ("reviewer", {"write_scope": "none"}))
    made = world.admin("POST", "/api/personas", {"key": "clerk", "title": "Clerk"})
    assert (made.status, made.body["roles"], made.body["users"]) == (201, [], 0)
    for role, relationship in (("reviewer", "write-self"), ("planner", "write-all")):
        body = {"relationship": relationship}
        put = world.admin("PUT", f"/api/personas/clerk/roles/{role}", body)
        assert put.status == 200
    personas = f"/api/users/{user}/personas"
    given = world.admin("POST", personas, {"key": "clerk"}).body
    assert given["counts"] == {"granted": 1, "refreshed": 0, "raised": 1, "removed": 0}
    me = world.client(user)("GET", "/api/me").body
    assert (me["write_all"], me["write_self"]) == (["planner"], ["reviewer"])
    assert world.client(user)("GET", personas).body["total"] == 1
    roles = world.admin("GET", f"/api/users/{user}/roles").body["roles"]
    assert {r["persona"] for r in roles} == {"clerk"}
    stripped = world.admin("DELETE", f"/api/users/{user}/roles/planner")
    assert stripped.code == (409, "membership_persona")
    patched = world.admin("PATCH", "/api/personas/clerk", {"description": "desk", "title": None})
    assert (patched.body["title"], patched.body["description"]) == (None, "desk")
    taken = world.admin("DELETE", "/api/personas/clerk/roles/planner").body
    assert taken["counts"]["removed"] == 1
    assert world.admin("GET", "/api/personas").body["total"] == 1
    assert world.admin("GET", "/api/personas/clerk").body["users"] == 1
    assert world.admin("DELETE", "/api/personas/clerk").body["counts"]["removed"] == 1
    assert world.admin.refused("GET", "/api/personas/clerk") == (404, "persona_exists")
    me = world.client(user)("GET", "/api/me").body
    assert (me["read_all"], me["write_self"]) == (["reviewer"], [])
