"""Answers that come late: an older one never takes the place of a newer one."""

from __future__ import annotations

import re
from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING

from tests.http.conftest import World
from tests.http.service import until

from .conftest import Opener, ask
from .window import Window

if TYPE_CHECKING:
    from playwright.sync_api import APIResponse, Route


def keep(own: Window, address: str) -> tuple[Callable[[], bool], Callable[[], None]]:
    """The next answer of this address waits: whether it is there, and to let it go."""
    kept: list[tuple[Route, APIResponse]] = []

    def take(route: Route) -> None:
        if kept:
            route.continue_()
        else:
            kept.append((route, route.fetch()))

    own.page.route(re.compile(address), take)
    return lambda: bool(kept), lambda: kept[0][0].fulfill(response=kept[0][1])


def test_an_origin_shows_what_is_newest(world: World, ada: str, windows: Opener) -> None:
    ask(world, description="Before", origin_id="order 1")
    own = windows(ada)
    own.open("/origins/order%201").live()
    own.sees(".lines").to_contain_text("Before")
    there, let_go = keep(own, "/api/origins/")
    ask(world, description="Meanwhile", origin_id="order 1")
    until(lambda: there() or own.page.wait_for_timeout(50))
    ask(world, description="After", origin_id="order 1")
    # As long as it may take to hear of it, so that it is read while the other is on its way.
    own.page.wait_for_timeout(2000)
    let_go()
    own.sees(".lines").to_contain_text("After")
    own.page.wait_for_timeout(300)
    own.sees(".lines li").to_have_count(3)


def test_the_list_of_projects_shows_what_was_asked_for_last(
    world: World, ada: str, windows: Opener
) -> None:
    own = windows(ada)
    own.open("/plan").live()
    own.sees(".empty").to_be_visible()
    there, let_go = keep(own, r"/api/projects\?status=active")
    own.page.get_by_role("link", name="All", exact=True).click()
    own.page.get_by_role("link", name="Active", exact=True).click()
    until(lambda: there() or own.page.wait_for_timeout(50))
    world.call("project_create", name="Newer", slug="newer", actor=world.root)
    own.sees("tbody").to_contain_text("Newer")
    let_go()
    own.page.wait_for_timeout(300)
    own.sees("tbody").to_contain_text("Newer")


def test_a_board_is_read_anew_while_events_come_without_a_pause(
    world: World, ada: str, windows: Opener
) -> None:
    own = windows(ada)
    own.open("/board").live()
    own.sees(".station").not_to_have_count(0)
    asked: list[str] = []
    own.page.on("request", lambda one: asked.append(one.url))
    row, begun = ask(world), monotonic()

    def times(what: str) -> int:
        return sum(what in url for url in asked)

    # It does not wait for a pause, however slow the machine is.
    while monotonic() < begun + 5 or min(times("metrics"), times("/available")) < 2:
        assert monotonic() < begun + 60, asked
        for priority in (1, 2):
            world.call("escalation_priority", ids=[row], priority=priority, actor=world.root)
        own.page.wait_for_timeout(1)
    seconds = monotonic() - begun
    assert times("metrics") <= seconds / 2 + 2, "every two seconds, more or less"
    assert times("/available") <= seconds / 1.5 + 2, "and the badge, a little more often"
