"""Pages of the journal: what `next` is, and what a reader is told when retention overtakes it."""

from __future__ import annotations

import time
from datetime import timedelta
from functools import partial
from typing import Any

import psycopg
import pytest

from tests.support.journal import APPEND, Crowd, Journal
from tests.support.race import race_rounds
from tests.support.scene import Scene, one

pytestmark = pytest.mark.race

NOW = timedelta(0)
Page = dict[str, Any]


def since(scene: Scene, after: int | None, **arguments: object) -> Page:
    return dict(one(scene.owner, "event_since", after=after, actor=scene.root, **arguments))


def newest(scene: Scene) -> int:
    return int(scene.value("select max(seq) from rowlock.event"))


def test_a_page_that_filters_leave_empty_moves_the_cursor_on(journal: Journal) -> None:
    scene = journal.scene
    for _ in range(3):
        journal.write(journal.soon)
    nothing: list[dict[str, object]] = [
        {"topics": ["escalation.resolved"]},
        {"role": "nobody"},
        {"origin_id": "nothing"},
    ]
    for filters in nothing:
        page = since(scene, journal.cursor, **filters)
        assert (page["events"], page["next"]) == ([], newest(scene))
        assert since(scene, page["next"], **filters)["next"] == page["next"]
    # A scope is a filter too.
    blind = one(scene.owner, "event_since", after=journal.cursor, actor=scene.account())
    assert (blind["events"], blind["next"]) == ([], newest(scene))


def test_a_full_page_goes_on_behind_its_last_event(journal: Journal) -> None:
    scene = journal.scene
    for _ in range(5):
        journal.write(journal.soon)
        one(scene.owner, "escalation_create", role="engineer", type="other", actor=scene.root)
    wanted = [e["id"] for e in since(scene, journal.cursor, role="reviewer")["events"]]
    assert len(wanted) == 5
    for max_rows in (1, 2, 5):
        seen: list[int] = []
        cursor = journal.cursor
        while len(seen) < 5 or cursor < newest(scene):
            page = since(scene, cursor, role="reviewer", max_rows=max_rows)
            seen += [e["id"] for e in page["events"]]
            cursor = page["next"]
            assert cursor == (seen[-1] if len(page["events"]) == max_rows else newest(scene))
        assert seen == wanted
        assert cursor == newest(scene)


def test_without_a_cursor_a_page_starts_at_what_is_settled(journal: Journal) -> None:
    scene = journal.scene
    assert since(scene, None) == {**since(scene, newest(scene)), "purged": None}
    journal.late.execute("begin")
    journal.write(journal.late)
    journal.write(journal.soon, scene.row())
    page = since(scene, None)
    assert (page["events"], page["next"]) == ([], journal.cursor)
    journal.late.execute("commit")
    assert len(since(scene, page["next"])["events"]) == 3


def test_numbers_that_were_rolled_back_are_no_cursor(journal: Journal) -> None:
    scene = journal.scene
    with scene.own() as conn:
        for _ in range(5):
            with conn.transaction(force_rollback=True):
                conn.execute(APPEND)
    assert one(scene.owner, "event_probe") == journal.cursor + 5
    for after in (None, journal.cursor):
        assert since(scene, after)["next"] == journal.cursor
    assert one(scene.owner, "event_read", after=journal.cursor)["next"] == journal.cursor


def test_a_cursor_that_the_journal_never_gave_is_told_to_start_anew(journal: Journal) -> None:
    top = one(journal.scene.owner, "event_probe")
    for after in (top + 1, 2**62):
        page = since(journal.scene, after)
        assert (page["reset"], page["events"], page["next"]) == (True, [], newest(journal.scene))
    with pytest.raises(psycopg.Error) as caught:
        since(journal.scene, -1)
    assert caught.value.sqlstate == "PT400"


