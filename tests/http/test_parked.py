"""POST /api/runs/{run_id}/ask, and the inbox that is held back until there is something in it."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import psycopg
import pytest

from tests.support.scene import keep_alive

from .conftest import World, alone
from .service import Answer, Client, until
from .test_waits import SOON, YES, open_waits

_runs = itertools.count()


@dataclass(slots=True)
class Parked:
    """A run that is at work on a host, and the client of that host's bot."""

    world: World
    run: str
    bot: Client
    attempt: int = 1

    @classmethod
    def new(cls, world: World) -> Parked:
        name = f"parked {next(_runs)}"
        bot, client = world.box(name)
        made = world.call("host_register", name=name, platform="linux", actor=bot)
        host = str(made["host"]["id"])
        world.call("host_heartbeat", host_id=host, instance_id=host, actor=bot)
        keep_alive(world.conn, host)
        plan = world.call(
            "project_create", name=name, slug=name.replace(" ", "-"), actor=world.root
        )
        given = {"project_id": plan["id"], "kind": "task", "title": name, "actor": world.root}
        item = world.call("work_item_create", **given)["id"]
        given = {"work_item_id": item, "provider": "claude", "cwd": "/srv", "actor": world.root}
        run = str(world.call("run_create", **given)["id"])
        parked = cls(world, run, client)
        parked.start(host)
        return parked

    def start(self, host: str) -> None:
        self.world.call("run_dispatch", id=self.run, host_id=host, actor=self.world.root)
        given = {"id": self.run, "attempt": self.attempt, "kind": "started"}
        self.world.call("run_signal", **given, actor=self.world.root)

    def ask(self, wait_key: str, question: object = "May I?", **more: object) -> Answer:
        body = {"attempt": self.attempt, "waitKey": wait_key, "role": "reviewer"}
        path = f"/api/runs/{self.run}/ask"
        return self.bot("POST", path, {**body, "question": question, **more})

    def answers(self, after: int = 0, timeout: object = 28, **query: object) -> Answer:
        given = {"after": after, "timeout": timeout, "attempt": self.attempt, **query}
        rest = "&".join(f"{n}={v}" for n, v in given.items())
        return self.bot("GET", f"/api/runs/{self.run}/answers?{rest}")

    def resolve(self, asked: Answer, payload: object = YES) -> None:
        path = f"/api/escalations/{asked.body['escalation_id']}/resolve"
        assert self.world.admin("POST", path, payload).status == 200

    def meanwhile(self, act: Callable[[], object], after: int = 0) -> tuple[Answer, float]:
        """What whoever reads the inbox is answered once something happens, and how long after."""
        with ThreadPoolExecutor(1) as pool:
            waiting = pool.submit(self.answers, after)
            until(lambda: open_waits(self.world) == 1)
            began = time.monotonic()
            act()
            return waiting.result(30), time.monotonic() - began


@pytest.fixture(scope="module")
def parked(world: World) -> Parked:
    return Parked.new(world)


@pytest.fixture
def one(world: World) -> Parked:
    return Parked.new(world)


def test_a_run_asks_is_answered_and_reads_it(one: Parked) -> None:
    asked = one.ask("deploy", {"question": "Ship it?", "build": 7})
    assert (asked.status, asked.body["outcome"]) == (201, "pending")
    assert asked.body["escalation"]["description"] == "Ship it?"
    assert one.world.admin("GET", f"/api/runs/{one.run}").body["parked"] is True
    again = one.ask("deploy", {"build": 7, "question": "Ship it?"})
    assert (again.status, again.body["escalation_id"]) == (200, asked.body["escalation_id"])
    one.resolve(asked)
    told = one.answers()
    [answer] = told.body["answers"]
    assert (told.body["outcome"], told.body["next"]) == ("answers", 1)
    assert (answer["wait_key"], answer["outcome"]) == ("deploy", "resolved")
    assert answer["payload"] == {"decision": "yes"}
    assert (
        one.ask("deploy", {"question": "Ship it?", "build": 7}).body["payload"] == answer["payload"]
    )
    assert one.world.admin("GET", f"/api/runs/{one.run}").body["parked"] is False


def test_the_time_is_up_and_nothing_is_answered(parked: Parked) -> None:
    began = time.monotonic()
    assert parked.answers(timeout=1).body["outcome"] == "pending"
    assert time.monotonic() - began >= 1
    assert parked.answers(timeout=0).body["answers"] == []


