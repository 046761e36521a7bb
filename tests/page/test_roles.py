"""Administration of roles: dials, schemas and their versions, refusals, and how it looks."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator
from psycopg.types.json import Jsonb

from tests.http.conftest import World

from .conftest import Opener, ask, person
from .looks import WIDTHS, faults_of
from .window import Window

FORM: dict[str, Any] = {
    "x-lt-order": ["decision", "amount", "reason"],
    "required": ["decision"],
    "properties": {
        "decision": {"enum": ["approve", "reject"], "title": "Your decision"},
        "amount": {"type": "number", "x-lt-maximum": "payload.most", "description": "In euros."},
        "reason": {"type": "string", "x-lt-showIf": "resolver.decision=reject"},
    },
}
EDITOR = "#schema-text"
LONG = "<i>" + "Wolfeschlegelsteinhausenbergerdorff" * 5


@pytest.fixture(scope="module", autouse=True)
def scene(world: World) -> dict[str, str]:
    """Reviewers with a form of three versions, their chief, a member, and rows that wait."""
    with world.conn.transaction():
        ids = {
            "chief": person(world, "chief", "Ada Chief", ("reviewer", {"type": "admin"})),
            "other": person(world, "other", "Bob Other", ("reviewer", {"type": "admin"})),
            "member": person(world, "member", "A Member", ("reviewer", {})),
        }
        for role in ("desk", "front", "back", "manager"):
            world.call("role_create", role=role, title=role.title(), actor=world.root)
        given = {"title": "Reviewers", "sla_minutes": 30, "target_per_hour": 12.5}
        patch(world, "reviewer", given, ids["chief"])
        first: dict[str, Any] = {"properties": {"decision": {"enum": ["approve", "reject"]}}}
        patch(world, "reviewer", {"form_schema": first}, ids["chief"], "The first")
        second = {**first, "required": ["decision"]}
        patch(world, "reviewer", {"form_schema": second}, ids["other"], "It has to be said")
        patch(world, "reviewer", {"form_schema": FORM, "enforce_schema": True}, ids["chief"])
        patch(world, "front", {"title": LONG, "description": f"<b>{LONG}</b>"}, world.root)
        ask(world)
        ask(world, metadata={"schema_version": 2})
        ask(world, metadata={"form_schema": {}})
    return ids


def patch(
    world: World, role: str, given: dict[str, Any], actor: str, summary: str | None = None
) -> None:
    world.call("role_patch", role=role, patch=Jsonb(given), change_summary=summary, actor=actor)


def role(world: World, name: str) -> dict[str, Any]:
    """The role as it stands."""
    return dict(world.call("role_get", role=name, actor=world.root)["role"])


def dialog(own: Window) -> Locator:
    return own.page.get_by_role("dialog")


def press(where: Window | Locator, name: str) -> None:
    scope = where.page if isinstance(where, Window) else where
    scope.get_by_role("button", name=name, exact=True).click()


def write(own: Window, text: str) -> None:
    """Puts a text into the editor, as whoever pastes it."""
    own.page.locator(EDITOR).fill(text)


def schema(own: Window, name: str = "reviewer", query: str = "") -> Window:
    own.open(f"/admin/roles/{name}/schema{query}").live()
    return own


def test_roles_are_listed_made_and_come_as_others_make_them(world: World, windows: Opener) -> None:
    own = windows(world.root).open("/admin/roles").live()
    line = own.page.get_by_role("row").filter(has_text="Reviewers")
    own.sees(line).to_contain_text("30")
    own.sees(line).to_contain_text("version 3")
    world.call("role_create", role="night", title="Night shift", actor=world.root)
    own.sees("tbody").to_contain_text("Night shift")
    own.page.get_by_label("Search").fill("NIGHT")
    own.sees("tbody tr").to_have_count(1)
    assert own.page.url.endswith("?search=NIGHT")
    own.page.reload()
    own.sees("tbody tr").to_have_count(1)
    press(own, "New role…")
    name = dialog(own).get_by_label("Name", exact=True)
    press(dialog(own), "Create")
    own.sees(dialog(own)).to_contain_text("It needs a name.")
    name.fill("Day!")
    press(dialog(own), "Create")
    own.sees(dialog(own)).to_contain_text("A letter a-z, then letters")
    own.sees(name).to_have_attribute("aria-invalid", "true")
    name.fill("night")
    press(dialog(own), "Create")
    own.sees(dialog(own)).to_contain_text("There is a role of that name already")
    name.fill("day")
    dialog(own).get_by_label("Name that people see").fill("Day shift")
    press(dialog(own), "Create")
    own.sees("h1").to_contain_text("Day shift")
    assert role(world, "day")["title"] == "Day shift"


def test_dials_are_changed_alone_and_refusals_stand_at_their_field(
    world: World, scene: dict[str, str], windows: Opener
) -> None:
    patch(world, "desk", {"worker_count": 3}, world.root)
    own = windows(world.root).open("/admin/roles/desk").live()
    time = own.page.get_by_label("Time to answer")
    own.sees(".bar").to_be_hidden()
    time.fill("-5")
    own.page.get_by_label("Show it on boards").uncheck()
    own.sees(".bar").to_contain_text("2 changes: Time to answer, Show it on boards")
    press(own, "Save")
    own.sees(time).to_have_attribute("aria-invalid", "true")
    own.sees(".dial .fault:not(:empty)").to_contain_text("from 0 to 1000000000")
    assert role(world, "desk")["ops_visible"] is True, "nothing of it was written"
    time.fill("soon")
    press(own, "Save")
    own.sees(".dial .fault:not(:empty)").to_contain_text("Must be a number")
    time.fill("45.5")
    own.page.get_by_label("Above it").select_option("manager")
    own.page.get_by_label("Add a role: Its work comes from").fill("front")
    press(own, "Add a link")
    own.page.get_by_label("Label").fill("Orders")
    own.page.get_by_label("Path").fill("/orders")
    own.page.get_by_label("Properties").fill('{"floor": 2}')
    own.page.get_by_label("Properties").press("Tab")
    # Whoever presses Save without Add has meant it all the same.
    own.page.get_by_label("Add a role: Its work comes from").press("Enter")
    before = world.last_seq()
    press(own, "Save")
    own.sees(".bar").to_be_hidden()
    now = role(world, "desk")
    assert (now["sla_minutes"], now["ops_visible"], now["parent_role"]) == (45.5, False, "manager")
    assert (now["default_pins"], now["properties"]) == (
        [{"label": "Orders", "url": "/orders"}], {"floor": 2})  # fmt: skip
    [[payload]] = world.conn.execute(
        "select payload from rowlock.event where seq > %s and role = 'desk'", [before]
    ).fetchall()
    assert sorted(payload["fields"]) == [
        "default_pins", "ops_visible", "parent_role", "properties", "sla_minutes", "upstream_roles",
    ]  # fmt: skip

    time.fill("50")
    patch(world, "desk", {"sla_minutes": 60, "worker_count": 4}, world.root)
    own.sees(own.page.get_by_label("At work")).to_have_value("4")
    own.sees(".meanwhile:not(:empty)").to_contain_text("Somebody has set this to 60 meanwhile")
    own.sees(time).to_have_value("50")
    press(own, "Discard")
    own.sees(time).to_have_value("60")


def test_rows_may_be_passed_on_to_what_is_chosen(
    world: World, scene: dict[str, str], windows: Opener
) -> None:
    world.call("role_escalation_put", role="front", target_roles=["desk"], actor=world.root)
    own = windows(world.root).open("/admin/roles/desk").live()
    patch(world, "back", {"parent_role": "desk"}, world.root)
    own.sees("article").to_contain_text("Below it: back")
    patch(world, "desk", {"target_per_hour": 3}, world.root)
    own.sees(own.page.get_by_label("Target")).to_have_value("3")
    own.sees("article").to_contain_text("Below it: back")
    targets = own.page.locator(".targets")
    own.sees(targets).to_contain_text("Rows come here from: front")
    field = targets.get_by_label("Add a role")
    field.fill("nowhere")
    field.press("Enter")
    own.sees(targets).to_contain_text("There is no such role.")
    for name in ("manager", "back"):
        field.fill(name)
        field.press("Enter")
    press(targets, "Save")
    own.sees(own.page.get_by_text("Saved.")).to_be_visible()
    chains = [
        c["target_role"]
        for c in world.call_all("role_escalation_list", source_role="desk", actor=world.root)
    ]
    assert chains == ["back", "manager"]
    press(targets, "Take back away")
    own.sees(targets.get_by_role("button", name="Save")).to_be_visible()
    world.call("role_escalation_put", role="desk", target_roles=["front"], actor=world.root)
    own.sees(targets).to_contain_text("Somebody has set these to front meanwhile")


def test_a_role_in_use_says_what_uses_it(world: World, windows: Opener) -> None:
    world.call("role_create", role="spare", actor=world.root)
    world.call("membership_grant", user_id=world.root, role="spare", actor=world.root)
    ask(world, role="spare")
    own = windows(world.root).open("/admin/roles/admin").live()
    own.sees(".removal").to_contain_text("This role is built in")
    own.open("/admin/roles/spare")
    press(own, "Delete this role…")
    press(dialog(own), "Delete")
    own.sees(dialog(own)).to_contain_text("1 account is in it; ")
    own.sees(dialog(own)).to_contain_text("1 row is waiting in it")
    press(dialog(own), "Back")
    world.call("membership_revoke", user_id=world.root, role="spare", actor=world.root)
    world.conn.execute("delete from rowlock.escalation where role = 'spare'")
    press(own, "Delete this role…")
    press(dialog(own), "Delete")
    own.sees("h1").to_have_text("Roles")
    gone = "select from rowlock.role where role = 'spare'"
    assert world.conn.execute(gone).fetchone() is None


def test_whoever_does_not_administer_it_looks_and_changes_nothing(
    world: World, scene: dict[str, str], windows: Opener
) -> None:
    own = windows(scene["chief"]).open("/admin/roles/desk").live()
    own.sees("article").to_contain_text("To change it you need to be an admin of it.")
    own.sees(own.page.get_by_label("Time to answer")).to_be_disabled()
    own.sees(own.page.get_by_role("button", name="Delete this role…")).to_have_count(0)
    schema(own, "desk")
    own.sees(EDITOR).to_have_attribute("readonly", "")
    own.sees(own.page.get_by_role("button", name="Save…")).to_have_count(0)
    own.open("/admin/roles/nowhere")
    own.sees("[role=alert].fault").to_contain_text("Role does not exist")


def test_what_is_no_json_is_told_at_its_line_and_tab_does_not_trap(
    world: World, scene: dict[str, str], windows: Opener
) -> None:
    own = schema(windows(scene["chief"]))
    write(own, '{\n  "properties": {\n    "a": {"type": "string"},\n  }\n}')
    own.sees(".problems").to_contain_text("Line 3, column 28")
    own.sees(".problems").to_contain_text("No name follows this comma")
    own.sees(".gutter .wrong").to_have_text("3")
    own.sees(own.page.get_by_role("button", name="Save…")).to_be_disabled()
    press(own, "Line 3, column 28")
    own.sees(EDITOR).to_be_focused()
    own.press("Delete")
    own.sees(".problems li").to_have_count(0)
    own.press("Tab")
    own.sees(EDITOR).to_be_focused()
    assert '"string"}  \n' in own.page.locator(EDITOR).input_value()
    own.press("Enter")
    assert '"string"}  \n    \n' in own.page.locator(EDITOR).input_value()
    own.press("Escape", "Tab")
    own.sees(EDITOR).not_to_be_focused()
    before = own.page.locator(EDITOR).input_value()
    press(own, "Discard changes")
    own.sees(EDITOR).not_to_have_value(before)


def test_what_the_service_cannot_use_is_told_at_its_line(
    world: World, scene: dict[str, str], windows: Opener
) -> None:
    own = schema(windows(scene["chief"]))
    field = '"a": {\n      "title": "A",\n      "minLength": "3"\n    }'
    write(own, f'{{\n  "properties": {{\n    {field}\n  }}\n}}')
    press(own, "Save…")
    press(dialog(own), "Save")
    own.sees(".problems").to_contain_text("Line 5")
    own.sees(".gutter .wrong").to_have_text("5")
    own.sees(dialog(own)).to_have_count(0)
    assert role(world, "reviewer")["current_schema_version"] == 3
    own.sees(".problems").to_contain_text("minLength")
    press(own, "Discard changes")


def test_a_form_is_previewed_tried_and_saved_with_what_it_means(
    world: World, scene: dict[str, str], windows: Opener
) -> None:
    own = schema(windows(scene["chief"]))
    form = {
        **FORM,
        "properties": {**FORM["properties"], "amount": {"type": "number", "maximum": 5}},
    }
    write(own, json.dumps(form))
    own.sees(own.page.locator(".preview").get_by_label("Amount")).to_be_visible()
    own.page.get_by_label("Amount").fill("9")
    press(own, "Try this answer")
    own.sees(".preview .fault:not(:empty)").to_contain_text(
        ["This is required", "Must be at most 5", "would not take"]
    )
    own.page.get_by_label("approve").check()
    own.page.get_by_label("Amount").fill("4")
    press(own, "Try this answer")
    own.sees(".verdict").to_contain_text("The service would take this answer")
    press(own, "Tidy up")
    press(own, "Save…")
    own.sees(dialog(own)).to_contain_text("every answer in this role is held against it")
    own.sees(dialog(own)).to_contain_text(
        "3 rows wait in this role now. It counts for those that are neither"
    )
    own.sees(dialog(own)).to_contain_text("staying with it: 1 row.")
    own.sees(dialog(own)).to_contain_text("keeping it: 1 row.")
    dialog(own).get_by_label("What changes, and why").fill("Five at most")
    press(dialog(own), "Save")
    own.sees(".versions").to_contain_text("Version 4")
    own.sees(".versions").to_contain_text("Five at most")
    assert role(world, "reviewer")["form_schema"] == form
    own.sees(own.page.get_by_role("button", name="Save…")).to_be_disabled()


def test_metadata_and_list_have_schemas_of_their_own(world: World, windows: Opener) -> None:
    own = schema(windows(world.root), "back")
    press(own, "Start from an example")
    own.sees(own.page.locator(".preview").get_by_label("approve")).to_be_visible()
    press(own, "Try this answer")
    own.sees(".verdict").to_contain_text("The service would take it all the same")
    own.page.get_by_role("link", name="Metadata").click()
    own.sees(EDITOR).to_have_value("")
    own.sees(".preview").to_be_hidden()
    write(own, '{"required": ["region"]}')
    press(own, "Save…")
    own.sees(dialog(own)).to_contain_text("the metadata of each new row is held against it")
    press(dialog(own), "Save")
    own.sees(".versions").to_contain_text("Version 1")
    own.page.get_by_role("link", name="List", exact=True).click()
    own.sees(".versions").to_contain_text("It has never been set.")
    write(own, "true")
    press(own, "Save…")
    own.sees(dialog(own)).to_contain_text("The service only keeps it")
    press(dialog(own), "Save")
    own.sees(".versions").to_contain_text("Version 1")
    now = role(world, "back")
    assert (now["metadata_schema"], now["list_schema"]) == ({"required": ["region"]}, True)
    assert (now["current_schema_version"], now["current_list_schema_version"]) == (1, 1)
    own.page.get_by_role("link", name="Form of answers").click()
    own.sees(own.page.locator(".preview").get_by_label("approve")).to_be_visible()
    own.sees(".moved").to_be_empty()
    press(own, "Save…")
    press(dialog(own), "Save")
    own.sees(".versions").to_contain_text("Version 2")
    write(own, "")
    press(own, "Save…")
    own.sees(dialog(own)).to_contain_text("people are asked for JSON")
    press(dialog(own), "Remove")
    own.sees(".versions").to_contain_text("Version 3")
    assert role(world, "back")["form_schema"] is None
    own.page.get_by_role("link", name="Version 3", exact=True).click()
    own.sees(".look").to_contain_text("Nothing was set in this version.")


def test_versions_are_looked_at_compared_and_restored(
    world: World, scene: dict[str, str], windows: Opener
) -> None:
    before = role(world, "reviewer")["current_schema_version"]
    own = schema(windows(scene["chief"]))
    own.page.get_by_role("link", name="Version 1", exact=True).click()
    own.sees(".look h2").to_have_text(f"Version 1 of {before}")
    own.sees(".pane").to_be_focused()
    own.sees(".look").to_contain_text("You saved it")
    own.sees(own.page.locator(".preview").get_by_label("Amount")).to_have_count(0)
    own.page.get_by_role("link", name="Compare with the current one").click()
    own.sees(".diff tr.come").not_to_have_count(0)
    own.page.get_by_label("To", exact=True).focus()
    own.page.get_by_label("To", exact=True).select_option("2")
    own.sees(".look h2").to_have_text("From version 1 to version 2")
    own.sees(".diff tr.come").to_have_count(1)
    own.sees(own.page.get_by_label("To", exact=True)).to_be_focused()
    own.page.go_back()
    own.page.go_back()
    own.sees(".look h2").to_have_text(f"Version 1 of {before}")
    press(own, "Restore this version…")
    press(dialog(own), "Save")
    own.sees(EDITOR).to_be_visible()
    own.sees(".versions").to_contain_text("As version 1 was")
    now = role(world, "reviewer")
    assert now["current_schema_version"] == before + 1
    assert now["form_schema"] == {"properties": {"decision": {"enum": ["approve", "reject"]}}}
    schema(own, query="?version=99")
    own.sees(".look .fault").to_contain_text("Version of the schema does not exist")


def test_what_others_save_meanwhile_is_not_overwritten(
    world: World, scene: dict[str, str], windows: Opener
) -> None:
    patch(world, "manager", {"form_schema": {"title": "one"}}, world.root)
    own = schema(windows(world.root), "manager")
    own.sees(EDITOR).to_have_value('{"title": "one"}')
    patch(world, "manager", {"form_schema": {"title": "two"}}, world.root)
    own.sees(EDITOR).to_have_value('{"title": "two"}')
    write(own, '{"title": "mine"}')
    patch(world, "manager", {"metadata_schema": {}}, world.root)
    own.sees(".about").to_contain_text("version 3")
    own.sees(".moved").to_be_empty()
    press(own, "Save…")
    own.sees(dialog(own)).to_contain_text("Save version 4?")
    patch(world, "manager", {"form_schema": {"title": "theirs"}}, scene_admin(world), "Mine first")
    press(dialog(own), "Save")
    own.sees(dialog(own)).to_have_count(0)
    own.sees(".moved").to_contain_text("Carol saved version 4")
    assert role(world, "manager")["form_schema"] == {"title": "theirs"}
    own.page.get_by_role("link", name="See what they changed").click()
    own.sees(".diff tr.come").to_contain_text("theirs")
    own.page.go_back()
    own.sees(EDITOR).to_have_value('{"title": "mine"}')
    press(own, "Keep mine, on top of theirs")
    own.sees(".moved").to_be_empty()
    own.page.reload()
    own.sees(EDITOR).to_have_value('{"title": "mine"}')
    press(own, "Save…")
    press(dialog(own), "Save")
    own.sees(".versions").to_contain_text("Version 5")
    assert role(world, "manager")["form_schema"] == {"title": "mine"}


def scene_admin(world: World) -> str:
    return person(world, "carol", "Carol", ("manager", {"type": "admin"}))


def still(own: Window) -> None:
    own.sees("#main").not_to_be_empty()


def moved(own: Window) -> None:
    write(own, '{\n  "properties": {\n    "a": {"type": "string"},\n  }\n}')
    own.sees(".problems li").to_have_count(1)


def saving(own: Window) -> None:
    write(own, json.dumps({**FORM, "title": "Refund"}))
    press(own, "Tidy up")
    press(own, "Save…")
    own.sees(dialog(own)).to_be_visible()
    dialog(own).locator("summary").click()


def changing(own: Window) -> None:
    patch(own.world, "desk", {"sla_minutes": 90}, own.world.root)
    own.sees(own.page.get_by_label("Time to answer")).to_have_value("90")
    own.page.get_by_label("Time to answer").fill("50")
    own.page.get_by_label("Properties").fill('{"floor": 3}')
    patch(own.world, "desk", {"sla_minutes": 60}, own.world.root)
    own.sees(".meanwhile:not(:empty)").to_be_visible()


SHOTS: list[tuple[str, str, Callable[[Window], None]]] = [
    ("roles", "/admin/roles", still),
    ("role", "/admin/roles/desk", changing),
    ("role-schema", "/admin/roles/reviewer/schema", moved),
    ("role-schema-save", "/admin/roles/reviewer/schema", saving),
    ("role-schema-compare", "/admin/roles/reviewer/schema?version=3&against=1", still),
]


@pytest.mark.parametrize("name, path, prepare", SHOTS, ids=[shot[0] for shot in SHOTS])
def test_a_page_is_accessible_and_fits(
    world: World, windows: Opener, name: str, path: str, prepare: Callable[[Window], None]
) -> None:
    own = windows(world.root, size=WIDTHS["narrow"]).open(path).live()
    own.sees("tbody tr, form.dials").not_to_have_count(0)
    prepare(own)
    assert faults_of(own, name) == []