def test_a_reader_behind_the_watermark_is_told_once(journal: Journal) -> None:
    scene = journal.scene
    for _ in range(3):
        journal.write(journal.soon)
    through = newest(scene)
    assert one(scene.owner, "event_purge", older_than=NOW) > 0
    assert one(scene.owner, "event_purge", older_than=NOW) == 0
    told = since(scene, journal.cursor)
    assert told["events"] == []
    assert told["purged"] == {"from": journal.cursor + 1, "to": through}
    assert told["next"] == through
    assert since(scene, told["next"])["purged"] is None
    assert since(scene, None)["next"] == through
    batch = one(scene.owner, "event_read", after=journal.cursor)
    assert (batch["purged_through"], batch["next"]) == (through, through)

    journal.write(journal.soon)
    page = since(scene, journal.cursor)
    assert page["purged"] == {"from": journal.cursor + 1, "to": through}
    assert [e["id"] for e in page["events"]] == [through + 1]
    assert page["next"] == through + 1


def test_retention_waits_for_late_writers(journal: Journal) -> None:
    scene = journal.scene
    journal.late.execute("begin")
    journal.write(journal.late)
    journal.write(journal.soon, scene.row())
    one(scene.owner, "event_purge", older_than=NOW)
    assert since(scene, journal.cursor)["purged"] is None
    journal.late.execute("commit")
    assert len(journal.read()) == 3


def test_retention_removes_a_beginning_and_no_more(journal: Journal) -> None:
    scene = journal.scene
    one(scene.owner, "event_purge", older_than=NOW)
    ages = [40, 40, 0, 40]
    for days in ages:
        scene.owner.execute(
            "insert into rowlock.event (topic, subject_type, subject_id, occurred_at, created_at) "
            "values ('role.updated', 'role', 'x', now(), now() - make_interval(days => %s))",
            [days],
        )
    assert one(scene.owner, "event_purge") == 2
    assert one(scene.owner, "event_purge") == 0
    assert len(since(scene, newest(scene) - 4)["events"]) == 2


def test_two_purges_remove_everything_once(scene: Scene) -> None:
    counts: list[int] = []

    def setup(_: int) -> str:
        for _ in range(30):
            scene.owner.execute(APPEND)
        counts.append(scene.value("select count(*) from rowlock.event"))
        return ""

    def purge(conn: psycopg.Connection, _: str) -> int:
        return int(one(conn, "event_purge", older_than=NOW))

    rounds = race_rounds(40, scene.connect, setup, purge, purge)
    assert [sum(end.value for end in ends) for _, ends in rounds] == counts
    assert scene.value("select count(*) from rowlock.event") == 0


def test_what_a_reader_misses_to_retention_it_is_told(scene: Scene) -> None:
    committed: set[int] = set()
    seen: list[int] = []
    told: list[Page] = []
    cursor = since(scene, None)["next"]

    def write(conn: psycopg.Connection) -> None:
        with conn.transaction():
            row = conn.execute(APPEND).fetchone()
            time.sleep(0.003)
        committed.update(row or ())

    def read(conn: psycopg.Connection) -> None:
        nonlocal cursor
        page = one(conn, "event_since", after=cursor, max_rows=20, actor=scene.root)
        if page["purged"]:
            told.append(page["purged"])
        seen.extend(e["id"] for e in page["events"])
        cursor = page["next"]

    def missed() -> set[int]:
        passed = cursor
        return {seq for seq in list(committed) if seq <= passed} - set(seen)

    crowd = Crowd()
    for _ in range(8):
        crowd.add(scene.own, write)
    crowd.add(scene.connect, partial(one, verb="event_purge", older_than=NOW), pause=0.04)
    crowd.add(scene.connect, read, pause=0.02)
    # Both came first often enough: retention, and the reader.
    crowd.run_until(lambda: len(seen) >= 50 and len(missed()) >= 50)
    while cursor < max(committed):
        read(scene.owner)

    assert seen == sorted(set(seen))
    assert set(seen) <= committed
    assert all(any(t["from"] <= seq <= t["to"] for t in told) for seq in missed())
