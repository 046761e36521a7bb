"""What is written on the page of one escalation: kept, held back, and never overtaken."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Route
from psycopg.types.json import Jsonb

from tests.http.conftest import World
from tests.http.service import until

from .conftest import Opener, ask
from .refund import at, stored
from .window import Window

DRAFTS = "Object.entries(localStorage).filter(([key]) => key.includes('draft')).map(([, v]) => v)"
FORM: dict[str, Any] = {
    "x-lt-order": ["decision", "cause", "more", "door", "fee"],
    "required": ["decision"],
    "properties": {
        "decision": {"enum": ["short", "long"]},
        "cause": {"type": "string", "x-lt-showIf": "resolver.decision=long"},
        "more": {"type": "string", "x-lt-showIf": "resolver.cause"},
        "door": {"type": "object", "properties": {
            "code": {"type": "string", "format": "password"}, "floor": {"type": "string"}}},
        "fee": {"type": "integer", "readOnly": True, "default": 7},
    },
}  # fmt: skip


@pytest.fixture(scope="module", autouse=True)
def form(world: World) -> None:
    shape(world, FORM)


def shape(world: World, form: dict[str, Any], **more: Any) -> None:
    patch = Jsonb({"form_schema": form, "enforce_schema": True, **more})
    world.call("role_patch", role="reviewer", patch=patch, actor=world.root)


def sent(window: Window) -> None:
    window.page.get_by_role("button", name="Send the answer").click()


def test_what_depends_on_a_hidden_field_is_hidden_too(
    world: World, ada: str, windows: Opener
) -> None:
    row = ask(world)
    own = at(windows(ada), row)
    own.press("c")
    own.page.get_by_label("long").check()
    own.page.get_by_label("Cause").fill("It is")
    own.page.get_by_label("More").fill("And more")
    own.page.get_by_label("short").check()
    own.sees(own.page.get_by_label("Cause")).to_be_hidden()
    own.sees(own.page.get_by_label("More")).to_be_hidden()
    sent(own)
    own.sees(".answer").to_contain_text("Answered by you")
    assert stored(world, row) == {"decision": "short", "fee": 7}


def test_a_draft_has_what_was_written_and_no_secret_within(
    world: World, ada: str, windows: Opener
) -> None:
    row = ask(world)
    own = at(windows(ada), row)
    own.press("c")
    own.sees(own.page.get_by_label("long")).to_be_enabled()
    own.page.reload()
    own.sees(own.page.get_by_label("long")).to_be_enabled()
    assert own.value(DRAFTS) == [], "nothing was written"
    own.page.get_by_label("long").check()
    own.page.get_by_label("Code").fill("hunter2-hunter2")
    own.page.get_by_label("Floor").fill("third")
    until(lambda: own.value(DRAFTS))
    own.page.reload()
    own.sees(own.page.get_by_label("long")).to_be_checked()
    [draft] = own.value(DRAFTS)
    assert "hunter2" not in draft and '"fee"' not in draft
    own.sees(own.page.get_by_label("Code")).to_have_value("")


def test_an_answer_that_comes_late_overwrites_nothing(
    world: World, ada: str, windows: Opener
) -> None:
    row = ask(world)
    own = at(windows(ada).open().live(), row)
    held: list[Route] = []
    own.page.route(f"**/api/escalations/{row}", lambda route: held.append(route))
    world.call("escalation_priority", ids=[row], priority=1, actor=world.root)
    until(lambda: own.page.wait_for_timeout(20) or held)
    late = held[0].fetch()
    own.press("c")
    own.sees(".claim").to_contain_text("You hold this until")
    held[0].fulfill(response=late)
    own.sees(".marks").to_contain_text("Priority 1")
    own.sees(".claim").to_contain_text("You hold this until")


def test_a_page_that_is_left_does_nothing_more(world: World, ada: str, windows: Opener) -> None:
    row, other = ask(world, description="The one"), ask(world, description="The other")
    own = at(windows(ada), row)
    held: list[Route] = []
    own.page.route(f"**/api/escalations/{row}/claim", lambda route: held.append(route))
    own.press("c")
    until(lambda: own.page.wait_for_timeout(20) or held)
    own.press("u")
    own.row(other).get_by_role("link").click()
    own.sees("article.one h1").to_have_text("The other")
    with own.page.expect_response("**/claim"):
        held[0].continue_()
    own.sees("article.one h1").to_have_text("The other")
    assert own.page.title().endswith("The other · rowlock")


def test_a_reload_claims_nothing_again(world: World, ada: str, windows: Opener) -> None:
    row = ask(world)
    own = at(windows(ada), row, "?answer=1")
    own.sees(".claim").to_contain_text("You hold this until")
    own.press("x")
    own.sees(".claim").to_contain_text("Held by nobody")
    own.page.reload()
    own.sees(".claim").to_contain_text("Held by nobody")
    own.sees(".history li").to_have_count(3)


def test_who_answered_before_one_came_is_named(
    world: World, ada: str, grace: str, windows: Opener
) -> None:
    row = ask(world, approvals_required=3)
    world.call("escalation_claim", id=row, actor=grace)
    world.call(
        "escalation_resolve", id=row, resolver_payload=Jsonb({"decision": "short"}), actor=grace
    )
    at(windows(ada), row).sees(".answer .opinions").to_contain_text("Grace Hopper")


def test_what_others_say_is_shown_while_one_writes(
    world: World, ada: str, grace: str, windows: Opener
) -> None:
    row = ask(world, approvals_required=3)
    own = at(windows(ada).open().live(), row)
    world.call("escalation_claim", id=row, actor=grace)
    world.call(
        "escalation_resolve", id=row, resolver_payload=Jsonb({"decision": "short"}), actor=grace
    )
    own.sees(".answer .opinions").to_contain_text("Grace Hopper")
