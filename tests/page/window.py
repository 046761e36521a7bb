"""A window of the browser in which somebody is signed in, and what is to be seen in it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from rowlock.auth import issue
from tests.http.conftest import World
from tests.http.service import SECRET, until

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Locator, LocatorAssertions, Page

# A browser says this of every answer that is a refusal; what the page makes of it is looked at.
REFUSED = "Failed to load resource: the server responded with a status of 4"
COOKIE = "rowlock_session"
# As long as a busy machine may take.
PATIENCE = 20_000
WIDE = (1600, 900)


@dataclass(slots=True)
class Window:
    """A page in a context of its own: cookies and all."""

    page: Page
    world: World
    said: list[str] = field(default_factory=list)

    def open(self, path: str = "/") -> Window:
        """Go there, and wait until something useful is shown."""
        self.page.goto(path)
        self.page.wait_for_selector("#main > *")
        return self

    def inbox(self, query: str = "") -> Window:
        """The inbox, with its rows."""
        self.open(f"/{query}")
        self.page.wait_for_selector("li.row")
        return self

    def press(self, *keys: str) -> None:
        """Keys, one after the other."""
        for key in keys:
            self.page.keyboard.press(key)

    def sees(self, what: str | Locator) -> LocatorAssertions:
        """What must come to hold of something: a selector, or a locator."""
        from playwright.sync_api import expect

        expect.set_options(timeout=PATIENCE)
        return expect(self.page.locator(what) if isinstance(what, str) else what)

    def row(self, row: str) -> Locator:
        """The row of an escalation."""
        return self.page.locator(f"li.row[data-id='{row}']")

    def ids(self) -> list[str]:
        """The rows that are shown, in their order."""
        return list(self.page.eval_on_selector_all("li.row", "all => all.map(e => e.dataset.id)"))

    def lists(self, rows: list[str]) -> None:
        """These rows come to be shown, in this order."""
        until(lambda: self.ids() == rows, PATIENCE / 1000)

    def titled(self, lead: str) -> None:
        """The title of the tab comes to begin with this."""
        until(lambda: self.page.title().startswith(lead), PATIENCE / 1000)

    def value(self, script: str) -> Any:
        """What a script in the page gives."""
        return self.page.evaluate(script)

    def live(self) -> Window:
        """Wait until the stream is open."""
        self.sees(".state").to_have_text("Live")
        return self


@dataclass(slots=True)
class Desk:
    """What a module keeps of its people: their cookies, kept files, and windows to use again.

    A process of a browser's own for every window would cost more than all that is done in it.
    """

    contexts: dict[tuple[str, tuple[int, int]], BrowserContext] = field(default_factory=dict)
    idle: dict[tuple[str, tuple[int, int]], list[Page]] = field(default_factory=dict)


def context(
    browser: Browser, world: World, user_id: str | None, size: tuple[int, int]
) -> BrowserContext:
    """Cookies and kept files of somebody's own."""
    made = browser.new_context(
        viewport={"width": size[0], "height": size[1]}, base_url=world.url, locale="en-GB"
    )
    made.set_default_timeout(PATIENCE)
    if user_id:
        token = issue(SECRET, user_id)[0]
        made.add_cookies([{"name": COOKIE, "value": token, "url": world.url, "httpOnly": True}])
    return made


@contextmanager
def page_of(
    browser: Browser, world: World, desk: Desk, user_id: str, size: tuple[int, int]
) -> Iterator[Page]:
    """A page of somebody's, used before or not; it is left where nothing happens."""
    key = user_id, size
    if key not in desk.contexts:
        desk.contexts[key] = context(browser, world, user_id, size)
    idle = desk.idle.setdefault(key, [])
    page = idle.pop() if idle else desk.contexts[key].new_page()
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.emulate_media(color_scheme="light")
    yield page
    page.unroute_all(behavior="ignoreErrors")
    page.goto("/healthz")
    page.evaluate("localStorage.clear(), sessionStorage.clear()")
    idle.append(page)


@contextmanager
def page_alone(
    browser: Browser, world: World, user_id: str | None, size: tuple[int, int]
) -> Iterator[Page]:
    """A page that begins with nothing, and leaves nothing."""
    own = context(browser, world, user_id, size)
    try:
        yield own.new_page()
    finally:
        own.close()


@contextmanager
def window(
    browser: Browser,
    world: World,
    desk: Desk,
    user_id: str | None,
    size: tuple[int, int] = WIDE,
    fresh: bool = False,
) -> Iterator[Window]:
    """A window of somebody's, or `fresh`; whatever the browser complains of fails the test."""
    own = (
        page_alone(browser, world, user_id, size)
        if fresh or user_id is None
        else page_of(browser, world, desk, user_id, size)
    )
    with own as page:
        made = Window(page, world)
        hear: dict[str, Any] = {
            "console": lambda message: made.said.append(message.text),
            "pageerror": lambda error: made.said.append(str(error)),
        }
        for name, heard in hear.items():
            page.on(name, heard)  # type: ignore[call-overload]
        yield made
        for name, heard in hear.items():
            page.remove_listener(name, heard)
        complaints = [text for text in made.said if not text.startswith(REFUSED)]
        assert complaints == [], "the browser complains"
