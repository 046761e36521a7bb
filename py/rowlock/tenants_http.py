"""What a process of several tenants answers for itself: health, metrics, whom it does not know."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Iterator
from http import HTTPStatus

from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from rowlock import health, monitor
from rowlock.guard import add_headers, guard
from rowlock.keys import PLACE, SETTINGS, STOPPING, TENANTS
from rowlock.metrics import PREFIX, REGISTRY
from rowlock.settings import Settings
from rowlock.tenant import Place
from rowlock.tenants import REFUSED, Tenants

_EMPTY = Place("", "")


async def _tenants(app: web.Application) -> AsyncIterator[None]:
    await app[TENANTS].begin()
    yield
    await app[TENANTS].end()


async def stop_streams(app: web.Application) -> None:
    """Let the streams and waits of all tenants go."""
    app[STOPPING].set()
    await app[TENANTS].stop_streams()


async def finish(app: web.Application) -> None:
    """What is in flight for any tenant may end, as for one alone."""
    await app[TENANTS].finish()


def make_app(settings: Settings) -> web.Application:
    """The application around those of the tenants, not started."""
    app = web.Application(middlewares=[guard])
    app[SETTINGS], app[PLACE], app[STOPPING] = settings, _EMPTY, asyncio.Event()
    app[TENANTS] = Tenants(settings)
    app.cleanup_ctx.append(_tenants)
    app.on_shutdown.extend([stop_streams, finish])
    app.on_response_prepare.append(add_headers)
    app.router.add_get("/healthz", health.healthz)
    app.router.add_get("/readyz", readyz)
    if settings.metrics != "off":
        app.router.add_get("/metrics", metrics)
    app.router.add_route("*", "/{path:.*}", refuse)
    return app


async def refuse(request: web.Request) -> web.Response:
    """Any request that is of no tenant that answers: says why."""
    raise request.get(REFUSED) or web.HTTPNotFound()


async def readyz(request: web.Request) -> web.Response:
    """GET /readyz: may the process get traffic; under the name of a tenant that is away: 503."""
    refused = request.get(REFUSED)
    # Balancers ask under whatever name they have for the process.
    if refused is not None and refused.status != HTTPStatus.MISDIRECTED_REQUEST:
        raise refused
    served = request.app[TENANTS].all()
    states = Counter("ready" if s.ready else "away" for s in served)
    # One that is away is no reason to send no traffic for the others.
    ready = states["ready"] > 0 and not request.app[STOPPING].is_set()
    body = {
        "status": "ready" if ready else "not ready",
        "tenants": {"ready": states["ready"], "away": states["away"]},
    }
    return web.Response(
        status=200 if ready else 503, text=json.dumps(body), content_type="application/json"
    )


class _Merged(Collector):
    """Metrics of several tenants, each sample with the name of its own."""

    def __init__(self, parts: Iterable[tuple[str, Iterable[Metric]]]) -> None:
        self._parts = parts

    def collect(self) -> Iterator[Metric]:
        families: dict[str, Metric] = {}
        for tenant, metrics_of in self._parts:
            for found in metrics_of:
                family = families.setdefault(
                    found.name, Metric(found.name, found.documentation, found.type)
                )
                family.samples += [
                    s._replace(labels={**s.labels, **({"tenant": tenant} if tenant else {})})
                    for s in found.samples
                ]
        yield from families.values()


async def metrics(request: web.Request) -> web.Response:
    """GET /metrics: of all tenants, each with a label, and of the process."""
    monitor.check(request, request.app[SETTINGS])
    served = request.app[TENANTS].all()
    ready = GaugeMetricFamily(
        PREFIX + "tenant_ready", "Whether a tenant answers.", labels=["tenant"]
    )
    for one in served:
        ready.add_metric([one.tenant.name], float(one.ready))
    runners = [(s.tenant.name, s.runner) for s in served if s.runner is not None]
    found = await asyncio.gather(*(monitor.told(r.app) for _, r in runners))
    parts: list[tuple[str, Iterable[Metric]]] = [("", [ready]), ("", REGISTRY.collect())]
    parts += [(name, made) for (name, _), made in zip(runners, found, strict=True)]
    registry = CollectorRegistry()
    registry.register(_Merged(parts))
    return web.Response(
        body=generate_latest(registry), headers={"Content-Type": CONTENT_TYPE_LATEST}
    )
