"""Plans over HTTP: what the route tests do not show."""

from __future__ import annotations

import pytest

from .conftest import World
from .service import Client


@pytest.fixture(scope="module")
def planner(world: World) -> Client:
    """Somebody who may write the plan and nothing else."""
    return world.client(world.user("planner", ("planner", {})))


def made(planner: Client, slug: str, **more: object) -> str:
    """A new item of the project; its id."""
    found = planner("GET", f"/api/projects?slug={slug}").body["projects"]
    project = found[0] if found else planner("POST", "/api/projects", {"name": slug, "slug": slug})
    id_ = project["id"] if found else project.body["id"]
    body = {"project_id": id_, "kind": "task", "title": "t", **more}
    answer = planner("POST", "/api/work-items", body)
    assert answer.status == 201, answer.text
    return str(answer.body["id"])


def test_a_root_is_asked_for_by_name(planner: Client) -> None:
    top = made(planner, "roots")
    item = made(planner, "roots", parentId=top)
    path = f"/api/work-items/{item}/move"
    missing = planner("POST", path, {})
    assert (*missing.code, missing.field) == (400, "argument_invalid", "new_parent_id")
    moved = planner("POST", path, {"newParentId": None})
    assert (moved.status, moved.body["parent_id"], moved.body["path"]) == (200, None, item[:8])


def test_a_board_is_read_in_the_order_of_its_cards(world: World, planner: Client) -> None:
    top = made(planner, "board")
    cards = [made(planner, "board", parent_id=top, sort_order=n) for n in (3, 1, 2)]
    planner("POST", f"/api/work-items/{cards[2]}/transition", {"to_status": "doing"})
    anybody = world.client(world.user("onlooker"))
    query, seen, after = f"?parent_id={top}&status=todo,doing&limit=2", [], ""
    while after is not None:
        page = anybody("GET", f"/api/work-items{query}{after and '&after=' + after}").body
        seen += [i["id"] for i in page["work_items"]]
        after = page["next"]
    assert seen == [cards[1], cards[2], cards[0]]
    assert anybody("GET", f"/api/work-items/{top}/completion").body == {
        "done": 0, "total": 3, "ratio": 0,
    }  # fmt: skip
    wrong = anybody("GET", f"/api/work-items{query}&after=x")
    assert (*wrong.code, wrong.field) == (400, "argument_invalid", "after")


def test_what_happens_to_a_plan_is_seen_on_the_stream(world: World, planner: Client) -> None:
    start = world.last_seq()
    item = made(planner, "seen")
    planner("POST", f"/api/work-items/{item}/transition", {"to_status": "cancelled"})
    onlooker = world.client(world.user("watches"))
    with onlooker.stream(f"?after={start}&topic=work_item.*") as stream:
        told = [(f.event, f.data["subject_id"]) for f in stream.take(2)]
    assert told == [("work_item.created", item), ("work_item.status_changed", item)]


def test_an_archived_project_says_423(planner: Client) -> None:
    item = made(planner, "late")
    [project] = planner("GET", "/api/projects?slug=late").body["projects"]
    assert planner("POST", f"/api/projects/{project['id']}/archive").body["status"] == "archived"
    refused = planner("DELETE", f"/api/work-items/{item}")
    assert refused.code == (423, "project_active")
    title = planner("PATCH", f"/api/work-items/{item}", {"title": "still"})
    assert (title.status, title.body["title"]) == (200, "still")
