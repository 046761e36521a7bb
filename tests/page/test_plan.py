"""The plan: projects, the tree and how it is moved, the board, one item; what others see of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.http.conftest import World
from tests.http.service import until

from .conftest import Opener, person
from .looks import WIDTHS, faults_of
from .test_late import keep
from .window import Window

if TYPE_CHECKING:
    from playwright.sync_api import Locator


@pytest.fixture(scope="module")
def pia(world: World) -> str:
    """A planner."""
    return person(world, "pia", "Pia Planner", ("planner", {}))


class Plan:
    """A project and its items, by their titles."""

    def __init__(self, world: World, slug: str) -> None:
        self.world, self.ids = world, dict[str, str]()
        given = {"name": slug.title(), "slug": slug, "description": f"All about {slug}."}
        self.id = str(world.call("project_create", **given, actor=world.root)["id"])

    def add(self, title: str, parent: str | None = None, kind: str = "task", **more: Any) -> str:
        under = self.ids[parent] if parent else None
        given = {"project_id": self.id, "kind": kind, "title": title, "parent_id": under, **more}
        made = self.world.call("work_item_create", **given, actor=self.world.root)
        self.ids[title] = str(made["id"])
        put = {"id": self.ids[title], "new_parent_id": under}
        self.world.call("work_item_arrange", **put, actor=self.world.root)
        return self.ids[title]

    def under(self, parent: str | None = None) -> str:
        """The titles of what stands directly there, in order."""
        whose = (
            {"parent_id": self.ids[parent]} if parent else {"project_id": self.id, "roots": True}
        )
        page = self.world.call("work_item_list", **whose, actor=self.world.root)
        return " ".join(item["title"] for item in page["items"])

    def comes(self, parent: str | None, titles: str) -> None:
        """This comes to stand there."""
        until(lambda: self.under(parent) == titles)

    def item(self, title: str) -> Any:
        return self.world.call("work_item_get", id=self.ids[title], actor=self.world.root)

    def row(self, own: Window, title: str) -> Locator:
        return own.page.locator(f".node[data-id='{self.ids[title]}']")

    def tree(self, own: Window, query: str = "") -> Window:
        own.open(f"/plan/{self.id}{query}").live()
        own.sees("[data-ready]").to_have_count(1)
        return own


@pytest.fixture
def plan(world: World, request: pytest.FixtureRequest) -> Plan:
    """Three at the top; b has b1 to b3, b1 has x."""
    made = Plan(world, request.node.name.replace("_", "-"))
    for title in "abc":
        made.add(title, kind="epic")
    for title in ("b1", "b2", "b3"):
        made.add(title, "b")
    made.add("x", "b1", "subtask", assignee="docs team")
    return made


def titles(own: Window) -> str:
    return " ".join(own.page.locator(".node:not(.line) .title").all_text_contents())


def shows(own: Window, wanted: str) -> None:
    until(lambda: titles(own) == wanted)


def test_a_tree_is_walked_by_keys(plan: Plan, pia: str, windows: Opener) -> None:
    own = plan.tree(windows(pia))
    shows(own, "a b c")
    b = plan.row(own, "b")
    plan.row(own, "a").focus()
    own.press("ArrowDown", "ArrowRight")
    shows(own, "a b b1 b2 b3 c")
    own.sees(b).to_have_attribute("aria-expanded", "true")
    own.press("ArrowRight", "ArrowRight")
    shows(own, "a b b1 x b2 b3 c")
    own.press("ArrowRight")
    own.sees(plan.row(own, "x")).to_be_focused()
    own.sees(plan.row(own, "x")).to_have_attribute("aria-level", "3")
    own.press("End")
    own.sees(plan.row(own, "c")).to_be_focused()
    own.press("Home", "ArrowUp")
    own.sees(plan.row(own, "a")).to_be_focused()
    own.press("ArrowDown", "ArrowDown", "ArrowLeft", "ArrowLeft", "ArrowLeft")
    shows(own, "a b c")
    own.sees(b).to_be_focused()
    own.page.wait_for_url(f"**item={plan.ids['b']}")
    own.press("Enter")
    own.sees("h1").to_have_text("b")
    own.page.go_back()
    shows(own, "a b c")
    # An item of the address is looked up, wherever it is.
    plan.tree(own, f"?item={plan.ids['x']}")
    shows(own, "a b b1 x b2 b3 c")
    own.sees(plan.row(own, "x")).to_have_attribute("aria-selected", "true")


def test_items_are_moved_by_keys(plan: Plan, pia: str, windows: Opener) -> None:
    own = plan.tree(windows(pia), f"?item={plan.ids['b3']}")
    plan.row(own, "b3").focus()
    own.press("Alt+ArrowUp")
    plan.comes("b", "b1 b3 b2")
    shows(own, "a b b1 b3 b2 c")
    own.sees(plan.row(own, "b3")).to_be_focused()
    own.press("Alt+ArrowDown")
    plan.comes("b", "b1 b2 b3")
    shows(own, "a b b1 b2 b3 c")
    own.press("Alt+ArrowRight")
    plan.comes("b2", "b3")
    own.sees(plan.row(own, "b3")).to_have_attribute("aria-level", "3")
    own.press("Alt+ArrowLeft")
    plan.comes("b", "b1 b2 b3")
    own.sees(plan.row(own, "b3")).to_have_attribute("aria-level", "2")
    own.press("Alt+ArrowLeft")
    plan.comes(None, "a b b3 c")
    shows(own, "a b b1 b2 b3 c")
    own.press("m")
    own.sees(".carry").to_contain_text("Moving “b3”")
    own.press("Home", "Enter")
    plan.comes("a", "b3")
    shows(own, "a b3 b b1 b2 c")
    own.sees(plan.row(own, "b3")).to_be_focused()
    own.press("m", "ArrowDown", "ArrowDown", "f")
    plan.comes("b", "b1 b3 b2")
    own.press("m", "Escape")
    own.sees(".carry").to_be_hidden()
    # What is refused is told, and nothing has moved.
    plan.row(own, "b").focus()
    own.press("m", "ArrowDown", "Enter")
    own.sees(".note.fault").to_contain_text("cannot go inside itself")
    shows(own, "a b b1 b3 b2 c")


def test_who_moves_an_item_goes_with_it(plan: Plan, pia: str, windows: Opener) -> None:
    own = plan.tree(windows(pia), f"?item={plan.ids['b3']}")
    there, let_go = keep(own, "/arrange")
    plan.row(own, "b3").focus()
    own.press("m", "Home", "Enter")
    until(lambda: there() or own.page.wait_for_timeout(50))
    # It is heard that it has moved before that is answered: for a while it is nowhere.
    shows(own, "a b b1 b2 c")
    let_go()
    shows(own, "a b3 b b1 b2 c")
    own.sees(plan.row(own, "b3")).to_be_focused()


def pull(own: Window, what: Locator, to: Locator, part: float, *, drop: bool = True) -> None:
    """Pulls a row with the pointer to a part of another one's height."""
    mouse = own.page.mouse
    start, end = what.bounding_box(), to.bounding_box()
    assert start and end
    mouse.move(start["x"] + 120, start["y"] + start["height"] / 2)
    mouse.down()
    mouse.move(end["x"] + 150, end["y"] + end["height"] * part, steps=4)
    if drop:
        mouse.up()


