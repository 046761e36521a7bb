"""One escalation as somebody answers it: claim, form, mistakes, and what others see meanwhile."""

from __future__ import annotations

import json

import pytest
from psycopg.types.json import Jsonb

from tests.http.conftest import World

from .conftest import Opener, ask, person
from .looks import WIDTHS, faults_of
from .refund import FAULT, FORM, asked, at, stored


@pytest.fixture(scope="module", autouse=True)
def form(world: World) -> None:
    """The role asks for a form, and holds answers against it."""
    world.call(
        "role_patch",
        role="reviewer",
        patch=Jsonb({"form_schema": FORM, "enforce_schema": True}),
        actor=world.root,
    )


def test_an_answer_with_a_mistake_first(
    world: World, ada: str, grace: str, windows: Opener
) -> None:
    row = asked(world)
    own, other = at(windows(ada).open().live(), row), at(windows(grace).open().live(), row)
    own.sees(".claim").to_contain_text("Held by nobody")
    own.sees(own.page.get_by_label("approve")).to_be_disabled()
    own.press("c")
    own.sees(".claim").to_contain_text("You hold this until")
    own.sees(".countdown").not_to_be_empty()
    other.sees(".claim").to_contain_text("Ada Lovelace holds this until")
    other.sees(".history").to_contain_text("Ada Lovelace claimed it until")

    page = own.page
    own.sees(page.get_by_label("Amount")).to_be_hidden()
    page.get_by_label("approve").check()
    page.get_by_label("Amount").fill("500")
    page.get_by_label("Reason").fill("no")
    page.get_by_label("The photo shows the damage").check()
    page.get_by_label("City").fill("Oslo")
    page.get_by_role("button", name="Add").click()
    page.get_by_label("Sku").fill("X1")
    page.get_by_label("Count", exact=True).fill("two")
    page.get_by_label("fragile").check()
    page.get_by_label("Door code").fill("hunter2-hunter2")
    page.get_by_role("button", name="Send the answer").click()
    own.sees(".answer form [role=alert]").to_contain_text("One field needs another look")
    own.sees(FAULT).to_have_text("Must be a number, like 12.5")
    own.sees(page.get_by_label("Count", exact=True)).to_be_focused()
    page.get_by_label("Count", exact=True).fill("2")
    page.get_by_role("button", name="Send the answer").click()
    own.sees(".answer form [role=alert]").to_contain_text("3 fields need another look")
    own.sees(page.get_by_label("Amount")).to_be_focused()
    own.sees(page.get_by_label("Amount")).to_have_attribute("aria-invalid", "true")
    own.sees(FAULT).to_have_text(
        [
            "Must be at most 120",
            "Must have at least 5 characters (has 2)",
            "1 of 2 items are not checked",
        ]
    )

    page.get_by_label("Amount").fill("119.5")
    page.get_by_label("Reason").fill("Damaged on the way")
    page.get_by_label("Within the limit").check()
    page.get_by_role("button", name="Send the answer").click()
    own.sees(".answer").to_contain_text("Answered by you")
    other.sees(".answer").to_contain_text("Answered by Ada Lovelace")
    kept = stored(world, row)
    assert kept.pop("secret").startswith("eph:v1:secret:")
    assert kept == {
        "decision": "approve", "order": {"amount": 119.5}, "reason": "Damaged on the way",
        "kind": "refund", "checks": {"photo": True, "limit": True}, "address": {"city": "Oslo"},
        "lines": [{"sku": "X1", "count": 2}], "tags": ["fragile"],
    }  # fmt: skip
    assert own.value("Object.keys(localStorage).filter(key => key.includes('draft'))") == []


def test_the_pages_of_one_escalation_are_accessible_and_fit(
    world: World, ada: str, grace: str, windows: Opener
) -> None:
    free, mine, held, ended = (
        asked(world, metadata={"region": n, "amount": 119.5})
        for n in ("north", "south", "east", "west")
    )
    asked(world, role="engineer", description="Elsewhere")
    world.call("escalation_claim", id=mine, actor=ada)
    world.call("escalation_claim", id=held, actor=grace)
    world.call("escalation_cancel", id=ended, reason="Asked twice", actor=world.root)
    own = windows(ada, size=WIDTHS["narrow"])
    found = []
    for name, row in {"free": free, "mine": mine, "held": held, "ended": ended}.items():
        at(own, row).live()
        own.sees(".history li").not_to_have_count(0)
        own.sees(".lineage li").not_to_have_count(0)
        if name == "mine":
            own.page.get_by_label("approve").check()
            own.page.get_by_role("button", name="Add").click()
            own.page.get_by_role("button", name="Send the answer").click()
            own.sees(FAULT).not_to_have_count(0)
        found += faults_of(own, f"escalation-{name}")
    assert found == []


def test_what_shares_an_origin_is_told_in_words_and_a_name_as_it_is_written(
    world: World, ada: str, windows: Opener
) -> None:
    project = world.call("project_create", name="Shop", slug="shop", actor=world.root)["id"]
    item = world.call(
        "work_item_create",
        project_id=project,
        kind="task",
        title="Ship order 7",
        actor=world.root,
    )["id"]
    world.call("run_create", work_item_id=item, provider="codex", cwd="/srv", actor=world.root)
    own = at(windows(ada), asked(world, work_item_id=item, origin_id=item))
    own.sees(".lineage").to_contain_text("Ship order 7 To do")
    own.sees(".lineage").to_contain_text("Queued")
    own.sees(".history").to_contain_text("root asked this")


