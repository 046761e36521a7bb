"""Reads on a streaming replica: whether it has all that the primary has, and its answer.

It may say yes; whatever it refuses or fails at, the primary is asked. Holds no SQL.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import AsyncIterator
from time import monotonic
from weakref import WeakKeyDictionary

import psycopg
import psycopg_pool
import structlog
from aiohttp import web

from rowlock import functions
from rowlock.connection import Connection
from rowlock.database import LOST, Database, begin, conninfo, make_pool
from rowlock.functions import Statement
from rowlock.keys import DATABASE, LINES, SETTINGS
from rowlock.patience import backoff, deadline
from rowlock.position import OTHER, PATIENCE, PRIMARY, PROBE, Position, Primary
from rowlock.settings import Settings, StartError

LOOK = 1.0
# Looks that must find nothing wrong before it is asked again: one that wavers is told of once.
SETTLED = 2
# The pause between two looks at a replica that is waited for.
SHORTEST, LONGEST = 0.001, 0.02

GONE = "does not answer"
BEHIND = "is too far behind"
UNKNOWN = "waits for the primary, which tells no position"
# Those are somebody's mistake; the others pass.
MISTAKES = frozenset({PRIMARY, OTHER})

log = structlog.get_logger("rowlock.replica")


class Replica:
    """The pool of the replica, open while it is one and keeps up."""

    def __init__(self, settings: Settings, database: Database) -> None:
        try:
            self._probe = functions.probe(database.functions[PROBE])
        except KeyError:
            raise StartError(f"the schema has no {PROBE}; run: rowlock install") from None
        self._settings, self._most = settings, settings.read_max_lag
        self.primary = Primary(settings, self._probe)
        self._pool = make_pool(
            settings, "read", dsn=settings.read_dsn, prepare=self._begin, least=0
        )
        self._samples: deque[tuple[float, int]] = deque(maxlen=120)
        self._seen: WeakKeyDictionary[Connection, Position] = WeakKeyDictionary()
        self._stuck, self._good = -1, 0
        self.problem: str | None = UNKNOWN
        self.lag_seconds: float | None = None
        self.lag_bytes: int | None = None

    async def fetch(
        self, statement: Statement, values: list[str | None]
    ) -> tuple[int, bytes] | None:
        """The replica's answer, or nothing: then the primary has to be asked.

        It holds all that anybody had seen of the primary when it was asked for.
        """
        if self.problem is not None:
            return None
        primary = await self.primary.position()
        if primary is None:
            return None
        try:
            conn = await self._pool.getconn(self._most)
        except (psycopg_pool.PoolTimeout, psycopg_pool.TooManyRequests):
            return None
        try:
            if not self._knew(conn, primary):
                # One that says nothing to this would keep the statement for all of its time.
                with deadline(conn, self._most + PATIENCE):
                    if await self._reaches(conn, primary, self._most):
                        return None
            return await conn.row(statement, values)
        except psycopg.errors.QueryCanceled:
            # What takes too long here would take as long there.
            raise
        except psycopg.Error:
            # A write on its way, a conflict with what is replayed, a refusal that may be of before.
            return None
        finally:
            await self._pool.putconn(conn)

    async def run(self) -> None:
        """Look at it once a second until cancelled."""
        failures = 0
        dsn = self._settings.read_dsn
        assert dsn is not None  # noqa: S101  # without one there is no Replica
        info = conninfo(self._settings, dsn.get_secret_value(), "replica")
        while True:
            try:
                async with await Connection.connect(info, autocommit=True) as conn:
                    with deadline(conn, 2 * PATIENCE):
                        await begin(self._settings, conn)
                    while True:
                        with deadline(conn, 2 * PATIENCE + self._most):
                            self._say(await self._look(conn))
                        failures = 0
                        await asyncio.sleep(LOOK)
            except psycopg.ProgrammingError:
                # There is no such schema, or we are nobody in it.
                self._say(OTHER)
            except LOST as e:
                self._say(GONE, str(e))
            except Exception as e:
                self._say(GONE)
                log.error("the watch of the replica failed and begins again", exc_info=e)
            failures += 1
            await asyncio.sleep(backoff(failures, 10.0))

    async def open(self) -> None:
        """Open the pool, which asks for nothing yet."""
        await self._pool.open(wait=False)

    def cut(self) -> None:
        """Let whoever waits for an answer go."""
        self._pool.cut()

    async def close(self) -> None:
        """Close the pool; who still waits for an answer is let go."""
        self._pool.cut()
        await self._pool.close(1)

    async def _begin(self, settings: Settings, conn: Connection) -> None:
        # One address may lead to several servers, so each connection is looked at.
        await begin(settings, conn)
        primary = await self.primary.position()
        problem = UNKNOWN if primary is None else None
        if primary is not None:
            problem = (await Position.of(conn, self._probe)).misfit(primary)
        if problem is not None:
            raise psycopg.OperationalError(f"ROWLOCK_READ_DSN {problem}")

    async def _look(self, conn: Connection) -> str | None:
        """Why it cannot be asked, if anything; how far it is behind is noted."""
        began = monotonic()
        primary = await self.primary.position()
        if primary is None:
            return UNKNOWN
        self._samples.append((began, primary.lsn))
        problem = await self._reaches(conn, primary, self._most)
        if problem in (None, BEHIND):
            self._note(began, primary, await Position.of(conn, self._probe))
        else:
            self.lag_seconds = self.lag_bytes = None
        return problem

    def _note(self, began: float, primary: Position, replica: Position) -> None:
        # By our clock alone: since when it lacks the oldest position that it has not come to, or
        # how long it took to come to the newest.
        while self._samples and self._samples[0][1] <= replica.lsn:
            self._samples.popleft()
        since = self._samples[0][0] if self._samples else began
        self.lag_seconds = monotonic() - since
        self.lag_bytes = max(primary.lsn - replica.lsn, 0)

    def _knew(self, conn: Connection, primary: Position) -> bool:
        """Whether the server of the connection was there before: what it has it keeps."""
        seen = self._seen.get(conn)
        return seen is not None and seen.lsn >= primary.lsn and seen.misfit(primary) is None

    async def _reaches(self, conn: Connection, primary: Position, patience: float) -> str | None:
        """Wait until the server has come to the primary's position; why it has not."""
        end, pause = monotonic() + patience, SHORTEST
        while True:
            now = await Position.of(conn, self._probe)
            if problem := now.misfit(primary):
                return problem
            if now.lsn >= primary.lsn:
                self._seen[conn] = now
                return None
            # Where it stood still for one, others need not wait.
            if now.lsn == self._stuck or monotonic() >= end:
                self._stuck = now.lsn
                return BEHIND
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST)

    def _say(self, problem: str | None, error: str | None = None) -> None:
        if problem in (GONE, UNKNOWN):
            self.lag_seconds = self.lag_bytes = None
            # What is lent would wait for a server that hangs as long as for a slow statement.
            self._pool.cut()
        self._good = 0 if problem else self._good + 1
        begun = self.problem == UNKNOWN
        if problem == self.problem or (problem is None and self._good < SETTLED and not begun):
            return
        self.problem = problem
        if problem is None:
            log.info("reads go to the replica", lag_seconds=self.lag_seconds)
        else:
            tell = log.error if problem in MISTAKES else log.warning
            because = f"the server of ROWLOCK_READ_DSN {problem}"
            tell("reads go to the primary", because=because, error=error)


async def replica(app: web.Application) -> AsyncIterator[None]:
    """Cleanup context: the replica, where there is one."""
    settings, database = app[SETTINGS], app[DATABASE]
    if settings.read_dsn is None:
        yield
        return
    database.replica = work = Replica(settings, database)
    await work.open()
    app[LINES].append(work.cut)
    tasks = [asyncio.create_task(run) for run in (work.primary.run(), work.run())]
    yield
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks, timeout=1)
    with contextlib.suppress(psycopg.Error):
        await work.close()
