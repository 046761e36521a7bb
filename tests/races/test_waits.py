"""Waits: what a waiter is told of a question stays, whoever answers at its deadline."""

from __future__ import annotations

import time
from collections import Counter
from uuid import uuid4

import psycopg
import pytest

from tests.support.race import Outcome, race_rounds
from tests.support.scene import Scene, one

pytestmark = pytest.mark.race

ROUNDS = 48
EXPIRED: Outcome = ("PT409", "escalation_expired")
YES = {"decision": "yes"}


def asked(scene: Scene, milliseconds: float) -> str:
    """A question that is due so soon; returns its key."""
    key = uuid4().hex
    scene.row(signal_key=key, on_timeout={"decision": "no"})
    scene.owner.execute(
        "update rowlock.escalation set expires_at = clock_timestamp() + %s * interval '1 ms'"
        " where signal_key = %s", [milliseconds, key],
    )  # fmt: skip
    return key


def told(scene: Scene, conn: psycopg.Connection, key: str) -> str:
    return str(one(conn, "wait_status", signal_key=key, actor=scene.root)["outcome"])


def test_an_answer_that_came_in_time_counts_however_late_it_commits(scene: Scene) -> None:
    due = "select expires_at <= clock_timestamp() from rowlock.escalation where signal_key = %s"
    with scene.connect() as conn, scene.connect() as waiter:
        for milliseconds in (100, 400, 2000, 10000, 30000):
            key = asked(scene, milliseconds)
            try:
                with conn.transaction():
                    given = {"signal_key": key, "resolver_payload": YES, "actor": scene.root}
                    one(conn, "escalation_resolve_by_signal_key", **given)
                    until = time.monotonic() + 60
                    while not scene.value(due, key):
                        assert time.monotonic() < until
                        time.sleep(0.02)
                    assert told(scene, waiter, key) == "pending", "nobody knows yet how it ends"
                break
            except psycopg.Error as e:
                # A busy machine: the answer itself was too late.
                if e.diag.constraint_name != "escalation_expired":
                    raise
        assert told(scene, waiter, key) == "resolved"


def test_what_a_waiter_is_told_of_a_deadline_stays(scene: Scene) -> None:
    def setup(number: int) -> str:
        # Some too early for any answer, some late enough for every one, and all between.
        return asked(scene, (0, 200, 0.5 * (number % 24))[number % 3])

    def answer(conn: psycopg.Connection, key: str) -> object:
        return one(
            conn, "escalation_resolve_by_signal_key", signal_key=key, resolver_payload=YES,
            actor=scene.root,
        )  # fmt: skip

    def wait(conn: psycopg.Connection, key: str) -> str:
        until = time.monotonic() + 60
        while (outcome := told(scene, conn, key)) == "pending":
            assert time.monotonic() < until, "the question neither expired nor was answered"
        return outcome

    rounds = race_rounds(ROUNDS, scene.connect, setup, answer, wait)
    seen = Counter((ends[0].outcome, ends[1].value) for _, ends in rounds)
    assert set(seen) == {("ok", "resolved"), (EXPIRED, "expired")}, seen
    for key, ends in rounds:
        stored = "select status from rowlock.escalation where signal_key = %s"
        assert scene.value(stored, key) == ends[1].value
    scene.check_history()
