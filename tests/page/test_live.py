"""Two windows and the stream between them: changes in place, news by a button, races in words."""

from __future__ import annotations

import pytest

from tests.http.conftest import World

from .conftest import Opener, ask
from .window import Window

SHIFTS = """() => {
  window.moved = 0;
  new PerformanceObserver((list) => {
    for (const shift of list.getEntries()) moved += shift.value;
  }).observe({ type: "layout-shift" });
}"""


@pytest.fixture(scope="module", autouse=True)
def rows(world: World) -> list[str]:
    """Some rows, as if they had been there for long."""
    with world.conn.transaction():
        return [ask(world, description=f"Question {i}", priority=2) for i in range(8)]


def holding(world: World, row: str, actor: str) -> None:
    world.call("escalation_claim", id=row, duration_minutes=45, actor=actor)


def test_a_claim_in_one_window_is_seen_in_the_other(
    world: World, ada: str, grace: str, windows: Opener
) -> None:
    mine, hers = windows(ada).inbox().live(), windows(grace).inbox().live()
    order = hers.ids()
    row = order[2]
    hers.value(SHIFTS)
    mine.row(row).get_by_role("button", name="Claim").click()
    mine.sees(mine.row(row)).to_contain_text("Yours, 29 min left")
    hers.sees(hers.row(row)).to_contain_text("Ada Lovelace, 29 min left")
    hers.sees(hers.row(row).get_by_role("button")).to_be_hidden()
    hers.sees("nav .badge.available").to_have_text(str(len(order) - 1))
    assert hers.ids() == order
    assert hers.value("moved") == 0, "something moved"
    mine.sees("nav .badge.mine").to_have_text("1")
    mine.titled("(7 · 1) Available")
    mine.press("x")
    hers.sees(hers.row(row).get_by_role("button", name="Claim")).to_be_visible()
    mine.sees("nav .badge.mine").to_have_text("0")


def test_the_loser_of_a_race_is_told_who_holds_it(
    world: World, ada: str, grace: str, windows: Opener
) -> None:
    mine, hers = windows(ada).inbox(), windows(grace).inbox()
    row = mine.ids()[3]
    # Her window hears of nothing, as if both had pressed at the same time.
    hers.page.route("**/api/events/stream*", lambda route: route.abort())
    hers.page.reload()
    hers.sees(hers.row(row)).to_be_visible()
    holding(world, row, ada)
    hers.row(row).get_by_role("button", name="Claim").click()
    note = hers.page.locator(".note.fault")
    hers.sees(note).to_contain_text("Ada Lovelace holds it until")
    hers.sees(note).to_contain_text("(44 min from now)")
    hers.sees(hers.row(row)).to_contain_text("Ada Lovelace, 44 min left")
    hers.sees(".state").to_have_text("Reconnecting")
    hers.said.clear()
    world.call("escalation_release", id=row, actor=ada)


def test_two_at_once_are_one_winner(world: World, ada: str, grace: str, windows: Opener) -> None:
    both: list[Window] = [windows(ada).inbox(), windows(grace).inbox()]
    for row in both[0].ids()[4:7]:
        press = "id => document.querySelector(`li.row[data-id='${id}'] .verb`).click()"
        # Both have pressed before either looks at what came of it.
        for each in both:
            each.page.evaluate_handle(press, row)
        for each in both:
            each.sees(each.row(row)).to_contain_text("29 min left")
        holder = world.call("escalation_get", id=row, actor=world.root)["assigned_to"]
        winner, loser = both if holder == ada else both[::-1]
        winner.sees(winner.row(row)).to_contain_text("Yours")
        loser.sees(loser.row(row)).not_to_contain_text("Yours")
        world.call("escalation_release", id=row, actor=holder)


def test_new_rows_are_announced_and_come_when_asked_for(
    world: World, ada: str, windows: Opener
) -> None:
    own = windows(ada).inbox().live()
    order = own.ids()
    own.press("j", "j", "j")
    own.value(SHIFTS)
    new = [ask(world, description=f"New {i}", priority=1) for i in range(3)]
    ask(world, "engineer", description="Not for her")
    news = own.page.locator("button.news")
    own.sees(news).to_have_text("Show 3 new rows")
    assert own.ids() == order and own.value("moved") == 0
    world.call("escalation_cancel", id=new[0], actor=world.root)
    own.sees(news).to_have_text("Show 2 new rows")
    news.click()
    own.sees(news).to_be_hidden()
    own.sees(own.row(order[2])).to_have_class("row current")
    assert own.ids() == [*new[1:], *order]
    # What does not fit the filters is no news.
    own.inbox("?priority=1").live()
    ask(world, description="Calm", priority=4)
    last = ask(world, description="Urgent", priority=1)
    own.sees(news).to_have_text("Show 1 new row")
    own.press("n")
    own.sees(own.row(last)).to_be_visible()
    for row in [*new[1:], last]:
        world.call("escalation_cancel", id=row, actor=world.root)
    own.sees(own.row(last)).to_contain_text("Cancelled")


def test_what_leaves_my_sight_says_so_and_a_lapse_needs_no_event(
    world: World, ada: str, grace: str, windows: Opener
) -> None:
    moving, lapsing = ask(world, description="Moving"), ask(world, description="Lapsing")
    holding(world, lapsing, grace)
    own = windows(ada).inbox("?view=all").live()
    own.sees(own.row(lapsing)).to_contain_text("Grace Hopper")
    world.conn.execute(
        "update rowlock.escalation set assigned_until = clock_timestamp() where id = %s", [lapsing]
    )
    world.call("escalation_escalate", id=moving, target_role="engineer", actor=world.root)
    # An hour later, as the clock of the page has it: it looks by itself once a minute.
    own.page.clock.install()
    own.page.reload()
    own.sees(own.row(lapsing).get_by_role("button", name="Claim")).to_be_visible()
    own.sees(own.row(moving)).to_have_count(0)


def test_a_gap_in_the_journal_is_caught_up_on(world: World, ada: str, windows: Opener) -> None:
    own = windows(ada).inbox().live()
    row = own.ids()[0]
    # Of another journal, as after a restore: what happened meanwhile came by no event.
    with world.conn.transaction():
        world.conn.execute("set local session_replication_role = replica")
        world.conn.execute(
            "update rowlock.escalation set description = 'Changed behind its back',"
            " version = version + 1 where id = %s", [row]
        )  # fmt: skip
    world.conn.execute("select rowlock.event_restore()")
    own.sees(own.row(row)).to_contain_text("Changed behind its back")
    own.sees(".state").to_have_text("Live")
