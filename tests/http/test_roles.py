"""Roles over HTTP: the routes' order, a patch as a body, statuses, and who may."""

from __future__ import annotations

from typing import Any

import pytest

from .conftest import World
from .service import Client


@pytest.fixture(scope="module")
def lead(world: World) -> Client:
    """The admin of `desk`, who administers nothing else."""
    for role in ("desk", "back"):
        assert world.admin("POST", "/api/roles", {"role": role}).status == 201
    return world.client(world.user("lead", ("desk", {"type": "admin"})))


def test_a_role_is_made_shown_and_removed(world: World) -> None:
    made = world.admin("POST", "/api/roles", {"role": "brief", "title": "Brief"})
    assert (made.status, made.body["created"], made.body["role"]["title"]) == (201, True, "Brief")
    again = world.admin("POST", "/api/roles", {"role": "brief"})
    assert (again.status, again.body["created"]) == (200, False)
    shown = world.admin("GET", "/api/roles/brief")
    assert (shown.status, shown.body["title"], shown.body["upstream_roles"]) == (200, "Brief", [])
    assert "form_schema" in shown.body
    listed = {r["role"]: r for r in world.admin("GET", "/api/roles").body["roles"]}
    assert "form_schema" not in listed["brief"]
    details = world.admin("GET", "/api/roles/details").body
    assert details["total"] == len(details["roles"]) == len(listed)
    assert shown.body in details["roles"]
    gone = world.admin("DELETE", "/api/roles/brief")
    assert (gone.status, gone.body["deleted"], gone.body["role"]["role"]) == (200, True, "brief")
    assert world.admin("GET", "/api/roles/brief").code == (404, "role_exists")
    assert world.admin("DELETE", "/api/roles/brief").code == (404, "role_exists")


def test_a_body_is_a_patch(world: World, lead: Client) -> None:
    before = lead("GET", "/api/roles/desk").body
    number = '{"maximum": 0.10000000000000000000001}'
    raw = f'{{"slaMinutes": 30, "form_schema": {number}, "changeSummary": "first"}}'.encode()
    answer = lead("PATCH", "/api/roles/desk", raw=raw)
    assert answer.status == 200, answer.text
    assert number in answer.text, "numbers reach the schema as they were written"
    changed = {"sla_minutes", "form_schema", "current_schema_version", "updated_at"}
    assert {k for k in before if before[k] != answer.body[k]} == changed
    assert answer.body == lead("GET", "/api/roles/desk").body
    answer = lead("PATCH", "/api/roles/desk", {"sla_minutes": None})
    assert (answer.body["sla_minutes"], answer.body["current_schema_version"]) == (None, 1)
    assert lead("PATCH", "/api/roles/desk").body == answer.body
    assert lead("PATCH", "/api/roles/desk", {}).body == answer.body


def test_a_patch_says_from_which_version_it_starts(world: World, lead: Client) -> None:
    assert world.admin("POST", "/api/roles", {"role": "twice"}).status == 201
    first = {"form_schema": {"a": 1}, "expected_schema_version": None}
    answer = world.admin("PATCH", "/api/roles/twice", first)
    assert (answer.status, answer.body["current_schema_version"]) == (200, 1)
    answer = world.admin("PATCH", "/api/roles/twice", {**first, "form_schema": {"a": 2}})
    assert answer.code == (409, "role_schema_version")
    assert answer.body["detail"]["current_version"] == 1
    answer = world.admin(
        "PATCH", "/api/roles/twice", {"form_schema": {"a": 2}, "expectedSchemaVersion": 1}
    )
    assert (answer.status, answer.body["current_schema_version"]) == (200, 2)


BAD: list[tuple[dict[str, Any], str, str]] = [
    ({"sla_minutes": -1}, "sla_minutes", "out_of_range"),
    ({"slaMinutes": "1"}, "sla_minutes", "not_number"),
    ({"title": "a", "nope": 1}, "nope", "unknown"),
    ({"patch": {"title": "a"}}, "patch", "unknown"),
    ({"actor": "x"}, "actor", "unknown"),
    ({"Title": "a"}, "Title", "unknown"),
    ({"title": "a\0"}, "title", "nul"),
    ({"properties": {"a": ["\0"]}}, "properties", "nul"),
    ({"properties": {"a\0": 1}}, "properties", "nul"),
    ({"formSchema": {"a": "\ud800"}}, "form_schema", "not_text"),
    ({"form_schema": {}, "formSchema": {}}, "form_schema", "repeated"),
    ({"parentRole": "desk"}, "parent_role", "itself"),
    ({"change_summary": 1}, "change_summary", "not_string"),
    ({"expected_schema_version": "1"}, "expected_schema_version", "not_integer"),
]


