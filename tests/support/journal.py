"""Writers that do all they can to commit out of order, and readers that keep a cursor."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from random import Random
from typing import Any, LiteralString, NamedTuple

import psycopg

from tests.support.scene import Scene, one

# What a session may have put into the setting that remembers its mark.
FORGED = ("0", "-1", "", "abc", "1e3", "99999999999999", "9999999999999999999999", "+7")


APPEND: LiteralString = """
    select rowlock._event_append(
      topic => 'role.updated', subject_type => 'role', subject_id => 'x')"""


class Seen(NamedTuple):
    """One event as a reader got it."""

    seq: int
    subject: str
    version: int | None


@dataclass(slots=True)
class Reader:
    """Reads on from a cursor, and keeps what it got and what it was told of."""

    cursor: int
    seen: list[Seen] = field(default_factory=list)
    purged: list[range] = field(default_factory=list)

    def read(self, conn: psycopg.Connection, max_rows: int = 1000) -> bool:
        """The service's own read; true when the journal is read to its end."""
        batch = one(conn, "event_read", after=self.cursor, max_rows=max_rows)
        if self.cursor < batch["purged_through"]:
            self.purged.append(range(self.cursor + 1, batch["purged_through"] + 1))
        frames = [(e, json.loads(e["frame"])) for e in batch["events"]]
        self.seen.extend([Seen(e["seq"], f["subject_id"], f["version"]) for e, f in frames])
        self.cursor = batch["next"]
        end = not batch["events"] and batch["open_mark"] is None
        return end and bool(one(conn, "event_probe") == batch["top"])

    def page(self, conn: psycopg.Connection, actor: str, max_rows: int = 7) -> bool:
        """A small page, as a client reads it; true when it was empty."""
        page = one(conn, "event_since", after=self.cursor, max_rows=max_rows, actor=actor)
        if page["purged"]:
            self.purged.append(range(page["purged"]["from"], page["purged"]["to"] + 1))
        self.seen.extend([Seen(e["id"], e["subject_id"], e["version"]) for e in page["events"]])
        self.cursor = page["next"]
        return not page["events"]

    def naive(self, conn: psycopg.Connection) -> bool:
        """What one must not do: go on from the highest number seen."""
        query = "select seq, subject_id, version from rowlock.event where seq > %s order by seq"
        self.seen.extend([Seen(*row) for row in conn.execute(query, [self.cursor])])
        self.cursor = max([self.cursor, *(event.seq for event in self.seen[-1:])])
        return False


def everything(scene: Scene) -> list[Seen]:
    """All that is committed, in order."""
    query = "select seq, subject_id, version from rowlock.event order by seq"
    return [Seen(*row) for row in scene.owner.execute(query)]


@dataclass(slots=True)
class Writer:
    """Transactions of one to three verbs that linger, roll back, forge, and prepare."""

    actor: str
    rows: list[str]
    random: Random
    two_phase: bool = False
    lingers: tuple[float, ...] = (0, 0.001, 0.005, 0.02, 0.04)
    ended: dict[str, int] = field(default_factory=dict)

    def transaction(self, conn: psycopg.Connection) -> None:
        how = self.random.choices(["commit", "rollback", "prepare"], [80, 12, 8])[0]
        if how == "prepare" and not self.two_phase:
            how = "commit"
        try:
            conn.execute("begin")
            self._forge(conn)
            # In order of id, so that writers wait for one another and never in a circle.
            for row in sorted(self.random.sample(self.rows, self.random.randint(1, 3))):
                if self.random.random() < 0.3:
                    conn.execute("savepoint undone")
                    self._verb(conn, row)
                    conn.execute("rollback to savepoint undone")
                if self.random.random() < 0.9:
                    self._verb(conn, row)
            self._linger()
            if how == "prepare":
                self._prepare(conn)
            else:
                conn.execute("commit" if how == "commit" else "rollback")
        except psycopg.errors.LockNotAvailable:
            conn.execute("rollback")
            how = "gave up"
        self.ended[how] = self.ended.get(how, 0) + 1

    def _verb(self, conn: psycopg.Connection, row: str) -> None:
        if self.random.random() < 0.2:
            asked = {"role": "reviewer", "type": "late", "actor": self.actor}
            one(conn, "escalation_create", **asked)
        else:
            one(conn, "escalation_claim", id=row, actor=self.actor)

    def _forge(self, conn: psycopg.Connection) -> None:
        luck = self.random.random()
        if luck < 0.3:
            is_local = self.random.random() < 0.5
            forged = self.random.choice(FORGED)
            conn.execute("select set_config('rowlock.low_water', %s, %s)", [forged, is_local])
        elif luck < 0.35:
            # Once it has journaled: a mark above what it wrote.
            one(conn, "escalation_create", role="reviewer", type="late", actor=self.actor)
            self._linger()
            conn.execute(
                "select set_config('rowlock.low_water', rowlock.event_probe()::text, true)"
            )

    def _prepare(self, conn: psycopg.Connection) -> None:
        name = f"late-{self.random.getrandbits(60)}"
        conn.execute(f"prepare transaction '{name}'".encode())
        self._linger()
        end = self.random.choice(["commit", "commit", "rollback"])
        conn.execute(f"{end} prepared '{name}'".encode())

    def _linger(self) -> None:
        time.sleep(self.random.choice(self.lingers))


