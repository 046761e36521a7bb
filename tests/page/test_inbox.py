"""The inbox as somebody uses it: sign in, filter, page, and work through it by the keyboard."""

from __future__ import annotations

import json
import re

import pytest

from tests.http.conftest import PASSWORD, World

from .conftest import Opener, ask, person
from .looks import WIDTHS


@pytest.fixture(scope="module", autouse=True)
def rows(world: World) -> list[str]:
    """Sixty rows of two types, in three regions; the most urgent ones first."""
    with world.conn.transaction():
        return [
            ask(
                world,
                type="refund" if i % 2 else "approval",
                description=f"Question {i}",
                priority=1 + i % 4,
                metadata={"region": ("north", "south", "west")[i % 3], "express": i % 5 == 0},
                origin_id=f"order-{i}",
            )
            for i in range(60)
        ]


def test_signing_in_goes_where_one_wanted_to_and_out_again(
    world: World, windows: Opener, password_hash: str
) -> None:
    bob = person(world, "bob", "Bob")
    world.conn.execute(
        "update rowlock.user_account set password_hash = %s where id = %s", [password_hash, bob]
    )
    own = windows(None)
    own.page.goto("/?type=refund")
    own.page.wait_for_url("**/sign-in?next=*")
    own.sees(own.page.get_by_label("Name")).to_be_focused()
    own.page.keyboard.press("Enter")
    own.sees("[role=alert].fault").to_have_text("Give your name.")
    own.page.keyboard.type("bob")
    own.page.get_by_label("Password", exact=True).fill("wrong")
    own.page.keyboard.press("Enter")
    own.sees("[role=alert].fault").to_contain_text("Name or password is wrong")
    own.page.get_by_label("Password", exact=True).fill(PASSWORD)
    own.page.keyboard.press("Enter")
    own.page.wait_for_url("**/?type=refund")
    own.sees("li.row").to_have_count(30)
    assert own.value("document.cookie") == "", "no script can read the session"
    own.page.locator(".menu summary").click()
    own.page.get_by_role("button", name="Sign out").click()
    own.page.wait_for_url("**/sign-in")
    own.page.goto("/")
    own.page.wait_for_url("**/sign-in")
    own.page.goto("/sign-in?next=//elsewhere.example/")
    own.page.get_by_label("Name").fill("bob")
    own.page.get_by_label("Password", exact=True).fill(PASSWORD)
    own.page.keyboard.press("Enter")
    own.page.wait_for_url(f"{world.url}/")


def test_the_address_says_what_is_shown(ada: str, windows: Opener, rows: list[str]) -> None:
    own = windows(ada).inbox()
    own.sees("li.row").to_have_count(50)
    own.page.get_by_label("Type").select_option("refund")
    own.sees("li.row").to_have_count(30)
    own.page.get_by_label("Priority").select_option("2")
    own.sees("li.row").to_have_count(15)
    own.page.locator(".facets summary", has_text="region").click()
    own.page.get_by_role("button", name="north").click()
    own.sees("li.row").to_have_count(5)
    address = own.page.url
    assert "type=refund" in address and "priority=2" in address
    assert re.search(r"facets=%7B%22region%22%3A%22north%22%7D", address)
    own.page.get_by_label("Order").select_option("newest")
    own.page.wait_for_url("**order=newest*")
    wanted = [r for i, r in enumerate(rows) if i % 2 and i % 4 == 1 and i % 3 == 0][::-1]
    own.lists(wanted)

    other = windows(ada).inbox(own.page.url.partition("/?")[2].join(("?", "")))
    assert other.ids() == wanted, "a link shows the same"
    own.page.go_back()
    own.page.wait_for_url(address)
    own.page.locator("a.filter", has_text="region: north").click()
    own.sees("li.row").to_have_count(15)
    own.page.get_by_role("button", name="Clear filters").click()
    own.sees("li.row").to_have_count(50)


def test_the_values_of_a_facet_are_typed_and_counted(ada: str, windows: Opener) -> None:
    own = windows(ada).inbox()
    own.page.locator(".facets summary", has_text="express").click()
    own.sees(own.page.get_by_role("button", name="true")).to_contain_text("12")
    own.page.get_by_role("button", name="true").click()
    own.sees("li.row").to_have_count(12)
    query = dict(part.split("=") for part in own.page.url.partition("?")[2].split("&"))
    assert json.loads(own.value(f"decodeURIComponent('{query['facets']}')")) == {"express": True}
    own.sees(own.page.get_by_role("button", name="true")).to_have_attribute("aria-pressed", "true")


