"""The board: stations in their order, figures in place, badges that open what they count."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

import pytest
from psycopg.types.json import Jsonb

from tests.http.conftest import World

from .conftest import Opener, ask, person
from .looks import WIDTHS, faults_of
from .window import Window

# The rows of a role that the database has in jeopardy now.
LATE = """select e.id::text from rowlock.escalation e join rowlock.role r on r.role = e.role
  where e.role = %s and rowlock._escalation_in_jeopardy(e, r, clock_timestamp())"""
# What moves on the board itself.
SHIFTS = """() => {
  window.moved = [];
  const main = document.getElementById("main");
  new PerformanceObserver((list) => {
    const nodes = list.getEntries().flatMap((shift) => shift.sources.map(({ node }) => node));
    moved.push(...nodes.filter((node) => main.contains(node)).map((node) => node.textContent));
  }).observe({ type: "layout-shift" });
}"""
READS = """performance.getEntriesByType("resource")
  .filter((e) => e.name.includes("station-metrics")).map((e) => e.startTime)"""


def old(world: World, row: str, minutes: int) -> str:
    """The row, as if it had been asked so many minutes ago."""
    world.conn.execute(
        "update rowlock.escalation set created_at = clock_timestamp() - %s * interval '1 minute'"
        " where id = %s",
        [minutes, row],
    )
    return row


def dials(world: World, role: str, **patch: Any) -> None:
    world.call("role_patch", role=role, patch=Jsonb(patch), actor=world.root)


@pytest.fixture(scope="module", autouse=True)
def stations(world: World, ada: str) -> None:
    """A packing line below a parent, some rows too old, some held, some answered."""
    with world.conn.transaction():
        for role in ("line", "intake", "triage", "claims", "pack", "lost", "kept"):
            world.call("role_create", role=role, actor=world.root)
        dials(world, "line", title="Packing line")
        dials(world, "intake", title="Intake", parent_role="line", target_per_hour=2)
        dials(
            world, "triage", title="Triage of what came in", parent_role="line",
            upstream_roles=["intake"], priority_threshold_minutes=30, target_per_hour=1,
        )  # fmt: skip
        dials(world, "claims", title="Claims", parent_role="line", upstream_roles=["intake"])
        dials(
            world, "pack", title="Packing", parent_role="line", upstream_roles=["triage", "claims"],
            priority_facet="promised_at", sla_minutes=10,
        )  # fmt: skip
        dials(world, "lost", parent_role="line")
        dials(world, "kept", ops_visible=False)
        made = [ask(world, "triage", description=f"Triage {i}") for i in range(6)]
        for row in made[:4]:
            old(world, row, 31)
        world.call("escalation_claim", id=made[3], duration_minutes=30, actor=world.root)
        due = old(world, ask(world, "triage", description="Due", timeout="20 minutes"), 40)
        world.conn.execute(
            "update rowlock.escalation set expires_at = clock_timestamp() where id = %s", [due]
        )
        for at in ("2020-01-01T00:00:00Z", "tomorrow", "2999-01-01T00:00:00Z"):
            ask(world, "pack", description=f"Promised {at}", metadata={"promised_at": at})
        for minutes in (50, 40, 20):
            row = old(world, ask(world, "intake", description="Done"), minutes)
            world.call("escalation_claim", id=row, duration_minutes=30, actor=world.root)
            world.conn.execute(
                "update rowlock.escalation set claimed_at = created_at + interval '150 seconds'"
                " where id = %s",
                [row],
            )
            world.call("escalation_resolve", id=row, resolver_payload=Jsonb({}), actor=world.root)
        ask(world, "kept")


@pytest.fixture(scope="module")
def chief(world: World) -> str:
    """Who sees all stations."""
    return person(world, "chief", "Chief", ("admin", {"type": "admin"}))


def board(own: Window, query: str = "") -> Window:
    own.open(f"/board{query}")
    own.page.wait_for_selector("article.station")
    return own.live()


def station(own: Window, role: str) -> Any:
    return own.page.locator(f"article.station[data-role='{role}']")


def test_stations_stand_in_the_order_of_their_work(chief: str, windows: Opener) -> None:
    own = board(windows(chief))
    line = own.page.get_by_role("region", name="Packing line")
    steps = line.locator("ol.flow > li.step")
    shown = [
        [card.get_attribute("data-role") for card in step.locator("article").all()]
        for step in steps.all()
    ]
    assert shown == [["intake"], ["claims", "triage"], ["pack"]]
    own.sees(station(own, "pack")).to_contain_text("after Claims, Triage of what came in")
    own.sees(station(own, "intake").locator(".after")).to_be_empty()
    own.sees(line.locator("ul.loose article")).to_have_attribute("data-role", "lost")
    own.sees(station(own, "kept")).to_have_count(0)
    own.sees(".totals").to_contain_text("(1 kept off boards)")
    own.sees("#head nav a[aria-current]").to_have_text("Board")


def test_a_station_tells_its_figures_with_their_units(chief: str, windows: Opener) -> None:
    own = board(windows(chief), "?period=1h")
    intake = station(own, "intake")
    own.sees(intake.get_by_role("row", name="Wait")).to_have_text("Wait2.5 min2.5 min")
    own.sees(intake.get_by_role("row", name="Work")).to_contain_text("min")
    own.sees(intake.locator(".through")).to_contain_text("3 an hour")
    own.sees(intake.locator(".through")).to_contain_text("150 % of 2 an hour")
    assert intake.get_by_role("meter").evaluate("m => m.value") == 100
    own.sees(station(own, "triage").locator(".now")).to_have_text("6pending1held3in jeopardy")
    own.sees(station(own, "claims").get_by_role("row", name="Wait")).to_have_text("Wait––")
    own.sees(station(own, "claims").get_by_role("meter")).to_have_count(0)
    own.page.get_by_role("link", name="24 h", exact=True).click()
    own.page.wait_for_url(f"{own.world.url}/board")
    own.sees(intake.locator(".through")).to_contain_text("0.1 an hour")
    own.page.go_back()
    own.sees(intake.locator(".through")).to_contain_text("3 an hour")
    own.sees(".periods [aria-current]").to_have_text("1 h")
    own.open("/board?period=2h").sees(".panel.fault").to_contain_text(
        "Give 15m, 1h, 24h, 7d or 30d"
    )


@pytest.mark.parametrize("role, many", [("triage", 3), ("pack", 1)])
def test_a_badge_opens_exactly_the_rows_it_counts(
    world: World, chief: str, windows: Opener, role: str, many: int
) -> None:
    own = board(windows(chief))
    badge = station(own, role).locator(".jeopardy")
    own.sees(badge).to_have_text(f"{many}in jeopardy")
    late = sorted(row[0] for row in world.conn.execute(LATE, [role]))
    badge.click()
    own.page.wait_for_url("**/?role=*&jeopardy=yes")
    own.sees("li.row").to_have_count(many)
    assert sorted(own.ids()) == late
    own.sees(".list-head .total").to_have_text(re.compile(rf"^{many} rows?$"))
    own.sees(own.page.get_by_label("In jeopardy")).to_be_checked()
    own.page.locator("a.filter", has_text="in jeopardy").click()
    own.page.wait_for_url(f"**/?role={role}")
    own.sees(own.page.get_by_label("In jeopardy")).not_to_be_checked()
    own.page.get_by_label("In jeopardy").check()
    own.sees("li.row").to_have_count(many)
    own.page.go_back()
    own.sees(own.page.get_by_label("In jeopardy")).not_to_be_checked()
    own.sees("li.row").not_to_have_count(many)


def test_rows_get_old_without_an_event(world: World, chief: str, windows: Opener) -> None:
    own = windows(chief)
    own.page.clock.install()
    board(own)
    badge = station(own, "triage").locator(".jeopardy")
    own.sees(badge).to_have_text("3in jeopardy")
    query = "select id from rowlock.escalation where description = 'Triage 5'"
    row = world.conn.execute(query).fetchone()
    assert row
    old(world, str(row[0]), 31)
    own.page.clock.fast_forward(31_000)
    own.sees(badge).to_have_text("4in jeopardy")
    badge.click()
    own.sees("li.row").to_have_count(4)
    assert sorted(own.ids()) == sorted(r[0] for r in world.conn.execute(LATE, ["triage"]))
    old(world, str(row[0]), 1)


def test_what_is_pending_is_listed(chief: str, windows: Opener) -> None:
    own = board(windows(chief))
    station(own, "triage").get_by_role("link", name="6 pending").click()
    own.page.wait_for_url("**/?view=all&role=triage")
    own.sees("li.row").to_have_count(6)
    own.page.go_back()
    own.sees(station(own, "triage")).to_be_visible()


def test_figures_follow_what_happens_in_place_and_in_measure(
    world: World, chief: str, windows: Opener
) -> None:
    own = board(windows(chief))
    lost = station(own, "lost")
    own.sees(lost.locator(".now")).to_have_text("0pending0held0in jeopardy")
    own.value(SHIFTS)
    rows = [ask(world, "lost") for _ in range(12)]
    world.call("escalation_claim", id=rows[0], duration_minutes=30, actor=world.root)
    own.sees(lost.locator(".now")).to_have_text("12pending1held0in jeopardy")
    assert own.value("moved") == []
    for row in rows:
        world.call("escalation_cancel", id=row, actor=world.root)
    dials(world, "lost", title="Lost and found", upstream_roles=["pack"])
    own.sees(lost).to_contain_text("after Packing")
    own.sees(lost).to_contain_text("Lost and found")
    own.sees(lost.locator(".now")).to_have_text("0pending0held0in jeopardy")
    fourth = own.page.locator("ol.flow > li.step").nth(3).locator("article")
    own.sees(fourth).to_have_attribute("data-role", "lost")
    # Work that goes in a circle has an order all the same.
    dials(world, "intake", upstream_roles=["lost"])
    own.sees(station(own, "intake")).to_contain_text("after Lost and found")
    own.sees("ol.flow article").to_have_count(5)
    at = own.value(READS)
    assert min(b - a for a, b in pairwise(at)) > 1900, "at least two seconds apart"
    dials(world, "intake", upstream_roles=[])
    dials(world, "lost", title=None, upstream_roles=[])


def test_figures_of_before_stay_while_the_service_is_away(
    world: World, chief: str, windows: Opener
) -> None:
    own = board(windows(chief))
    own.page.route("**/station-metrics*", lambda route: route.abort())
    world.call("escalation_cancel", id=ask(world, "lost"), actor=world.root)
    own.sees(".stale").to_contain_text("The service cannot be reached")
    own.sees(".stale").to_contain_text("These figures are of")
    own.sees(station(own, "triage").locator(".now")).to_have_text("6pending1held3in jeopardy")
    # Of another period there are none to keep.
    own.page.get_by_role("link", name="7 d", exact=True).click()
    own.sees(".panel.fault").to_contain_text("The service cannot be reached")
    own.page.unroute("**/station-metrics*")
    own.page.get_by_role("button", name="Try again").click()
    own.sees(station(own, "triage").locator(".now")).to_have_text("6pending1held3in jeopardy")
    own.sees(".stale").to_be_empty()
    own.said.clear()


def test_a_board_shows_what_its_reader_may_see(world: World, windows: Opener) -> None:
    mine = {"read_scope": "self", "write_scope": "self"}
    own = board(windows(person(world, "filler", "Filler", ("triage", mine))))
    own.sees("article.station").to_have_count(1)
    badge = station(own, "triage").locator(".jeopardy")
    own.sees(badge).to_have_text("3in jeopardy")
    assert badge.get_attribute("href") is None, "of these rows none is to be listed"
    nobody = windows(world.user("lone")).open("/board")
    nobody.sees(".empty").to_contain_text("member of no role")


def test_the_board_is_accessible_and_fits(chief: str, windows: Opener) -> None:
    own = board(windows(chief, size=WIDTHS["narrow"]))
    assert faults_of(own, "board") == []
