"""Runs one application for each tenant, and hands each request to the one that it is for."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

import structlog
from aiohttp import web

from rowlock.database import LOST
from rowlock.errors import Refusal, failed
from rowlock.guard import Handler
from rowlock.host import host_of, is_address
from rowlock.keys import DATABASE
from rowlock.served import Served
from rowlock.settings import Settings
from rowlock.tenant import Tenant

HEADER = "X-Rowlock-Tenant"
# The registry is looked at so often.
LOOK = 2.0
# How long the service does not listen yet for tenants that are slow to come.
FIRST = 5.0
# What the process answers for itself, whatever host it is asked under.
WHOLE = frozenset({"/healthz", "/readyz", "/metrics"})
REFUSED = web.RequestKey("refused", Refusal)

log = structlog.get_logger("rowlock.tenants")


class Tenants:
    """All that are served now, as the registry of the schema of the settings says."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._home = Served(
            settings, Tenant("main", settings.schema_name, None, (), True, True, {})
        )
        self._by_name: dict[str, Served] = {}
        self._by_host: dict[str, Served] = {}
        self._leaving: set[asyncio.Task[None]] = set()
        self._watch: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        """Start those that the registry lists; without the registry there is no start."""
        await asyncio.create_task(self._home.start())
        await self._look()
        first = [asyncio.create_task(s.tried.wait()) for s in self._others()]
        if first:
            await asyncio.wait(first, timeout=FIRST)
        for task in first:
            task.cancel()
        self._watch = asyncio.create_task(self._follow())

    async def stop_streams(self) -> None:
        """Let the streams and waits of all of them go."""
        await asyncio.gather(*(s.stop_streams() for s in (self._home, *self._others())))

    async def finish(self) -> None:
        """Let what is in flight for any of them end, for some seconds."""
        await asyncio.gather(*(s.finish() for s in (self._home, *self._others())))

    async def end(self) -> None:
        """Stop all of them."""
        if self._watch is not None:
            self._watch.cancel()
            await asyncio.wait({self._watch})
        for task in self._leaving:
            task.cancel()
        await asyncio.gather(*self._leaving, return_exceptions=True)
        await asyncio.gather(*(s.end() for s in (self._home, *self._others())))

    def all(self) -> list[Served]:
        """Those that are served, by name."""
        return [self._by_name[name] for name in sorted(self._by_name)]

    def _others(self) -> list[Served]:
        return [s for s in self.all() if s is not self._home]

    async def _follow(self) -> None:
        while True:
            await asyncio.sleep(LOOK)
            try:
                await self._look()
            except Exception as e:
                # Those that are known are served on.
                if isinstance(e, LOST):
                    log.warning("the registry of tenants is away", error=type(e).__name__)
                else:
                    log.error("the registry of tenants cannot be read", exc_info=e)

    async def _look(self) -> None:
        assert self._home.runner is not None  # noqa: S101  # begin has started it
        rows = await self._home.runner.app[DATABASE].call("namespace_list_served")
        self._settle({t.name: t for t in map(Tenant.of, rows)})

    def _settle(self, wanted: Mapping[str, Tenant]) -> None:
        found: dict[str, Served] = {}
        for name, tenant in wanted.items():
            known = self._home if tenant.is_own else self._by_name.get(name)
            if known is None or not known.tenant.serves_as(tenant):
                known = Served(self._settings, tenant)
                known.begin()
            known.tenant = tenant
            found[name] = known
        gone = {*self._by_name.values()} - {*found.values()} - {self._home}
        self._by_name = found
        self._by_host = {host: s for s in found.values() for host in s.tenant.hosts}
        for served in gone:
            task = asyncio.create_task(served.leave())
            self._leaving.add(task)
            task.add_done_callback(self._leaving.discard)

    def dispatch(self, whole: Handler) -> Handler:
        """A handler that hands each request on; `whole` answers for the process itself."""

        async def handle(request: web.Request) -> web.StreamResponse:
            served = None
            try:
                served = self._named(request)
                if served is None and request.path not in WHOLE:
                    served = self._default()
                if served is not None and served.runner is None:
                    raise failed(503, "tenant_away")
            except Refusal as refused:
                request[REFUSED] = refused
                return await whole(request)
            if served is None or served.runner is None or request.path == "/metrics":
                return await whole(request)
            server = served.runner.server
            assert server is not None  # noqa: S101  # it has been set up
            return await server.request_handler(request)

        return handle

    def _default(self) -> Served:
        found = next((s for s in self._by_name.values() if s.tenant.is_default), None)
        if found is None:
            raise _unknown("", "Name a tenant: by its host, or in X-Rowlock-Tenant.")
        return found

    def _named(self, request: web.Request) -> Served | None:
        """Whom a request names: by its host, or by the header; None where it names nobody."""
        host = host_of(request, self._settings.trusted_proxies)
        by_host = self._by_host.get(host)
        given = {name.strip() for name in request.headers.getall(HEADER, ())}
        if not given:
            if by_host is None and host and not is_address(host):
                raise _unknown(host, "Ask under a host of a tenant, or name one in the header.")
            return by_host
        by_header = self._by_name.get(given.pop())
        if given or (by_host is not None and by_header is not by_host):
            raise Refusal(
                421,
                "host and header name different tenants",
                "tenant_differs",
                {"reason": "differs"},
                f"Leave {HEADER} out, or ask under another host.",
            )
        if by_header is None:
            raise Refusal(
                404,
                "tenant does not exist",
                "tenant_exists",
                {"reason": "not_found"},
                f"{HEADER} is the name of a tenant.",
            )
        return by_header


def _unknown(host: str, hint: str) -> Refusal:
    detail = {"reason": "unknown_host", "host": host}
    return Refusal(421, "host is no tenant's", "tenant_host", detail, hint)