@pytest.mark.parametrize("body, field, reason", BAD)
def test_a_bad_patch_names_its_field(
    world: World, lead: Client, body: dict[str, Any], field: str, reason: str
) -> None:
    before = world.snapshot()
    answer = lead("PATCH", "/api/roles/desk", body)
    assert (answer.code, answer.field) == ((400, "argument_invalid"), field), answer.text
    assert answer.body["detail"]["reason"] == reason
    assert world.snapshot() == before


def test_a_patch_is_no_query(world: World, lead: Client) -> None:
    before = world.snapshot()
    answer = lead("PATCH", "/api/roles/desk?title=x", {})
    assert (answer.status, answer.field) == (400, "title")
    deep = b'{"properties": ' + b'{"a":' * 5000 + b"1" + b"}" * 5000 + b"}"
    assert lead("PATCH", "/api/roles/desk", raw=deep).status == 400
    assert world.snapshot() == before


def test_versions_are_asked_for_by_number(world: World, lead: Client) -> None:
    for number in range(3):
        body = {"list_schema": {"n": number}, "metadata_schema": {"n": number}}
        assert lead("PATCH", "/api/roles/back", body).code == (403, "role_admin")
        body["change_summary"] = f"no {number}"
        assert world.admin("PATCH", "/api/roles/back", body).status == 200
    for kind, key in (("schema", "metadata_schema"), ("list-schema", "list_schema")):
        path = f"/api/roles/back/{kind}"
        now = lead("GET", path).body
        assert (now["version"], now[key], now["change_summary"]) == (3, {"n": 2}, "no 2")
        assert lead("GET", f"{path}?version=3").body == now
        assert lead("GET", f"{path}?version=1").body[key] == {"n": 0}
        code = "role_schema_exists" if kind == "schema" else "role_list_schema_exists"
        assert lead("GET", f"{path}?version=4").code == (404, code)
        assert lead("GET", f"{path}?version=x").field == "version"
        page = lead("GET", f"{path}/versions?limit=2").body
        assert ([v["version"] for v in page["versions"]], page["total"]) == ([3, 2], 3)
        never = lead("GET", f"/api/roles/engineer/{kind}").body
        assert never == dict.fromkeys(never) | {"role": "engineer"}
        assert lead("GET", f"/api/roles/nowhere/{kind}").code == (404, "role_exists")


def test_chains_and_targets_are_two_views_of_one_thing(world: World, lead: Client) -> None:
    chains, targets = "/api/roles/escalation-chains", "/api/roles/desk/escalation-targets"
    chain = {"source_role": "desk", "target_role": "back"}
    assert lead("POST", chains, chain).status == 201
    assert lead("POST", chains, chain).status == 200
    assert lead("GET", targets).body == {"role": "desk", "targets": ["back"]}
    settled = lead("PUT", targets, {"target_roles": ["planner", "engineer"]})
    assert (settled.status, settled.body["targets"]) == (200, ["engineer", "planner"])
    listed = lead("GET", f"{chains}?source_role=desk").body
    assert [c["target_role"] for c in listed["chains"]] == ["engineer", "planner"]
    assert lead("GET", chains).body["total"] > listed["total"] == 2
    assert lead("DELETE", chains, chain).code == (404, "role_escalation_exists")
    query = "sourceRole=desk&targetRole=planner"
    assert lead("DELETE", f"{chains}?{query}").body["deleted"] is True
    assert lead("GET", targets).body["targets"] == ["engineer"]
    assert lead("PUT", "/api/roles/back/escalation-targets", {"target_roles": []}).code == (
        403, "role_admin",
    )  # fmt: skip
    # What the chain allows, the verb allows.
    row = world.row("desk")
    refused = lead("PATCH", f"/api/escalations/{row}/escalate", {"target_role": "planner"})
    assert refused.code == (403, "role_chained")
    moved = lead("PATCH", f"/api/escalations/{row}/escalate", {"target_role": "engineer"})
    assert moved.body["escalation"]["role"] == "engineer"


def test_a_role_in_use_says_by_what(world: World, lead: Client) -> None:
    world.row("desk")
    assert lead("DELETE", "/api/roles/desk").code == (403, "actor_global")
    answer = world.admin("DELETE", "/api/roles/desk")
    assert answer.code == (409, "role_in_use")
    uses = answer.body["detail"]["uses"]
    assert (uses["memberships"], uses["pending"] > 0) == (1, True)
    assert world.admin("DELETE", "/api/roles/admin").code == (409, "role_built_in")


def test_the_event_of_a_role_is_named_as_the_role_is(world: World) -> None:
    assert world.admin("PATCH", "/api/roles/reviewer", {"title": "Reviewers"}).status == 200
    # The client holds each answer against the document.
    page = world.admin("GET", "/api/events?after=0&topics=role.*")
    assert {e["subject_id"] for e in page.body["events"]} >= {"reviewer"}, page.text
