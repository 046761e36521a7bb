"""The journal's one reader in a process: LISTEN, read, fan out. Holds no rule of its own."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from time import monotonic

import psycopg
import psycopg_pool
import structlog
from psycopg import AsyncConnection
from psycopg.rows import DictRow, TupleRow

from rowlock import functions
from rowlock.database import Database, call
from rowlock.scope import Batch, Event, Subscriber

BATCH = 1000
PACE, PACE_FACTOR = 0.025, 10
PROBE, FULL_READ = 0.1, 1.0
PATIENCE = 15.0
ALIVE = 5.0

log = structlog.get_logger("rowlock.events")


def _batch(row: DictRow) -> Batch:
    return Batch(
        events=tuple(Event(**event) for event in row["events"]),
        next=row["next"],
        purged_through=row["purged_through"],
        epoch=str(row["epoch"]),
        top=row["top"],
        open_mark=row["open_mark"],
    )


class Journal:
    """Reads the journal once for all streams of the process, and hands each event round."""

    def __init__(
        self, database: Database, conninfo: str, on_schema: Callable[[], Awaitable[None]]
    ) -> None:
        self._database = database
        self._conninfo = conninfo
        self._on_schema = on_schema
        self._seen = float("-inf")
        self.subscribers: set[Subscriber] = set()
        self.position = -1
        self.epoch = ""
        self.ready = asyncio.Event()

    @property
    def alive(self) -> bool:
        """Whether the reader has heard from the database just now."""
        return monotonic() - self._seen < ALIVE

    def attach(self, subscriber: Subscriber) -> None:
        """From the next event on. Nothing is lost when the subscriber has read up to `position`."""
        subscriber.attach()
        self.subscribers.add(subscriber)

    def detach(self, subscriber: Subscriber) -> None:
        """Hand it nothing more."""
        self.subscribers.discard(subscriber)

    async def read(self, after: int | None) -> Batch:
        """A batch of the past for a subscriber that is not live yet; after None, where now is."""
        [row] = await self._database.call("event_read", after=after, max_rows=BATCH)
        return _batch(row)

    async def run(self) -> None:
        """Follow the journal until cancelled, over any number of connections."""
        failures = 0
        while True:
            try:
                async with await AsyncConnection.connect(self._conninfo, autocommit=True) as conn:
                    # Connections of the pool died with the last one of ours.
                    if failures:
                        await self._database.pool.check()
                    failures = 0
                    await self._follow(conn)
            except (psycopg.Error, psycopg_pool.PoolTimeout, TimeoutError, OSError) as e:
                failures += 1
                log.warning("journal reader lost its connection", error=type(e).__name__)
                # Jitter, so that the processes of a fleet do not come back at once.
                delay = min(0.1 * 2 ** min(failures, 7), 5.0)
                await asyncio.sleep(random.uniform(delay / 2, delay))  # noqa: S311

    async def _follow(self, conn: AsyncConnection[TupleRow]) -> None:
        # LISTEN comes before the first read: what commits in between rings, or is read.
        await conn.execute(functions.listen(self._database.schema))
        while True:
            began = monotonic()
            batch = await self._read(conn, self.position if self.position >= 0 else None)
            cost = monotonic() - began
            await self._hand_round(batch)
            if len(batch.events) == BATCH:
                continue
            settled = not batch.events and batch.open_mark is None
            if settled and await self._probe(conn) == batch.top:
                await self._idle(conn, batch.top, began + FULL_READ)
            pause = began + max(PACE, PACE_FACTOR * cost) - monotonic()
            if pause > 0:
                await asyncio.sleep(pause)

    async def _idle(self, conn: AsyncConnection[TupleRow], top: int, until: float) -> None:
        # The driver keeps what rings between two waits, so the wait is armed before every read.
        while monotonic() < until:
            rung = False
            async for note in conn.notifies(timeout=PROBE, stop_after=1):
                rung = True
                if note.payload == "schema":
                    try:
                        await self._on_schema()
                    except LookupError as e:
                        log.warning("schema changed and does not fit", problem=str(e))
            if rung or await self._probe(conn) != top:
                return

    async def _read(self, conn: AsyncConnection[TupleRow], after: int | None) -> Batch:
        function = self._database.functions["event_read"]
        async with asyncio.timeout(PATIENCE):
            [row] = await call(conn, function, after=after, max_rows=BATCH)
        self._seen = monotonic()
        return _batch(row)

    async def _probe(self, conn: AsyncConnection[TupleRow]) -> int:
        async with asyncio.timeout(PATIENCE):
            [row] = await call(conn, self._database.functions["event_probe"])
        self._seen = monotonic()
        return int(row["r"])

    async def _hand_round(self, batch: Batch) -> None:
        restored = self.epoch not in ("", batch.epoch)
        self.epoch = batch.epoch
        for number, event in enumerate(batch.events, 1):
            for subscriber in self.subscribers:
                subscriber.offer(event)
            # Moves with each event: a stream may attach whenever this loop lets others run.
            self.position = event.seq
            if number % 50 == 0:
                await asyncio.sleep(0)
        self.position = batch.next if restored else max(self.position, batch.next)
        self.ready.set()
