"""GET /api/events/stream: server-sent events. No row of the route table: it answers for hours."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from time import monotonic

import psycopg
import psycopg_pool
import structlog
from aiohttp import web
from structlog.contextvars import bind_contextvars

from rowlock import auth, functions, json_body, values
from rowlock.errors import failed, invalid
from rowlock.events import Journal
from rowlock.keys import DATABASE, JOURNAL, STOPPING
from rowlock.scope import Access, Event, Filter, Subscriber, visible

PING = 15.0
REFRESH = 4.0
# A client that takes nothing for so long is cut off; it resumes by its cursor.
STALLED = 30.0
RETRY = 1.0

_ARGUMENTS = {"after": "int8", "topics": "_text", "origin_id": "text", "role": "text"}
_SPELLINGS = values.spellings(_ARGUMENTS, {"topic": "topics"})
_HEADERS = {
    "Content-Type": "text/event-stream; charset=utf-8",
    "Cache-Control": "no-store, no-transform",
    "X-Accel-Buffering": "no",
}
_AWAY = (psycopg.OperationalError, psycopg_pool.PoolTimeout, psycopg_pool.TooManyRequests)

log = structlog.get_logger("rowlock.stream")


async def stream(request: web.Request) -> web.StreamResponse:
    """Replay from the cursor, then live, until the client goes or the service stops."""
    journal = request.app[JOURNAL]
    filter_, after = _asked(request)
    access = await _access(request)
    if not journal.ready.is_set():
        raise failed(503, "unavailable")
    now = await journal.read(None)

    response = web.StreamResponse(headers={**_HEADERS, "X-Rowlock-Epoch": now.epoch})
    await response.prepare(request)
    begin = now.next if after is None or after > now.top else after
    client = _Stream(request, response, journal, Subscriber(filter_, access, begin))
    try:
        await client.send(f"retry: {int(RETRY * 1000)}\n\n")
        if after is not None and after > now.top:
            await client.frame("reset", {"epoch": now.epoch, "after": begin})
        await client.tell_purged(now.purged_through)
        await client.run()
    except ConnectionResetError:
        pass
    except Exception as e:
        # The answer has begun, so its failure can only be a cut; the client resumes by its cursor.
        log.warning("stream was cut off", stalled=isinstance(e, TimeoutError), exc_info=e)
        if request.transport:
            request.transport.abort()
    return response


def _asked(request: web.Request) -> tuple[Filter, int | None]:
    raw = values.named(json_body.query(request.rel_url.raw_query_string), _SPELLINGS)
    given = {name: values.convert(name, _ARGUMENTS[name], value) for name, value in raw.items()}
    # A browser resumes by the header and keeps the address it first asked for, so the header wins.
    cursor = request.headers.get("Last-Event-ID") or given.get("after")
    if cursor is not None and not (cursor.isascii() and cursor.isdigit() and len(cursor) < 19):
        raise invalid("after", "not_cursor", "Give a number that an event or a page gave you.")
    topics = raw.get("topics")
    return Filter(
        topics=values.words(topics) if topics else (),
        origin_id=given.get("origin_id"),
        role=given.get("role"),
    ), None if cursor is None else int(cursor)


async def _access(request: web.Request) -> Access:
    credential = auth.identify(request)
    bind_contextvars(actor=credential.name)
    database = request.app[DATABASE]
    statement = functions.request(
        database.functions["actor_access"], None, frozenset(), 200, credential.by_key
    )
    _, body = await database.fetch(statement, credential.parameters)
    facts = json.loads(body)
    return Access(
        actor=facts["actor"],
        is_global=facts["is_global"],
        read_all=frozenset(facts["read_all"]),
        read_self=frozenset(facts["read_self"]),
    )


def _lines(events: Iterable[Event]) -> str:
    return "".join(f"id: {e.seq}\nevent: {e.topic}\ndata: {e.frame}\n\n" for e in events)


@dataclass(slots=True)
class _Stream:
    request: web.Request
    response: web.StreamResponse
    journal: Journal
    subscriber: Subscriber
    refused: bool = False
    purged_told: int = 0
    pinged: float = field(default_factory=monotonic)

    async def send(self, text: str) -> None:
        async with asyncio.timeout(STALLED):
            await self.response.write(text.encode())

    async def frame(self, event: str, facts: Mapping[str, object]) -> None:
        await self.send(f"event: {event}\ndata: {json.dumps(facts)}\n\n")

    async def tell_purged(self, through: int) -> None:
        begin = max(self.subscriber.after, self.purged_told)
        if begin < through:
            self.purged_told = through
            await self.frame("purged", {"from": begin + 1, "to": through})

    @property
    def stopping(self) -> bool:
        return self.request.app[STOPPING].is_set()

    async def run(self) -> None:
        subscriber = self.subscriber
        watch = asyncio.create_task(self._keep_access())
        try:
            while not (self.stopping or self.refused or subscriber.lagged):
                await self._catch_up()
                # No await between the last look at the position and this: the seam loses nothing.
                self.journal.attach(subscriber)
                try:
                    await self._live()
                finally:
                    self.journal.detach(subscriber)
                # Never on with an access that may be gone; the database may be away.
                while not (await self._refresh() or self.stopping):  # noqa: ASYNC110
                    await asyncio.sleep(RETRY)
        finally:
            watch.cancel()
        if subscriber.lagged:
            await self.frame("lagged", {"after": subscriber.after})
        await self.send(": closing\n\n" if self.stopping else ": closed\n\n")

    async def _catch_up(self) -> None:
        subscriber = self.subscriber
        while subscriber.after < (position := self.journal.position):
            if self.stopping or self.refused:
                return
            try:
                batch = await self.journal.read(subscriber.after)
            except _AWAY:
                await self._ping()
                await asyncio.sleep(RETRY)
                continue
            await self.tell_purged(batch.purged_through)
            wanted = [
                e
                for e in batch.events
                if subscriber.filter.wants(e) and visible(e, subscriber.access)
            ]
            if wanted:
                await self.send(_lines(wanted))
            # The journal is complete up to `position`, so a short page leaves nothing below it.
            subscriber.after = max(batch.next, position if not batch.events else 0)
            await self._ping()

    async def _live(self) -> None:
        subscriber = self.subscriber
        while True:
            subscriber.ready.clear()
            if self.refused:
                return
            if subscriber.buffer:
                events = tuple(subscriber.buffer)
                subscriber.buffer.clear()
                await self.send(_lines(events))
            elif not subscriber.attached or self.stopping:
                return
            else:
                wait = max(0.0, self.pinged + PING - monotonic())
                try:
                    async with asyncio.timeout(wait):
                        await subscriber.ready.wait()
                except TimeoutError:
                    pass
            await self._ping()

    async def _ping(self) -> None:
        if monotonic() - self.pinged >= PING:
            self.pinged = monotonic()
            await self.send(": ping\n\n")

    async def _keep_access(self) -> None:
        # Apart from the writing: a client that reads slowly keeps no access that it lost.
        while True:
            await asyncio.sleep(REFRESH)
            await self._refresh()

    async def _refresh(self) -> bool:
        try:
            self.subscriber.access = await _access(self.request)
        except _AWAY:
            return False
        except Exception as e:
            # Whatever it is, access that cannot be told is no access.
            log.info("stream lost its access", reason=type(e).__name__)
            self.refused = True
            self.subscriber.detach()
        return True
