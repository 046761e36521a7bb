"""The whole story as people see it: a log is imported, an item moved and worked on, its question
answered, and all of it stands in the figures afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from psycopg.types.json import Jsonb

from rowlock.auth import issue
from tests.http.conftest import World
from tests.http.service import SECRET, Client
from tests.support.command import begun, rowlock
from tests.support.importing import log_file
from tests.worker.story import AGENT, QUICK

from .conftest import Opener, person
from .test_plan import pull

FORM = {"required": ["decision"], "properties": {"decision": {"enum": ["yes", "no"]}}}
CASES = 12


@pytest.fixture(scope="module")
def chief(world: World) -> str:
    """Who plans, reviews and looks at the figures of all."""
    world.call(
        "role_patch",
        role="reviewer",
        patch=Jsonb({"form_schema": FORM, "enforce_schema": True}),
        actor=world.root,
    )
    return person(world, "chief", "Chief", ("superadmin", {"type": "superadmin"}))


def log_of(folder: Path) -> Path:
    """Cases of the last hours: packed a quarter of an hour after they came."""
    begun = datetime.now(UTC).replace(microsecond=0) - timedelta(hours=4)
    lines = [
        f"order-{case},{step},{(begun + timedelta(minutes=10 * case + after)).isoformat()},"
        f"packer-{case % 3},packing"
        for case in range(CASES)
        for step, after in (("ordered", 0), ("packed", 15))
    ]
    return log_file(folder / "orders.csv", *lines)


@contextmanager
def working(world: World, folder: Path) -> Iterator[None]:
    """A host of a bot of its own, whose worker asks once and ends."""
    (folder / "agent.sh").write_text(AGENT)
    bot = world.bot("box")
    made = world.call("api_key_mint", user_id=bot, name="host", scopes=["host"], actor=world.root)
    argv = ["worker", "--host", "box", "--exec", f"sh {folder / 'agent.sh'} {{task}}"]
    argv += ["--url", world.url, *QUICK, "--data", str(folder / "worker")]
    with (folder / "worker.log").open("wb") as log:
        process = begun(*argv, env={"ROWLOCK_KEY": made["key"]}, stdout=log, stderr=log)
        try:
            yield
        finally:
            process.terminate()
            process.wait(30)


def item(world: World, project: str, title: str, kind: str = "task") -> str:
    given = {"project_id": project, "title": title, "kind": kind}
    return str(world.call("work_item_create", **given, actor=world.root)["id"])


def test_from_a_log_to_an_answered_question(
    world: World, dsn: str, chief: str, windows: Opener, tmp_path: Path
) -> None:
    board = windows(chief).open("/board").live()
    board.sees(".station[data-role=packing]").to_have_count(0)
    figures = windows(chief).open("/analytics").live()
    env = {"DATABASE_URL": dsn, "ROWLOCK_ACTOR": "root"}
    done = rowlock("import", log_of(tmp_path), env=env)
    assert done.returncode == 0, done.stderr
    board.sees(".station[data-role=packing]").to_contain_text(f"{CASES} answered")
    figures.sees(".glance").to_contain_text(str(CASES))

    project = str(world.call("project_create", name="Shop", slug="shop", actor=world.root)["id"])
    epic, task = item(world, project, "Launch", "epic"), item(world, project, "Build it")
    own = windows(chief).open(f"/plan/{project}").live()
    node = lambda id_: own.page.locator(f".node[data-id='{id_}']")  # noqa: E731
    own.sees(node(task)).to_be_visible()
    pull(own, node(task), node(epic), 0.5)
    own.sees(node(task)).to_have_attribute("aria-level", "2")
    moved = world.call("work_item_get", id=task, actor=world.root)
    assert moved["parent_id"] == epic

    with working(world, tmp_path):
        own.open(f"/work-items/{task}").live()
        own.page.get_by_role("button", name="Start a run").click()
        own.page.get_by_label("Working directory").fill(str(tmp_path))
        own.page.get_by_role("dialog").get_by_role("button", name="Start a run").click()
        runs = own.page.locator("table", has=own.page.locator("caption", has_text="Runs"))
        own.sees(runs).to_contain_text("Waits for an answer")
        runs.get_by_role("link").first.click()
        own.page.wait_for_url("**/runs/*")
        own.sees("#main").to_contain_text("May I?")
        own.page.get_by_role("link", name="May I?").first.click()
        own.page.wait_for_url("**/escalations/*")
        own.page.get_by_role("button", name="Claim", exact=True).click()
        own.page.get_by_label("yes").check()
        own.page.get_by_role("button", name="Send the answer").click()
        own.sees(".answer").to_contain_text("Answered by you")
        own.page.go_back()
        own.page.wait_for_url("**/runs/*")
        own.sees("#main").to_contain_text("Its command ended with exit code 0")
    assert '"decision": "yes"' in (tmp_path / "answers").read_text()
    assert (tmp_path / "starts").read_text().count("\n") == 1

    [run] = Client(world.url, issue(SECRET, chief)[0])(
        "GET", f"/api/runs?work_item_id={task}"
    ).body["runs"]
    assert run["status"] == "exited"
    own.open(f"/origins/{run['origin_id']}")
    own.sees("#main").to_contain_text("May I?")
    board.sees(".station[data-role=reviewer]").to_contain_text("1 answered")
    figures.sees(".glance").to_contain_text(str(CASES + 1))
