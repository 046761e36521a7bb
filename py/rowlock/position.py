"""How far a server is in the stream of changes, and where the primary is. Holds no SQL."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import structlog

from rowlock.connection import Connection
from rowlock.database import LOST, begin_primary, conninfo
from rowlock.functions import Statement
from rowlock.patience import backoff, deadline
from rowlock.settings import Settings

PROBE = "server_position"
# A position that takes longer to be told is none.
PATIENCE = 1.0
# Why a server is no replica of the primary.
PRIMARY = "is a primary and no replica"
OTHER = "is another cluster or database, or asked by another login, than DATABASE_URL"
TIMELINE = "has not come to the timeline of the primary"

log = structlog.get_logger("rowlock.replica")


@dataclass(frozen=True, slots=True)
class Position:
    """Which server it is, and up to where it has the changes of its timeline."""

    standby: bool
    timeline: int
    lsn: int
    same: tuple[str, ...]

    @classmethod
    async def of(cls, conn: Connection, probe: Statement) -> Position:
        """Where the server at the other end is."""
        return cls.parse(json.loads((await conn.row(probe, ()))[1]))

    @classmethod
    def parse(cls, told: Mapping[str, Any]) -> Position:
        """What a server tells."""
        return cls(told["standby"], told["timeline"], told["lsn"], tuple(told["same"]))

    def misfit(self, primary: Position) -> str | None:
        """Why a server at this position is no replica of the primary."""
        if self.same != primary.same:
            return OTHER
        if not self.standby:
            return PRIMARY
        return TIMELINE if self.timeline != primary.timeline else None


class Primary:
    """Where the primary is: one question at a time, for all who wait when it is asked."""

    def __init__(self, settings: Settings, probe: Statement) -> None:
        self._settings, self._probe = settings, probe
        self._waiting: list[asyncio.Future[Position | None]] = []
        self._asked = asyncio.Event()
        self._open = False

    async def position(self) -> Position | None:
        """A position that all that was committed before this call lies behind; none when away."""
        if not self._open:
            return None
        waiting: asyncio.Future[Position | None] = asyncio.get_running_loop().create_future()
        self._waiting.append(waiting)
        self._asked.set()
        return await waiting

    async def run(self) -> None:
        """Until cancelled, over any number of connections."""
        failures = 0
        dsn = self._settings.database_url.get_secret_value()
        info = conninfo(self._settings, dsn, "read position")
        while True:
            try:
                async with await Connection.connect(info, autocommit=True) as conn:
                    with deadline(conn, PATIENCE):
                        await begin_primary(self._settings, conn)
                    self._open, failures = True, 0
                    while True:
                        await self._answer(conn)
            except LOST as e:
                log.debug("the primary tells no position", error=type(e).__name__)
            except Exception as e:
                log.error("the position of the primary failed and is asked again", exc_info=e)
            finally:
                self._open = False
                self._tell(self._waiting, None)
            failures += 1
            await asyncio.sleep(backoff(failures, 5.0))

    async def _answer(self, conn: Connection) -> None:
        await self._asked.wait()
        self._asked.clear()
        # Who comes from now on may have seen what this answer does not know.
        waiting, self._waiting = self._waiting, []
        told = None
        try:
            with deadline(conn, PATIENCE):
                told = await Position.of(conn, self._probe)
        finally:
            self._tell(waiting, told)

    @staticmethod
    def _tell(waiting: list[asyncio.Future[Position | None]], told: Position | None) -> None:
        for who in waiting:
            if not who.done():
                who.set_result(told)
        waiting.clear()
