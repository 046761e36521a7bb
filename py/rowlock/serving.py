"""Runs the service: listens, and ends what is in flight when it is told to stop."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable

import uvloop
from aiohttp import web

from rowlock import app as alone
from rowlock import ending, tenants_http
from rowlock.keys import TENANTS
from rowlock.settings import Settings
from rowlock.settings_list import warn_of_misspelt
from rowlock.wire import Runner

STOP_SECONDS = 10.0
# Between two requests, and for the head of one, which may come as slowly as it likes until then.
IDLE_SECONDS = 75.0


async def serve(
    settings: Settings, stop: asyncio.Event, on_ready: Callable[[str], None] | None = None
) -> None:
    """Serve until `stop` is set, then finish what is in flight, for ten seconds at most."""
    warn_of_misspelt(os.environ)
    app = (tenants_http if settings.tenants else alone).make_app(settings)
    # The guard refuses coded bodies: decoded here, a false one would fail outside of it.
    runner = Runner(
        app,
        dispatch=app[TENANTS].dispatch if settings.tenants else None,
        access_log=None,
        shutdown_timeout=STOP_SECONDS,
        auto_decompress=False,
        keepalive_timeout=IDLE_SECONDS,
    )
    await runner.setup()
    try:
        await web.TCPSite(runner, settings.host, settings.port).start()
        host, port = runner.addresses[0][:2]
        if on_ready:
            on_ready(f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}")
        await stop.wait()
        await (tenants_http if settings.tenants else ending).stop_streams(app)
        await asyncio.sleep(settings.stop_delay)
    finally:
        await runner.cleanup()


def run(settings: Settings, on_ready: Callable[[str], None] | None = None) -> None:
    """Serve until SIGINT or SIGTERM; `on_ready` is told the address once it answers."""

    async def main() -> None:
        stop = asyncio.Event()
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, stop.set)
        await serve(settings, stop, on_ready)

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(main())