@dataclass(slots=True)
class Crowd:
    """Threads that each repeat one thing on a connection of their own until they are stopped."""

    pool: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(64))
    stopped: threading.Event = field(default_factory=threading.Event)
    running: list[Future[None]] = field(default_factory=list)

    def add(
        self,
        connect: Callable[[], psycopg.Connection],
        step: Callable[[psycopg.Connection], Any],
        pause: float = 0.0,
    ) -> None:
        def run() -> None:
            with connect() as conn:
                while not self.stopped.is_set():
                    step(conn)
                    time.sleep(pause)

        self.running.append(self.pool.submit(run))

    def run_until(self, enough: Callable[[], bool], timeout: float = 120.0) -> None:
        """Waits for it, however slow the machine is, and ends all."""
        until = time.monotonic() + timeout
        while not enough() and time.monotonic() < until:
            if any(future.done() for future in self.running):
                break
            time.sleep(0.01)
        self.stop()
        assert enough(), f"not enough has happened in {timeout:.0f} s"

    def stop(self) -> None:
        """Ends all, and lets the first error be seen."""
        self.stopped.set()
        self.pool.shutdown()
        for future in self.running:
            future.result()


@dataclass(slots=True)
class Journal:
    """A row to claim, two sessions that write, and a reader at the end of the journal."""

    scene: Scene
    row: str
    late: psycopg.Connection
    soon: psycopg.Connection
    cursor: int

    @classmethod
    def at_end(cls, scene: Scene, late: psycopg.Connection, soon: psycopg.Connection) -> Journal:
        """A new row, and the cursor behind everything."""
        row = scene.row()
        return cls(scene, row, late, soon, one(scene.owner, "event_read", after=None)["next"])

    def write(self, conn: psycopg.Connection, row: str | None = None) -> None:
        one(conn, "escalation_claim", id=row or self.row, actor=self.scene.root)

    def read(self) -> list[int]:
        """How many claims of which version came since the last read."""
        batch = one(self.scene.owner, "event_read", after=self.cursor)
        assert self.cursor <= batch["next"]
        page = one(self.scene.owner, "event_since", after=self.cursor, actor=self.scene.root)
        assert [e["id"] for e in page["events"]] == [e["seq"] for e in batch["events"]]
        assert page["next"] == batch["next"]
        self.cursor = batch["next"]
        return [e["seq"] for e in batch["events"]]

    def open_mark(self) -> int | None:
        mark: int | None = one(self.scene.owner, "event_read", after=self.cursor)["open_mark"]
        return mark

    def check_waits(self) -> None:
        """`late` has journaled: a reader waits for its commit, and then gets all in order."""
        before = self.cursor
        for _ in range(3):
            self.write(self.soon, self.scene.row())
        assert self.read() == []
        assert self.cursor == before
        assert self.open_mark() is not None
        self.late.execute("commit")
        seen = self.read()
        assert seen == sorted(seen)
        committed = "select array_agg(seq order by seq) from rowlock.event where seq > %s"
        assert seen == self.scene.value(committed, before)
        assert len(seen) >= 7
        assert self.open_mark() is None
