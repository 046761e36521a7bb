"""Background work: asks the database which timer is due, and runs it. Knows none by name."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator

import psycopg
import structlog
from aiohttp import web
from psycopg import AsyncConnection
from psycopg.rows import DictRow, TupleRow

from rowlock.database import LOST, Database, begin_primary, call, conninfo
from rowlock.keys import DATABASE, LINES, SETTINGS, STOPPING
from rowlock.patience import MARGIN, backoff, deadline, end, hang_up
from rowlock.settings import Settings

# Asked again after so long at most: somebody may have changed the table.
ASK = 1.0
# After a run: a full batch is due again at once.
AGAIN = 0.05
JITTER = 0.1
STOP = 4.0

log = structlog.get_logger("rowlock.timers")


class Timers:
    """One connection that calls timer_run; the database lets one process do each run."""

    def __init__(self, settings: Settings, database: Database, stopping: asyncio.Event) -> None:
        self._settings = settings
        self._dsn = conninfo(settings, settings.database_url.get_secret_value(), "timers")
        self._patience = settings.statement_timeout + MARGIN
        self._database = database
        self._stopping = stopping
        self._conn: AsyncConnection[TupleRow] | None = None

    async def run(self) -> None:
        """Until the service stops, over any number of connections."""
        failures = 0
        while not self._stopping.is_set():
            try:
                async with await AsyncConnection.connect(self._dsn, autocommit=True) as conn:
                    self._conn = conn
                    with deadline(conn, self._patience):
                        await begin_primary(self._settings, conn)
                    while not self._stopping.is_set():
                        wait = await self._round(conn)
                        failures = 0
                        await self._pause(wait + random.uniform(0, JITTER))  # noqa: S311
            except Exception as e:
                failures += 1
                if isinstance(e, LOST):
                    log.warning("timers lost their connection", error=type(e).__name__)
                else:
                    # Nobody waits for this task: what ended it would never be told.
                    log.error("timers failed and begin again", exc_info=e)
                await self._pause(backoff(failures, 10.0))

    def cut(self) -> None:
        """End the connection, so that a dead line keeps nobody; what runs is undone."""
        if self._conn is not None:
            hang_up(self._conn)

    async def _round(self, conn: AsyncConnection[TupleRow]) -> float:
        """Run what is due; how long to wait before the next look."""
        wait = ASK
        for due in await self._call(conn, "timer_due"):
            if self._stopping.is_set():
                break
            if due["wait"] > 0:
                wait = min(wait, due["wait"])
            elif await self._run(conn, due["name"]):
                wait = min(wait, AGAIN)
        return wait

    async def _run(self, conn: AsyncConnection[TupleRow], name: str) -> bool:
        try:
            ran = await self._call(conn, "timer_run", name=name)
        except psycopg.Error as e:
            if conn.closed:
                raise
            # Not the work: that failed inside, and is written down. The others go on.
            log.error("timer cannot run", timer=name, exc_info=e)
            return False
        for how in ran:
            if how["last_error"] is not None:
                log.error("timer failed", timer=name, error=how["last_error"])
            else:
                log.debug("timer ran", timer=name, rows=how["last_rows"])
        return bool(ran)

    async def _call(
        self, conn: AsyncConnection[TupleRow], function: str, **given: str
    ) -> list[DictRow]:
        with deadline(conn, self._patience):
            return await call(conn, self._database.functions[function], **given)

    async def _pause(self, seconds: float) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._stopping.wait()


async def timers(app: web.Application) -> AsyncIterator[None]:
    """Cleanup context: the timers, unless they are left to somebody else."""
    settings = app[SETTINGS]
    if not settings.timers:
        yield
        return
    work = Timers(settings, app[DATABASE], app[STOPPING])
    app[LINES].append(work.cut)
    task = asyncio.create_task(work.run())
    yield
    app[STOPPING].set()
    # What runs may end; a batch is short.
    await asyncio.wait({task}, timeout=STOP)
    work.cut()
    await end(task)
