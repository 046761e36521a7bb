"""Addresses: another path is another page, and what cannot be shown is told."""

from __future__ import annotations

from tests.http.conftest import World

from .conftest import Opener


def test_another_path_of_the_same_kind_is_another_page(
    world: World, ada: str, windows: Opener
) -> None:
    first, _ = [
        str(world.call("project_create", name=n, slug=n.lower(), actor=world.root)["id"])
        for n in ("First", "Second")
    ]
    own = windows(ada)
    own.open(f"/plan/{first}?view=board")
    own.sees("h1").to_have_text("First")
    own.page.locator(".way a").click()
    own.page.get_by_role("link", name="Second").click()
    own.sees("h1").to_have_text("Second")
    own.value("history.go(-2)")
    own.sees("h1").to_have_text("First")
    own.value("history.go(2)")
    own.sees("h1").to_have_text("Second")


def test_an_address_that_cannot_be_read_is_told(ada: str, windows: Opener) -> None:
    own = windows(ada)
    own.open("/plan/%ff")
    own.sees("#main").to_contain_text("leads nowhere")
    own.page.get_by_role("link", name="To the inbox").click()
    own.sees("h1").to_have_text("Available")


def test_a_page_that_does_not_come_is_told_and_asked_for_again(ada: str, windows: Opener) -> None:
    own = windows(ada)
    opened: list[str] = []
    own.page.on("framenavigated", lambda frame: opened.append(frame.url))
    own.open("/live").live()
    own.page.route("**/pages/board.js", lambda route: route.abort())
    own.page.get_by_role("link", name="Board").click()
    own.sees("#main").to_contain_text("cannot be shown")
    own.page.unroute("**/pages/board.js")
    own.page.get_by_role("button", name="Try again").click()
    own.sees("h1").to_have_text("Board")
    assert len(opened) < 4, "it is loaded again and again"
    own.said.clear()


def test_what_the_service_would_refuse_is_not_offered(ada: str, windows: Opener) -> None:
    own = windows(ada)
    own.open("/admin/roles/reviewer/schema")
    own.sees(own.page.get_by_role("button", name="Start over")).to_be_visible()
    own.sees(own.page.get_by_role("button", name="Try this answer")).to_be_hidden()


def test_the_header_fits_the_narrowest_of_screens(ada: str, windows: Opener) -> None:
    own = windows(ada, size=(320, 640))
    told = {"json": {"escalations": [], "total": 10_000, "total_capped": True}}
    own.page.route("**/api/escalations/available*", lambda route: route.fulfill(**told))
    own.open("/plan")
    own.sees(".badge.available").to_have_text("10,000+")
    assert own.value("document.documentElement.scrollWidth") <= 320
