"""The low-water marks of the journal: what makes a reader wait, and what doesn't."""

from __future__ import annotations

import threading
import time
from typing import Any, LiteralString

import psycopg
import pytest

from tests.support.journal import APPEND, Journal
from tests.support.scene import Scene, one

pytestmark = pytest.mark.race


def setting(conn: psycopg.Connection, value: str, *, is_local: bool = True) -> None:
    conn.execute("select set_config('rowlock.low_water', %s, %s)", [value, is_local])


def test_a_reader_waits_for_whoever_wrote_first(journal: Journal) -> None:
    journal.late.execute("begin")
    journal.write(journal.late)
    journal.check_waits()


@pytest.mark.parametrize("is_local", [True, False])
@pytest.mark.parametrize(
    "value", ["1", "0", "-1", "", " 5", "abc", "99999999999999", "9" * 15, "9" * 18, "9" * 30]
)
def test_a_forged_mark_skips_no_lock(journal: Journal, value: str, is_local: bool) -> None:
    setting(journal.late, value, is_local=False)
    journal.late.execute("begin")
    setting(journal.late, value, is_local=is_local)
    journal.write(journal.late)
    journal.check_waits()


def test_a_mark_forged_amid_a_transaction_lifts_none(journal: Journal) -> None:
    journal.late.execute("begin")
    journal.write(journal.late)
    mark = journal.open_mark()
    journal.write(journal.soon, journal.scene.row())
    for forged in (str(one(journal.late, "event_probe")), "9" * 14, ""):
        setting(journal.late, forged)
        journal.write(journal.late)
        assert journal.open_mark() == mark
    journal.check_waits()


def test_undone_work_holds_nobody_up(journal: Journal) -> None:
    journal.late.execute("begin; savepoint undone")
    journal.write(journal.late)
    assert journal.open_mark() is not None
    journal.late.execute("rollback to savepoint undone")
    assert journal.open_mark() is None
    journal.write(journal.soon)
    assert len(journal.read()) == 1
    # What it writes from now on gets a mark of its own again.
    journal.write(journal.late)
    journal.check_waits()


def test_an_exception_block_forgets_its_mark(journal: Journal) -> None:
    with journal.scene.own() as conn:
        conn.execute("begin")
        conn.execute(
            f"do $$ begin {APPEND.replace('select', 'perform', 1)}; raise 'undone'; "
            "exception when raise_exception then null; end $$".encode()
        )
        assert journal.open_mark() is None
        conn.execute(APPEND.encode())
        assert journal.open_mark() is not None
        conn.execute("rollback")


def test_a_lock_that_a_savepoint_took_first_is_kept_by_what_came_after(journal: Journal) -> None:
    journal.late.execute("begin")
    journal.write(journal.late)
    mark = journal.open_mark()
    for _ in range(3):
        journal.late.execute("savepoint undone")
        journal.write(journal.late)
        journal.late.execute("rollback to savepoint undone")
        assert journal.open_mark() == mark
    journal.check_waits()


def test_a_transaction_takes_one_lock_however_much_it_writes(journal: Journal) -> None:
    locks: LiteralString = """
        select count(*) from pg_locks l, rowlock.event_watermark w
        where l.locktype = 'advisory' and l.pid = %s and l.mode = 'ShareLock'
          and l.classid::bigint >> 16 = w.class"""
    with journal.late.transaction():
        for _ in range(300):
            journal.write(journal.late)
        assert journal.scene.value(locks, journal.late.info.backend_pid) == 1


def test_a_prepared_transaction_holds_readers_until_it_ends(two_phase: Scene) -> None:
    scene = two_phase
    scene.owner.execute("update rowlock.setting set value = 'off' where name = 'notify'")
    metric: LiteralString = "select value from rowlock.metric_list() where name = %s"
    with scene.connect() as late, scene.connect() as soon:
        for end, count in (("commit prepared 'late'", 7), ("rollback prepared 'late'", 6)):
            journal = Journal.at_end(scene, late, soon)
            late.execute("begin")
            journal.write(late)
            late.execute("prepare transaction 'late'")
            time.sleep(0.1)
            # It has no session any more, and is told all the same.
            assert scene.value(metric, "journal_open_writers") == 1
            assert scene.value(metric, "journal_oldest_writer_seconds") >= 0.1
            for _ in range(3):
                journal.write(soon, scene.row())
            assert journal.read() == []
            late.execute(end.encode())
            assert len(journal.read()) == count


def test_a_writer_between_two_steps_of_a_reader_lies_above_what_it_reads(journal: Journal) -> None:
    scene = journal.scene
    pages: list[Any] = []
    with scene.own() as owner, scene.own() as late, scene.own() as conn:
        reader = threading.Thread(
            target=lambda: pages.append(one(conn, "event_read", after=journal.cursor))
        )
        # The reader knows the top of the sequence, and waits before it looks at the locks.
        with owner.transaction():
            owner.execute("lock table pg_database in access exclusive mode")
            reader.start()
            waits = "select exists (select from pg_locks where not granted and pid = %s)"
            until = time.monotonic() + 60
            while not scene.value(waits, conn.info.backend_pid):
                assert time.monotonic() < until, "the reader does not stop between its steps"
                time.sleep(0.001)
            late.execute("begin")
            late.execute(APPEND)
            scene.owner.execute(APPEND)
            late.execute("commit")
        reader.join(30)
    [page] = pages
    assert (page["events"], page["next"], page["top"]) == ([], journal.cursor, journal.cursor)
    assert len(journal.read()) == 2


def test_the_steps_of_a_reader_are_in_this_order(scene: Scene) -> None:
    source = scene.value("select prosrc from pg_proc where oid = 'rowlock._event_horizon'::regproc")
    assert 0 < source.index("v.top :=") < source.index("from pg_locks")
