"""Runs and hosts: the list, one run with all it has been through, and what an operator does."""

from __future__ import annotations

import re
from typing import Any

import pytest
from psycopg.types.json import Jsonb

from tests.http.conftest import World
from tests.support.scene import keep_alive

from .conftest import Opener, person
from .looks import WIDTHS, faults_of
from .window import Window

PARKED = "Deploy build 7 of the shop to both regions"


class Mill:
    """A host with its bot, which moves runs on as its worker would."""

    def __init__(self, world: World, name: str) -> None:
        self.world, self.name = world, name
        self.bot, _ = world.box(name)
        made = world.call("host_register", name=name, platform="linux", actor=self.bot)
        self.id = str(made["host"]["id"])
        world.call("host_heartbeat", host_id=self.id, instance_id=self.id, actor=self.bot)

    def take(self, run: str) -> None:
        self.world.call("run_dispatch", id=run, host_id=self.id, actor=self.world.root)

    def say(self, run: str, kind: str, attempt: int = 1, **more: Any) -> None:
        given = {k: Jsonb(v) if isinstance(v, dict) else v for k, v in more.items()}
        self.world.call("run_signal", id=run, attempt=attempt, kind=kind, actor=self.bot, **given)

    def begin(self, run: str, attempt: int = 1) -> None:
        self.take(run)
        self.say(run, "started", attempt)

    def ask(self, run: str, key: str, question: str, role: str = "reviewer") -> str:
        given = {"run_id": run, "attempt": 1, "wait_key": key, "role": role}
        told = self.world.call("run_ask", **given, question=Jsonb(question), actor=self.bot)
        return str(told["escalation"]["id"])


class Scene:
    """A plan with runs in every state, on two hosts."""

    def __init__(self, world: World) -> None:
        self.world = world
        # Here nobody starts a failed run again, and no host falls silent, but by the test.
        world.conn.execute(
            "update rowlock.timer set enabled = false"
            " where name in ('run_restart', 'run_dispatch', 'host_offline')"
        )
        self.mill, self.kiln = Mill(world, "mill"), Mill(world, "kiln")
        self.projects = {
            name: str(
                world.call("project_create", name=name, slug=name.lower(), actor=world.root)["id"]
            )
            for name in ("Shop", "Warehouse")
        }
        self.runs: dict[str, str] = {}

    def run(self, title: str, project: str = "Shop") -> str:
        """A new run of a new item."""
        item = self.world.call(
            "work_item_create", project_id=self.projects[project], kind="task", title=title,
            actor=self.world.root,
        )  # fmt: skip
        made = self.world.call(
            "run_create", work_item_id=item["id"], provider="claude", cwd="/srv/shop",
            actor=self.world.root,
        )  # fmt: skip
        self.runs[title] = str(made["id"])
        return self.runs[title]

    def status(self, run: str) -> Any:
        return self.world.call("run_get", id=run, actor=self.world.root)


@pytest.fixture(scope="module")
def scene(world: World) -> Scene:
    made = Scene(world)
    mill, kiln = made.mill, made.kiln
    done = made.run("Write the release notes")
    mill.begin(done)
    mill.say(done, "finished", payload={"exit_code": 0})
    failed = made.run("Move the index to the new server", "Warehouse")
    kiln.begin(failed)
    kiln.say(failed, "finished", payload={"exit_code": 2})
    stopped = made.run("Try the other parser")
    kiln.begin(stopped)
    world.call("run_stop", id=stopped, reason="Wrong branch", actor=world.root)
    parked = made.run(PARKED)
    mill.begin(parked)
    mill.say(parked, "progress", seq=57, payload={"lines": 1234, "bytes": 34567})
    answered = mill.ask(parked, "region", "Which region goes first?")
    given = Jsonb({"region": "north", "note": "By noon"})
    world.call("escalation_resolve", id=answered, resolver_payload=given, actor=world.root)
    mill.ask(parked, "deploy", "May I deploy build 7 to the north?")
    made.run("Clean up the old tickets")
    return made


@pytest.fixture(autouse=True)
def awake(scene: Scene) -> None:
    """Both hosts have been heard of, however long the tests take."""
    for host in (scene.mill, scene.kiln):
        keep_alive(scene.world.conn, host.id)


