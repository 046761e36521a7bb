"""GET /api/waits/{signal_key}: an answer that is held back until the question is settled."""

from __future__ import annotations

import itertools
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import timedelta
from typing import Any
from urllib.parse import quote

import psycopg
import pytest

from rowlock import auth, events

from .conftest import World, alone
from .service import Answer, Client, serving, settings_for, until
from .test_metrics import of, scrape

YES = {"resolver_payload": {"decision": "yes"}}
# Far more than it takes, and less than a wait that nothing woke.
SOON = 22.0
_keys = itertools.count()


def question(world: World, **more: object) -> tuple[str, str]:
    """A new question; its id and its key."""
    key = f"wait-{next(_keys)}"
    return world.row(signal_key=key, **more), key


def fall_due(world: World, row: str) -> None:
    """Its deadline passes: nobody writes, so the time is moved instead of the clock."""
    query = "update rowlock.escalation set expires_at = clock_timestamp() where id = %s"
    world.conn.execute(query, [row])


def wait(client: Client, key: str, timeout: object = 28, **query: str) -> Answer:
    more = "".join(f"&{n}={v}" for n, v in query.items())
    return client("GET", f"/api/waits/{quote(key, safe='')}?timeout={timeout}{more}")


def open_waits(world: World) -> float:
    return of(scrape(world.nobody), "waits_open")


def meanwhile(
    world: World, keys: list[str], act: Callable[[], object]
) -> tuple[list[Answer], float]:
    """What all who wait are answered once something happens, and how long after it."""
    with ThreadPoolExecutor(len(keys)) as pool:
        waiting: list[Future[Answer]] = [pool.submit(wait, world.admin, k) for k in keys]
        until(lambda: open_waits(world) == len(keys))
        began = time.monotonic()
        act()
        answers = [w.result(30) for w in waiting]
        return answers, time.monotonic() - began


def test_a_wait_that_is_over_is_answered_at_once(world: World) -> None:
    row, key = question(world)
    pending = {"outcome": "pending", "payload": None, "escalation_id": row}
    assert wait(world.admin, key, 0).body == pending
    assert world.admin("GET", f"/api/waits/{key}").body == pending
    world.admin("POST", f"/api/escalations/{row}/resolve", YES)
    began = time.monotonic()
    answer = wait(world.admin, key, 60)
    assert time.monotonic() - began < SOON
    assert (answer.status, answer.body) == (
        200, {"outcome": "resolved", "payload": {"decision": "yes"}, "escalation_id": row}
    )  # fmt: skip


def test_the_time_is_up_and_it_is_pending(world: World) -> None:
    _, key = question(world)
    began = time.monotonic()
    answer = wait(world.admin, key, 1)
    assert (answer.status, answer.body["outcome"]) == (200, "pending")
    assert time.monotonic() - began >= 1


def test_an_answer_ends_the_wait(world: World) -> None:
    row, key = question(world)
    answers, seconds = meanwhile(
        world, [key] * 3, lambda: world.admin("POST", f"/api/escalations/{row}/resolve", YES)
    )
    assert [a.body["payload"] for a in answers] == [{"decision": "yes"}] * 3
    assert seconds < SOON
    until(lambda: open_waits(world) == 0)


def test_a_cancellation_and_a_deadline_end_it_too(world: World) -> None:
    row, key = question(world)
    other, late = question(world, timeout="1 hour", on_timeout={"decision": "no"})

    def end() -> None:
        fall_due(world, other)
        world.admin("POST", f"/api/escalations/{row}/cancel")

    answers, seconds = meanwhile(world, [key, late], end)
    assert [a.body["outcome"] for a in answers] == ["cancelled", "expired"]
    assert [a.body["payload"] for a in answers] == [None, {"decision": "no"}]
    assert seconds < SOON


def test_other_events_of_the_row_leave_it_waiting(world: World) -> None:
    row, key = question(world)

    def work() -> None:
        world.admin("POST", f"/api/escalations/{row}/claim")
        world.admin("POST", f"/api/escalations/{row}/release")
        time.sleep(0.3)
        assert open_waits(world) == 1
        world.admin("POST", f"/api/escalations/{row}/resolve", YES)

    assert meanwhile(world, [key], work)[0][0].body["outcome"] == "resolved"


@pytest.mark.parametrize("timeout", ["61", "-1", "1.5", "x", "", "99999999999"])
def test_a_bad_timeout_is_refused(world: World, timeout: str) -> None:
    _, key = question(world)
    answer = wait(world.admin, key, timeout)
    assert (*answer.code, answer.field) == (400, "argument_invalid", "timeout")


def test_a_key_that_cannot_be_read_does_not_exist(world: World) -> None:
    _, key = question(world)
    stranger = world.client(world.user("stranger of waits"))
    for answer in (wait(stranger, key), wait(world.admin, "no such"), wait(world.admin, "a/b")):
        assert answer.code == (404, "escalation_exists")
    assert wait(world.admin, key, 0, namespace="other").code == (404, "escalation_exists")
    assert wait(world.admin, key, 0, appId="default").status == 200


def test_who_may_read_no_more_is_told_nothing(world: World) -> None:
    row, key = question(world)
    reader = world.user("reader of waits", ("reviewer", {}))
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(wait, world.client(reader), key)
        until(lambda: open_waits(world) == 1)
        world.call("membership_revoke", user_id=reader, role="reviewer", actor=world.root)
        world.admin("POST", f"/api/escalations/{row}/resolve", YES)
        assert waiting.result(30).code == (404, "escalation_exists")


