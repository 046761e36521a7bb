"""GET /api/events/stream: server-sent events. No row of the route table: it answers for hours."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

import structlog
from aiohttp import HttpVersion11, web

from rowlock import json_body, values, viewer
from rowlock.audience import Subscriber
from rowlock.errors import failed, invalid
from rowlock.keys import JOURNAL, STOPPING
from rowlock.playback import RETRY, Playback
from rowlock.scope import Filter

ARGUMENTS = {
    "after": "int8",
    "topics": "_text",
    "origin_id": "text",
    "role": "text",
    "epoch": "uuid",
    "ticket": "text",
}
# As many as a page takes.
PATTERNS = 1000
_SPELLINGS = values.spellings(ARGUMENTS, {"topic": "topics"})
_HEADERS = {
    "Content-Type": "text/event-stream; charset=utf-8",
    "Cache-Control": "no-store, no-transform",
    "X-Accel-Buffering": "no",
}

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
    now = await journal.now()
    void = asked.epoch not in (None, now.epoch) or (asked.after or 0) > (now.top or 0)
    after = now.next if asked.after is None or void else asked.after

    response = web.StreamResponse(headers={**_HEADERS, "X-Rowlock-Epoch": now.epoch})
    if chunked := request.version >= HttpVersion11:
        response.enable_chunked_encoding()
    await response.prepare(request)
    transport = request.transport
    if transport is None:
        return response
    subscriber = Subscriber(asked.filter, *watcher[:2], transport, chunked, watcher[2], after)
    client = Playback(request, journal, subscriber, journal.era)
    journal.subscribers.add(subscriber)
    try:
        await response.write(f"retry: {int(RETRY * 1000)}\n\n".encode())
        if void:
            await client.reset(now.epoch)
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
    topics = values.words(raw["topics"]) if raw.get("topics") else ()
    if len(topics) > PATTERNS:
        raise invalid("topics", "too_many", f"Name at most {PATTERNS} patterns.")
    wanted = Filter(
        topics=topics,
        origin_id=given.get("origin_id"),
        role=given.get("role"),
    )
    return _Asked(wanted, None if cursor is None else int(cursor), epoch, given.get("ticket"))
