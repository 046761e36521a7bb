"""An HTTP proxy that does something at the instant at which a certain request passes."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import aiohttp
from aiohttp import web
from yarl import URL

AWAY = (aiohttp.ClientError, OSError, TimeoutError)
PASSED = ("Authorization", "Content-Type", "Idempotency-Key")


@dataclass(slots=True)
class Trap:
    """What happens, once, when a request has been done, and before its answer is heard."""

    name: str
    request: re.Pattern[str]
    spring: Callable[[], Awaitable[object]]
    sprung: bool = False


@dataclass(slots=True)
class Gate:
    """Stands before a service; an answer that never came is a line that is cut."""

    upstream: str
    session: aiohttp.ClientSession
    traps: list[Trap] = field(default_factory=list)
    url: str = ""
    springing: asyncio.Future[object] | None = None
    # Once, something that is no answer of the service comes back for this.
    garbled: re.Pattern[str] | None = None

    async def _pass(self, request: web.Request) -> web.StreamResponse:
        body = await request.read()
        # What a trap looks at: the line of the request, and its body.
        said = f"{request.method} {request.path} {body.decode()}"
        if self.garbled and self.garbled.search(said):
            self.garbled = None
            return web.json_response({})
        try:
            headers = {k: v for k, v in request.headers.items() if k in PASSED}
            url = self.upstream + request.raw_path
            async with self.session.request(
                request.method, URL(url, encoded=True), data=body, headers=headers
            ) as got:
                answer = await got.read()
                status = got.status
            if status < 400:
                await self._spring(said)
        except (Sprung, *AWAY):
            # The client sees a line that is cut, as of a service that was killed.
            if request.transport is not None:
                request.transport.abort()
            return web.Response(status=502)
        return web.Response(status=status, body=answer, content_type="application/json")

    async def _spring(self, said: str) -> None:
        for trap in self.traps:
            if not trap.sprung and trap.request.search(said):
                trap.sprung = True
                # The client may be what is killed here, and its request is cancelled with it.
                self.springing = asyncio.ensure_future(trap.spring())
                await asyncio.shield(self.springing)
                raise Sprung(trap.name)


class Sprung(ConnectionError):
    """A trap was sprung; nobody hears of the request."""


@asynccontextmanager
async def gate(upstream: str) -> AsyncIterator[Gate]:
    """A gate on a port of its own."""
    async with aiohttp.ClientSession() as session:
        made = Gate(upstream, session)
        app = web.Application(client_max_size=4 << 20)
        app.router.add_route("*", "/{path:.*}", made._pass)
        runner = web.AppRunner(app, handler_cancellation=True, access_log=None)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        made.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
        try:
            yield made
        finally:
            await runner.cleanup()