def test_a_wait_ends_with_its_session(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    _, key = question(world)
    monkeypatch.setattr(auth, "SESSION", timedelta(seconds=4))
    short = world.admin
    began = time.monotonic()
    assert wait(short, key).body["outcome"] == "pending"
    assert time.monotonic() - began < SOON


def test_a_client_that_goes_away_frees_everything(world: World) -> None:
    _, key = question(world)
    conns = [
        world.admin.open("GET", f"/api/waits/{key}?timeout=60", None, {}, 30) for _ in range(5)
    ]
    until(lambda: open_waits(world) == 5)
    for conn in conns:
        conn.close()
    until(lambda: open_waits(world) == 0, SOON)


def test_waits_hold_no_connection(fresh_dsn: str) -> None:
    with alone(fresh_dsn, pool_size=1) as world:
        asked = [question(world) for _ in range(30)]

        def settle() -> None:
            assert world.admin("GET", "/api/me").status == 200
            for row, _ in asked:
                world.admin("POST", f"/api/escalations/{row}/resolve", YES)

        answers, _ = meanwhile(world, [key for _, key in asked], settle)
        assert [a.body["escalation_id"] for a in answers] == [row for row, _ in asked]
        assert {a.body["outcome"] for a in answers} == {"resolved"}


def test_with_every_bell_dropped_waits_go_on(fresh_dsn: str) -> None:
    with alone(fresh_dsn) as world, psycopg.connect(fresh_dsn) as writer:
        world.conn.execute("update rowlock.setting set value = 'off' where name = 'notify'")
        row, key = question(world)

        def settle() -> None:
            # Nothing is read of the journal while a transaction that wrote to it goes on.
            writer.execute(
                "select rowlock.escalation_create(role => 'reviewer', type => 't', actor => %s)",
                [world.root],
            )
            world.admin("POST", f"/api/escalations/{row}/resolve", YES)

        answers, seconds = meanwhile(world, [key], settle)
        assert answers[0].body["outcome"] == "resolved"
        assert seconds < SOON
        writer.rollback()


@pytest.mark.slow
def test_a_reader_that_is_dead_stops_no_wait(
    fresh_dsn: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def dead(*_: Any) -> None:
        raise RuntimeError

    with alone(fresh_dsn, timers=False) as world:
        monkeypatch.setattr(events, "backoff", lambda *_: 60.0)
        monkeypatch.setattr(events.Journal, "_heed", dead)
        row, key = question(world)
        other, late = question(world, timeout="1 hour")

        def end() -> None:
            fall_due(world, other)
            world.admin("POST", f"/api/escalations/{row}/resolve", YES)

        answers, seconds = meanwhile(world, [key, late], end)
        assert [a.body["outcome"] for a in answers] == ["resolved", "expired"]
        assert seconds < SOON


def test_a_stop_answers_who_waits(fresh_dsn: str) -> None:
    answers: list[Answer] = []
    with psycopg.connect(fresh_dsn, autocommit=True) as conn:
        with serving(settings_for(fresh_dsn)) as url:
            world = World.first(url, conn)
            _, key = question(world)
            wait(world.admin, key, 0)
            threads = [
                threading.Thread(target=lambda: answers.append(wait(world.admin, key, 60)))
                for _ in range(5)
            ]
            for thread in threads:
                thread.start()
            until(lambda: open_waits(world) == 5)
            began = time.monotonic()
        assert time.monotonic() - began < SOON
        for thread in threads:
            thread.join(60)
    assert [(a.status, a.body["outcome"]) for a in answers] == [(200, "pending")] * 5


def test_an_answer_may_come_first(world: World) -> None:
    sent = world.admin("POST", "/api/signals/first", {"payload": None, "ttl": "1 hour"})
    assert (sent.status, sent.body["outcome"], sent.body["escalation_id"]) == (202, "kept", None)
    made = world.admin(
        "POST", "/api/escalations", {"role": "reviewer", "type": "t", "signal_key": "first"}
    )
    assert (made.status, made.body["status"], made.body["resolver_payload"]) == (
        201, "resolved", "null"
    )  # fmt: skip
    told = wait(world.admin, "first")
    assert (told.body["outcome"], told.body["payload"]) == ("resolved", None)


def test_a_signal_ends_a_wait(world: World) -> None:
    _, key = question(world)
    answers, seconds = meanwhile(
        world, [key], lambda: world.admin("POST", f"/api/signals/{key}", {"payload": [1, 2]})
    )
    assert (answers[0].body["outcome"], answers[0].body["payload"]) == ("resolved", [1, 2])
    assert seconds < SOON
    again = world.admin("POST", f"/api/signals/{key}", {"payload": [1, 2]})
    assert (again.status, again.body["outcome"]) == (200, "resolved")
    other = world.admin("POST", f"/api/signals/{key}", {"payload": 3})
    assert other.code == (409, "escalation_resolved")


def test_a_signal_without_an_answer_is_refused(world: World) -> None:
    answer = world.admin("POST", "/api/signals/none", {})
    assert (*answer.code, answer.field) == (400, "argument_invalid", "payload")
    answer = world.admin("POST", "/api/signals/none", {"payload": 1, "ttl": "2 days"})
    assert (*answer.code, answer.field) == (400, "argument_invalid", "ttl")