def test_items_are_moved_by_hand(plan: Plan, pia: str, windows: Opener) -> None:
    own = plan.tree(windows(pia), f"?item={plan.ids['b1']}")
    row = lambda title: plan.row(own, title)  # noqa: E731
    pull(own, row("c"), row("a"), 0.1)
    plan.comes(None, "c a b")
    shows(own, "c a b b1 b2 b3")
    pull(own, row("b3"), row("b1"), 0.9, drop=False)
    own.sees(".mark").to_be_visible()
    own.sees(".plan-pulled").to_have_text("b3 → after “b1”")
    own.page.mouse.up()
    plan.comes("b", "b1 b3 b2")
    shows(own, "c a b b1 b3 b2")
    pull(own, row("b2"), row("a"), 0.5, drop=False)
    own.sees(".node.onto").to_have_attribute("data-id", plan.ids["a"])
    own.press("Escape")
    own.page.mouse.up()
    own.sees(".plan-pulled").to_have_count(0)
    own.sees("h1").to_have_text(own.page.locator("h1").inner_text())
    pull(own, row("b2"), row("a"), 0.5)
    plan.comes("a", "b2")
    shows(own, "c a b2 b b1 b3")
    pull(own, row("b"), row("b1"), 0.5)
    own.sees(".note.fault").to_contain_text("cannot go inside itself")
    shows(own, "c a b2 b b1 b3")
    assert plan.under("b") == "b1 b3"


