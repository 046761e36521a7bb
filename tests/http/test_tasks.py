"""Tasks and processes over HTTP: from opening to end, and who is shown what."""

from __future__ import annotations

from typing import Any

import pytest

from .conftest import World
from .service import Answer, Client

TASKS = "/api/tasks"
PAYLOADS = {"envelope", "data", "error"}


@pytest.fixture(scope="module")
def bot(world: World) -> Client:
    """Whoever runs the jobs."""
    return world.client(world.user("engine", ("reviewer", {})))


@pytest.fixture(scope="module")
def worker(world: World) -> Client:
    return world.client(world.user("colleague", ("reviewer", {})))


def opened(who: Client, workflow_id: str, **more: object) -> dict[str, Any]:
    body = {"workflowId": workflow_id, "workflow_type": "ship-order", "data": {"parcel": 1}, **more}
    answer = who("POST", TASKS, body)
    assert answer.status == 201, answer.text
    return dict(answer.body)


def test_a_task_goes_from_its_opening_to_its_end(world: World, bot: Client) -> None:
    task = opened(bot, "life", originId="case-1")
    path = f"{TASKS}/{task['id']}"
    again = bot("POST", TASKS, {"workflow_id": "life", "workflow_type": "other"})
    assert (again.status, again.body) == (200, task)
    begun = bot("PATCH", path, {"status": "in_progress", "lt_type": None})
    assert (begun.status, begun.body["status"], begun.body["version"]) == (200, "in_progress", 2)
    noted = bot("POST", f"{path}/milestones", {"what": "packed", "detail": {"parcel": 7}})
    assert noted.body["milestones"][0]["detail"] == {"parcel": 7}
    assert bot("PATCH", path, {"status": "needs_intervention"}).status == 200
    assert bot("PATCH", path, {"status": "pending"}).code == (409, "task_transition")
    ended = bot("POST", f"{path}/complete", {"data": {"parcel": 7}})
    assert (ended.body["status"], ended.body["data"]) == ("completed", {"parcel": 7})
    assert bot("POST", f"{path}/fail", {"error": {}}).code == (409, "task_completed")
    assert bot("POST", f"{path}/milestones", {"what": "late"}).status == 200
    assert world.topics(task["id"]) == [
        "task.created", "task.started", "task.milestone", "task.escalated", "task.completed",
        "task.milestone",
    ]  # fmt: skip


def test_payloads_are_for_who_may_change_the_task(
    world: World, bot: Client, worker: Client
) -> None:
    task = opened(bot, "shared", envelope={"order": 7})
    path = f"{TASKS}/{task['id']}"
    assert task.keys() >= PAYLOADS
    assert worker("GET", path).code == (404, "task_exists")
    row = bot(
        "POST", "/api/escalations", {"role": "reviewer", "type": "t", "taskId": task["id"]}
    ).body["id"]
    shown = worker("GET", path).body
    assert [e["id"] for e in shown["escalations"]] == [row]
    assert not shown["task"].keys() & PAYLOADS
    assert bot("GET", path).body["task"].keys() >= PAYLOADS
    assert world.admin("GET", path).body["task"].keys() >= PAYLOADS
    before = world.snapshot()
    for method, tail, body in (
        ("PATCH", "", {"priority": 1}),
        ("POST", "/milestones", {"what": "seen"}),
        ("POST", "/complete", {}),
        ("POST", "/fail", {"error": {}}),
    ):
        assert worker(method, path + tail, body).code == (403, "task_write")
    assert world.snapshot() == before
    tied = {"role": "reviewer", "type": "t", "task_id": task["id"]}
    assert worker("POST", "/api/escalations", tied).code == (403, "task_write")


