"""How the pages look: pictures in build/screens, axe-core, nothing that scrolls sideways."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.http.conftest import World

from .conftest import Opener, ask, person
from .looks import WIDTHS, faults_of
from .window import Window

TEXTS = (
    "Refund 120 EUR to customer 4711?",
    "May we ship order 64842?",
    "Contract with a supplier: clause 9 deviates from the template; legal asks whether it should",
    "Invoice 84192 has no purchase order",
)


@pytest.fixture(scope="module", autouse=True)
def rows(world: World, ada: str, grace: str) -> list[str]:
    """A queue as it is on a usual day: free, held, mine, reserved, due soon, ended."""
    with world.conn.transaction():
        made = [
            ask(
                world,
                type=("refund", "approval", "contract", "invoice")[i % 4],
                description=TEXTS[i % 4],
                priority=1 + (i * 7 % 11) // 3,
                metadata={"region": ("north", "south")[i // 4 % 2], "amount": i * 37},
                timeout="20 minutes" if i % 6 == 5 else None,
            )
            for i in range(14)
        ]
        for i, row in enumerate(made[:8]):
            if i % 4 in (1, 2):
                holder = (None, ada, grace)[i % 4]
                world.call("escalation_claim", id=row, duration_minutes=25, actor=holder)
        world.call("escalation_cancel", id=made[8], reason="Twice", actor=world.root)
    return made


def help_(own: Window) -> None:
    own.press("?")
    own.sees("dialog").to_be_visible()


def picked(own: Window) -> None:
    own.press("j", "s", "j", "s", "j")
    own.sees(".bulk").to_be_visible()


def cancelling(own: Window) -> None:
    picked(own)
    own.page.get_by_role("group", name="Picked rows").get_by_role("button", name="Cancel…").click()
    own.sees("dialog").to_be_visible()


def filters(own: Window) -> None:
    if own.page.locator(".opener").is_visible():
        own.page.locator(".opener").click()
    own.page.locator(".facets summary", has_text="region").click()
    own.sees(".facets .value").to_have_count(2)


def refused(own: Window) -> None:
    own.page.get_by_label("Name").fill("ada")
    own.page.get_by_label("Password", exact=True).fill("wrong")
    own.press("Enter")
    own.sees("[role=alert].fault").not_to_be_empty()


def still(own: Window) -> None:
    own.sees("#main").not_to_be_empty()


# Name, address, and what is done before one looks; who is not signed in has no name.
SHOTS: list[tuple[str, str, str | None, Callable[[Window], None]]] = [
    ("sign-in", "/sign-in", None, refused),
    ("inbox", "/", "admin", still),
    ("inbox-mine", "/?view=mine", "ada", still),
    ("inbox-filters", "/?view=all&status=any&type=refund", "ada", filters),
    ("inbox-picked", "/", "admin", picked),
    ("inbox-cancel", "/", "admin", cancelling),
    ("inbox-empty", "/?search=nowhere", "ada", still),
    ("keyboard", "/", "ada", help_),
]


@pytest.fixture(scope="module")
def people(world: World, ada: str) -> dict[str, str]:
    """Who looks."""
    return {"ada": ada, "admin": person(world, "chief", "Chief", ("reviewer", {"type": "admin"}))}


@pytest.mark.parametrize("name, path, who, prepare", SHOTS, ids=[shot[0] for shot in SHOTS])
def test_a_page_is_accessible_and_fits(
    windows: Opener,
    people: dict[str, str],
    name: str,
    path: str,
    who: str | None,
    prepare: Callable[[Window], None],
) -> None:
    own = windows(people.get(who or ""), size=WIDTHS["narrow"]).open(path)
    if who:
        own.live().sees("li.row, .empty").not_to_have_count(0)
    prepare(own)
    assert faults_of(own, name) == []