def test_others_changes_come_in_place(world: World, plan: Plan, pia: str, windows: Opener) -> None:
    own = plan.tree(windows(pia), f"?item={plan.ids['b2']}")
    plan.row(own, "b2").focus()
    move = {"id": plan.ids["b1"], "new_parent_id": plan.ids["a"]}
    world.call("work_item_arrange", **move, actor=world.root)
    plan.add("new")
    for title, to in (("b2", "doing"), ("c", "cancelled")):
        world.call("work_item_transition", id=plan.ids[title], to_status=to, actor=world.root)
    shows(own, "a b b2 b3 c new")
    own.sees(plan.row(own, "b2").locator(".tag")).to_have_text("Doing")
    own.sees(plan.row(own, "a").locator(".many")).to_have_text("1")
    own.sees(plan.row(own, "b2")).to_be_focused()
    world.call("work_item_delete", id=plan.ids["b2"], actor=world.root)
    shows(own, "a b b3 c new")
    own.sees(plan.row(own, "b3")).to_be_focused()
    world.call("project_archive", id=plan.id, actor=world.root)
    own.sees(".archived").to_be_visible()
    own.sees(plan.row(own, "c").locator(".grip")).to_be_hidden()
    own.press("Alt+ArrowLeft")
    own.sees(".note.fault").to_contain_text("This project is archived")
    shows(own, "a b b3 c new")


def test_a_large_plan_is_read_as_far_as_it_is_opened(
    world: World, plan: Plan, windows: Opener, pia: str
) -> None:
    many = """
        insert into rowlock.work_item
          (id, project_id, parent_id, kind, title, path, sort_order, created_at, updated_at)
        select u.id, %s, %s, 'task', 'item ' || u.n, %s || '/' || left(u.id::text, 8), u.n,
          now(), now()
        from (select gen_random_uuid() as id, n from generate_series(1, 10000) n) u"""
    world.conn.execute(many, [plan.id, plan.ids["c"], plan.ids["c"][:8]])
    own = plan.tree(windows(pia))
    shows(own, "a b c")
    own.sees(plan.row(own, "c").locator(".many")).to_have_text("10,000")
    plan.row(own, "c").focus()
    own.press("ArrowRight")
    own.sees(".node:not(.line)").to_have_count(103)
    own.press("End", "Enter")
    own.sees(".node:not(.line)").to_have_count(203)
    own.sees(own.page.locator(".node", has_text="item 101")).to_be_focused()
    plan.tree(own, "?view=board")
    own.sees(".card").to_have_count(50)
    own.sees("[data-status=todo] h2 .number").to_have_text("10,007")
    own.page.get_by_role("button", name="Show more").click()
    own.sees(".card").to_have_count(100)
    own.sees(".card .title >> nth=1").to_have_text("b")


def test_a_board_moves_items_along_legal_edges(
    world: World, plan: Plan, pia: str, windows: Opener
) -> None:
    own = plan.tree(windows(pia), "?view=board")
    page = own.page
    column = lambda status: page.locator(f".column[data-status={status}]")  # noqa: E731
    card = lambda title: page.locator(f".card[data-id='{plan.ids[title]}']")  # noqa: E731
    own.sees(page.locator(".column h2")).to_have_text(
        ["To do 7", "Doing 0", "Done 0", "Cancelled 0"]
    )
    pull(own, card("a"), column("doing"), 0.3)
    own.sees(column("doing").locator(".card")).to_have_count(1)
    own.sees(column("doing").locator("h2")).to_have_text("Doing 1")
    assert plan.item("a")["status"] == "doing"
    own.sees(card("a").locator("a")).to_be_focused()
    own.press("Alt+ArrowRight")
    own.sees(column("done").locator(".card")).to_have_count(1)
    # Done does not go to To do: the column is barred, and nothing is sent.
    pull(own, card("a"), column("todo"), 0.3, drop=False)
    own.sees(column("todo")).to_have_class("column barred")
    own.sees(".plan-pulled").to_contain_text("not from Done to To do")
    page.mouse.up()
    own.sees(column("done").locator(".card")).to_have_count(1)
    card("b").get_by_role("button").click()
    own.sees(page.get_by_role("menuitem")).to_have_text(["Open", "Doing", "Done", "Cancelled…"])
    page.get_by_role("menuitem", name="Cancelled…").click()
    page.get_by_role("button", name="Cancel the item").click()
    own.sees(column("cancelled").locator(".card")).to_have_count(5)
    assert plan.item("x")["status"] == "cancelled"
    page.get_by_label("Who does it").fill("docs team")
    own.press("Enter")
    own.sees(page.locator(".card")).to_have_count(1)
    page.go_back()
    own.sees(page.locator(".card")).to_have_count(7)
    world.call("work_item_transition", id=plan.ids["c"], to_status="done", actor=world.root)
    own.sees(column("done").locator(".card")).to_have_count(2)