def test_a_list_is_paged_and_filtered(bot: Client, worker: Client) -> None:
    for number in range(5):
        opened(bot, f"listed-{number}", originId="listed", task_queue=f"q{number % 2}")
    query = f"{TASKS}?originId=listed&limit=2"
    found: list[str] = []
    page: Answer = bot("GET", query)
    while True:
        found += [task["workflow_id"] for task in page.body["tasks"]]
        if page.body["next"] is None:
            break
        page = bot("GET", f"{query}&after={page.body['next']}")
    assert found == [f"listed-{number}" for number in reversed(range(5))]
    some = bot("GET", f"{TASKS}?status=pending,failed&task_queue=q1&origin_id=listed").body
    assert [task["workflow_id"] for task in some["tasks"]] == ["listed-3", "listed-1"]
    assert worker("GET", query).body == {"tasks": [], "next": None}
    assert bot("GET", f"{TASKS}?status=done").code == (400, "argument_invalid")
    assert bot("GET", f"{TASKS}?colour=red").code == (400, "argument_invalid")


def test_a_process_is_what_its_tasks_and_rows_are(bot: Client, worker: Client) -> None:
    first = opened(bot, "p-1", originId="case/7")
    opened(bot, "p-2", originId="case/7", workflow_type="pay")
    path = f"{TASKS}/processes/case%2F7"
    found = bot("GET", path).body
    assert found["process"]["status"] == "active"
    assert [task["workflow_id"] for task in found["tasks"]] == ["p-1", "p-2"]
    siblings = bot("GET", f"{TASKS}/{first['id']}/siblings").body["siblings"]
    assert {kind: [s["data"] for s in tasks] for kind, tasks in siblings.items()} == {
        "pay": [{"parcel": 1}]
    }
    asked = {"role": "reviewer", "type": "t", "task_id": first["id"]}
    row = bot("POST", "/api/escalations", asked).body["id"]
    assert bot("GET", path).body["process"]["status"] == "escalated"
    seen = worker("GET", path).body["process"]
    assert (seen["stats"]["tasks"], seen["stats"]["escalations_open"]) == (1, 1)
    listed = worker("GET", f"{TASKS}/processes?status=escalated").body["processes"]
    assert "case/7" in [process["origin_id"] for process in listed]
    answer = {"resolver_payload": {"decision": "yes"}}
    assert worker("POST", f"/api/escalations/{row}/resolve", answer).status == 200
    for task in found["tasks"]:
        assert bot("POST", f"{TASKS}/{task['id']}/complete").status == 200
    ended = bot("GET", path).body["process"]
    assert (ended["status"], ended["stats"]["open"]) == ("completed", 0)
    assert ended["ended_at"] is not None


def test_events_of_tasks_are_for_global_readers(world: World, bot: Client) -> None:
    after = world.last_seq()
    task = opened(bot, "told", envelope={"secret": "word"})
    query = f"/api/events?after={after}&topic=task.*"
    [event] = world.admin("GET", query).body["events"]
    assert (event["topic"], event["subject_id"]) == ("task.created", task["id"])
    assert "word" not in str(event)
    assert bot("GET", query).body["events"] == []


def test_triage_opens_a_task_for_each_row(world: World, bot: Client, worker: Client) -> None:
    alone, waiting = world.row(), world.row(signal_key="triaged")
    body = {"ids": [alone, waiting, world.root], "hint": "the address is missing"}
    path = "/api/escalations/bulk-triage"
    assert worker("POST", path, body).code == (403, "escalation_bulk")
    told = world.admin("POST", path, body).body
    assert (told["triaged"], told["resolved"]) == (2, 1)
    assert told["skipped"] == [{"id": world.root, "reason": "not_found"}]
    states = {t["escalation_id"]: t["status"] for t in told["tasks"]}
    assert states == {alone: "resolved", waiting: "pending"}
    row = world.admin("GET", f"/api/escalations/{alone}").body
    assert row["resolver_payload"] == '{"_triage": {"hint": "the address is missing"}}'
    for found in told["tasks"]:
        shown = worker("GET", f"{TASKS}/{found['task_id']}").body
        assert [e["id"] for e in shown["escalations"]] == [found["escalation_id"]]
    again = world.admin("POST", path, body).body
    assert [(t["escalation_id"], t["created"]) for t in again["tasks"]] == [(waiting, False)]
