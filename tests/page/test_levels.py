"""Levels: set on the page of a role, shown on a row, told in its history, and taken by hand."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.http.conftest import World

from .conftest import Opener, ask, person
from .looks import WIDTHS, faults_of
from .window import Window

LEVELS = [
    {"after_minutes": 30, "action": "notify", "repeat_minutes": 15},
    {"after_minutes": 120, "action": "assign", "target_user": "grace"},
    {"after_minutes": 240, "action": "reassign", "target_role": "manager"},
]


@pytest.fixture(scope="module", autouse=True)
def chief(world: World, ada: str, grace: str) -> str:
    """The admin of reviewers, who wait; ada and grace are two of them."""
    world.call("role_create", role="manager", actor=world.root)
    world.call("role_create", role="desk", title="Desk", actor=world.root)
    return person(world, "chief", "Ada Chief", ("reviewer", {"type": "admin"}))


def put(world: World, levels: list[dict[str, Any]], role: str = "reviewer") -> None:
    world.call("role_level_put", role=role, levels=json.dumps(levels), actor=world.root)


def stored(world: World, role: str) -> Any:
    return world.call("role_level_list", role=role, actor=world.root)["levels"]


def waited(world: World, row: str, minutes: int) -> None:
    """The row is as old, and the timer has been there."""
    world.conn.execute(
        "update rowlock.escalation set created_at = created_at - make_interval(mins => %s)"
        " where id = %s", [minutes, row],
    )  # fmt: skip
    world.call("escalation_level_apply")


def press(own: Window, name: str) -> None:
    own.page.get_by_role("button", name=name, exact=True).click()


def test_levels_are_set_on_the_page_of_the_role(
    world: World, chief: str, grace: str, windows: Opener
) -> None:
    own = windows(chief).open("/admin/roles/reviewer").live()
    part = own.page.locator(".waiting")
    own.sees(part).to_contain_text("Nothing happens")
    press(own, "Add a level")
    one = part.get_by_role("listitem", name="Level 1")
    one.get_by_label("After").fill("30")
    one.get_by_label("Again every").fill("15")
    press(own, "Add a level")
    two = part.get_by_role("listitem", name="Level 2")
    two.get_by_label("After").fill("20")
    two.get_by_label("Then").select_option("assign")
    two.get_by_label("To whom").fill("nobody-here")
    part.get_by_role("button", name="Save").click()
    own.sees(two).to_contain_text("Give more than the level before: 31 to 525600 minutes.")
    own.sees(two.get_by_label("After")).to_be_focused()
    two.get_by_label("After").fill("120")
    part.get_by_role("button", name="Save").click()
    own.sees(two).to_contain_text("Name an active account that may act on rows of the role")
    two.get_by_label("To whom").fill("grace")
    press(own, "Add a level")
    three = part.get_by_role("listitem", name="Level 3")
    three.get_by_label("After").fill("240")
    three.get_by_label("Then").select_option("reassign")
    three.get_by_label("To which role").select_option("manager")
    # Passing on stays last: another level comes before it.
    press(own, "Add a level")
    own.sees(three.get_by_label("Then")).to_have_value("notify")
    own.sees(part.get_by_role("listitem", name="Level 4").get_by_label("After")).to_have_value(
        "240"
    )
    three.get_by_role("button", name="Remove").click()
    part.get_by_role("button", name="Save").click()
    own.sees(own.page.get_by_text("Saved.")).to_be_visible()
    own.sees(two.get_by_label("To whom")).to_have_value("Grace Hopper")
    saved = [(x["after_minutes"], x["action"]) for x in stored(world, "reviewer")]
    assert saved == [(30, "notify"), (120, "assign"), (240, "reassign")]
    assert stored(world, "reviewer")[1]["target_user"] == grace

    # Somebody else's change comes by itself, and is told of where one has begun.
    put(world, LEVELS[:2])
    own.sees(part.locator(".level")).to_have_count(2)
    one.get_by_label("After").fill("45")
    put(world, LEVELS)
    own.sees(part).to_contain_text("Somebody has changed these meanwhile")
    part.get_by_role("button", name="Discard").click()
    own.sees(part.locator(".level")).to_have_count(3)


def test_a_row_shows_its_level_and_goes_to_the_next(
    world: World, ada: str, grace: str, windows: Opener
) -> None:
    put(world, LEVELS)
    row = ask(world, description="Refund 120 EUR to customer 4711?")
    own = windows(ada).open(f"/escalations/{row}").live()
    part = own.page.locator(".waiting")
    own.sees(part).to_contain_text("Level 1 after 30 min: reminder, again every 15 min")
    own.sees(part).to_contain_text("Level 2 after 2 h: assigned to Grace Hopper")
    # What SQL says of it, not what the page makes of the minutes.
    due = world.conn.execute(
        "select rowlock._escalation_levels(e) #>> '{1,due_at}' from rowlock.escalation e"
        " where e.id = %s", [row],
    ).fetchone()  # fmt: skip
    assert due is not None
    own.sees(part.locator("li").nth(1).locator("time")).to_have_attribute("datetime", due[0])
    put(world, [*LEVELS[:1], {**LEVELS[1], "after_minutes": 180}, LEVELS[2]])
    own.sees(part).to_contain_text("Level 2 after 3 h: assigned to Grace Hopper")
    put(world, LEVELS)
    own.sees(part).to_contain_text("Level 2 after 2 h")
    own.sees(".marks .at-level").to_be_hidden()
    waited(world, row, 31)
    own.sees(".marks .at-level").to_have_text("level 1")
    own.sees(".history").to_contain_text("It reached level 1")
    other = windows(ada).inbox("?view=all")
    other.sees(other.row(row)).to_contain_text("Level 1")

    press(own, "Next level now…")
    own.sees("dialog p:not(.fault)").to_have_text("It is assigned to Grace Hopper.")
    world.call("escalation_level_up", id=row, expected_level=1, actor=world.root)
    press(own, "Go to level 2")
    own.sees("dialog [role=alert]").to_have_text("It is at level 2 by now; look at it again.")
    own.press("Escape")
    own.sees(".history").to_contain_text("took it to level 2; it goes to Grace Hopper")
    own.sees(".claim").to_contain_text("Meant for Grace Hopper")
    other.sees(other.row(row)).to_contain_text("For Grace Hopper")

    # What somebody else holds is taken away by an admin alone.
    world.call("escalation_claim", id=row, actor=grace)
    own.sees(own.page.get_by_role("button", name="Next level now…")).to_be_hidden()
    world.call("escalation_release", id=row, actor=grace)
    press(own, "Next level now…")
    press(own, "Go to level 3")
    own.sees("dialog").to_have_count(0)
    state = world.conn.execute("select role, level from rowlock.escalation where id = %s", [row])
    assert state.fetchone() == ("manager", 0)


@pytest.mark.parametrize("what", ["role", "row"])
def test_how_levels_look(world: World, chief: str, ada: str, windows: Opener, what: str) -> None:
    put(world, LEVELS)
    row = ask(world, description="Refund 120 EUR to customer 4711?", metadata={"amount": 120})
    waited(world, row, 31)
    own = windows(chief, size=WIDTHS["wide"])
    if what == "role":
        # By way of a row: what its page looks like stays there.
        own.open(f"/escalations/{row}").live()
        own.page.get_by_role("link", name="Admin").click()
        own.page.get_by_role("link", name="Roles").click()
        own.page.locator('a[href="/admin/roles/reviewer"]').click()
        own.sees(".waiting .level").to_have_count(3)
        level = own.page.locator(".waiting .level").first
        assert level.evaluate("e => getComputedStyle(e).display") == "list-item"
    else:
        own.open(f"/escalations/{row}").live()
        own.sees(".waiting li").to_have_count(3)
    assert faults_of(own, f"levels-{what}") == []
