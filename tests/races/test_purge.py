"""Retention at work: a purge amid writers and readers takes no event away unseen."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from random import Random

import psycopg
import pytest

from tests.support.journal import Crowd, Reader, Seen, Writer, everything
from tests.support.race import race_each
from tests.support.scene import Scene, call, one

pytestmark = pytest.mark.race

WRITERS, SECONDS = 8, 4.0
KEPT = "300 milliseconds"


@dataclass(slots=True)
class Late:
    """A reader that stays behind, and keeps what it was told of the purged part."""

    cursor: int
    seen: list[Seen] = field(default_factory=list)
    purged: list[tuple[int, int]] = field(default_factory=list)

    def page(self, conn: psycopg.Connection, actor: str) -> bool:
        page = one(conn, "event_since", after=self.cursor, max_rows=5, actor=actor)
        if page["purged"]:
            self.purged.append((page["purged"]["from"], page["purged"]["to"]))
        self.seen += [Seen(e["id"], e["subject_id"], e["version"]) for e in page["events"]]
        self.cursor = page["next"]
        return not page["events"]


def test_readers_lose_nothing_that_is_not_purged(scene: Scene) -> None:
    rows = scene.rows(40)
    start = everything(scene)[-1].seq
    every: list[Seen] = []
    # A log that nothing is purged from: what was ever committed.
    scene.owner.execute("create table rowlock.kept as select * from rowlock.event where false")
    scene.owner.execute("alter table rowlock.kept owner to rowlock_owner")
    scene.owner.execute("""
        create function rowlock.keep() returns trigger language plpgsql as
        $$ begin insert into rowlock.kept values (new.*); return null; end $$""")
    scene.owner.execute("""
        create trigger event_90_keep after insert on rowlock.event
        for each row execute function rowlock.keep()""")

    service, late = Reader(start), [Late(start) for _ in range(3)]
    purged: list[int] = []

    def purge(conn: psycopg.Connection) -> None:
        purged.append(one(conn, "event_purge", older_than=KEPT, max_rows=50))

    crowd = Crowd()
    for n in range(WRITERS):
        crowd.add(scene.connect, Writer(scene.root, rows, Random(n)).transaction)
    crowd.add(scene.connect, service.read, pause=0.002)
    for number, reader in enumerate(late):
        crowd.add(scene.connect, partial(reader.page, actor=scene.root), pause=0.05 * (number + 1))
    for _ in range(2):
        crowd.add(scene.connect, purge, pause=0.01)
    time.sleep(SECONDS)
    crowd.stop()
    with scene.connect() as conn:
        until = time.monotonic() + 30
        while not service.read(conn) or not all(r.page(conn, scene.root) for r in late):
            assert time.monotonic() < until, "the journal does not come to rest"

    query = "select seq, subject_id, version from rowlock.kept order by seq"
    every = [Seen(*row) for row in scene.owner.execute(query)]
    assert sum(purged) > 200
    assert len(everything(scene)) + sum(purged) >= len(every) > sum(purged) > 0
    # Who keeps up sees all; who stays behind sees all but what it was told of.
    assert service.seen == every
    for reader in late:
        gone = {s for s in every if any(a <= s.seq <= b for a, b in reader.purged)}
        assert reader.seen == sorted(set(reader.seen)), "in order, and nothing twice"
        assert set(every) - set(reader.seen) <= gone, "what was not purged is seen"
    assert any(reader.purged for reader in late), "nobody was behind: this has shown nothing"


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
