"""The database's page: what is kept for how long, what was done, sizes, and how it looks."""

from __future__ import annotations

from typing import Any

import pytest

from tests.http.conftest import World

from .conftest import Opener, person
from .looks import WIDTHS, faults_of
from .window import Window

OLD = """
    insert into rowlock.signal
    select 'default', 'default', n::text, gen_random_uuid(), '1', now() - interval '2 days',
      now() - interval '1 day'
    from generate_series(1, %s) n"""
FIRST = 12
RUNS = 10


@pytest.fixture(scope="module", autouse=True)
def scene(world: World) -> dict[str, str]:
    """Rules that nobody runs meanwhile, past runs, and a reader that is behind."""
    ids = {"lead": person(world, "lead", "Lead", ("reviewer", {"type": "admin"}))}
    with world.conn.transaction():
        world.conn.execute("update rowlock.timer set enabled = false where name = 'retention'")
        world.conn.execute(
            "insert into rowlock.retention_run (rule, subject, action, started_at, finished_at,"
            " batches, row_count, error_state, error, actor)"
            " select 'events', 'event', 'delete', now() - make_interval(hours => n),"
            " now() - make_interval(hours => n) + interval '40 milliseconds', 1, n * 1000,"
            " case when n = 3 then '55P03' end, case when n = 3 then 'a lock could not be had' end,"
            " case when n = 2 then %s::uuid end from generate_series(25, 1, -1) n",
            [world.root],
        )
    return ids


def rule(world: World, name: str) -> dict[str, Any]:
    found = world.call_all("retention_rule_list", actor=world.root)
    return next(iter([r for r in found if r["name"] == name]), {})


def opened(own: Window, query: str = "") -> Window:
    own.open(f"/admin/database{query}").live()
    own.sees(".rules li").not_to_have_count(0)
    return own


def press(own: Window, name: str) -> None:
    own.page.locator("main").get_by_role("button", name=name, exact=True).click()


def dialog(own: Window) -> Any:
    return own.page.get_by_role("dialog")


def answer(own: Window, label: str) -> None:
    dialog(own).get_by_role("button", name=label, exact=True).click()


def of(own: Window, name: str) -> Any:
    return own.page.locator(".rules li", has=own.page.locator(f"strong:text-is('{name}')"))


def test_rules_say_what_is_kept_and_are_changed(world: World, windows: Opener) -> None:
    own = opened(windows(world.root))
    own.sees("nav[aria-label=Administration] a[aria-current=page]").to_have_text("Database")
    own.sees(of(own, "events")).to_contain_text(
        "Events of the journal are deleted 30 days after they were journaled. Looks every hour."
    )
    own.sees(of(own, "escalations-archive").locator(".tag")).to_have_text("off")
    press(own, "Change escalations-archive")
    age = dialog(own).get_by_label("Kept for")
    own.sees(age).to_have_value("90 days")
    age.fill("1 hour")
    answer(own, "Save")
    own.sees(dialog(own).locator(".field").first).to_contain_text("Give an interval of 1 day")
    age.fill("a while")
    answer(own, "Save")
    own.sees(dialog(own).locator(".field").first).to_contain_text("Give an interval, as 30 days.")
    age.fill("6 months")
    dialog(own).get_by_label("This rule is").select_option("true")
    answer(own, "Save")
    own.sees(dialog(own)).to_have_count(0)
    own.sees(of(own, "escalations-archive")).to_contain_text("archived 6 months after their end")
    own.sees(of(own, "escalations-archive").locator(".tag")).to_have_text("on")
    kept = rule(world, "escalations-archive")
    assert (kept["older_than"], kept["enabled"], kept["batch_rows"]) == ("6 mons", True, 1000)
    # Somebody else changes it: the page follows.
    patch = '{"enabled": false}'
    world.call("retention_rule_patch", name=kept["name"], patch=patch, actor=world.root)
    own.sees(of(own, "escalations-archive").locator(".tag")).to_have_text("off")


