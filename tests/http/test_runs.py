"""Runs over HTTP: a host's key takes one from its claim to its end, and reaches no other host's."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest

from .conftest import World
from .service import Client

RUNS = "/api/runs"


@pytest.fixture(scope="module")
def item(world: World) -> str:
    # Here nobody starts a failed run again but the test.
    world.conn.execute("update rowlock.timer set enabled = false where name = 'run_restart'")
    project = world.admin("POST", "/api/projects", {"name": "Runs", "slug": "runs"}).body
    task = {"projectId": project["id"], "kind": "task", "title": "work"}
    return str(world.admin("POST", "/api/work-items", task).body["id"])


class Box:
    """A host, and its bot's key."""

    def __init__(self, world: World) -> None:
        name = f"box-{uuid4().hex[:8]}"
        _, self.client = world.box(name)
        self.instance = str(uuid4())
        registration = {"name": name, "platform": "linux", "instanceId": self.instance}
        self.id = self.client("POST", "/api/hosts/register", registration).body["host"]["id"]

    def claim(self) -> Any:
        body = {"hostId": self.id, "instanceId": self.instance}
        answer = self.client("POST", f"{RUNS}/claim", body)
        assert answer.status == 200, answer.text
        return answer.body["run"]

    def say(self, run: str, kind: str, attempt: int = 1, **more: object) -> Any:
        body = {"attempt": attempt, "kind": kind, **more}
        return self.client("POST", f"{RUNS}/{run}/signals", body)


@pytest.fixture
def box(world: World) -> Box:
    world.conn.execute("delete from rowlock.run where status = 'pending'")
    return Box(world)


def created(who: Client, item: str, **more: object) -> dict[str, Any]:
    body = {"workItemId": item, "provider": "claude", "cwd": "/srv/shop", **more}
    answer = who("POST", RUNS, body)
    assert answer.status == 201, answer.text
    return dict(answer.body)


def topics(world: World, run: str) -> list[str]:
    query = "select topic from rowlock.event where subject_id = %s order by seq"
    return [topic.split(".")[1] for (topic,) in world.conn.execute(query, [run])]


def test_a_host_takes_a_run_from_its_claim_to_its_end(world: World, item: str, box: Box) -> None:
    assert box.claim() is None
    run = created(world.admin, item)
    assert (run["status"], run["origin_id"], run["parked"]) == ("pending", item, False)
    claimed = box.claim()
    assert (claimed["id"], claimed["host_id"], claimed["cwd"]) == (run["id"], box.id, "/srv/shop")
    assert box.say(run["id"], "started").body["outcome"] == "applied"
    progress = {"seq": 1, "payload": {"lines": 3, "bytes": 99}}
    assert box.say(run["id"], "progress", **progress).body["outcome"] == "applied"
    assert box.say(run["id"], "progress", **progress).body["outcome"] == "out_of_order"
    ended = box.say(run["id"], "finished", payload={"exit_code": 0})
    assert (ended.body["outcome"], ended.body["run"]["status"]) == ("applied", "exited")
    shown = box.client("GET", f"{RUNS}/{run['id']}").body
    assert (shown["status"], shown["exit_code"], shown["lease"]) == ("exited", 0, None)
    assert topics(world, run["id"]) == [
        "created", "spawning", "started", "output_appended", "finished",
    ]  # fmt: skip


def test_a_host_reaches_no_run_of_another(world: World, item: str, box: Box) -> None:
    run = created(world.admin, item)["id"]
    assert box.claim()["id"] == run
    other = Box(world)
    assert other.say(run, "started").code == (403, "host_owner")
    body = {"host_id": box.id, "instance_id": box.instance}
    assert other.client("POST", f"{RUNS}/claim", body).code == (403, "host_owner")
    assert box.client("POST", f"{RUNS}/{run}/stop").code == (403, "key_scope")
    assert box.say(run, "started").status == 200


def test_what_breaks_the_protocol_is_told_and_can_be_sent_again(
    world: World, item: str, box: Box
) -> None:
    run = created(world.admin, item)["id"]
    box.claim()
    early = box.say(run, "finished", payload={"exit_code": 0})
    assert early.code == (409, "transition_legal")
    assert (early.body["detail"]["from"], early.body["detail"]["to"]) == ("spawning", "exited")
    for body in ({}, {"kind": "started"}, {"attempt": 1}, {"attempt": 2, "kind": "started"}):
        answer = box.client("POST", f"{RUNS}/{run}/signals", body)
        assert answer.code == (400, "run_protocol"), body
        assert answer.body["detail"]["what"] in ("attempt", "kind")
    assert box.say(run, "started").body["outcome"] == "applied"
    assert box.say(run, "finished", payload={"exit_code": 0}).body["outcome"] == "applied"


