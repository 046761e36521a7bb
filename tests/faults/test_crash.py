"""A server killed at the worst moment: what readers hold as their cursor stays true."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import psycopg
import pytest

from rowlock.embedded import Embedded
from rowlock.install import install
from tests.support.journal import APPEND
from tests.support.scene import one
from tests.support.servers import temporary_home

pytestmark = pytest.mark.fault

# Nothing reaches the disk but what a commit or a checkpoint puts there.
DURABLE = {
    "fsync": "on",
    "wal_writer_delay": "10s",
    "bgwriter_delay": "10s",
    "autovacuum": "off",
    "shared_buffers": "64MB",
}
# What a process wrote outlives it, also where nobody waits for the disk.
KEPT = {**DURABLE, "fsync": "off"}
DATABASE = "rowlock"


def kill(embedded: Embedded) -> None:
    """All its processes at once; what was in shared memory alone is gone."""
    postmaster = int((embedded.home / "pg" / "postmaster.pid").read_text().split()[0])
    with psycopg.connect(embedded.conninfo(DATABASE), autocommit=True) as conn:
        pids = [pid for (pid,) in conn.execute("select pid from pg_stat_activity")]
        # Stopped first, so that it orders nobody to tidy up.
        os.kill(postmaster, signal.SIGSTOP)
        for pid in [*pids, postmaster]:
            os.kill(pid, signal.SIGKILL)
    until = time.monotonic() + 60
    while any(Path(f"/proc/{pid}/stat").exists() and alive(pid) for pid in [*pids, postmaster]):
        assert time.monotonic() < until
        time.sleep(0.01)


def alive(pid: int) -> bool:
    with suppress(OSError, IndexError):
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] not in "ZX"
    return False


@pytest.fixture
def home() -> Iterator[Path]:
    with temporary_home() as path:
        yield path


def append(conn: psycopg.Connection) -> int:
    row = conn.execute(APPEND).fetchone()
    assert row
    return int(row[0])


def test_a_number_handed_out_again_after_a_crash_is_read(home: Path) -> None:
    embedded = Embedded(home, settings=DURABLE).start()
    try:
        info = embedded.conninfo(DATABASE)
        install(info)
        with psycopg.connect(info, autocommit=True) as conn:
            root = one(conn, "user_create_first", external_id="root")["id"]
            committed = append(conn)
            conn.execute("checkpoint")
            for _ in range(3):
                with conn.transaction(force_rollback=True):
                    append(conn)
            # Nobody writes, so the horizon is the top; nothing committed lies there.
            top = one(conn, "event_probe")
            assert top == committed + 3
            page = one(conn, "event_since", after=committed, actor=root)
            batch = one(conn, "event_read", after=committed)
            assert (page["next"], batch["next"], batch["top"]) == (committed, committed, top)
            assert one(conn, "event_since", actor=root)["next"] == committed
        flying = psycopg.connect(info)
        append(flying)
        kill(embedded)
        flying.close()
    finally:
        embedded.stop()

    with (
        Embedded(home, settings=DURABLE) as again,
        psycopg.connect(again.conninfo(DATABASE), autocommit=True) as conn,
    ):
        seqs = [append(conn) for _ in range(3)]
        assert seqs[0] <= top, "no number was handed out again: this shows nothing"
        page = one(conn, "event_since", after=page["next"], actor=root)
        assert [e["id"] for e in page["events"]] == seqs
        batch = one(conn, "event_read", after=batch["next"])
        assert [e["seq"] for e in batch["events"]] == seqs


def test_a_tally_of_before_the_crash_is_right_after_it(home: Path) -> None:
    def make(conn: psycopg.Connection, n: int) -> None:
        for _ in range(n):
            one(conn, "escalation_create", role="reviewer", type="t", actor=root)

    def both(conn: psycopg.Connection) -> tuple[int, int]:
        told, counted = conn.execute("""
            select
              (select sum(o.open)::int from rowlock._escalation_open_counts(roles => null) o),
              (select count(*)::int from only rowlock.escalation e where e.status = 'pending')
            from rowlock.escalation_fold f
            where f.through is not null and not exists (select from rowlock.escalation_fold_doubt)
            """).fetchone() or (0, 0)
        return told, counted

    embedded = Embedded(home, settings=KEPT).start()
    try:
        info = embedded.conninfo(DATABASE)
        install(info)
        with psycopg.connect(info, autocommit=True) as conn:
            root = one(conn, "user_create_first", external_id="root")["id"]
            make(conn, 3)
            conn.execute("checkpoint")
            # Numbers that nobody commits, below the one that the tally stands at.
            with conn.transaction(force_rollback=True):
                make(conn, 5)
            one(conn, "escalation_fold", min_rows=0, anew=True)
            make(conn, 2)
        flying = psycopg.connect(info)
        make(flying, 4)
        kill(embedded)
        flying.close()
    finally:
        embedded.stop()

    with (
        Embedded(home, settings=KEPT) as again,
        psycopg.connect(again.conninfo(DATABASE), autocommit=True) as conn,
    ):
        assert both(conn) == (5, 5)
        make(conn, 120)
        assert both(conn) == (125, 125)
        assert one(conn, "escalation_fold") > 0
        make(conn, 1)
        assert both(conn) == (126, 126)
