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
# Chromium drops a request now and then before it is sent; the page asks again.
DROPPED = "Failed to load resource: net::ERR_FAILED"
COOKIE = "rowlock_session"
# All but what is the page's own: its files stay known, and parsed.
STORAGE = "local_storage,indexeddb,cache_storage,service_workers,file_systems"
# As long as a busy machine may take.
PATIENCE = 20_000


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


def again(context: BrowserContext, world: World, size: dict[str, int], scheme: Any) -> Page:
    """A page in a context that was somebody else's, of whom nothing is left but the page's files.

    It costs less than half of what the first page of a new context does.
    """
    context.clear_cookies()
    page = context.new_page()
    page.set_viewport_size(size)  # type: ignore[arg-type,unused-ignore]
    page.emulate_media(color_scheme=scheme)
    session = context.new_cdp_session(page)
    session.send("Storage.clearDataForOrigin", {"origin": world.url, "storageTypes": STORAGE})
    session.detach()
    return page


def reusable(page: Page) -> bool:
    """Whether its context may have another page: a test's clock stays there, and times nothing."""
    return not page.is_closed() and page.evaluate("performance.getEntries().length") > 0


@contextmanager
def window(
    browser: Browser,
    world: World,
    user_id: str | None,
    size: tuple[int, int] = (1600, 900),
    scheme: str = "light",
    kept: list[BrowserContext] | None = None,
    **more: Any,
) -> Iterator[Window]:
    """A window of somebody's; whatever the browser complains of fails the test.

    Without further wishes its context is one that was kept, and is kept afterwards.
    """
    kept = None if more else kept
    room = {"width": size[0], "height": size[1]}
    shade: Any = "dark" if scheme == "dark" else "light"
    if kept:
        context = kept.pop()
        page = again(context, world, room, shade)
    else:
        context = browser.new_context(
            viewport=room, color_scheme=shade, base_url=world.url, locale="en-GB", **more
        )
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
    if user_id:
        token = issue(SECRET, user_id)[0]
        context.add_cookies([{"name": COOKIE, "value": token, "url": world.url, "httpOnly": True}])
    made = Window(page, world)
    made.page.on("console", lambda message: made.said.append(message.text))
    made.page.on("pageerror", lambda error: made.said.append(str(error)))
    try:
        yield made
        complaints = [text for text in made.said if not text.startswith((REFUSED, DROPPED))]
        assert complaints == [], f"the browser complains: {complaints}"
        if kept is not None and reusable(page):
            # A context without a page forgets the files.
            page.goto("about:blank")
            for other in context.pages:
                if other != page:
                    other.close()
            kept.append(context)
    finally:
        if kept is None or context not in kept:
            context.close()