@pytest.fixture(scope="module")
def pat(world: World) -> str:
    """A planner, who reviews too."""
    return person(world, "pat", "Pat Planner", ("planner", {}), ("reviewer", {}))


@pytest.fixture(scope="module")
def chief(world: World) -> str:
    """An operator of the hosts."""
    return person(world, "chief", "Chief", ("admin", {"type": "admin"}))


def rows(own: Window, titles: list[str]) -> None:
    """These runs come to be listed, in this order."""
    own.sees("tbody .what a").to_have_text(titles)


def test_the_list_says_what_runs_are_and_takes_filters(
    scene: Scene, pat: str, windows: Opener
) -> None:
    own = windows(pat).open("/runs").live()
    page = own.page
    rows(own, [
        "Clean up the old tickets", PARKED,
        "Try the other parser", "Move the index to the new server", "Write the release notes",
    ])  # fmt: skip
    own.sees("nav a[aria-current=page]").to_have_text(["Runs", "Runs"])
    own.sees("tbody tr").to_have_count(5)
    own.sees(page.locator("tbody tr").nth(1)).to_contain_text("Waits for an answer")
    own.sees(page.locator("tbody tr").nth(3)).to_contain_text("its command left exit code 2")
    page.get_by_label("Status").select_option(label="Not ended")
    rows(own, ["Clean up the old tickets", PARKED])
    page.get_by_label("Waits for an answer").check()
    rows(own, [PARKED])
    assert page.url.endswith("/runs?status=open&parked=true")
    page.get_by_role("button", name="Clear filters").click()
    page.get_by_label("Project").select_option(label="Warehouse")
    rows(own, ["Move the index to the new server"])
    page.get_by_label("Host", exact=True).select_option(label="mill")
    own.sees(".empty").to_contain_text("No run is like that")
    page.go_back()
    rows(own, ["Move the index to the new server"])
    own.sees(page.get_by_label("Host", exact=True)).to_have_value("")
    item = scene.status(scene.runs["Try the other parser"])["work_item_id"]
    own.open(f"/runs?item={item}")
    rows(own, ["Try the other parser"])
    own.sees(".item-filter").to_contain_text("Runs of “Try the other parser”")
    own.open("/runs?status=done").sees("main [role=alert]").to_contain_text(
        "Pending, spawning, running"
    )


def test_a_list_changes_in_place(scene: Scene, pat: str, windows: Opener) -> None:
    own = windows(pat).open("/runs?status=pending").live()
    rows(own, ["Clean up the old tickets"])
    own.page.locator("tbody .what a").focus()
    run = scene.runs["Clean up the old tickets"]
    scene.kiln.take(run)
    own.sees("tbody tr").to_contain_text("Starting")
    later = scene.run("Pack the winter sale")
    own.sees("button.news").to_have_text("Show 1 new run")
    rows(own, ["Clean up the old tickets"])
    own.sees(own.page.locator("tbody .what a")).to_be_focused()
    own.page.locator("button.news").click()
    rows(own, ["Pack the winter sale"])
    scene.world.conn.execute("delete from rowlock.work_item where title = 'Pack the winter sale'")
    assert later not in own.page.url
    scene.kiln.say(run, "started")


def test_one_run_tells_what_it_has_been_through(scene: Scene, pat: str, windows: Opener) -> None:
    own = windows(pat).open("/runs").live()
    own.page.get_by_role("link", name="Deploy build 7").click()
    own.sees("h1").to_have_text(PARKED)
    own.sees(".says").to_contain_text(re.compile("Waiting for an answer since .+ At work on mill"))
    own.sees(".run-top").to_contain_text("It wrote 1,234 lines (34 KB)")
    asks = own.page.locator(".asks li")
    own.sees(asks).to_have_count(2)
    own.sees(asks.nth(0)).to_contain_text("May I deploy build 7 to the north?")
    own.sees(asks.nth(0)).to_contain_text("step deploy")
    own.sees(asks.nth(1)).to_contain_text("By noon")
    own.sees(".ledger").to_contain_text("1,234 lines, 34 KB so far")
    own.sees(".run-history .said").to_have_text([
        "root queued it", "Taken by mill", "It began to work on mill",
        "It asked: Which region goes first?", "An answer came: Which region goes first?",
        "It asked: May I deploy build 7 to the north?",
    ])  # fmt: skip
    own.sees(".facts").to_contain_text("/srv/shop")
    asks.nth(0).get_by_role("link").click()
    own.sees("h1").to_have_text("May I deploy build 7 to the north?")
    own.page.go_back()
    own.sees("h1").to_have_text(PARKED)
    asked = scene.world.call("run_asks", id=scene.runs[PARKED], actor=scene.world.root)
    row = asked["escalation"]["id"]
    given = Jsonb({"decision": "yes"})
    scene.world.call("escalation_resolve", id=row, resolver_payload=given, actor=scene.world.root)
    own.sees(".says").to_have_text(re.compile("Running on mill for"))
    scene.mill.ask(scene.runs[PARKED], "south", "And to the south?")
    own.sees(".says").to_contain_text("Waiting for an answer since")
    own.sees(asks).to_have_count(3)
    own.page.locator("h1").click()
    own.press("u")
    own.sees("tbody .what a").to_contain_text([PARKED])


