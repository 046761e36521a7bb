"""A table of many pages as one CSV file, sent page by page. Knows no column's name."""

from __future__ import annotations

import asyncio
import csv
import io
import json
from collections.abc import Iterable

import structlog
from aiohttp import web

from rowlock import handler
from rowlock.database import LOST
from rowlock.errors import Refusal

CSV = "text/csv"
# A reader that takes nothing for so long is cut off.
STALLED = 30.0

log = structlog.get_logger("rowlock.http")


async def handle(request: web.Request) -> web.StreamResponse:
    """One page as JSON; all pages from it on as CSV for whoever asks for that."""
    asked = await handler.ask(request)
    status, body = await asked.answer()
    wanted = asked.given.get("format") or (
        "csv" if CSV in request.headers.get("Accept", "") else ""
    )
    if wanted != "csv":
        return web.Response(status=status, body=body, headers=handler.JSON)
    name = request.path.rpartition("/")[2]
    told = {
        "Content-Type": f"{CSV}; charset=utf-8",
        "Content-Disposition": f'attachment; filename="{name}.csv"',
    }
    response = web.StreamResponse(status=status, headers=told)
    page = json.loads(body)
    await response.prepare(request)
    try:
        await _write(response, [page["columns"], *page["rows"]])
        # Each page is asked for anew: by the credential, as it is by then.
        while page["next"] is not None:
            _, body = await (await handler.ask(request, {"after": page["next"]})).answer()
            page = json.loads(body)
            await _write(response, page["rows"])
    except ConnectionResetError:
        pass
    except (Refusal, TimeoutError, *LOST) as e:
        # The answer has begun, so its failure can only be a cut: a file without its end.
        log.warning("file was cut off", error=type(e).__name__)
        if request.transport is not None:
            request.transport.abort()
    return response


async def _write(response: web.StreamResponse, rows: Iterable[list[object]]) -> None:
    text = io.StringIO()
    csv.writer(text, lineterminator="\r\n").writerows(rows)
    async with asyncio.timeout(STALLED):
        await response.write(text.getvalue().encode())
