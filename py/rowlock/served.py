"""One tenant as it is served: its application, started as often as that takes, and ended."""

from __future__ import annotations

import asyncio
import os

import psycopg
import structlog
from aiohttp import web
from structlog.contextvars import bind_contextvars

from rowlock.app import make_app
from rowlock.ending import finish, stop_streams
from rowlock.keys import JOURNAL, LINES
from rowlock.patience import backoff, end
from rowlock.settings import Settings, StartError
from rowlock.tenant import Tenant, settings_of

# A tenant that is away is tried again after so long at most.
RETRY = 15.0
# What is in flight for a tenant that is taken out may take so long.
LEAVE = 5.0

log = structlog.get_logger("rowlock.tenants")


class Served:
    """One tenant and the application that answers for it, once that has started."""

    def __init__(self, home: Settings, tenant: Tenant) -> None:
        self.tenant = tenant
        self._home = home
        self.runner: web.AppRunner | None = None
        self.tried = asyncio.Event()
        self._app: web.Application | None = None
        self._task: asyncio.Task[None] | None = None

    @property
    def ready(self) -> bool:
        """Whether it answers, and hears from its database."""
        return self.runner is not None and self.runner.app[JOURNAL].alive

    def begin(self) -> None:
        """Start it, as often as that takes."""
        self._task = asyncio.create_task(self._run())

    async def start(self) -> None:
        """Start it once."""
        settings = settings_of(self._home, self.tenant, os.environ)
        place = self.tenant.place(self._home)
        # Whatever runs for it from here on says so in the log.
        bind_contextvars(tenant=place.tenant)
        self._app = make_app(settings, place)
        runner = web.AppRunner(self._app)
        try:
            await runner.setup()
        except BaseException:
            await runner.cleanup()
            raise
        self.runner = runner

    async def _run(self) -> None:
        failures, said = 0, ""
        while self.runner is None:
            try:
                await self.start()
                log.info("tenant is served")
            except Exception as e:
                failures += 1
                known = isinstance(e, StartError | OSError | psycopg.Error)
                if (problem := str(e)) != said:
                    said = problem
                    (log.warning if known else log.error)(
                        "tenant is away",
                        tenant=self.tenant.name,
                        problem=problem if known else None,
                        exc_info=None if known else e,
                    )
                self.tried.set()
                await asyncio.sleep(backoff(failures, RETRY))
        self.tried.set()

    async def stop_streams(self) -> None:
        """Let streams and waits go."""
        if self.runner is not None:
            await stop_streams(self.runner.app)

    async def finish(self) -> None:
        """Let what is in flight end, for some seconds."""
        if self.runner is not None:
            await finish(self.runner.app)

    async def end(self) -> None:
        """Stop all that runs for it."""
        if self._task is not None:
            if self.runner is None and self._app is not None:
                for cut in self._app[LINES]:
                    cut()
            await end(self._task)
        if self.runner is not None:
            await self.runner.cleanup()

    async def leave(self) -> None:
        """Stop it when what is in flight has had its time."""
        try:
            await self.stop_streams()
            await asyncio.sleep(LEAVE)
        finally:
            await asyncio.shield(self.end())