def test_a_failed_run_is_requeued_and_its_old_signals_are_stale(
    world: World, item: str, box: Box
) -> None:
    run = created(world.admin, item)["id"]
    box.claim()
    assert box.say(run, "failed").body["run"]["failure_reason"] == "spawn_failed"
    again = world.admin("POST", f"{RUNS}/{run}/requeue")
    assert (again.body["outcome"], again.body["run"]["attempt"]) == ("requeued", 2)
    assert box.say(run, "started").body["outcome"] == "stale"
    assert box.claim()["attempt"] == 2


def test_a_session_is_attached_to_by_one_at_a_time(world: World, item: str, box: Box) -> None:
    run = created(world.admin, item)["id"]
    box.claim()
    path = f"{RUNS}/{run}/lease"
    assert world.admin("POST", path, {"holder": "ada"}).code == (409, "run_running")
    box.say(run, "started")
    assert world.admin("POST", path, {"holder": "ada", "ttl": "1 minute"}).body["lease"]
    assert world.admin("POST", path, {"holder": "bob"}).body == {"lease": None}
    assert world.admin("DELETE", f"{path}?holder=bob").code == (409, "run_lease_not_held")
    assert world.admin("GET", f"{RUNS}/{run}").body["lease"]["holder"] == "ada"
    assert world.admin("DELETE", f"{path}?holder=ada").body["lease"]["holder"] == "ada"


def test_runs_are_listed_by_what_they_are(world: World, item: str, box: Box) -> None:
    runs = [created(world.admin, item, origin_id="case-9")["id"] for _ in range(3)]
    box.claim()
    page = world.admin("GET", f"{RUNS}?origin_id=case-9&limit=2").body
    assert [r["id"] for r in page["runs"]] == runs[:0:-1]
    more = world.admin("GET", f"{RUNS}?originId=case-9&limit=2&after={page['next']}").body
    assert ([r["id"] for r in more["runs"]], more["next"]) == ([runs[0]], None)
    placed = box.client("GET", f"{RUNS}?host_id={box.id}&status=spawning&parked=false").body
    assert [r["id"] for r in placed["runs"]] == [runs[0]]
    assert world.admin("GET", f"{RUNS}?status=done").field == "status"


def test_what_a_run_has_been_through_is_told(world: World, item: str, box: Box) -> None:
    run = created(world.admin, item)["id"]
    box.claim()
    box.say(run, "started")
    ask = {"attempt": 1, "wait_key": "deploy", "role": "reviewer", "question": "May I?"}
    asked = box.client("POST", f"{RUNS}/{run}/ask", ask).body["escalation_id"]
    box.say(run, "finished", payload={"exit_code": 2})
    path = f"{RUNS}/{run}"
    again = world.admin("POST", f"{path}/requeue", {}).body
    assert (again["outcome"], again["run"]["attempt"]) == ("requeued", 2)
    last, first = world.admin("GET", f"{path}/attempts").body["attempts"]
    assert (last["status"], last["host_id"], first["status"]) == ("pending", None, "failed")
    assert (first["host_id"], first["exit_code"], first["failure_reason"]) == (box.id, 2, None)
    assert [s["kind"] for s in first["signals"]] == ["started", "finished"]
    events = world.admin("GET", f"{path}/events?limit=2").body
    assert [e["topic"] for e in events["events"]] == ["run.created", "run.spawning"]
    query = f"after={events['next']}&topics=run.finished"
    ended = world.admin("GET", f"{path}/events?{query}").body
    assert ([e["data"]["exit_code"] for e in ended["events"]], ended["next"]) == ([2], None)
    told = world.admin("GET", f"{path}/asks").body["asks"]
    assert [(a["wait_key"], a["escalation"]["id"]) for a in told] == [("deploy", asked)]
    elsewhere = world.client(world.user("builder of runs", ("engineer", {})))
    assert elsewhere("GET", f"{path}/asks").body["asks"] == []
    shown = elsewhere("GET", path).body
    assert (shown["item_title"], shown["project_name"]) == ("work", "Runs")


def test_a_run_is_stopped_with_a_reason(world: World, item: str, box: Box) -> None:
    run = created(world.admin, item)["id"]
    box.claim()
    box.say(run, "started")
    stopped = world.admin("POST", f"{RUNS}/{run}/stop", {"reason": "Wrong branch"})
    assert stopped.body["status"] == "stopped"
    (attempt,) = world.admin("GET", f"{RUNS}/{run}/attempts").body["attempts"]
    assert (attempt["stop_reason"], attempt["stopped_by"]) == ("Wrong branch", world.root)
