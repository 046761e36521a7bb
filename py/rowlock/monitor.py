"""GET /metrics. No row of the route table: it answers text, and also when the database is away."""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Iterator
from ipaddress import ip_address
from time import monotonic

import psycopg
import structlog
from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from psycopg import AsyncConnection
from psycopg.rows import DictRow, TupleRow

from rowlock import __version__
from rowlock.database import Database, begin_primary, call, conninfo
from rowlock.errors import Refusal
from rowlock.keys import DATABASE, JOURNAL, MONITOR, PLACE, SETTINGS
from rowlock.metrics import PREFIX, REGISTRY, registry
from rowlock.patience import deadline, hang_up
from rowlock.settings import Settings

# What the database told stands for so long, however many ask.
FRESH = 3.0
# A scrape waits for the database no longer.
PATIENCE = 2.5
# So that the database ends what takes long, and still tells the rest.
TIMEOUTS = {"statement_timeout": 1.5, "lock_timeout": 0.4}
TOTAL = "_total"

log = structlog.get_logger("rowlock.monitor")


class Monitor:
    """Asks the database for its samples, one question at a time, on a connection of its own."""

    def __init__(self, settings: Settings, database: Database) -> None:
        # Not the pool: when all of it is in use is when one wants to know.
        self._dsn = conninfo(settings, settings.database_url.get_secret_value(), "metrics")
        self._settings = settings.model_copy(update=TIMEOUTS)
        self._database = database
        self._asking: asyncio.Task[list[DictRow]] | None = None
        self._conn: AsyncConnection[TupleRow] | None = None
        self._told: list[DictRow] = []
        self._at = float("-inf")

    async def samples(self) -> list[DictRow] | None:
        """What the database tells, or nothing when it does not in time."""
        if monotonic() - self._at < FRESH:
            return self._told
        if self._asking is None:
            self._asking = asyncio.create_task(self._ask())
        # The question is not taken back: the next scrape finds it still open, or its answer.
        await asyncio.wait({self._asking}, timeout=PATIENCE)
        if not self._asking.done():
            return None
        asked, self._asking = self._asking, None
        try:
            self._told, self._at = asked.result(), monotonic()
        except (psycopg.Error, OSError, TimeoutError) as e:
            log.warning("database gives no metrics", error=type(e).__name__)
            return None
        return self._told

    async def _ask(self) -> list[DictRow]:
        async with await AsyncConnection.connect(self._dsn, autocommit=True) as conn:
            self._conn = conn
            with deadline(conn, 2 * PATIENCE):
                await begin_primary(self._settings, conn)
                return await call(conn, self._database.functions["metric_list"])

    async def close(self) -> None:
        """End a question that is still open."""
        if self._asking:
            if self._conn is not None:
                # A cancelled question would be cancelled over the line, which may be dead.
                hang_up(self._conn)
            self._asking.cancel()
            await asyncio.wait({self._asking})


class _Told(Collector):
    """Samples of the database and facts of the process, as families of metrics."""

    def __init__(self, samples: list[DictRow] | None, app: web.Application) -> None:
        self._samples = samples
        self._app = app

    def collect(self) -> Iterator[Metric]:
        families: dict[str, Metric] = {}
        for row in self._samples or ():
            name, labels = PREFIX + row["name"], row["labels"]
            if name not in families:
                kind = CounterMetricFamily if name.endswith(TOTAL) else GaugeMetricFamily
                families[name] = kind(name.removesuffix(TOTAL), row["help"])
            families[name].add_sample(name, labels, row["value"])
        yield from families.values()
        up = self._samples is not None
        yield GaugeMetricFamily(PREFIX + "up", "Whether the database answered.", float(up))
        yield from self._process()

    def _process(self) -> Iterator[Metric]:
        pool, journal = self._app[DATABASE].pool.get_stats(), self._app[JOURNAL]
        facts = (
            ("pool_size_max", "How many connections the pool may have.", pool.get("pool_max", 0)),
            ("pool_size", "Connections of the pool.", pool.get("pool_size", 0)),
            ("pool_available", "Connections that are free.", pool.get("pool_available", 0)),
            ("pool_waiting", "Requests that wait for one.", pool.get("requests_waiting", 0)),
            ("listening", "Whether the database rings; else it is polled.", journal.listening),
            ("journal_alive", "Whether the reader of the journal hears from it.", journal.alive),
            ("journal_lag_seconds", "Since the reader was at the journal's end.", journal.lag),
            ("streams_open", "Event streams open now.", len(journal.subscribers)),
            ("streams_lagged_total", "Streams that did not keep up.", journal.lagged_total),
            ("waits_open", "Requests that wait for an answer now.", len(journal.waits)),
            ("stream_events_total", "Events sent to live streams.", journal.delivered_total),
        )
        for name, text, value in facts:
            kind = CounterMetricFamily if name.endswith(TOTAL) else GaugeMetricFamily
            yield kind(PREFIX + name.removesuffix(TOTAL), text, float(value))
        yield from self._replica()
        build = GaugeMetricFamily(PREFIX + "build_info", "The version.", labels=["version"])
        build.add_metric([__version__], 1)
        yield build

    def _replica(self) -> Iterator[Metric]:
        replica = self._app[DATABASE].replica
        if replica is None:
            return
        facts = (
            ("replica_up", "Whether reads go to the replica.", replica.problem is None),
            ("replica_lag_seconds", "How late it has the primary's changes.", replica.lag_seconds),
            ("replica_lag_bytes", "How much of them it lacks.", replica.lag_bytes),
        )
        for name, text, value in facts:
            if value is not None:
                yield GaugeMetricFamily(PREFIX + name, text, float(value))


async def metrics(request: web.Request) -> web.Response:
    """GET /metrics: for Prometheus; who may read it is a setting, as it has no user."""
    check(request, request.app[SETTINGS])
    made = CollectorRegistry()
    made.register(_Told(await request.app[MONITOR].samples(), request.app))
    body = generate_latest(made) + generate_latest(REGISTRY)
    return web.Response(body=body, headers={"Content-Type": CONTENT_TYPE_LATEST})


async def told(app: web.Application) -> list[Metric]:
    """What an application of a tenant has to tell, what was counted for it too."""
    samples = await app[MONITOR].samples()
    return [*_Told(samples, app).collect(), *registry(app[PLACE].tenant).collect()]


def check(request: web.Request, settings: Settings) -> None:
    """Refuse whoever may not read the metrics."""
    if settings.metrics_token is not None:
        wanted = f"Bearer {settings.metrics_token.get_secret_value()}"
        given = request.headers.get("Authorization", "")
        if not hmac.compare_digest(wanted.encode(), given.encode("utf-8", "surrogateescape")):
            raise Refusal(
                401,
                "token is not valid",
                "metrics_token",
                {"reason": "credential"},
                "Send the value of ROWLOCK_METRICS_TOKEN as bearer.",
            )
    elif settings.metrics == "auto" and (settings.trusted_proxies or not _local(settings.host)):
        raise Refusal(
            403,
            "metrics are not open",
            "metrics_open",
            {"reason": "not_open"},
            "Set ROWLOCK_METRICS_TOKEN, or ROWLOCK_METRICS=on where only monitors come.",
        )


def _local(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
