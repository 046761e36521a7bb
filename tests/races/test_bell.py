"""The bell: one transaction in flight at most wakes the listeners; its silence loses nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from threading import Barrier

import psycopg
import pytest

from tests.support.journal import Journal
from tests.support.race import race_each
from tests.support.scene import Scene, one

pytestmark = pytest.mark.race

Listener = Callable[..., list[str]]


@pytest.fixture
def heard(scene: Scene) -> Iterator[Listener]:
    """What a listener hears until it has `count` notifications, or else has heard by now."""
    with scene.connect() as conn:
        conn.execute("listen rowlock")

        def hear(count: int | None = None) -> list[str]:
            # Who committed before this round trip began has rung before it ends.
            conn.execute("select 1")
            notes = list(conn.notifies(timeout=60 if count else 0, stop_after=count))
            assert {note.channel for note in notes} <= {"rowlock"}
            return [note.payload for note in notes]

        hear()
        yield hear


@pytest.fixture
def notify(scene: Scene) -> Iterator[Callable[[str], None]]:
    def change(value: str) -> None:
        scene.owner.execute("update rowlock.setting set value = %s where name = 'notify'", [value])

    yield change
    change("bell")


def test_a_commit_wakes_every_listener_with_its_topic(scene: Scene) -> None:
    with ExitStack() as stack:
        listeners = [stack.enter_context(scene.connect()) for _ in range(3)]
        for conn in listeners:
            conn.execute("listen rowlock")
        row = scene.row()
        one(scene.owner, "escalation_claim", id=row, actor=scene.root)
        for conn in listeners:
            notes = conn.notifies(timeout=60, stop_after=2)
            assert [n.payload for n in notes] == ["escalation.created", "escalation.claimed"]


def test_a_bell_whose_holder_lingers_is_silent(journal: Journal, heard: Listener) -> None:
    journal.late.execute("begin")
    journal.write(journal.late)
    other = journal.scene.row()
    journal.write(journal.soon, other)
    assert heard() == []
    journal.late.execute("commit")
    assert heard(1) == ["escalation.claimed"]
    # Nobody holds it now, so the next one rings again.
    journal.write(journal.soon, other)
    assert heard(1) == ["escalation.extended"]
    assert len(journal.read()) == 4


def test_a_bell_whose_holder_rolls_back_never_rings_and_readers_miss_nothing(
    journal: Journal, heard: Listener
) -> None:
    other = journal.scene.row()
    assert heard(1) == ["escalation.created"]
    journal.late.execute("begin")
    journal.write(journal.late)
    journal.write(journal.soon, other)
    journal.late.execute("rollback")
    assert heard() == []
    # A note is a hint: whoever polls reads on.
    assert len(journal.read()) == 2
    journal.write(journal.late)
    assert heard(1) == ["escalation.claimed"]


def test_a_savepoint_gives_the_bell_back(journal: Journal, heard: Listener) -> None:
    journal.late.execute("begin; savepoint undone")
    journal.write(journal.late)
    journal.late.execute("rollback to savepoint undone")
    journal.write(journal.soon)
    assert heard(1) == ["escalation.claimed"]
    journal.late.execute("commit")
    assert heard() == []


def test_off_is_silent(journal: Journal, heard: Listener, notify: Callable[[str], None]) -> None:
    notify("off")
    for _ in range(5):
        journal.write(journal.soon)
    assert heard() == []
    assert len(journal.read()) == 5


def test_always_rings_for_everybody(
    journal: Journal, heard: Listener, notify: Callable[[str], None]
) -> None:
    notify("always")
    others = journal.scene.rows(3)
    heard()
    journal.late.execute("begin")
    journal.write(journal.late)
    for row in others:
        journal.write(journal.soon, row)
    assert heard(3) == ["escalation.claimed"] * 3
    journal.late.execute("commit")
    assert heard(1) == ["escalation.claimed"]


def test_a_stranger_with_the_bell_makes_it_silent_and_loses_nothing(
    journal: Journal, heard: Listener
) -> None:
    scene = journal.scene
    bell = scene.value("select class::bigint << 48 from rowlock.event_watermark")
    with scene.own() as stranger:
        stranger.execute("select pg_advisory_lock(%s)", [bell])
        journal.write(journal.soon)
        assert heard() == []
        assert len(journal.read()) == 1
        stranger.execute("select pg_advisory_unlock(%s)", [bell])
        journal.write(journal.soon)
        assert heard(1) == ["escalation.extended"]


def test_of_transactions_in_flight_one_rings(journal: Journal, heard: Listener) -> None:
    scene = journal.scene
    rows = scene.rows(16)
    heard()
    journaled = Barrier(16)

    def write(conn: psycopg.Connection, number: int) -> None:
        with conn.transaction():
            one(conn, "escalation_claim", id=rows[number], actor=scene.root)
            # All have journaled before the first commits.
            journaled.wait(60)

    race_each(16, scene.connect, write)
    assert heard() == ["escalation.claimed"]
    assert len(journal.read()) == 32