def test_what_is_written_is_kept(world: World, ada: str, windows: Opener) -> None:
    row = asked(world)
    own = at(windows(ada), row)
    own.press("r")
    own.sees(own.page.get_by_label("approve")).to_be_focused()
    own.page.get_by_label("approve").check()
    own.page.get_by_label("Reason").fill("Half of a thought")
    own.page.get_by_label("Door code").fill("hunter2-hunter2")
    own.page.get_by_label("express").check()
    own.page.get_by_role("link", name="Inbox", exact=True).click()
    own.sees("li.row, .empty").not_to_have_count(0)
    assert "hunter2" not in own.value("JSON.stringify(localStorage)")
    at(own, row)
    own.sees(own.page.get_by_label("Reason")).to_have_value("Half of a thought")
    own.sees(own.page.get_by_label("approve")).to_be_checked()
    own.sees(own.page.get_by_label("express")).to_be_checked()
    own.sees(own.page.get_by_label("Door code")).to_have_value("")
    own.sees(own.page.get_by_label("Amount")).to_be_visible()
    own.page.locator(".menu summary").click()
    own.page.get_by_role("button", name="Sign out").click()
    own.page.wait_for_url("**/sign-in")
    assert own.value("Object.keys(localStorage)") == []


def test_a_claim_that_ends(world: World, ada: str, grace: str, windows: Opener) -> None:
    row = asked(world)
    own = at(windows(ada).open().live(), row)
    own.press("c")
    own.sees(own.page.get_by_label("approve")).to_be_enabled()
    own.page.get_by_label("Reason").fill("Half of a thought")
    ends = """
        update rowlock.escalation
        set assigned_until = clock_timestamp() + %s * interval '1 second', version = version + 1
        where id = %s"""
    own.page.reload()
    world.conn.execute(ends, [80, row])
    own.page.reload()
    own.sees(".claim").to_have_attribute("data-soon", "")
    own.sees(own.page.get_by_role("button", name="Hold longer")).to_have_class("primary")
    own.press("c")
    own.sees(".countdown").to_contain_text("29:")
    world.conn.execute(ends, [2, row])
    own.page.reload()
    own.sees(".claim").to_contain_text("Your claim has lapsed")
    own.sees(own.page.get_by_label("Reason")).to_be_disabled()
    own.sees(own.page.get_by_label("Reason")).to_have_value("Half of a thought")

    world.call("escalation_claim", id=row, actor=grace)
    own.sees(".claim").to_contain_text("Grace Hopper holds this until")
    own.press("c")
    own.sees(".note.fault").to_contain_text("Grace Hopper holds it until")
    world.call("escalation_cancel", id=row, reason="Not needed", actor=world.root)
    own.sees(".top").to_contain_text("Cancelled")
    own.sees(".history").to_contain_text("called it off: Not needed")
    own.sees("form").to_have_count(0)


def test_rows_without_a_form_are_answered_in_json(world: World, windows: Opener) -> None:
    row = ask(
        world,
        role="engineer",
        type="plain",
        description="",
        escalation_payload={"list": [1, {"deep": {"er": {"est": [{}]}}}]},
    )
    eva = person(world, "eva", "Eva", ("engineer", {}))
    own = at(windows(eva), row, "?answer=1")
    answer = own.page.get_by_label("Answer", exact=True).and_(own.page.get_by_role("textbox"))
    own.sees(answer).to_be_focused()
    answer.fill('{"decision": ')
    own.page.get_by_role("button", name="Send the answer").click()
    own.sees(FAULT).to_contain_text("Is no JSON")
    answer.fill("[1]")
    own.page.get_by_role("button", name="Send the answer").click()
    own.sees(FAULT).to_contain_text("Must be an object")
    answer.fill('{"decision": "yes", "__proto__": {"x": 1}}')
    own.page.get_by_role("button", name="Send the answer").click()
    own.sees(".answer").to_contain_text("Answered by you")
    assert stored(world, row) == {"decision": "yes", "__proto__": {"x": 1}}


BAD = "<img src=x onerror=\"hurt('i')\"><script>hurt('s')</script>"


def test_hostile_forms_are_text(world: World, ada: str, windows: Opener) -> None:
    fields = {
        BAD: {"type": "string", "title": BAD, "description": BAD, "default": BAD},
        "__proto__": {"enum": [BAD, "javascript:hurt('u')", 3, None, {"a": BAD}, "six"],
                      "title": "constructor"},
        "odd": {"type": 7, "enum": "no", "x-lt-showIf": {"a": 1}, "$ref": "#/properties/odd"},
        "deep": {"$ref": "#/$defs/deep"}, "bad": True, "fixed": {"const": {"x": BAD}},
    }  # fmt: skip
    schema = {"properties": fields, "required": 3, "x-lt-order": "none", "$defs": {
        "deep": {"type": "object", "properties": {"again": {"$ref": "#/$defs/deep"}}}}}  # fmt: skip
    row = asked(
        world,
        escalation_payload={BAD: [{BAD: BAD}], "url": "javascript:hurt('u')"},
        metadata={BAD: BAD, "u": "javascript:hurt('u')"},
    )
    pinned = """
        update rowlock.escalation
        set metadata = metadata || jsonb_build_object('form_schema', %s::jsonb) where id = %s"""
    world.conn.execute(pinned, [json.dumps(schema), row])
    own = windows(ada)
    own.page.add_init_script("window.hurts = []; window.hurt = (what) => hurts.push(what);")
    at(own, row).press("c")
    own.sees(own.page.get_by_label(BAD).first).to_have_value(BAD)
    assert (
        own.value(
            "document.querySelectorAll('img, main script, iframe, main a[href^=javascript]').length"
        )
        == 0
    )
    assert own.value("hurts") == [] and own.value("({}).x") is None
