"""GET /api/events/stream: server-sent events. No row of the route table: it answers for hours."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass
from time import monotonic
from uuid import UUID

import psycopg
import psycopg_pool
import structlog
from aiohttp import HttpVersion11, web

from rowlock import json_body, values, viewer
from rowlock.audience import PING, Subscriber, chunks, framed
from rowlock.errors import failed, invalid
from rowlock.events import REFRESH, Journal
from rowlock.keys import JOURNAL, STOPPING
from rowlock.scope import Filter

# A client that takes nothing for so long is cut off; it resumes by its cursor.
STALLED = 30.0
RETRY = 1.0

ARGUMENTS = {
    "after": "int8",
    "topics": "_text",
    "origin_id": "text",
    "role": "text",
    "epoch": "uuid",
    "ticket": "text",
}
_SPELLINGS = values.spellings(ARGUMENTS, {"topic": "topics"})
_HEADERS = {
    "Content-Type": "text/event-stream; charset=utf-8",
    "Cache-Control": "no-store, no-transform",
    "X-Accel-Buffering": "no",
}
_AWAY = (psycopg.OperationalError, psycopg_pool.PoolTimeout, psycopg_pool.TooManyRequests)

log = structlog.get_logger("rowlock.stream")


@dataclass(frozen=True, slots=True)
class _Asked:
    filter: Filter
    after: int | None
    epoch: str | None
    ticket: str | None


async def stream(request: web.Request) -> web.StreamResponse:
    """Replay from the cursor, then live, until the client goes or the service stops."""
    journal = request.app[JOURNAL]
    asked = _asked(request)
    # A ticket is used up only where a stream can begin.
    if not journal.ready.is_set() or request.app[STOPPING].is_set():
        raise failed(503, "unavailable")
    watcher = await viewer.identify(request, asked.ticket)
    void = asked.epoch not in (None, journal.epoch)
    after = asked.after
    if after is None or void or after > journal.position:
        now = await journal.now()
        void = asked.epoch not in (None, now.epoch) or (after or 0) > (now.top or 0)
        after = now.next if after is None or void else after

    response = web.StreamResponse(headers={**_HEADERS, "X-Rowlock-Epoch": journal.epoch})
    if chunked := request.version >= HttpVersion11:
        response.enable_chunked_encoding()
    await response.prepare(request)
    transport = request.transport
    if transport is None:
        return response
    subscriber = Subscriber(asked.filter, *watcher[:2], transport, chunked, watcher[2], after)
    client = _Stream(request, journal, subscriber, journal.era)
    journal.subscribers.add(subscriber)
    try:
        await response.write(f"retry: {int(RETRY * 1000)}\n\n".encode())
        if void:
            await client.reset()
        await client.run()
    except ConnectionResetError:
        pass
    except Exception as e:
        # The answer has begun, so its failure can only be a cut; the client resumes by its cursor.
        stalled = isinstance(e, TimeoutError)
        log.warning("stream was cut off", stalled=stalled, exc_info=None if stalled else e)
        transport.abort()
    finally:
        journal.subscribers.discard(subscriber)
    return response


def _asked(request: web.Request) -> _Asked:
    raw = values.named(json_body.query(request.rel_url.raw_query_string), _SPELLINGS)
    given = {name: values.convert(name, ARGUMENTS[name], value) for name, value in raw.items()}
    # A browser resumes by the header and keeps the address it first asked for, so the header wins.
    cursor = request.headers.get("Last-Event-ID") or given.get("after")
    if cursor is not None and not (cursor.isascii() and cursor.isdigit() and len(cursor) < 19):
        raise invalid("after", "not_cursor", "Give a number that an event or a page gave you.")
    try:
        epoch = str(UUID(given["epoch"])) if given.get("epoch") else None
    except ValueError:
        raise invalid(
            "epoch", "invalid", "Give the epoch that a page or a reset gave you."
        ) from None
    topics = raw.get("topics")
    wanted = Filter(
        topics=values.words(topics) if topics else (),
        origin_id=given.get("origin_id"),
        role=given.get("role"),
    )
    return _Asked(wanted, None if cursor is None else int(cursor), epoch, given.get("ticket"))


@dataclass(slots=True)
class _Stream:
    request: web.Request
    journal: Journal
    subscriber: Subscriber
    era: int
    purged_told: int = 0

    @property
    def stopping(self) -> bool:
        return self.request.app[STOPPING].is_set()

    @property
    def over(self) -> bool:
        subscriber = self.subscriber
        if subscriber.gone:
            raise ConnectionResetError
        return self.stopping or subscriber.refused or subscriber.lagged

    async def send(self, text: bytes) -> None:
        self.subscriber.write(framed(text, self.subscriber.chunked))
        await self._drained()

    async def _drained(self) -> None:
        async with asyncio.timeout(STALLED):
            await self.request.writer.drain()
        if self.subscriber.gone:
            raise ConnectionResetError

    async def frame(self, event: str, facts: Mapping[str, object], lead: str = "") -> None:
        await self.send(f"{lead}event: {event}\ndata: {json.dumps(facts)}\n\n".encode())

    async def reset(self) -> None:
        after = self.subscriber.after
        facts = {"epoch": self.journal.epoch, "after": after}
        # With an id, so that a browser does not come back with the cursor that is void.
        await self.frame("reset", facts, f"id: {after}\n")

    async def tell_purged(self, through: int) -> None:
        begin = max(self.subscriber.after, self.purged_told)
        if begin < through:
            self.purged_told = through
            await self.frame("purged", {"from": begin + 1, "to": through})

    async def run(self) -> None:
        subscriber = self.subscriber
        while not self.over:
            if self.era != self.journal.era:
                self.era, subscriber.after = self.journal.era, self.journal.position
                await self.reset()
            await self._catch_up()
            if self.over or self.era != self.journal.era:
                continue
            # No await between the last look at the position and this: the seam loses nothing.
            self.journal.audience.attach(subscriber)
            try:
                await self._live()
            finally:
                self.journal.audience.detach(subscriber, self.journal.position)
        if subscriber.lagged and not subscriber.refused:
            await self.frame("lagged", {"after": subscriber.after})
        await self.send(b": closing\n\n" if self.stopping else b": closed\n\n")

    async def _catch_up(self) -> None:
        subscriber, checked = self.subscriber, monotonic()
        while subscriber.after < (position := self.journal.position):
            if self.over or self.era != self.journal.era:
                return
            try:
                if monotonic() - checked >= REFRESH:
                    checked = monotonic()
                    if await self.journal.access(subscriber.viewer) is None:
                        subscriber.refused = True
                        return
                batch = await self.journal.replay(subscriber, position)
            except _AWAY:
                await self._ping()
                await asyncio.sleep(RETRY)
                continue
            except psycopg.Error as e:
                # Whatever it is, access that cannot be told is no access.
                log.info("stream lost its access", reason=type(e).__name__)
                subscriber.refused = True
                return
            if batch.epoch != self.journal.epoch:
                # The reader will notice too; nothing of another journal is sent.
                await asyncio.sleep(RETRY)
                continue
            await self.tell_purged(batch.purged_through)
            for chunk, _ in chunks(batch.events):
                await self.send(b"".join(e.encoded() for e in chunk))
            # The journal is complete up to `position`, so the last page leaves nothing below it.
            subscriber.after = batch.next
            await self._ping()

    async def _live(self) -> None:
        subscriber = self.subscriber
        while not (self.stopping or subscriber.refused):
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
        while subscriber.queue:
            text, count = subscriber.queue.popleft()
            subscriber.queued -= count
            subscriber.write(text)
            await self._drained()
        subscriber.slow = False

    async def _ping(self) -> None:
        if monotonic() - self.subscriber.written >= PING:
            await self.send(b": ping\n\n")
