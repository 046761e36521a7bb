"""The example of docs/stream.md in a real Chromium, through a restore and a restart."""

from __future__ import annotations

import re
import socket
import time
from pathlib import Path
from typing import TYPE_CHECKING

import psycopg
import pytest

from .conftest import World
from .service import serving, settings_for, until
from .test_metrics import of, scrape

if TYPE_CHECKING:
    from playwright.sync_api import Browser

DOCS = Path(__file__).parents[2] / "docs" / "stream.md"
PAGE = """(token) => {
  window.seen = [];
  return follow(token, ["escalation.created", "escalation.claimed"],
    (event) => seen.push(event.id), (told) => seen.push(told));
}"""


def example() -> str:
    found = re.search(r"<!-- test: browser -->\n```js\n(.*?)```", DOCS.read_text(), re.DOTALL)
    assert found
    return found[1]


@pytest.mark.slow
def test_the_example_follows_through_a_restore_and_a_restart(
    fresh_dsn: str, browser: Browser
) -> None:
    page = browser.new_page()

    def wait(count: int) -> list[object]:
        until = time.monotonic() + 60
        while len(seen := list(page.evaluate("seen"))) < count:
            assert time.monotonic() < until, seen
            page.wait_for_timeout(100)
        return seen

    with psycopg.connect(fresh_dsn, autocommit=True) as conn, socket.socket() as held:
        # Bound and never listened at: while no service has the port, nobody else is given it.
        held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        held.bind(("127.0.0.1", 0))
        settings = settings_for(fresh_dsn, port=held.getsockname()[1])
        row = conn.execute("select id from rowlock.user_create_first(external_id => 'r')")
        root = str((row.fetchone() or [""])[0])
        with serving(settings) as url:
            world = World(url, conn, root, "")
            page.goto(f"{url}/healthz")
            page.evaluate(f"window.follow = {example()}; null")
            page.evaluate(PAGE, world.admin.token)
            until(lambda: of(scrape(world.nobody), "streams_open") == 1)
            start = world.last_seq()
            made = world.row()
            world.admin("POST", f"/api/escalations/{made}/claim")
            assert wait(2) == world.journaled(start)
            conn.execute("select rowlock.event_restore()")
            reset = wait(3)[2]
            assert isinstance(reset, dict) and reset["after"] == world.last_seq()
            world.row()
            wait(4)
        # It stands when the next one is there: what happened between comes too.
        world.call("escalation_create", role="reviewer", type="t", actor=root)
        with serving(settings):
            wait(5)
            world.row()
            seen = wait(6)
            page.wait_for_timeout(500)
        assert [s for s in seen if isinstance(s, int)] == world.journaled(start)
    page.close()
