"""Verbs on what is picked: what became of each row is told in words."""

from __future__ import annotations

import pytest

from tests.http.conftest import World

from .conftest import Opener, ask, person
from .window import Window


@pytest.fixture(scope="module")
def chief(world: World) -> str:
    """An admin of reviewer and engineer."""
    return person(
        world, "chief", "Chief", ("reviewer", {"type": "admin"}), ("engineer", {"type": "admin"})
    )


def picked(windows: Opener, user: str, rows: list[str], query: str = "") -> Window:
    """The inbox with these rows picked."""
    own = windows(user).inbox(query).live()
    for row in rows:
        own.row(row).get_by_role("checkbox").check()
    own.sees(".bulk").to_contain_text(f"{len(rows)} picked")
    return own


def state(world: World, row: str) -> dict[str, object]:
    return dict(world.call("escalation_get", id=row, actor=world.root))


def test_a_worker_claims_several_and_is_told_of_each_that_was_not(
    world: World, ada: str, grace: str, windows: Opener
) -> None:
    rows = [ask(world, description=f"Row {i}") for i in range(4)]
    own = picked(windows, ada, rows)
    bar = own.page.get_by_role("group", name="Picked rows")
    own.sees(bar.get_by_role("button", name="Cancel…")).to_be_hidden()
    own.page.route("**/api/escalations?ids=*", lambda route: route.abort(), times=1)
    world.call("escalation_claim", id=rows[1], duration_minutes=60, actor=grace)
    world.call("escalation_cancel", id=rows[2], actor=world.root)
    bar.get_by_role("button", name="Claim").click()
    dialog = own.page.get_by_role("dialog", name="2 rows claimed, 2 left as they were")
    own.sees(dialog.locator("li").nth(0)).to_contain_text("Row 1")
    own.sees(dialog.locator("li").nth(0)).to_contain_text("Grace Hopper holds it until")
    own.sees(dialog.locator("li").nth(1)).to_contain_text("It was cancelled")
    dialog.get_by_role("button", name="Close").click()
    own.sees(own.row(rows[0])).to_contain_text("Yours")
    own.sees(".bulk").to_be_hidden()
    own.said.clear()
    for row in (rows[0], rows[3]):
        world.call("escalation_release", id=row, actor=ada)


def test_an_admin_claims_and_assigns_and_takes_over(
    world: World, ada: str, grace: str, chief: str, windows: Opener
) -> None:
    rows = [ask(world, description=f"Task {i}", priority=1) for i in range(3)]
    world.call("escalation_claim", id=rows[0], actor=grace)
    own = picked(windows, chief, rows, "?view=all&priority=1")
    bar = own.page.get_by_role("group", name="Picked rows")
    bar.get_by_role("button", name="Assign…").click()
    dialog = own.page.get_by_role("dialog", name="Assign 3 rows")
    own.sees(dialog.get_by_label("To whom")).to_be_focused()
    own.sees(own.page.locator("datalist option[value=ada]")).to_be_attached()
    dialog.get_by_role("button", name="Assign").click()
    own.sees(dialog.get_by_role("alert")).to_have_text("This is needed.")
    dialog.get_by_label("To whom").fill("nobody-of-that-name")
    dialog.get_by_role("button", name="Assign").click()
    own.sees(dialog.get_by_role("alert")).not_to_be_empty()
    own.sees(dialog.get_by_role("alert")).not_to_have_text("This is needed.")
    dialog.get_by_label("To whom").fill("ada")
    dialog.get_by_role("button", name="Assign").click()
    outcome = own.page.get_by_role("dialog", name="2 rows assigned, 1 left as it was")
    own.sees(outcome).to_contain_text("Grace Hopper holds it")
    outcome.get_by_role("button", name="Close").click()
    own.sees(own.row(rows[1])).to_contain_text("Ada Lovelace, 29 min left")

    own.row(rows[0]).get_by_role("checkbox").check()
    bar.get_by_role("button", name="Assign…").click()
    own.page.get_by_label("To whom").fill("ada")
    own.page.get_by_label("Take over what somebody else holds").check()
    own.page.get_by_role("dialog").get_by_role("button", name="Assign").click()
    own.sees(".note").to_contain_text("1 row assigned.")
    own.sees(own.row(rows[0])).to_contain_text("Ada Lovelace")


def test_priority_escalation_and_cancelling(world: World, chief: str, windows: Opener) -> None:
    rows = [ask(world, description=f"Item {i}", priority=3) for i in range(2)]
    own = picked(windows, chief, rows, "?priority=3")
    bar, dialog = own.page.get_by_role("group", name="Picked rows"), own.page.get_by_role("dialog")
    bar.get_by_role("button", name="Priority…").click()
    dialog.get_by_label("Priority").select_option("4")
    dialog.get_by_role("button", name="Change").click()
    own.sees(".note").to_contain_text("2 rows changed.")
    own.sees(own.row(rows[0]).locator(".priority")).to_have_text("4")

    own.row(rows[0]).get_by_role("checkbox").check()
    bar.get_by_role("button", name="Escalate…").click()
    own.sees(dialog.locator("option")).to_have_text(["admin", "engineer"])
    dialog.get_by_label("To which role").select_option("engineer")
    dialog.get_by_role("button", name="Escalate").click()
    own.sees(own.row(rows[0]).locator(".role")).to_have_text("engineer")

    own.row(rows[1]).get_by_role("checkbox").check()
    bar.get_by_role("button", name="Cancel…").click()
    own.press("Escape")
    own.sees(dialog).to_have_count(0)
    assert state(world, rows[1])["status"] == "pending"
    bar.get_by_role("button", name="Cancel…").click()
    dialog.get_by_label("Reason").fill("Not needed")
    dialog.get_by_role("button", name="Cancel 1 row").click()
    own.sees(own.row(rows[1])).to_contain_text("Cancelled")
    assert "Not needed" in str(state(world, rows[1])["milestones"])
    own.sees(own.row(rows[1]).get_by_role("button")).to_be_hidden()


def test_picking_by_keys_by_range_and_all(world: World, ada: str, windows: Opener) -> None:
    rows = [ask(world, type="range", description=f"Range {i}") for i in range(5)]
    own = windows(ada).inbox("?type=range")
    own.press("j", "s", "j", "s")
    own.sees(".bulk").to_contain_text("2 picked")
    own.press("Escape")
    own.sees(".bulk").to_be_hidden()
    own.row(rows[1]).get_by_role("checkbox").click()
    own.row(rows[3]).get_by_role("checkbox").click(modifiers=["Shift"])
    own.sees(".bulk").to_contain_text("3 picked")
    everything = own.page.get_by_label("Pick all that are shown")
    assert everything.evaluate("box => box.indeterminate")
    everything.check()
    own.sees(".bulk").to_contain_text("5 picked")
    own.page.get_by_label("Type").select_option("")
    own.sees(".bulk").to_contain_text("5 picked")
    own.page.get_by_label("Type").select_option("approval")
    own.sees(".bulk").to_be_hidden()
