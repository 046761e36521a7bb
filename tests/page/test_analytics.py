"""Analytics: what the charts show, what the address holds, and what comes while one looks."""

from __future__ import annotations

import csv
from pathlib import Path
from urllib.parse import parse_qs, urlparse

import pytest

from tests.http.conftest import World
from tests.http.service import until

from .conftest import Opener, ask
from .figures import lived
from .looks import WIDTHS, faults_of
from .test_many import SHIFTED
from .window import Window

PLOT = "[data-chart=backlog] .plot"
COUNTS = ("open", "held", "created", "resolved", "cancelled", "expired")
LEGEND = "[data-chart=backlog] .legend"


@pytest.fixture(scope="module", autouse=True)
def scene(world: World, ada: str, grace: str) -> list[str]:
    """Ten days of a queue, and four rows that are open: one held."""
    lived(world, [ada, grace])
    with world.conn.transaction():
        open_ = [ask(world, description=f"Open {n}", type="approval") for n in range(4)]
        world.call("escalation_claim", id=open_[0], duration_minutes=25, actor=ada)
    return open_


def at(own: Window, query: str = "") -> Window:
    """Analytics, with everything that it shows at first."""
    own.open(f"/analytics{query}").live()
    own.sees("[data-chart=rows] .foot").not_to_contain_text("Reading")
    own.sees("[aria-busy]").to_have_count(0)
    return own


def asked(own: Window) -> dict[str, str]:
    """The elements of the address."""
    return {k: v[0] for k, v in parse_qs(urlparse(own.page.url).query).items()}


def saved(own: Window, name: str) -> list[list[str]]:
    """The file that a button or a link gives."""
    with own.page.expect_download() as told:
        own.page.get_by_label(name).or_(own.page.get_by_role("link", name=name)).click()
    with Path(told.value.path()).open(newline="", encoding="utf-8") as file:
        return list(csv.reader(file))


def test_what_is_drawn_can_be_pointed_at_read_and_saved(
    world: World, windows: Opener, ada: str
) -> None:
    own = at(windows(ada), "?period=7d&tz=UTC")
    assert own.value(SHIFTED) < 0.1, "what was there moved when more came"
    own.sees("[data-tile=open]").to_have_text("Open now41 held, 3 available")
    own.sees(LEGEND).to_contain_text("At the end, and in all")
    head, *rows = saved(own, "Download as CSV: Backlog")
    assert head == ["since", "until", *COUNTS]
    told = [dict(zip(head, row, strict=True)) for row in rows]
    assert told[-1]["open"] == "4"
    assert {t["since"][11:19] for t in told} == {f"{h:02}:00:00" for h in range(0, 24, 3)}

    own.page.locator(PLOT).focus()
    own.press("Home", "ArrowRight", "ArrowRight")
    said = f"open {told[2]['open']}, held {told[2]['held']}, created {told[2]['created']}"
    assert said in (own.page.locator(PLOT).get_attribute("aria-valuetext") or "")
    own.sees(f"{LEGEND} .when").to_contain_text(f"{told[2]['since'][11:16]} – ")
    own.sees(f"{PLOT} .cursor").to_have_attribute("visibility", "visible")
    own.page.locator(PLOT).hover(position={"x": 1, "y": 60})
    own.sees(f"{LEGEND} .when").to_contain_text(f"{told[0]['since'][11:16]} – ")
    own.page.get_by_text("As a table: Backlog").click()
    own.sees("[data-chart=backlog] tbody tr").to_have_count(len(told))
    cells = own.page.locator("[data-chart=backlog] tbody tr").nth(2).locator("td")
    own.sees(cells).to_have_text([told[2][n] for n in COUNTS])

    names = own.page.locator("[data-chart=workload] tbody th")
    assert sorted(names.all_inner_texts()) == ["Grace Hopper", "You"]
    own.sees("[data-chart=workload] svg").to_have_count(2)
    own.sees("[data-chart=little]").to_contain_text("rows open on average")
    log = saved(own, "Event log (CSV)")
    assert log[0][:3] == ["case_id", "activity", "timestamp"]
    assert len(log) > 300
    people = saved(own, "Download as CSV: Workload")
    assert sorted(row[0] for row in people) == ["Ada Lovelace", "Grace Hopper", "person"]


