"""What one open stream sends: replay, live events, control frames. Knows no request but its end."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from time import monotonic

import psycopg
import psycopg_pool
import structlog
from aiohttp import web

from rowlock.audience import CHUNK, PING, Subscriber, chunks, framed
from rowlock.events import REFRESH, Journal
from rowlock.keys import STOPPING
from rowlock.scope import visible

# A client that takes nothing for so long is cut off; it resumes by its cursor.
STALLED = 30.0
RETRY = 1.0
_AWAY = (psycopg.OperationalError, psycopg_pool.PoolTimeout, psycopg_pool.TooManyRequests)

log = structlog.get_logger("rowlock.stream")


@dataclass(slots=True)
class Playback:
    """One open stream: the past, then live, and what has to be told between."""

    request: web.Request
    journal: Journal
    subscriber: Subscriber
    era: int
    purged_told: int = 0
    # When the subscriber's access was read.
    checked: float = field(default_factory=monotonic)

    @property
    def _stopping(self) -> bool:
        return self.request.app[STOPPING].is_set()

    @property
    def _over(self) -> bool:
        subscriber = self.subscriber
        if subscriber.gone:
            raise ConnectionResetError
        return self._stopping or subscriber.refused or subscriber.lagged

    async def _send(self, text: bytes) -> None:
        self.subscriber.write(framed(text, self.subscriber.chunked))
        await self._drained()

    async def _drained(self) -> None:
        async with asyncio.timeout(STALLED):
            await self.request.writer.drain()
        if self.subscriber.gone:
            raise ConnectionResetError

    async def _frame(self, event: str, facts: Mapping[str, object], lead: str = "") -> None:
        await self._send(f"{lead}event: {event}\ndata: {json.dumps(facts)}\n\n".encode())

    async def reset(self, epoch: str) -> None:
        """Tell that the cursor is of another journal."""
        after = self.subscriber.after
        facts = {"epoch": epoch, "after": after}
        # With an id, so that a browser does not come back with the cursor that is void.
        await self._frame("reset", facts, f"id: {after}\n")

    async def _tell_purged(self, through: int) -> None:
        begin = max(self.subscriber.after, self.purged_told)
        if begin < through:
            self.purged_told = through
            await self._frame("purged", {"from": begin + 1, "to": through})

    async def run(self) -> None:
        """Until the client goes, access ends, it lags, or the service stops."""
        subscriber = self.subscriber
        while not self._over:
            if self.era != self.journal.era:
                self.era, subscriber.after = self.journal.era, self.journal.position
                await self.reset(self.journal.epoch)
            await self._catch_up()
            if self._over or self.era != self.journal.era:
                continue
            # No await between the last look at the position and this: the seam loses nothing.
            self.journal.audience.attach(subscriber)
            try:
                await self._live()
            finally:
                self.journal.audience.detach(subscriber, self.journal.position)
        if subscriber.lagged and not subscriber.refused:
            await self._frame("lagged", {"after": subscriber.after})
        await self._send(b": closing\n\n" if self._stopping else b": closed\n\n")

    async def _catch_up(self) -> None:
        subscriber, journal = self.subscriber, self.journal
        while subscriber.after < journal.position:
            if self._over or self.era != journal.era:
                return
            try:
                if monotonic() - self.checked >= REFRESH and not await self._check():
                    return
                if subscriber.after >= journal.recent.start:
                    await self._take_recent()
                else:
                    await self._replay()
            except _AWAY:
                await asyncio.sleep(RETRY)
            except psycopg.Error as e:
                # Whatever it is, access that cannot be told is no access.
                log.info("stream lost its access", reason=type(e).__name__)
                subscriber.refused = True
                return
            await self._ping()

    async def _check(self) -> bool:
        began, self.checked = monotonic(), float("-inf")
        access = await self.journal.access(self.subscriber.viewer)
        self.checked = began
        if access is None:
            self.subscriber.refused = True
            return False
        self.subscriber.access = access
        return True

    async def _take_recent(self) -> None:
        subscriber, position = self.subscriber, self.journal.position
        for events, changes in chunks(self.journal.recent.after(subscriber.after, CHUNK)):
            wanted = [
                e for e in events if subscriber.filter.wants(e) and visible(e, subscriber.access)
            ]
            subscriber.after = events[-1].seq
            if wanted:
                await self._send(b"".join(e.encoded() for e in wanted))
            if changes and subscriber.viewer.actor in events[-1].frame:
                await self._check()
            return
        subscriber.after = position

    async def _replay(self) -> None:
        subscriber, position = self.subscriber, self.journal.position
        batch = await self.journal.replay(subscriber, position)
        if batch.epoch != self.journal.epoch:
            # The reader will notice too; nothing of another journal is sent.
            await asyncio.sleep(RETRY)
            return
        await self._tell_purged(batch.purged_through)
        for events, _ in chunks(batch.events):
            await self._send(b"".join(e.encoded() for e in events))
        # The journal is complete up to `position`, so the last page leaves nothing below it.
        subscriber.after = batch.next

    async def _live(self) -> None:
        subscriber = self.subscriber
        while not (self._stopping or subscriber.refused):
            if subscriber.slow:
                await self._empty()
            elif not subscriber.attached:
                return
            else:
                await subscriber.woken.wait()
                subscriber.woken.clear()
            if subscriber.gone:
                raise ConnectionResetError

    async def _empty(self) -> None:
        subscriber = self.subscriber
        await self._drained()
        while subscriber.queue and not subscriber.refused:
            text, count = subscriber.queue.popleft()
            subscriber.queued -= count
            subscriber.write(text)
            await self._drained()
        subscriber.slow = False

    async def _ping(self) -> None:
        if monotonic() - self.subscriber.written >= PING:
            await self._send(b": ping\n\n")