def test_what_is_asked_while_one_waits_ends_the_wait_once_it_is_answered(one: Parked) -> None:
    first = one.ask("first")

    def act() -> None:
        later = one.ask("later")
        time.sleep(0.2)
        assert open_waits(one.world) == 1, "a question is no answer"
        one.resolve(later)

    told, seconds = one.meanwhile(act)
    assert [a["wait_key"] for a in told.body["answers"]] == ["later"]
    assert seconds < SOON
    told, seconds = one.meanwhile(lambda: one.resolve(first), after=1)
    assert [(a["answer_no"], a["wait_key"]) for a in told.body["answers"]] == [(2, "first")]
    assert seconds < SOON


def test_a_stop_ends_the_wait_and_tells_what_it_called_off(one: Parked) -> None:
    one.ask("deploy")
    told, seconds = one.meanwhile(
        lambda: one.world.admin("POST", f"/api/runs/{one.run}/stop"),
    )
    assert seconds < SOON
    assert [(a["outcome"], a["reason"]) for a in told.body["answers"]] == [
        ("cancelled", "run_ended")
    ]
    assert told.body["status"] == "stopped"
    began = time.monotonic()
    assert one.answers(after=1).body["outcome"] == "ended"
    assert time.monotonic() - began < SOON


def test_a_run_that_ends_without_questions_ends_the_wait(one: Parked) -> None:
    body = {"attempt": 1, "kind": "finished", "payload": {"exit_code": 0}}
    told, seconds = one.meanwhile(lambda: one.bot("POST", f"/api/runs/{one.run}/signals", body))
    assert (told.body["outcome"], told.body["status"]) == ("ended", "exited")
    assert seconds < SOON


def test_a_deadline_ends_the_wait(one: Parked) -> None:
    one.ask("deploy", timeout="1 second", onTimeout={"decision": "no"})
    told = one.answers()
    [answer] = told.body["answers"]
    assert (answer["outcome"], answer["payload"]) == ("expired", {"decision": "no"})


def test_an_attempt_that_is_over_is_told_so(one: Parked) -> None:
    one.ask("deploy")
    one.bot("POST", f"/api/runs/{one.run}/signals", {"attempt": 1, "kind": "failed"})
    assert one.answers(timeout=0).body["outcome"] == "ended"
    one.world.admin("POST", f"/api/runs/{one.run}/requeue")
    assert one.answers(timeout=0).body["outcome"] == "stale"
    assert one.ask("deploy").body["outcome"] == "stale"
    one.attempt = 2
    assert one.ask("deploy").code == (403, "host_owner")


def test_bad_cursors_and_strangers_are_refused(world: World, parked: Parked) -> None:
    for query in ({"after": -1}, {"after": 99}, {"timeout": 61}, {"timeout": "x"}, {"limit": 0}):
        answer = parked.answers(**query)  # type: ignore[arg-type]
        assert answer.code == (400, "argument_invalid"), query
    path = f"/api/runs/{parked.run}/answers"
    assert world.client(world.user("reads no inbox"))("GET", path).code == (403, "host_owner")
    assert world.admin("GET", path).body["outcome"] == "pending"


def test_waits_for_answers_hold_no_connection_and_need_no_bell(fresh_dsn: str) -> None:
    with alone(fresh_dsn, pool_size=1) as world, psycopg.connect(fresh_dsn) as writer:
        world.conn.execute("update rowlock.setting set value = 'off' where name = 'notify'")
        runs = [Parked.new(world) for _ in range(5)]
        asked = [run.ask("deploy") for run in runs]
        # Nothing is read of the journal while a transaction that wrote to it goes on.
        writer.execute(
            "select rowlock.escalation_create(role => 'reviewer', type => 't', actor => %s)",
            [world.root],
        )
        with ThreadPoolExecutor(5) as pool:
            waiting = [pool.submit(run.answers) for run in runs]
            until(lambda: open_waits(world) == 5)
            began = time.monotonic()
            for run, answer in zip(runs, asked, strict=True):
                run.resolve(answer)
            told = [w.result(30) for w in waiting]
        assert time.monotonic() - began < SOON
        assert [t.body["outcome"] for t in told] == ["answers"] * 5
        writer.rollback()