def test_a_stretch_is_zoomed_into_and_back_leads_out(windows: Opener, ada: str) -> None:
    own = at(windows(ada), "?period=7d&tz=UTC")
    box = own.page.locator(PLOT).bounding_box()
    assert box
    middle = box["y"] + 60
    own.page.mouse.move(box["x"] + box["width"] * 0.4, middle)
    own.page.mouse.down()
    own.page.mouse.move(box["x"] + box["width"] * 0.5, middle, steps=4)
    own.sees(f"{PLOT} .picked").to_have_attribute("visibility", "visible")
    own.page.mouse.up()
    own.page.wait_for_url("**since=*")
    drawn = asked(own)
    assert drawn["tz"] == "UTC" and "period" not in drawn
    assert drawn["since"] < drawn["until"]
    own.sees(own.page.get_by_label("From")).to_have_value(drawn["since"][:16])
    own.sees("[data-chart=flow] .legend").to_contain_text("answers")
    own.page.go_back()
    until(lambda: asked(own) == {"period": "7d", "tz": "UTC"})
    own.sees(".periods [aria-current]").to_have_text("7 days")

    own.sees("[aria-busy]").to_have_count(0)
    own.page.locator(PLOT).focus()
    own.press("Home", "Shift+ArrowRight", "Shift+ArrowRight", "Enter")
    own.page.wait_for_url("**since=*")
    hours = (
        own.value("new Date(new URL(location).searchParams.get('until'))"
        " - new Date(new URL(location).searchParams.get('since'))") / 3_600_000
    )  # fmt: skip
    assert hours == 9
    own.press("z")
    until(lambda: asked(own)["since"] < drawn["since"])
    own.page.get_by_role("button", name="Later").click()
    own.page.get_by_role("link", name="24 hours").click()
    until(lambda: asked(own) == {"tz": "UTC"})
    own.sees("[aria-busy]").to_have_count(0)
    # Up to now: the window that is zoomed into ends now too.
    own.page.locator(PLOT).focus()
    own.press("End", "Shift+ArrowLeft", "Enter")
    own.page.wait_for_url("**since=*")
    assert asked(own).keys() == {"tz", "since"}
    own.sees(own.page.get_by_role("button", name="Later")).to_be_disabled()


def test_filters_are_in_the_address_and_refused_at_their_field(windows: Opener, ada: str) -> None:
    own = at(windows(ada), "?period=24h")
    page = own.page
    own.sees(page.get_by_label("Type").locator("option")).to_have_count(3)
    all_ = page.locator("[data-tile=created] b").inner_text()
    page.get_by_label("Type").select_option("refund")
    own.sees("[data-tile=oldest]").to_be_hidden()
    until(lambda: page.locator("[data-tile=created] b").inner_text() not in ("–", all_))
    own.sees("[data-chart=workload] .about").to_contain_text("of every type")
    page.get_by_label("Time zone").select_option("America/New_York")
    page.get_by_label("Step").select_option("6 hours")
    own.sees(".told .span").to_contain_text("America/New York")
    page.get_by_label("What is measured").select_option("wait")
    until(lambda: asked(own) == {
        "type": "refund", "tz": "America/New_York", "step": "6 hours", "measure": "wait",
        "period": "24h",
    })  # fmt: skip
    own.sees(f"{PLOT} .cursor").to_have_count(1)
    page.get_by_text("Exact times, more filters").click()
    page.get_by_label("Query").fill('{"status": "none"}')
    own.press("Enter")
    own.sees(page.get_by_label("Query")).to_have_attribute("aria-invalid", "true")
    own.sees(".exact [role=alert]:not(:empty)").to_have_count(1)
    own.sees("[data-chart=backlog] .note-over").to_contain_text("Not shown")
    page.get_by_role("button", name="Clear filters").click()
    own.sees("[data-chart=backlog] .note-over").to_be_hidden()
    page.get_by_label("From").fill("2030-01-01T00:00")
    page.get_by_role("button", name="Show", exact=True).click()
    own.sees(page.get_by_label("From")).to_have_attribute("aria-invalid", "true")
    page.go_back()
    own.sees("[data-chart=backlog] .note-over").to_be_hidden()


def test_what_happens_meanwhile_is_in_the_charts(world: World, windows: Opener, ada: str) -> None:
    own = at(windows(ada), "?period=1h")
    before = int(own.page.locator("[data-tile=created] b").inner_text())
    own.page.get_by_text("As a table: Backlog").click()
    table = own.page.locator("[data-chart=backlog] .scroll")
    table.evaluate("node => { node.scrollTop = 90; }")
    first = own.page.locator(".lines a").first
    first.focus()
    lines = own.page.locator(".lines li").count()
    row = ask(world, type="approval")
    world.call("escalation_cancel", id=row, actor=world.root)
    own.sees("[data-tile=created] b").to_have_text(str(before + 1))
    own.sees("[data-tile=ended]").to_contain_text("1 cancelled")
    own.sees(".lines li").to_have_count(lines + 1)
    own.sees(first).to_be_focused()
    assert table.evaluate("node => node.scrollTop") == 90


def test_who_sees_nothing_is_told_so(world: World, windows: Opener) -> None:
    own = at(windows(world.user("newcomer")))
    own.sees("[data-chart=backlog] .note-over").to_have_text(
        "Nothing was open in this window, and nothing came or went."
    )
    own.sees("[data-chart=ageing] .note-over").to_have_text("Nothing is open.")
    own.sees("[data-chart=workload]").to_contain_text("Nobody held or answered anything")


def test_it_is_accessible_and_fits(windows: Opener, ada: str) -> None:
    own = at(windows(ada, size=WIDTHS["narrow"]), "?period=7d")
    own.page.get_by_text("Exact times, more filters").click()
    own.page.get_by_text("As a table: Ageing").click()
    own.page.locator(PLOT).focus()
    assert faults_of(own, "analytics") == []
