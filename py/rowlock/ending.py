"""How an application ends: streams go at once, and what is in flight has its time."""

from __future__ import annotations

import asyncio

from aiohttp import web

from rowlock.keys import JOURNAL, LINES, STOPPING

STREAM_SECONDS = 3.0
# What is in flight when the service ends may wait so long for the database.
FINISH_SECONDS = 8.0


async def stop_streams(app: web.Application) -> None:
    """Let streams and waits go: nobody begins anything from now on."""
    app[STOPPING].set()
    journal = app[JOURNAL]
    journal.audience.detach_all(journal.position)
    journal.waits.wake_all()
    # Who takes nothing is not waited for.
    asyncio.get_running_loop().call_later(STREAM_SECONDS, journal.audience.abort)


async def finish(app: web.Application) -> None:
    """What is in flight may end; a database that hangs is not waited for as for a statement."""
    loop = asyncio.get_running_loop()
    for cut in app[LINES]:
        loop.call_later(FINISH_SECONDS, cut)