def test_a_rule_is_added_tried_run_and_deleted(world: World, windows: Opener) -> None:
    own = opened(windows(world.root))
    press(own, "Add a rule…")
    dialog(own).get_by_label("Which rows").select_option("signal")
    own.sees(dialog(own).get_by_label("They are").locator("option")).to_have_count(1)
    answer(own, "Add")
    own.sees(dialog(own)).to_contain_text("This is needed.")
    dialog(own).get_by_label("Name").fill("Answers")
    dialog(own).get_by_label("Kept for").fill("1 hour")
    answer(own, "Add")
    own.sees(dialog(own).locator(".field").first).to_contain_text("A letter a-z")
    dialog(own).get_by_label("Name").fill("answers")
    answer(own, "Add")
    own.sees(of(own, "answers").locator(".tag")).to_have_text("off")
    assert rule(world, "answers")["enabled"] is False

    world.conn.execute(OLD, [5])
    press(own, "Count answers")
    own.sees(".notes[role=status]").to_contain_text("answers: 5 would be deleted.")
    press(own, "Run answers")
    answer(own, "Run now")
    own.sees(".notes[role=status]").to_contain_text("answers: 5 deleted.")
    assert world.conn.execute("select count(*) from rowlock.signal").fetchone() == (0,)
    runs = own.page.locator("section[aria-labelledby=runs-title] tbody tr").first
    own.sees(runs).to_contain_text("5 deleted")
    own.sees(runs).to_contain_text("you")

    press(own, "Delete answers")
    answer(own, "Delete the rule")
    own.sees(of(own, "answers")).to_have_count(0)
    assert rule(world, "answers") == {}


def test_all_rules_are_counted_and_a_failing_one_is_told(world: World, windows: Opener) -> None:
    world.conn.execute("delete from rowlock.signal")
    own = opened(windows(world.root))
    press(own, "Count what would go")
    own.sees(dialog(own).get_by_role("row", name="signals")).to_contain_text("Nothing would be")
    answer(own, "Close")
    world.conn.execute(OLD, [3])
    world.conn.execute("revoke delete on rowlock.signal from rowlock_owner")
    try:
        press(own, "Run now…")
        answer(own, "Run now")
        failed = dialog(own).get_by_role("row", name="signals")
        own.sees(failed).to_contain_text("Failed: the database refused it (42501).")
    finally:
        world.conn.execute("grant delete on rowlock.signal to rowlock_owner")
    own.sees(of(own, "signals").locator(".tag")).to_have_text("failed 1 time")


def test_readers_are_waited_for_until_they_are_forgotten(world: World, windows: Opener) -> None:
    world.call("event_consumer_put", name="warehouse", seq=0, actor=world.root)
    own = opened(windows(world.root))
    reader = own.page.get_by_role("row", name="warehouse")
    own.sees(reader).to_contain_text("7 days of silence")
    own.sees(reader.locator(".tag")).to_have_text("waited for")
    press(own, "Forget warehouse")
    answer(own, "Forget it")
    own.sees("section[aria-labelledby=readers-title]").to_contain_text("No program has declared")
    assert world.call_all("event_consumer_list", actor=world.root) == []


def test_sizes_are_ordered_by_the_address(world: World, windows: Opener) -> None:
    own = opened(windows(world.root))
    names = "section[aria-labelledby=tables-title] tbody th .name"
    own.sees(names).to_have_count(FIRST)
    own.page.get_by_role("link", name="All", exact=False).filter(has_text="tables").click()
    assert own.page.url.endswith("?tables=all")
    own.sees(f"{names} >> text=/^retention_rule$/").to_have_count(1)
    own.page.get_by_role("link", name="Dead rows").click()
    assert own.page.url.endswith("?tables=all&by=dead")
    own.page.go_back()
    own.page.go_back()
    own.sees(names).to_have_count(FIRST)
    own.sees("section[aria-labelledby=indexes-title] tbody tr").to_have_count(FIRST)
    with world.conn.transaction():
        world.conn.execute("select 1")
        # The test's own session is the one that others wait for.
        press(own, "Look again")
        own.sees("section[aria-labelledby=holders-title] tbody").to_contain_text("Session")
    runs = own.page.locator("section[aria-labelledby=runs-title] tbody tr")
    own.sees(runs).to_have_count(RUNS)
    own.page.get_by_role("link", name="Older").click()
    own.sees(runs.first).not_to_contain_text("1,000 deleted")
    own.page.get_by_role("link", name="Latest").click()
    own.sees(runs).to_have_count(RUNS)


def test_the_admin_of_a_role_is_not_led_here_and_told_what_is_needed(
    scene: dict[str, str], windows: Opener
) -> None:
    own = windows(scene["lead"]).open("/admin/users").live()
    own.sees("nav[aria-label=Administration]").not_to_contain_text("Database")
    own.open("/admin/database").sees(".panel.fault").to_contain_text("Global access is needed")


def test_it_is_accessible_and_fits(world: World, windows: Opener) -> None:
    world.call("event_consumer_put", name="warehouse", seq=0, actor=world.root)
    own = opened(windows(world.root, size=WIDTHS["narrow"]))
    assert faults_of(own, "database") == []
    press(own, "Change events")
    own.sees(dialog(own)).to_be_visible()
    assert faults_of(own, "database-change") == []
