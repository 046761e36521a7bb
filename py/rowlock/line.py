"""The reader's connection: to which server, whether it can LISTEN, cut when it hangs."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AbstractContextManager, asynccontextmanager
from dataclasses import dataclass, field

import psycopg
import structlog
from psycopg import AsyncConnection
from psycopg.rows import DictRow, TupleRow

from rowlock import functions
from rowlock.database import Database, begin, call, conninfo
from rowlock.patience import deadline, hang_up
from rowlock.settings import Settings

# An answer that takes longer does not come any more.
PATIENCE = 10.0
POLLED = (
    "the server cannot notify over a pooler, so the journal is polled ten times a second; "
    "set ROWLOCK_LISTEN_DSN to a direct address"
)

log = structlog.get_logger("rowlock.events")


@dataclass(slots=True)
class Line:
    """An open connection to a primary, and whether the server rings on it."""

    conn: AsyncConnection[TupleRow]
    database: Database
    listening: bool = False

    async def call(self, name: str, **given: str | int | None) -> list[DictRow]:
        """The rows of one function; a server that hangs is one that is gone."""
        with self.patience():
            return await call(self.conn, self.database.functions[name], **given)

    def patience(self) -> AbstractContextManager[None]:
        """Cut the connection when it is out."""
        return deadline(self.conn, PATIENCE)

    def cut(self) -> None:
        """End it so that whoever waits on it gets an error at once."""
        hang_up(self.conn)

    async def notes(self, timeout: float) -> list[str]:
        """What rang, at the first ring within that time; where nothing can ring it is a pause."""
        if not self.listening:
            await asyncio.sleep(timeout)
            return []
        # Without a time, all that rang since.
        first = 1 if timeout else None
        return [n.payload async for n in self.conn.notifies(timeout=timeout, stop_after=first)]


@dataclass(slots=True)
class Source:
    """Opens lines: to ROWLOCK_LISTEN_DSN where that is given, else to DATABASE_URL."""

    settings: Settings
    database: Database
    _said: set[str] = field(default_factory=set)

    @asynccontextmanager
    async def line(self) -> AsyncIterator[Line]:
        """A line to the first of both that leads to a primary."""
        asked = self.settings.listen_dsn
        if asked is not None:
            async with self._connect(asked.get_secret_value()) as line:
                if line is not None:
                    yield line
                    return
            self._say("ROWLOCK_LISTEN_DSN is a standby, where the journal cannot be read")
        async with self._connect(self.settings.database_url.get_secret_value()) as line:
            if line is None:
                self._say("DATABASE_URL is a standby, where the journal cannot be read")
                raise psycopg.OperationalError("the server is a standby")
            yield line

    @asynccontextmanager
    async def _connect(self, dsn: str) -> AsyncIterator[Line | None]:
        info = conninfo(self.settings, dsn, "journal")
        async with await AsyncConnection.connect(info, autocommit=True) as conn:
            line = Line(conn, self.database)
            with line.patience():
                peer = await begin(self.settings, conn)
                if peer.is_standby:
                    yield None
                    return
                line.listening = peer.is_direct and await self._listen(conn)
            if line.listening:
                self._said.discard(POLLED)
            else:
                self._say(POLLED)
            yield line

    async def _listen(self, conn: AsyncConnection[TupleRow]) -> bool:
        try:
            await conn.execute(functions.listen(self.database.schema))
        except (psycopg.NotSupportedError, psycopg.ProgrammingError, psycopg.InternalError):
            return False
        return True

    def _say(self, problem: str) -> None:
        # Once, not at every reconnection.
        if problem not in self._said:
            self._said.add(problem)
            log.warning(problem)