def test_a_run_fails_is_started_again_and_stopped(scene: Scene, pat: str, windows: Opener) -> None:
    run = scene.run("Count the stock")
    own = windows(pat).open(f"/runs/{run}").live()
    page = own.page
    own.sees(".says").to_contain_text("Queued since")
    page.get_by_role("button", name="Give to a host…").click()
    page.get_by_role("dialog").get_by_label("Host").select_option(value=scene.mill.id)
    page.get_by_role("dialog").get_by_role("button", name="Give").click()
    own.sees(".says").to_contain_text("mill has taken it and is starting it")
    scene.mill.say(run, "failed")
    own.sees(".says").to_contain_text("it could not begin")
    page.get_by_role("button", name="Start again…").click()
    own.sees("dialog").to_contain_text("queued as attempt 2")
    page.get_by_role("dialog").get_by_role("button", name="Start it again").click()
    own.sees(".says").to_contain_text("Queued since")
    scene.kiln.begin(run, 2)
    own.sees(".says").to_contain_text("Running on kiln")
    own.sees("[data-attempt] th").to_have_text(["2", "1"])
    page.get_by_role("button", name="Attach…").click()
    page.get_by_role("dialog").get_by_role("button", name="Attach").click()
    own.sees(".lease").to_contain_text("Pat Planner is attached to its session")
    page.get_by_role("button", name="Detach").click()
    own.sees(".lease").to_be_hidden()
    page.get_by_role("button", name="Signal…").click()
    page.get_by_role("dialog").get_by_label("Signal").select_option(value="TERM")
    page.get_by_role("dialog").get_by_role("button", name="Send").click()
    own.sees(".run-history").to_contain_text("You sent TERM to its process")
    page.get_by_role("button", name="Stop…").click()
    page.get_by_label("Reason").fill("Counted by hand")
    page.get_by_role("dialog").get_by_role("button", name="Stop the run").click()
    own.sees(".says").to_contain_text(re.compile("Stopped by you after .+: Counted by hand"))
    own.sees(".run-top .acts button:visible").to_have_count(0)
    assert (scene.status(run)["status"], scene.status(run)["attempt"]) == ("stopped", 2)
    assert scene.world.topics(run)[-2:] == ["run.signal_received", "run.stopped"]


def test_what_was_done_meanwhile_is_said(scene: Scene, pat: str, windows: Opener) -> None:
    run = scene.run("Sort the returns")
    scene.mill.begin(run)
    own = windows(pat).open(f"/runs/{run}").live()
    own.page.get_by_role("button", name="Stop…").click()
    scene.mill.say(run, "finished", payload={"exit_code": 0})
    own.page.get_by_role("dialog").get_by_role("button", name="Stop the run").click()
    own.sees("dialog [role=alert]").to_contain_text(
        "It has moved on meanwhile: it is finished by now"
    )
    own.press("Escape")
    own.sees(".says").to_contain_text("Finished on mill")
    own.open("/runs/00000000-0000-4000-8000-000000000000")
    own.sees("main [role=alert]").to_contain_text("This run is not there")


