"""How long a connection may be silent. A line that swallows all tells nobody that it is dead."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import socket
from collections.abc import Iterator
from typing import Any

import psycopg
from psycopg import AsyncConnection
from psycopg.pq import ConnStatus
from psycopg_pool import AsyncConnectionPool
from psycopg_pool.abc import ACT

# What a statement may take beyond the server's own time-out, which should have ended it.
MARGIN = 2.0
# A pool that is closed waits for its own work so long.
STOP = 1.0
# A line that was cut is noticed after so long.
NOTICED = 0.2


def backoff(failures: int, most: float) -> float:
    """Seconds until the next try; by chance, so that the processes of a fleet do not meet."""
    delay = min(0.1 * 2 ** min(failures, 10), most)
    return random.uniform(delay / 2, delay)  # noqa: S311


def hang_up(conn: AsyncConnection[Any]) -> None:
    """Let whoever waits for the connection see that it is gone.

    A cancelled wait would ask the server to cancel, over the same dead line, and wait on.
    """
    if not conn.closed:
        with contextlib.suppress(OSError), socket.socket(fileno=os.dup(conn.fileno())) as line:
            line.shutdown(socket.SHUT_RDWR)


@contextlib.contextmanager
def deadline(conn: AsyncConnection[Any], seconds: float) -> Iterator[None]:
    """What is asked in the block fails with an OperationalError when it takes longer."""
    timer = asyncio.get_running_loop().call_later(seconds, hang_up, conn)
    try:
        yield
    finally:
        timer.cancel()


def lives(conn: AsyncConnection[Any]) -> bool:
    """Whether nobody has ended an idle connection, as far as has been heard; asks nobody."""
    try:
        # A last word may come before the end.
        conn.pgconn.consume_input()
        conn.pgconn.consume_input()
    except psycopg.OperationalError:
        return False
    return conn.pgconn.status == ConnStatus.OK


async def end(*tasks: asyncio.Task[None]) -> None:
    """End tasks whose lines were cut; who is cancelled before asks the server to cancel."""
    await asyncio.wait(tasks, timeout=NOTICED)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


class Pool(AsyncConnectionPool[ACT]):
    """A pool whose connections are lent alive, and for a limited time."""

    def __init__(self, *args: Any, patience: float, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._patience = patience
        self._timers: dict[ACT, asyncio.TimerHandle] = {}

    async def getconn(self, timeout: float | None = None) -> ACT:
        """Lend one, and none that died while nobody had it."""
        loop = asyncio.get_running_loop()
        end = loop.time() + (self.timeout if timeout is None else timeout)
        while not lives(conn := await super().getconn(end - loop.time())):
            await super().putconn(conn)
        self._timers[conn] = loop.call_later(self._patience, hang_up, conn)
        return conn

    def cut(self) -> None:
        """Let whoever has one lent see that it is gone."""
        for conn in self._timers:
            hang_up(conn)

    async def close(self, timeout: float = STOP) -> None:
        """Close it; who still connects, to a server that may hang, is not waited for long."""
        await super().close(timeout)

    async def putconn(self, conn: ACT) -> None:
        """Take it back."""
        if timer := self._timers.pop(conn, None):
            timer.cancel()
        await super().putconn(conn)