def test_an_id_finds_its_row_and_what_is_not_there_is_said(
    world: World, ada: str, windows: Opener, rows: list[str]
) -> None:
    ended = world.row(origin_id="ended-order")
    world.admin("POST", f"/api/escalations/{ended}/cancel", {})
    own = windows(ada).inbox()
    own.press("/")
    own.page.keyboard.type("order-7")
    own.press("Enter")
    own.sees("li.row").to_have_count(1)
    assert own.ids() == [rows[7]]
    own.press("/")
    own.page.keyboard.type("ended-order")
    own.press("Enter")
    own.sees(".empty").to_contain_text("No row here has exactly this id")
    own.page.get_by_role("link", name="Look among all rows").click()
    own.sees(own.row(ended)).to_contain_text("Cancelled")
    own.open("/?facets=[1")
    own.sees(".panel.fault").to_contain_text("Give facets as JSON")
    own.page.locator(".panel.fault").get_by_role("button", name="Clear filters").click()
    own.sees("li.row").to_have_count(50)


def test_more_comes_when_it_is_asked_for(ada: str, windows: Opener, rows: list[str]) -> None:
    own = windows(ada).inbox()
    own.sees(".foot").to_contain_text("50 rows of 60")
    own.page.get_by_role("button", name="Load more").click()
    own.sees("li.row").to_have_count(60)
    assert sorted(own.ids()) == sorted(rows)
    own.sees(own.page.get_by_role("button", name="Load more")).to_have_count(0)
    own.sees(own.row(own.ids()[50]).locator("a")).to_be_focused()


def test_the_keyboard_claims_releases_opens_and_comes_back(ada: str, windows: Opener) -> None:
    own = windows(ada).inbox()
    first, second, third = own.ids()[:3]
    own.press("j", "j", "j", "k")
    own.sees(own.row(second).locator("a")).to_be_focused()
    own.press("c")
    own.sees(own.row(second)).to_contain_text("Yours, 29 min left")
    own.sees("nav .badge.mine").to_have_text("1")
    own.press("x")
    own.sees(own.row(second).get_by_role("button")).to_have_text("Claim")
    own.press("x")
    own.sees(".note").to_contain_text("You don't hold this one")
    own.press("ArrowDown", "Enter")
    own.page.wait_for_url(f"**/escalations/{third}")
    own.sees("h1").to_be_focused()
    own.page.go_back()
    own.sees(own.row(third).locator("a")).to_be_focused()
    own.press("k", "k", "r")
    # That it is to be answered stands in the address until it is claimed for that.
    own.page.wait_for_url(re.compile(f"/escalations/{first}(\\?answer=1)?$"))
    own.sees(".claim").to_contain_text("You hold this until")


def test_keys_can_be_looked_up_and_switched_off(ada: str, windows: Opener) -> None:
    own = windows(ada).inbox()
    own.press("?")
    dialog = own.page.get_by_role("dialog", name="Keyboard")
    for words in ("Next row", "Claim, or extend", "Release", "Look for an id", "Go to the inbox"):
        own.sees(dialog).to_contain_text(words)
    own.press("c")
    own.sees(dialog).to_be_visible()
    dialog.get_by_label("Keys of one letter are on").uncheck()
    own.press("Escape")
    own.sees(dialog).to_have_count(0)
    own.press("j", "c")
    own.page.wait_for_timeout(200)
    own.sees("li.row[data-is=mine]").to_have_count(0)
    own.page.locator("li.row .title").first.focus()
    own.press("ArrowDown")
    own.sees(own.page.locator("li.row .title").nth(1)).to_be_focused()


def test_whoever_sees_nothing_is_told_why(world: World, windows: Opener) -> None:
    stranger = windows(person(world, "zoe", "Zoe", ("engineer", {}))).open()
    stranger.sees(".empty").to_contain_text("Nothing is available right now")
    stranger.press("2")
    stranger.sees(".empty").to_contain_text("You hold nothing")
    nobody = windows(world.user("lone")).open()
    nobody.sees(".empty").to_contain_text("member of no role")
    auditor = windows(person(world, "eve", "Eve", ("reviewer", {"write_scope": "none"}))).inbox()
    auditor.sees(auditor.page.get_by_role("button", name="Claim Question")).to_have_count(0)
    auditor.sees("nav .badge.available").to_have_text("0")


def test_a_narrow_row_says_when_it_is_due(world: World, ada: str, windows: Opener) -> None:
    row = ask(world, type="tool-permission", description="May it run?", timeout="7 minutes")
    own = windows(ada, size=WIDTHS["narrow"]).inbox(f"?search={row}")
    due = own.row(row).locator(".deadline")
    own.sees(due).to_have_text(re.compile(r"due in \d+ min"))
    assert due.evaluate("node => node.scrollWidth <= node.clientWidth"), "it is not cut off"