def test_who_may_not_plan_is_offered_nothing(scene: Scene, ada: str, windows: Opener) -> None:
    other = person(scene.world, "eve", "Eve", ("engineer", {}))
    run = scene.runs[PARKED]
    own = windows(other).open(f"/runs/{run}").live()
    own.sees(".says").to_contain_text("from a role that you don’t see into")
    own.sees(".asks li").to_have_count(0)
    own.sees(".run-top .acts button:visible").to_have_count(0)
    own.open("/hosts").sees("tbody tr").to_have_count(2)
    own.sees("main button:visible").to_have_count(0)


def test_an_operator_looks_after_hosts(scene: Scene, chief: str, windows: Opener) -> None:
    world, own = scene.world, windows(chief).open("/hosts").live()
    page = own.page
    own.sees("tbody tr").to_have_count(2)
    kiln = page.locator("tr", has_text="kiln")
    own.sees(kiln).to_contain_text("Online")
    kiln.get_by_role("button", name="Disable kiln").click()
    own.sees("dialog").to_contain_text("takes no more runs")
    page.get_by_role("dialog").get_by_role("button", name="Disable").click()
    own.sees(kiln).to_contain_text("Disabled")
    kiln.get_by_role("button", name="Enable kiln").click()
    own.sees(kiln).to_contain_text("Takes runs")

    other = "0b9f6f0e-5f0c-4a7e-9d0a-6f1f3f6c2a11"
    world.call("host_heartbeat", host_id=scene.kiln.id, instance_id=other, actor=scene.kiln.bot)
    own.sees(kiln).to_contain_text("Suspect")
    kiln.get_by_role("button", name="Suspicion of kiln").click()
    own.sees("dialog").to_contain_text(other)
    page.get_by_role("dialog").get_by_role("button", name="This one is right").click()
    own.sees("dialog .fault").to_have_text("Choose one of them.")
    page.get_by_label("The one of before").check()
    page.get_by_role("dialog").get_by_role("button", name="This one is right").click()
    own.sees(kiln).not_to_contain_text("Suspect")

    page.get_by_role("button", name="Add a host…").click()
    page.get_by_role("dialog").get_by_label("Name").fill("kiln")
    page.get_by_role("dialog").get_by_role("button", name="Add", exact=True).click()
    own.sees("dialog .field .fault").to_have_text(["Another host has this name.", "", "", ""])
    page.get_by_role("dialog").get_by_label("Name").fill("forge")
    page.get_by_role("dialog").get_by_label("Platform").select_option(value="macos")
    page.get_by_role("dialog").get_by_role("button", name="Add", exact=True).click()
    forge = page.locator("tr", has_text="forge")
    own.sees(forge).to_contain_text("Never seen")
    forge.get_by_role("button", name="Edit forge").click()
    page.get_by_role("dialog").get_by_label("Spoken for by").select_option(label="mill")
    page.get_by_role("dialog").get_by_role("button", name="Save").click()
    own.sees(forge).to_contain_text("mill")
    kept = world.call("host_list", name="forge", actor=world.root)["items"][0]
    assert (kept["platform"], kept["bot_id"], kept["status"]) == (
        "macos",
        scene.mill.bot,
        "registered",
    )
    page.get_by_label("Name", exact=True).fill("mil")
    own.press("Enter")
    own.sees("tbody th").to_have_text([re.compile("mill")])
    page.get_by_role("link", name="open runs of mill").first.click()
    rows(own, [PARKED])


def test_the_pages_are_accessible_and_fit(
    scene: Scene, pat: str, chief: str, windows: Opener
) -> None:
    other = "0b9f6f0e-5f0c-4a7e-9d0a-6f1f3f6c2a11"
    scene.world.call(
        "host_heartbeat", host_id=scene.kiln.id, instance_id=other, actor=scene.kiln.bot
    )
    own = windows(chief, size=WIDTHS["narrow"])
    own.open("/runs").live().sees("tbody tr").not_to_have_count(0)
    found = faults_of(own, "runs")
    own.open(f"/runs/{scene.runs[PARKED]}").live()
    own.sees(".run-history li").not_to_have_count(0)
    found += faults_of(own, "run-parked")
    own.open("/hosts").sees("tbody tr").not_to_have_count(0)
    found += faults_of(own, "hosts")
    own.page.get_by_role("button", name="Suspicion of kiln").click()
    own.sees("dialog").to_be_visible()
    found += faults_of(own, "hosts-suspicion")
    assert found == []
