"""Answers that are held back while they say pending. Beside the one handler, as it answers once."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterable
from datetime import UTC, datetime
from time import monotonic

import structlog
from aiohttp import web

from rowlock import handler
from rowlock.database import LOST, Database
from rowlock.keys import DATABASE, JOURNAL, STOPPING
from rowlock.waits import Waiter, Waits

# The journal is told late while somebody journals for long, and never while nobody reads it.
POLL, STOP = 1.0, 1.0
# So many rows are asked for at a time.
ROWS = 1000

log = structlog.get_logger("rowlock.waits")


class Held(web.Response):
    """An answer that was held back: how long it took says nothing of the service."""


async def handle(request: web.Request) -> web.StreamResponse:
    """Ask; while the answer is pending, ask again when the row has ended, until the time is up."""
    asked = await handler.ask(request)
    began = monotonic()
    journal, stopping = request.app[JOURNAL], request.app[STOPPING]
    seen = journal.position
    status, body = await asked.answer()
    # The database has judged it by now.
    end = began + int(asked.given.get("timeout") or 0)
    if (session := asked.credential.ends_at) is not None:
        end = min(end, monotonic() + (session - datetime.now(UTC)).total_seconds())
    while (waiter := _waiter(body, request)) and monotonic() < end and not stopping.is_set():
        journal.waits.enter(waiter, seen, journal.position)
        try:
            async with asyncio.timeout(end - monotonic()):
                await waiter.woken.wait()
        except TimeoutError:
            break
        finally:
            journal.waits.leave(waiter)
        if waiter.gone or stopping.is_set():
            break
        async with journal.waits.turns:
            seen = journal.position
            status, body = await asked.answer()
    return Held(status=status, body=body, headers=handler.JSON)


def _waiter(body: bytes, request: web.Request) -> Waiter | None:
    """Who waits for what the answer says is pending: a row, or the inbox of a run."""
    told = json.loads(body)
    if told["outcome"] != "pending":
        return None
    row = told.get("escalation_id") or told["run_id"]
    return Waiter(str(row), request.transport, told.get("next"))


async def tend(app: web.Application) -> AsyncIterator[None]:
    """Cleanup context: once a second, whatever the journal says, look after all that wait."""
    task = asyncio.create_task(_tend(app[DATABASE], app[JOURNAL].waits))
    yield
    task.cancel()
    # What it asked on a dead line is not waited for.
    await asyncio.wait({task}, timeout=STOP)


async def _tend(database: Database, waits: Waits) -> None:
    while True:
        await asyncio.sleep(POLL)
        known = waits.tend()
        rows = [row for row, after in known.items() if after is None]
        runs = [(row, str(after)) for row, after in known.items() if after is not None]
        try:
            for at in range(0, len(rows), ROWS):
                ended = await database.call("wait_ended", ids=_array(rows[at : at + ROWS]))
                waits.wake_rows(str(row["r"]) for row in ended)
            for at in range(0, len(runs), ROWS):
                ids, afters = map(_array, zip(*runs[at : at + ROWS], strict=True))
                ended = await database.call("run_answered", ids=ids, afters=afters)
                waits.wake_rows(str(row["r"]) for row in ended)
        except LOST as e:
            log.warning("waits are not looked after", error=type(e).__name__)
        except Exception as e:
            log.error("waits are not looked after", exc_info=e)


def _array(texts: Iterable[str]) -> str:
    """Ids or numbers as the text of an array."""
    return "{" + ",".join(texts) + "}"
