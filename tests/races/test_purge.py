"""Retention at work: a purge amid writers and readers takes no event away unseen."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from random import Random

import psycopg
import pytest

from tests.support.journal import Crowd, Reader, Seen, Writer, everything
from tests.support.race import race_each
from tests.support.scene import Scene, call, one

pytestmark = pytest.mark.race

WRITERS, PURGERS, BATCH, ENOUGH = 8, 2, 50, 1000


def test_readers_lose_nothing_that_is_not_purged(scene: Scene) -> None:
    rows = scene.rows(40)
    start = everything(scene)[-1].seq
    # A log that nothing is purged from: what was ever committed.
    scene.owner.execute("create table rowlock.kept as select * from rowlock.event where false")
    scene.owner.execute("alter table rowlock.kept owner to rowlock_owner")
    scene.owner.execute("""
        create function rowlock.keep() returns trigger language plpgsql as
        $$ begin insert into rowlock.kept values (new.*); return null; end $$""")
    scene.owner.execute("""
        create trigger event_90_keep after insert on rowlock.event
        for each row execute function rowlock.keep()""")

    prompt, late = Reader(start), [Reader(start) for _ in range(4)]
    pages = [partial(r.page, actor=scene.root, max_rows=5) for r in late[:3]]
    steps = [*pages, partial(late[3].read, max_rows=5)]
    purged: list[int] = []

    # Counts, and no clock, keep the prompt reader ahead of all purgers, and the late ones behind.
    def purge(conn: psycopg.Connection) -> None:
        if len(prompt.seen) - sum(purged) >= PURGERS * BATCH:
            purged.append(one(conn, "event_purge", older_than="5 milliseconds", max_rows=BATCH))

    def lag(step: Callable[[psycopg.Connection], bool], every: int) -> Callable[..., None]:
        due = [every]

        def read(conn: psycopg.Connection) -> None:
            if sum(purged) >= due[0]:
                due[0] += every
                step(conn)

        return read

    crowd = Crowd()
    for n in range(WRITERS):
        crowd.add(scene.connect, Writer(scene.root, rows, Random(n)).transaction)
    crowd.add(scene.connect, prompt.read, pause=0.002)
    for every, step in zip((30, 60, 90, 30), steps, strict=True):
        crowd.add(scene.connect, lag(step, every), pause=0.005)
    for _ in range(PURGERS):
        crowd.add(scene.connect, purge, pause=0.01)
    crowd.run_until(lambda: sum(purged) >= ENOUGH)
    with scene.connect() as conn:
        until = time.monotonic() + 120
        while not prompt.read(conn) or not all(step(conn) for step in steps):
            assert time.monotonic() < until, "the journal does not come to rest"

    query = "select seq, subject_id, version from rowlock.kept order by seq"
    committed = [Seen(*row) for row in scene.owner.execute(query)]
    left = [event for event in everything(scene) if event.seq > start]
    assert left == committed[-len(left) :]
    # Who keeps up sees all; who stays behind sees all but what it was told of.
    assert (prompt.seen, prompt.purged) == (committed, [])
    for reader in late:
        gone = {s for s in committed if any(s.seq in told for told in reader.purged)}
        assert reader.seen == sorted(set(reader.seen)), "in order, and nothing twice"
        assert set(committed) - set(reader.seen) <= gone, "what was not purged is seen"
        assert set(left) <= set(reader.seen) <= set(committed)
        assert len(reader.purged) > 3, "this one was never behind, and has shown nothing"


def test_nothing_below_an_open_writer_is_passed_over(scene: Scene) -> None:
    with scene.connect() as late, scene.connect() as other:
        late.execute("begin")
        one(late, "escalation_claim", id=scene.row(), actor=scene.root)
        for _ in range(5):
            scene.row()
        reader = Reader(one(scene.owner, "event_read", after=None)["next"])
        while one(other, "event_purge", older_than="0", max_rows=3):
            pass
        late.execute("commit")
        assert not reader.read(other)
        assert [s.subject for s in reader.seen] == [
            s.subject for s in everything(scene) if s.seq > 0
        ]
        assert len(reader.seen) == 6


def test_purges_at_once_take_turns(scene: Scene) -> None:
    with scene.connect() as conn:
        one(conn, "event_purge", older_than="0")
    scene.rows(200)
    ends = race_each(
        8, scene.connect, lambda conn, _: call(conn, "event_purge", older_than="0", max_rows=20)[0]
    )
    assert [end.value for end in ends] == [20] * 8
    through = scene.value("select purged_through from rowlock.event_watermark")
    assert everything(scene)[0].seq == through + 1
    assert len(everything(scene)) == 40


def test_a_restore_and_a_purge_take_turns(scene: Scene) -> None:
    scene.rows(5)
    waits = "select wait_event_type = 'Lock' from pg_stat_activity where pid = %s"
    with scene.own() as first, scene.own() as second, ThreadPoolExecutor(1) as threads:
        first.execute("begin")
        # What a purge begins with.
        first.execute("select from rowlock.event_watermark for no key update")
        restored = threads.submit(one, second, "event_restore")
        while not scene.value(waits, second.info.backend_pid):
            time.sleep(0.01)
        assert one(first, "event_purge", older_than="0") > 0
        first.execute("commit")
        assert restored.result()["epoch"] == str(
            scene.value("select epoch from rowlock.event_watermark")
        )
