"""Delegations: given, used and ended by their two people and by an admin, and how it looks."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tests.http.conftest import World

from .conftest import Opener, ask, person
from .looks import faults_of
from .window import Window

SELF = {"read_scope": "self", "write_scope": "self"}


@pytest.fixture(scope="module")
def people(world: World) -> dict[str, str]:
    """Grace answers what is meant for her; Ada is in no role; a lead of the role, and others."""
    return {
        "grace": person(world, "grace", "Grace Hopper", ("reviewer", SELF)),
        "ada": person(world, "ada", "Ada Lovelace", ("planner", {})),
        "lead": person(world, "lead", "Lead", ("reviewer", {"type": "admin"})),
        "edsger": person(world, "edsger", "Edsger Dijkstra", ("reviewer", {})),
    }


def lend(world: World, giver: str, to: str, **more: Any) -> str:
    window = {"until": datetime.now(UTC) + timedelta(days=3), **more}
    given = {"from_user": giver, "to_user": to, "role": "reviewer", "actor": world.root}
    return str(world.call("delegation_create", **given, **window)["id"])


def end_all(world: World) -> None:
    found = world.call("delegation_list", actor=world.root)
    for one in found["items"]:
        if one["state"] in ("active", "planned"):
            world.call("delegation_revoke", id=one["id"], actor=world.root)


def dialog(own: Window) -> Any:
    return own.page.get_by_role("dialog")


def test_one_delegates_a_role_and_ends_it(
    world: World, people: dict[str, str], windows: Opener
) -> None:
    own = windows(people["grace"]).open("/").live()
    own.page.locator(".menu summary").click()
    own.page.get_by_role("link", name="Delegations").click()
    own.sees("h1").to_have_text("Delegations")
    own.sees("#main").to_contain_text("You act for nobody else right now.")
    own.page.get_by_role("button", name="Delegate a role…").click()
    dialog(own).get_by_label("Who").fill("nobody-there")
    dialog(own).get_by_role("button", name="Delegate", exact=True).click()
    own.sees("dialog .field .fault").to_contain_text(["There is no account of this name."])
    dialog(own).get_by_label("Who").fill("grace")
    dialog(own).get_by_role("button", name="Delegate", exact=True).click()
    own.sees("dialog .field .fault").to_contain_text(["Name somebody else"])
    dialog(own).get_by_label("Who").fill("ada")
    dialog(own).get_by_label("Reason").fill("Holiday.")
    dialog(own).get_by_role("button", name="Delegate", exact=True).click()
    own.sees("section:has(#given-title) li").to_contain_text("Ada Lovelace stands in for you")
    own.sees("section:has(#given-title) li").to_contain_text("Holiday.")
    [made] = world.call("delegation_list", active=True, actor=people["grace"])["items"]
    assert (made["to_user"], made["role"]) == (people["ada"], "reviewer")
    # Ended in another session: seen here.
    world.call("delegation_revoke", id=made["id"], actor=people["ada"])
    own.sees("section:has(#given-title) li").to_have_count(0)
    own.page.get_by_role("link", name="Show earlier ones").click()
    own.sees("section:has(#past-title) li").to_contain_text("Ended early")
    assert own.page.url.endswith("?earlier=1")
    lend(world, people["grace"], people["ada"])
    own.page.get_by_role("button", name="End: ").click()
    dialog(own).get_by_role("button", name="End it").click()
    own.sees("section:has(#given-title) li").to_have_count(0)
    assert world.call("delegation_list", active=True, actor=people["grace"])["items"] == []


def test_who_stands_in_sees_it_and_acts(
    world: World, people: dict[str, str], windows: Opener
) -> None:
    own = windows(people["ada"]).open("/delegations").live()
    own.sees("#main").to_contain_text("Nothing is delegated to you.")
    lend(world, people["grace"], people["ada"], reason="Holiday.")
    own.sees(".acting li").to_contain_text("Grace Hopper in reviewer, until")
    own.sees(".acting li").to_contain_text("You may see and answer the rows meant for them.")
    row = ask(world, assigned_to=people["grace"], description="For Grace")
    own.page.get_by_role("link", name="Their rows").click()
    own.page.get_by_role("link", name="For Grace").click()
    own.sees(".claim").to_contain_text("Meant for Grace Hopper; you act for them.")
    own.page.get_by_role("button", name="Claim", exact=True).click()
    own.sees(".history").to_contain_text("You (for Grace Hopper) claimed it until")
    held = world.call("escalation_get", id=row, actor=world.root)
    assert held["assigned_to"] == people["ada"]
    end_all(world)


def test_an_admin_sees_gives_and_ends_those_of_a_person(
    world: World, people: dict[str, str], windows: Opener
) -> None:
    own = windows(people["lead"]).open(f"/admin/users/{people['grace']}").live()
    own.sees("section:has(#delegations-title)").to_contain_text("Nobody stands in")
    own.page.get_by_role("button", name="Delegate a role…").click()
    dialog(own).get_by_label("Who").fill("edsger")
    dialog(own).get_by_role("button", name="Delegate", exact=True).click()
    entry = "section:has(#delegations-title) li"
    own.sees(entry).to_contain_text("Edsger Dijkstra stands in for Grace Hopper")
    [made] = world.call("delegation_list", active=True, actor=people["grace"])["items"]
    assert made["created_by"] == people["lead"]
    own.page.get_by_role("button", name="Delegate a role…").click()
    dialog(own).get_by_label("Who").fill("edsger")
    dialog(own).get_by_role("button", name="Delegate", exact=True).click()
    own.sees("dialog p.fault[role=alert]").to_contain_text("End the other one first")
    dialog(own).get_by_role("button", name="Back").click()
    own.page.get_by_role("button", name="End: ").click()
    dialog(own).get_by_role("button", name="End it").click()
    own.sees(entry).to_have_count(0)


def test_it_looks_well(world: World, people: dict[str, str], windows: Opener) -> None:
    lend(world, people["grace"], people["ada"], reason="Holiday, back in the middle of the month.")
    lend(world, people["grace"], people["edsger"], since=datetime.now(UTC) + timedelta(days=1))
    lend(world, people["lead"], people["grace"], since=datetime.now(UTC) + timedelta(days=2))
    own = windows(people["grace"]).open("/delegations?earlier=1").live()
    own.sees("section:has(#past-title) li").not_to_have_count(0)
    assert faults_of(own, "delegations-giver") == []
    own.page.get_by_role("button", name="Delegate a role…").click()
    own.sees("dialog").to_be_visible()
    assert faults_of(own, "delegations-give") == []
    other = windows(people["ada"]).open("/delegations").live()
    other.sees(".acting li").to_have_count(1)
    assert faults_of(other, "delegations-delegate") == []
    lead = windows(people["lead"]).open(f"/admin/users/{people['grace']}").live()
    lead.sees("section:has(#delegations-title) li").to_have_count(3)
    assert faults_of(lead, "delegations-person") == []
