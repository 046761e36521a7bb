"""The inbox above a queue of 10,000 rows: what is asked for before something useful is shown."""

from __future__ import annotations

import pytest

from tests.http.conftest import World
from tests.http.service import until

from .conftest import Opener

ROWS = 10_000
KIB = 1024
FOUND = """() => {
  const [mark] = performance.getEntriesByName("rowlock-useful");
  const all = performance.getEntriesByType("resource").filter((e) => e.startTime < mark.startTime);
  const api = all.filter((e) => e.name.includes("/api/"));
  return { at: mark.startTime, files: all.length - api.length, api: api.length,
    bytes: all.reduce((sum, e) => sum + e.encodedBodySize, 0) };
}"""

SHIFTED = """() => new Promise((done) => {
  let moved = 0;
  const observer = new PerformanceObserver((list) => {
    for (const shift of list.getEntries()) moved += shift.value;
  });
  observer.observe({ type: "layout-shift", buffered: true });
  setTimeout(() => done(moved), 100);
})"""


@pytest.fixture(scope="module", autouse=True)
def rows(world: World) -> None:
    """A queue that has grown; nobody journals what was there before."""
    world.conn.execute(
        "insert into rowlock.escalation"
        " (id, role, type, subtype, description, priority, metadata, created_at, updated_at)"
        " select gen_random_uuid(), 'reviewer', 'approval', 'approval', 'Question ' || n,"
        " 1 + n %% 4,"
        " jsonb_build_object('region', n %% 7, 'amount', n), at, at"
        " from generate_series(1, %s) n, lateral (select now() - n * interval '1 second' as at) t",
        [ROWS],
    )
    world.conn.execute("vacuum analyze rowlock.escalation")


def test_little_is_asked_for_before_the_list_is_there(ada: str, windows: Opener) -> None:
    own = windows(ada).inbox()
    found = own.value(FOUND)
    print(f"useful after {found['at']:.0f} ms: {found}")
    assert found["api"] <= 3, "who I am, where the journal stands, the list"
    assert found["bytes"] < 200 * KIB
    own.sees("li.row").to_have_count(50)
    own.sees("nav .badge.available").to_have_text("10,000")
    own.sees(".facets summary").to_have_count(2)
    assert own.value(SHIFTED) < 0.01, "what was there moved when more came"

    again = windows(ada)
    again.inbox()
    again.page.reload()
    again.page.wait_for_selector("li.row")
    found = again.value(FOUND)
    sent = again.value(
        "performance.getEntriesByType('resource').filter((e) => e.name.includes('/assets/'))"
        ".reduce((sum, e) => sum + e.transferSize, 0)"
    )
    print(f"again after {found['at']:.0f} ms: {found}, {sent} bytes of files sent")
    assert sent == 0, "files are kept"


def test_deep_in_the_list_everything_still_works(ada: str, windows: Opener) -> None:
    own = windows(ada).inbox("?order=newest")
    for count in (100, 150, 200):
        own.page.get_by_role("button", name="Load more").click()
        own.sees("li.row").to_have_count(count)
    titles = own.page.eval_on_selector_all("li.row .title", "all => all.map(e => e.textContent)")
    assert titles == [f"Question {n}" for n in range(1, 201)], "each once, none left out"
    top = own.value("scrollY")
    own.press("j", "Enter")
    own.page.wait_for_url("**/escalations/*")
    own.page.go_back()
    own.sees("li.row").to_have_count(200)
    until(lambda: abs(own.value("scrollY") - top) < 200)