def test_projects_are_made_changed_and_put_away(
    world: World, plan: Plan, pia: str, windows: Opener
) -> None:
    own = windows(pia).open("/plan").live()
    page = own.page
    page.get_by_role("button", name="New project").click()
    page.get_by_label("Name", exact=True).fill("Web Shop & more")
    own.sees(page.get_by_label("Name in addresses")).to_have_value("web-shop-more")
    page.get_by_label("Name in addresses").fill(
        world.call("project_get", id=plan.id, actor=world.root)["slug"]
    )
    page.get_by_role("button", name="Make it").click()
    own.sees("#plan-slug-fault").to_contain_text("Another project has this name")
    page.get_by_label("Name in addresses").fill("Web Shop")
    page.get_by_role("button", name="Make it").click()
    own.sees("#plan-slug-fault").to_contain_text("a-z")
    page.get_by_label("Name in addresses").fill("web-shop")
    page.get_by_role("button", name="Make it").click()
    own.sees("h1").to_have_text("Web Shop & more")
    own.sees(".empty").to_contain_text("Nothing is planned here yet")
    page.get_by_role("button", name="New item").click()
    page.get_by_role("button", name="Add it").click()
    own.sees("#plan-title-fault").to_have_text("This is needed.")
    page.get_by_label("Title").fill("First")
    page.get_by_role("button", name="Add it").click()
    shows(own, "First")
    page.get_by_role("button", name="Edit…").click()
    page.get_by_label("Name", exact=True).fill("Web shop")
    page.get_by_role("button", name="Save").click()
    own.sees("h1").to_have_text("Web shop")
    page.get_by_role("button", name="Archive", exact=True).click()
    own.sees(".archived").to_be_visible()
    own.sees(page.get_by_role("button", name="New item")).to_be_hidden()
    page.get_by_role("link", name="Plan", exact=True).first.click()
    page.get_by_role("link", name="Archived").click()
    own.sees(page.get_by_role("rowheader", name="Web shop")).to_have_count(1)


def test_one_item(world: World, plan: Plan, pia: str, windows: Opener) -> None:
    own = windows(pia).open(f"/work-items/{plan.ids['b1']}").live()
    page = own.page
    own.sees("h1").to_have_text("b1")
    own.sees(".plan nav.way").to_contain_text("b")
    own.sees(".moves button").to_have_text(["Doing", "Done", "Cancelled…"])
    own.sees(".progress").to_contain_text("0 of 1 done")
    page.get_by_role("link", name="All that came of it").click()
    page.locator("main").get_by_role("link", name="b1").first.click()
    own.sees("h1").to_have_text("b1")
    world.call("work_item_transition", id=plan.ids["x"], to_status="done", actor=world.root)
    own.sees(".progress").to_contain_text("1 of 1 done, at all levels (100 %)")
    page.locator(".moves").get_by_role("button", name="Doing").click()
    own.sees(".moves button").to_have_text(["To do", "Done", "Cancelled…"])
    own.sees(".history li").to_have_count(2)
    own.sees(".history li >> nth=0").to_contain_text("You set it to doing")

    page.get_by_role("button", name="Edit").click()
    page.get_by_label("Title").fill("Half of a tho")
    world.call("work_item_patch", id=plan.ids["b1"], patch='{"title": "b one"}', actor=world.root)
    own.sees("h1").to_have_text("b one")
    own.sees("form.edit [role=status]").to_contain_text("Somebody has changed it meanwhile")
    own.sees(page.get_by_label("Title")).to_have_value("Half of a tho")
    page.get_by_label("Title").fill("")
    page.get_by_role("button", name="Save").click()
    own.sees("#plan-title-fault").to_have_text("This is needed.")
    page.get_by_label("Title").fill("Deploy")
    page.get_by_label("Who does it").fill("ops")
    page.get_by_role("button", name="Save").click()
    own.sees("h1").to_have_text("Deploy")
    assert plan.item("b1")["assignee"] == "ops"

    page.get_by_role("button", name="Start a run…").click()
    page.get_by_role("button", name="Start a run", exact=True).click()
    own.sees("#plan-cwd-fault").to_have_text("This is needed.")
    page.get_by_label("Working directory").fill("/srv/shop")
    page.get_by_role("button", name="Start a run", exact=True).click()
    own.sees(page.locator("tbody .tag")).to_have_text("Queued")
    page.get_by_role("button", name="Edit").click()
    page.get_by_label("Kind", exact=True).select_option("epic")
    page.get_by_role("button", name="Save").click()
    own.sees("form.edit [role=alert]").to_contain_text("an item that has some stays one")
    own.press("Escape")

    page.get_by_role("button", name="Add an item…").click()
    page.get_by_label("Title").fill("Below")
    page.get_by_role("button", name="Add it").click()
    own.sees(".inside li").to_have_count(2)
    page.get_by_role("button", name="Delete…").click()
    own.sees("dialog").to_contain_text("2 items stand directly below it")
    page.get_by_role("button", name="Delete for good").click()
    own.sees("h1").to_have_text("b")
    plan.comes("b", "b2 b3")
    world.call("work_item_delete", id=plan.ids["b"], actor=world.root)
    own.sees("#main").to_contain_text("“b” was deleted")


