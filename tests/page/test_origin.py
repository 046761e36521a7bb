"""An origin: everything that shares it as bars of time, with ways to each thing."""

from __future__ import annotations

import re

import pytest
from psycopg.types.json import Jsonb

from tests.http.conftest import World

from .conftest import Opener, ask
from .looks import WIDTHS, faults_of

ORIGIN = "order 4711/a"
PATH = "/origins/order%204711%2Fa"


@pytest.fixture(scope="module", autouse=True)
def rows(world: World, ada: str) -> list[str]:
    """A task that asked three times: answered, called off, and open; and a run that came of it."""
    task = world.call(
        "task_open", workflow_id="wf-7", workflow_type="ship-order", origin_id=ORIGIN,
        initiated_by=ada, actor=world.root,
    )  # fmt: skip
    assert task
    made = [ask(world, description=text, origin_id=ORIGIN) for text in (
        "May we ship order 4711?", "Refund 120 EUR to the customer?", "Is the address right?",
    )]  # fmt: skip
    world.call("escalation_claim", id=made[0], actor=ada)
    world.call("escalation_resolve", id=made[0], resolver_payload=Jsonb({"ok": True}), actor=ada)
    world.call("escalation_cancel", id=made[1], reason="Twice", actor=world.root)
    with world.conn.transaction():
        # What has ended is not changed; this is the past being made.
        world.conn.execute("set local session_replication_role = replica")
        world.conn.execute(
            "update rowlock.escalation set"
            " created_at = created_at - (4 - position) * interval '40 minutes',"
            " claimed_at = claimed_at - interval '15 minutes'"
            " from unnest(%s::uuid[]) with ordinality p (row, position) where id = row",
            [made],
        )
    project = world.call("project_create", name="Shop", slug="shop", actor=world.root)
    item = world.call(
        "work_item_create",
        project_id=project["id"], kind="task", title="Ship it", actor=world.root,
    )  # fmt: skip
    world.call(
        "run_create",
        work_item_id=item["id"], provider="claude", cwd="/srv", origin_id=ORIGIN, actor=world.root,
    )  # fmt: skip
    return made


def test_everything_of_an_origin_stands_in_order_of_time(
    world: World, windows: Opener, ada: str, rows: list[str]
) -> None:
    own = windows(ada).open(f"/escalations/{rows[2]}").live()
    own.page.get_by_role("link", name="All of it, in time").click()
    own.page.wait_for_url(f"**{PATH}")
    own.sees("h1").to_have_text(f"Origin {ORIGIN}")
    names = own.page.locator(".lines .what")
    own.sees(names).to_have_text(
        [
            "May we ship order 4711?",
            "Refund 120 EUR to the customer?",
            "Is the address right?",
            "wf-7",
            "Ship it",
            re.compile("rowlock-"),
        ]
    )
    own.sees(own.page.locator(".lines .stands").first).to_have_text("Resolved by you")
    own.sees(own.page.locator(".lines li").first.locator("rect")).to_have_count(2)
    own.sees(own.page.locator(".lines li").first).to_contain_text("waited")
    own.sees(".lines a[href^='/work-items/']").to_have_text("Ship it")
    own.sees("table").to_contain_text("claimed by you")
    # It follows the stream.
    late = ask(world, description="One more thing", origin_id=ORIGIN)
    own.sees(names).to_have_count(7)
    own.page.get_by_role("button", name="Zoom in").click()
    own.page.wait_for_url("**since=*")
    own.page.get_by_role("button", name="Earlier").click()
    box = own.page.locator(".gantt-grid").bounding_box()
    assert box
    own.page.mouse.move(box["x"] + 200, box["y"] + 40)
    own.page.mouse.down()
    own.page.mouse.move(box["x"] + 400, box["y"] + 40, steps=3)
    own.sees(".drawn").to_be_visible()
    own.page.mouse.up()
    own.sees(".drawn").to_be_hidden()
    own.page.get_by_role("button", name="Show all").click()
    own.page.wait_for_url(f"**{PATH}")
    own.page.locator(".lines").get_by_role("link", name="One more thing").click()
    own.page.wait_for_url(f"**/escalations/{late}")


def test_an_unknown_origin_is_told(windows: Opener, ada: str) -> None:
    own = windows(ada).open("/origins/nowhere")
    own.sees("[role=alert].fault").to_contain_text("Nothing of this origin is known")


def test_it_is_accessible_and_fits(windows: Opener, ada: str) -> None:
    own = windows(ada, size=WIDTHS["narrow"]).open(PATH).live()
    own.sees(".lines li").not_to_have_count(0)
    assert faults_of(own, "origin") == []
