"""The journal's one reader in a process: LISTEN, read, fan out. Holds no rule of its own."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from time import monotonic

import structlog

from rowlock import viewer
from rowlock.audience import Audience, Subscriber, chunks
from rowlock.database import LOST, Database
from rowlock.line import Line, Source
from rowlock.patience import backoff
from rowlock.recent import KEPT, Recent
from rowlock.scope import Access, Batch, Viewer
from rowlock.waits import Waits

BATCH = 1000
# A read that hung on a bad line says nothing of the next one's cost, so the pause has an end.
PACE, PACE_FACTOR, PACE_MAX = 0.025, 10, 1.0
PROBE, FULL_READ = 0.1, 1.0
REFRESH = 3.5
ALIVE = 5.0
# Replays leave requests connections of the pool; a client that reads slowly keeps its page.
REPLAYS, REPLAY_PAGE = 4, 250

log = structlog.get_logger("rowlock.events")


class Journal:
    """Reads the journal once for all streams of the process, and hands each event round."""

    def __init__(
        self, database: Database, source: Source, on_schema: Callable[[], Awaitable[None]]
    ) -> None:
        self._database = database
        self._source = source
        self._on_schema = on_schema
        self._seen = self._ended = self._refreshed = float("-inf")
        self._rang = self._changed = False
        self._line: Line | None = None
        self._replays = asyncio.Semaphore(REPLAYS)
        self.audience = Audience()
        self.recent = Recent()
        self.waits = Waits(self.recent)
        self.position = -1
        self.epoch = ""
        # Counts the times when cursors from before became void.
        self.era = 0
        self.ready = asyncio.Event()
        self.on_events: Callable[[], object] = lambda: None

    @property
    def alive(self) -> bool:
        """Whether the reader has heard from the database just now."""
        return monotonic() - self._seen < ALIVE

    @property
    def listening(self) -> bool:
        """Whether the server rings; else the journal is polled."""
        return self._line is not None and self._line.listening

    @property
    def lag(self) -> float:
        """Seconds since the reader was at the end of what is complete."""
        return monotonic() - self._ended

    @property
    def subscribers(self) -> set[Subscriber]:
        """The open streams."""
        return self.audience.subscribers

    @property
    def lagged_total(self) -> int:
        """How many streams did not keep up."""
        return self.audience.lagged_total

    @property
    def delivered_total(self) -> int:
        """How many events went to live streams, each counted for each."""
        return self.audience.delivered_total

    async def now(self) -> Batch:
        """Where the journal is."""
        [row] = await self._database.call("event_read", after=None, max_rows=1)
        self.recent.forget(row["purged_through"])
        return Batch.of(row)

    async def replay(self, subscriber: Subscriber, through: int) -> Batch:
        """A batch of the past for a subscriber that is not live yet."""
        wanted = subscriber.filter
        async with self._replays:
            [row] = await self._database.call(
                "event_replay",
                after=subscriber.after,
                through=through,
                topics=wanted.array(),
                origin_id=wanted.origin_id,
                role=wanted.role,
                max_rows=REPLAY_PAGE,
                actor=subscriber.viewer.actor,
            )
        return Batch.of(row)

    async def access(self, asked: Viewer) -> Access | None:
        """What a viewer may read now, if anything."""
        rows = await self._database.call("event_access", **viewer.question([asked]))
        return viewer.parse(rows, [asked]).get(asked)

    async def run(self) -> None:
        """Follow the journal until cancelled, over any number of connections."""
        failures, lost = 0, False
        while True:
            began = monotonic()
            try:
                async with self._source.line() as self._line:
                    # Those of the pool died with the last one of ours, or hang: none is asked.
                    if lost:
                        await self._database.pool.drain()
                    await self._follow(self._line)
            except Exception as e:
                # Whoever got to the end of the journal meanwhile begins to count anew.
                failures = 1 if self._ended > began else failures + 1
                # What rings meanwhile is not heard.
                lost, self._changed = isinstance(e, LOST), True
                if lost:
                    log.warning("journal reader lost its connection", error=type(e).__name__)
                else:
                    # Nobody waits for this task: what ended it would never be told.
                    log.error("journal reader failed and begins again", exc_info=e)
                await asyncio.sleep(backoff(failures, 5.0))
            finally:
                self._line = None

    def cut(self) -> None:
        """End the connection, so that a hanging server keeps nobody."""
        if self._line is not None:
            self._line.cut()

    async def tend(self) -> None:
        """Look after silent streams until cancelled; not the reader's task, which may hang."""
        while True:
            await asyncio.sleep(1)
            try:
                self.audience.tend()
            except Exception as e:
                log.error("streams are not looked after", exc_info=e)

    async def _follow(self, line: Line) -> None:
        # The least of some: one that had to wait for a CPU tells nothing of what a read costs.
        costs = deque([0.0], maxlen=4)
        # LISTEN comes before the first read: what commits in between rings, or is read.
        while True:
            await self._heed(line, 0)
            if self.position < 0:
                await self._begin(line)
            began = monotonic()
            batch = await self._read(line, self.position)
            costs.append(monotonic() - began)
            await self._hand_round(line, batch)
            if batch.more:
                continue
            self.ready.set()
            self._ended = began
            settled = not batch.events and batch.open_mark is None
            if settled and await self._probe(line) == batch.top:
                await self._idle(line, batch.top, began + FULL_READ)
            pause = min(began + max(PACE, PACE_FACTOR * min(costs)) - monotonic(), PACE_MAX)
            if pause > 0:
                await asyncio.sleep(pause)

    async def _begin(self, line: Line) -> None:
        # A little behind now: clients of a process that went come with cursors that are, too.
        now = await self._read(line, None)
        self.position = max(now.next - KEPT, now.purged_through)
        self.epoch = now.epoch
        self.recent.begin(self.position)

    async def _idle(self, line: Line, top: int, until: float) -> None:
        # The driver keeps what rings between two waits, so the wait is armed before every read.
        while monotonic() < until:
            if (
                await self._heed(line, PROBE)
                or self.audience.unread
                or await self._probe(line) != top
            ):
                return
            self._ended = monotonic()

    async def _heed(self, line: Line, timeout: float) -> bool:
        notes = await line.notes(timeout)
        self._rang = self._rang or "access" in notes
        self._changed = self._changed or "schema" in notes
        if self._changed:
            try:
                await self._on_schema()
            except LookupError as e:
                log.warning("schema changed and does not fit", problem=str(e))
            self._changed = False
        return bool(notes)

    async def _read(self, line: Line, after: int | None) -> Batch:
        [row] = await line.call("event_read", after=after, max_rows=BATCH)
        self._seen = monotonic()
        return Batch.of(row)

    async def _probe(self, line: Line) -> int:
        [row] = await line.call("event_probe")
        self._seen = monotonic()
        return int(row["r"])

    async def _hand_round(self, line: Line, batch: Batch) -> None:
        if batch.epoch != self.epoch or (batch.top or 0) < self.position:
            # Nothing that was read is what the cursor meant.
            batch = await self._read(line, None)
            self.position, self.epoch, self.era = batch.next, batch.epoch, self.era + 1
            self.recent.begin(self.position)
            self.audience.detach_all(self.position)
        elif self.position < batch.purged_through:
            # Whoever is live is told by the replay what is gone.
            self.audience.detach_all(self.position)
        self.recent.forget(batch.purged_through)
        await self._check_access(line)
        for chunk, changes in chunks(batch.events):
            self.audience.offer(chunk, self.position)
            # Moves with the events: a stream may attach whenever this loop lets others run.
            self.position = chunk[-1].seq
            self.recent.add(chunk)
            self.waits.wake(chunk)
            if changes and (whose := self.audience.concerned(chunk[-1])):
                await self._refresh(line, whose)
            else:
                await asyncio.sleep(0)
            await self._check_access(line)
        self.position = max(self.position, batch.next)
        if batch.events:
            self.on_events()

    async def _check_access(self, line: Line) -> None:
        # Nothing is handed to access that is older than a few seconds, or than its stream.
        if self._rang or monotonic() - self._refreshed >= REFRESH:
            self._rang = False
            self._refreshed = monotonic()
            await self._refresh(line, self.audience.viewers)
        while self.audience.unread:
            await self._refresh(line, tuple(self.audience.unread))

    async def _refresh(self, line: Line, asked: Sequence[Viewer]) -> None:
        if asked:
            rows = await line.call("event_access", **viewer.question(asked))
            self.audience.allow(asked, viewer.parse(rows, asked), self.position)
