"""The tab's stream: cut off, lagging, of a tab that nobody looks at, of a session that is over."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.http.conftest import World
from tests.http.service import until

from .conftest import Opener, ask

if TYPE_CHECKING:
    from playwright.sync_api import Route

STREAM = "**/api/events/stream*"
HIDE = """(hidden) => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


@pytest.fixture(scope="module", autouse=True)
def rows(world: World) -> list[str]:
    """A few rows."""
    return [ask(world, description=f"Question {i}", metadata={"n": 9 + i}) for i in range(3)]


def test_what_happened_while_it_was_cut_off_is_caught_up_on(
    world: World, ada: str, grace: str, windows: Opener
) -> None:
    own = windows(ada)
    asked: list[int] = []
    start = world.last_seq()
    told = 'event: lagged\ndata: {"after": %d}\n\n'

    def answer(route: Route) -> None:
        asked.append(int(parse_qs(urlsplit(route.request.url).query)["after"][0]))
        if len(asked) == 1:
            # The one that fell behind is told where to go on.
            route.fulfill(content_type="text/event-stream", body=told % (start - 1))
        elif len(asked) == 2:
            route.abort()
        else:
            route.continue_()

    own.page.route(STREAM, answer)
    own.inbox()
    row = own.ids()[0]
    world.call("escalation_claim", id=row, actor=grace)
    own.sees(own.row(row)).to_contain_text("Grace Hopper")
    own.live()
    assert asked == [start, start - 1, start - 1]
    own.said.clear()
    world.call("escalation_release", id=row, actor=grace)
    own.sees(own.row(row).get_by_role("button", name="Claim")).to_be_visible()


def test_a_tab_that_nobody_looks_at_closes_its_stream_and_still_counts(
    world: World, ada: str, windows: Opener
) -> None:
    own = windows(ada)
    own.page.clock.install()
    own.inbox().live()
    own.page.evaluate(HIDE, True)
    own.page.clock.run_for(21_000)
    own.sees(".state").to_have_text("Paused")
    new = ask(world, description="Meanwhile")
    # One that is being asked for while the time passes comes later.
    until(lambda: own.page.title().startswith("(4)") or own.page.clock.run_for(31_000))
    own.page.evaluate(HIDE, False)
    own.live()
    news = own.page.locator("button.news")
    until(lambda: news.is_visible() or own.page.clock.run_for(2_000))
    own.sees(news).to_have_text("Show 1 new row")
    world.call("escalation_cancel", id=new, actor=world.root)


def test_a_session_that_is_over_leads_to_the_way_in(ada: str, windows: Opener) -> None:
    own = windows(ada).inbox("?type=approval").live()
    own.page.context.clear_cookies()
    own.press("j", "c")
    own.page.wait_for_url("**/sign-in?next=%2F%3Ftype%3Dapproval")
    own.sees("h1").to_have_text("Sign in")
    own.sees(".menu").to_have_count(0)


def test_a_facet_orders_the_list_as_numbers(ada: str, windows: Opener, rows: list[str]) -> None:
    own = windows(ada).inbox()
    own.page.locator(".facets summary", has_text="n").click()
    own.page.get_by_role("button", name="Sort ascending").click()
    own.page.get_by_role("button", name="Sort descending").click()
    own.page.wait_for_url("**order=-number.n")
    own.lists(rows[::-1])
    own.sees(own.page.get_by_label("Order", exact=True)).to_have_value("-number.n")
    own.page.get_by_role("button", name="Usual order").click()
    own.page.wait_for_url(f"{own.world.url}/")


def test_a_service_that_is_away_is_told_and_comes_back(ada: str, windows: Opener) -> None:
    own = windows(ada).inbox().live()
    own.page.route("**/api/**", lambda route: route.abort())
    own.press("j", "c")
    own.sees(".note.fault").to_contain_text("The service cannot be reached")
    own.press("3")
    own.sees(".panel.fault").to_contain_text("The service cannot be reached")
    own.page.unroute("**/api/**")
    own.page.get_by_role("button", name="Try again").click()
    own.sees("li.row").to_have_count(3)
    own.said.clear()