def test_who_plans_nothing_only_looks(plan: Plan, ada: str, windows: Opener) -> None:
    own = plan.tree(windows(ada))
    shows(own, "a b c")
    for name in ("New item", "Edit…", "Archive", "What to do with a"):
        own.sees(own.page.get_by_role("button", name=name)).to_have_count(0)
    pull(own, plan.row(own, "c"), plan.row(own, "a"), 0.1)
    plan.row(own, "c").focus()
    own.press("Alt+ArrowUp", "m", "a")
    own.sees(".carry").to_be_hidden()
    own.sees("dialog").to_have_count(0)
    own.open(f"/work-items/{plan.ids['b1']}").live()
    own.sees(".inside li").to_have_count(1)
    own.sees(".moves button").to_have_count(0)
    assert plan.under() == "a b c"


@pytest.fixture(scope="module")
def launch(world: World) -> Plan:
    """A plan as people have it."""
    made = Plan(world, "launch")
    made.add("Private beta", kind="milestone", assignee="Product")
    made.add(
        "Payments work in all three countries", "Private beta", "epic", assignee="Payments team"
    )
    for title in ("Card payments", "Invoices for companies, with their VAT number", "Refunds"):
        made.add(title, "Payments work in all three countries", assignee="Ada")
    made.add("Test with the sandbox of the bank", "Card payments", "subtask")
    made.add("Write the guide", "Private beta", assignee="Docs team")
    made.add("Open to everybody", kind="milestone")
    for i, title in enumerate(("Load test", "Status page", "Press kit")):
        made.add(title, "Open to everybody", assignee=("Ops", None, "Marketing")[i])
    for title, to in (
        ("Card payments", "doing"),
        ("Load test", "doing"),
        ("Refunds", "done"),
        ("Press kit", "cancelled"),
    ):
        world.call("work_item_transition", id=made.ids[title], to_status=to, actor=world.root)
    run = {"work_item_id": made.ids["Card payments"], "provider": "claude", "cwd": "/srv/shop"}
    world.call("run_create", **run, actor=world.root)
    return made


def test_the_pages_of_the_plan_are_accessible_and_fit(
    launch: Plan, pia: str, windows: Opener
) -> None:
    own = windows(pia, size=WIDTHS["narrow"])
    launch.tree(own, f"?item={launch.ids['Test with the sandbox of the bank']}")
    plan_row = launch.row(own, "Open to everybody")
    plan_row.focus()
    own.press("ArrowRight")
    own.sees(".node:not(.line)").to_have_count(11)
    found = faults_of(own, "plan-tree")
    own.press(".")
    own.sees("[role=menu]").to_be_visible()
    found += faults_of(own, "plan-menu")
    launch.tree(own, "?view=board")
    own.sees(".card").to_have_count(11)
    found += faults_of(own, "plan-board")
    own.open("/plan").live().sees("tbody tr").not_to_have_count(0)
    found += faults_of(own, "plan-projects")
    own.open(f"/work-items/{launch.ids['Card payments']}").live()
    own.sees(".history li").not_to_have_count(0)
    own.page.get_by_role("button", name="Edit").click()
    found += faults_of(own, "plan-item")
    assert found == []
