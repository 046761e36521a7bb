"""Markup and scripts in every field that others fill: they are shown as the text they are."""

from __future__ import annotations

import json
from urllib.parse import quote

import pytest

from tests.http.conftest import World

from .conftest import Opener, ask, person

BAD = "<img src=x onerror=\"hurt('i')\"><script>hurt('s')</script>'\"`{{1}}&lt;b&gt;${1}"
URL = "javascript:hurt('u')"


@pytest.fixture(scope="module")
def mallory(world: World) -> str:
    """An account whose names are hostile too."""
    made = person(world, BAD[:200], "M", ("reviewer", {"type": "admin"}))
    patch = json.dumps({"display_name": BAD})
    world.call("user_patch", id=made, patch=patch, actor=world.root)
    return made


def test_hostile_rows_are_text(world: World, mallory: str, windows: Opener) -> None:
    row = ask(
        world,
        type=BAD,
        subtype=BAD,
        description=BAD,
        entity=BAD,
        origin_id=URL,
        workflow_id=BAD,
        metadata={"link": URL, BAD: BAD, "nested": {BAD: [BAD]}, "text": BAD},
    )
    plain = ask(world, type=URL, description="", metadata={"text": URL})
    long = ask(world, description="word " * 300, metadata={"k": "x" * 5000})
    rtl = ask(world, description="\u202eright to left\u2066 \u0000".replace("\u0000", ""))
    world.call("escalation_claim", id=row, actor=mallory)
    own = windows(mallory)
    own.page.add_init_script("window.hurts = []; window.hurt = (what) => hurts.push(what);")
    own.inbox("?view=all").live()
    shown = own.row(row)
    own.sees(shown.locator(".title")).to_have_text(BAD)
    own.sees(shown.locator(".type")).to_have_text(BAD)
    own.sees(shown.locator(".chips")).to_contain_text(BAD)
    own.sees(shown.locator(".chips")).to_contain_text(URL)
    own.sees(own.row(plain).locator(".title")).to_have_text(URL)
    assert own.row(plain).locator(".title").get_attribute("href") == f"/escalations/{plain}"
    for each in (row, plain, long, rtl):
        box = own.row(each).bounding_box()
        assert box and box["height"] < 60, "a row is one line"
    own.sees(own.page.locator(".menu summary")).to_have_text(BAD)
    assert own.value("document.querySelectorAll('img, main script, iframe').length") == 0

    own.page.locator(".facets summary", has_text="text").click()
    own.page.locator(".facets").get_by_role("button", name=BAD).click()
    own.sees("li.row").to_have_count(1)
    own.sees("a.filter").to_contain_text(BAD)
    own.page.get_by_label("Type").select_option(BAD)
    own.sees("a.filter").to_have_count(2)
    own.sees("h1").to_have_text("All")
    own.row(row).locator(".title").click()
    own.page.wait_for_url(f"**/escalations/{row}")
    own.sees("h1").to_have_text(BAD)
    assert own.value("hurts") == []
    assert BAD in own.value("document.title")


def test_a_hostile_name_is_text_in_every_sentence(
    world: World, ada: str, mallory: str, windows: Opener
) -> None:
    row = ask(world, description=BAD)
    own = windows(ada)
    own.page.add_init_script("window.hurts = []; window.hurt = (what) => hurts.push(what);")
    own.inbox().live()
    world.call("escalation_claim", id=row, actor=mallory)
    own.sees(own.row(row).locator(".standing")).to_contain_text(BAD)
    own.value(f"document.querySelector(`[data-id='{row}'] .title`).focus()")
    own.press("c")
    own.sees(".note.fault").to_contain_text(BAD)
    own.open(f"/?search={quote(BAD + '!')}")
    own.sees(".empty").to_contain_text(BAD + "!")
    assert own.value("hurts") == []


def test_addresses_made_up_by_others_lead_nowhere(ada: str, windows: Opener) -> None:
    own = windows(ada)
    own.open(f"/escalations/{quote(BAD[:40], safe='')}")
    own.sees(".panel.fault").not_to_be_empty()
    own.open("/?view=__proto__&order=constructor&type=%00&status=toString")
    own.sees("#main").not_to_be_empty()
