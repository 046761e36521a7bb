"""A TCP proxy on 127.0.0.1 whose line can be made bad at any moment."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, TypeVar

from psycopg.conninfo import conninfo_to_dict, make_conninfo

T = TypeVar("T")
Open = Callable[[], Coroutine[Any, Any, tuple[asyncio.StreamReader, asyncio.StreamWriter]]]


@dataclass(slots=True, eq=False, weakref_slot=True)
class Line:
    """One connection, from the client that made it to the server."""

    client: asyncio.StreamWriter
    server: asyncio.StreamWriter
    lost: bool = False
    # Seconds that go by, once, before what goes on next.
    pause: float = 0.0
    # Done once, behind what goes on next.
    then: Callable[[], object] | None = None

    def cut(self) -> None:
        """Both ends see a reset."""
        for end in (self.client, self.server):
            end.transport.abort()

    def deafen(self, end: asyncio.StreamWriter) -> None:
        """Say goodbye to one end, which may be gone already, and may still say what it likes."""
        with suppress(OSError):
            end.write_eof()


# Told of each piece that comes: the line, whether it came from the server, and the piece. What it
# returns goes on; what is to happen behind that it leaves in the line.
Tap = Callable[[Line, bool, bytes], bytes]


@dataclass(slots=True)
class Proxy:
    """Hands on what it gets; the fields may be changed while it works."""

    dial: Open
    port: int = 0
    # Seconds that each piece takes, each way.
    delay: float = 0.0
    # New connections are reset.
    refuses: bool = False
    tap: Tap | None = None
    made: int = 0
    lines: set[Line] = field(default_factory=set)
    _hole: bool = False
    _loop: asyncio.AbstractEventLoop = field(default_factory=asyncio.new_event_loop)

    def conninfo(self, dsn: str) -> str:
        """The same database, through here."""
        return make_conninfo(dsn, host="127.0.0.1", port=self.port, sslmode="disable")

    def cut(self) -> int:
        """Reset every connection; returns how many there were."""
        return self._do(self._cut)

    def half_close(self, *, server: bool = False) -> None:
        """Say goodbye to one end of each connection."""
        self._do(lambda: [ln.deafen(ln.server if server else ln.client) for ln in self.lines])

    def swallow(self) -> None:
        """A black hole: nothing goes on, nobody is told, and who comes anew is not answered."""
        self._hole = True

    def mend(self, *, forgotten: bool = False) -> None:
        """No hole any more; what stood meanwhile stays dead when it was forgotten, as by a NAT."""
        for line in tuple(self.lines):
            line.lost = forgotten
        self._hole = False

    async def serve(self, client: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        if self.refuses:
            back.transport.abort()
            return
        self.made += 1
        while self._hole:  # noqa: ASYNC110
            await asyncio.sleep(0.02)
        try:
            server, forth = await self.dial()
        except OSError:
            back.transport.abort()
            return
        line = Line(back, forth)
        self.lines.add(line)
        try:
            await asyncio.gather(
                self._pump(line, client, forth, False), self._pump(line, server, back, True)
            )
        except (OSError, RuntimeError):  # the latter to an end that has been said goodbye to
            line.cut()
        finally:
            self.lines.discard(line)
            for end in (back, forth):
                end.close()

    async def _pump(
        self, line: Line, source: asyncio.StreamReader, to: asyncio.StreamWriter, down: bool
    ) -> None:
        while piece := await source.read(65536):
            if self.delay:
                await asyncio.sleep(self.delay)
            while self._hole or line.lost:  # noqa: ASYNC110
                await asyncio.sleep(0.02)
            kept = self.tap(line, down, piece) if self.tap else piece
            if pause := line.pause:
                line.pause = 0.0
                await asyncio.sleep(pause)
            to.write(kept)
            await to.drain()
            if then := line.then:
                line.then = None
                then()
        while line.lost:  # noqa: ASYNC110
            await asyncio.sleep(0.02)
        with suppress(OSError, RuntimeError):
            to.write_eof()

    def _cut(self) -> int:
        for line in (lines := tuple(self.lines)):
            line.cut()
        return len(lines)

    def _do(self, what: Callable[[], T]) -> T:
        async def run() -> T:
            return what()

        return asyncio.run_coroutine_threadsafe(run(), self._loop).result(60)


@contextmanager
def proxy(to: str | tuple[str, int]) -> Iterator[Proxy]:
    """A proxy to a server: a connection string of Postgres, or host and port."""
    if isinstance(to, str):
        given = conninfo_to_dict(to)
        host, port = str(given.get("host") or "localhost"), int(given.get("port") or 5432)
    else:
        host, port = to

    async def dial() -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if host.startswith("/"):
            return await asyncio.open_unix_connection(f"{host}/.s.PGSQL.{port}")
        return await asyncio.open_connection(host, port)

    made = Proxy(dial)
    server = made._loop.run_until_complete(asyncio.start_server(made.serve, "127.0.0.1", 0))
    made.port = server.sockets[0].getsockname()[1]
    thread = threading.Thread(target=made._loop.run_forever)
    thread.start()
    try:
        yield made
    finally:

        async def end() -> None:
            server.close()
            tasks = asyncio.all_tasks() - {asyncio.current_task()}
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

        asyncio.run_coroutine_threadsafe(end(), made._loop).result(60)
        made._loop.call_soon_threadsafe(made._loop.stop)
        thread.join(60)
        made._loop.close()
