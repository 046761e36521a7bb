"""The page of the API: its headers, and what a reader sees and reaches in a real browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from .conftest import World
from .contract import DOCUMENT

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

FILES = [
    ("/api/docs", "text/html"),
    ("/api/docs/docs.css", "text/css"),
    ("/api/docs/docs.js", "text/javascript"),
    ("/api/docs/docs.svg", "image/svg+xml"),
]


@pytest.mark.parametrize("path, kind", FILES)
def test_the_files_of_the_page_are_served_to_anybody(world: World, path: str, kind: str) -> None:
    answer = world.nobody("GET", path)
    assert (answer.status, answer.headers.get_content_type()) == (200, kind)
    policy = answer.headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'") and "unsafe" not in policy
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    known = world.nobody("GET", path, headers={"If-None-Match": answer.headers["ETag"]})
    assert (known.status, known.text) == (304, "")


def test_nothing_on_the_page_is_inline_or_of_another_host(world: World) -> None:
    page = world.nobody("GET", "/api/docs").text
    assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?! type=\"module\" src=)", page)
    for path, _ in FILES:
        text = world.nobody("GET", path).text.replace("http://www.w3.org/2000/svg", "")
        assert not re.search(r"https?://|\bimport\b|innerHTML|\beval\b", text), path


@pytest.fixture(params=[(400, "light"), (1600, "dark")], ids=["narrow", "wide"])
def page(world: World, browser: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    width, scheme = request.param
    context = browser.new_context(
        viewport={"width": width, "height": 900}, color_scheme=scheme, base_url=world.url
    )
    page = context.new_page()
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.goto("/api/docs")
    page.wait_for_selector("details.operation")
    yield page
    assert said == [], "the browser complains"
    context.close()


@pytest.mark.slow
def test_every_operation_is_shown_and_fits(world: World, page: Page) -> None:
    paths = world.nobody("GET", DOCUMENT).body["paths"]
    told = {o["operationId"] for methods in paths.values() for o in methods.values()}
    page.locator("#escalation_claim > summary").click()
    page.locator("#escalation_claim h3").first.wait_for()
    page.evaluate("for (const shown of document.querySelectorAll('details')) shown.open = true")
    page.locator("#readyz h3").first.wait_for()
    headed = page.locator("details.operation:has(h3)").evaluate_all("all => all.map(d => d.id)")
    assert set(headed) == told
    assert "DELETE" in page.locator("#membership_revoke").inner_text()
    assert "escalation_held" in page.locator("#escalation_claim").inner_text()
    assert "curl -X POST" in page.locator("#escalation_claim pre").first.inner_text()
    width = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert width[0] <= width[1], "it scrolls sideways"


@pytest.mark.slow
def test_the_keyboard_searches_opens_and_follows(page: Page) -> None:
    page.keyboard.press("/")
    page.keyboard.type("signal_key resolve")
    assert page.locator("#found").inner_text().startswith(("1 of", "2 of", "3 of"))
    assert page.locator("#group-users").is_hidden()
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.tagName") == "SUMMARY":
            break
    page.keyboard.press("Enter")
    opened = page.locator("details.operation[open]")
    assert opened.count() == 1
    page.locator("#search").fill("")
    opened.locator("a[href='#refusals']").press("Enter")
    assert page.locator("#refusals table").is_visible()


@pytest.mark.slow
def test_an_address_with_a_name_opens_that_operation(world: World, page: Page) -> None:
    page.goto(f"{world.url}/api/docs#escalation_resolve")
    page.wait_for_selector("#escalation_resolve[open]")
    assert "The answer: JSON" in page.locator("#escalation_resolve").inner_text()
