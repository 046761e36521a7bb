"""Counts what this process does: its requests. Asks nobody anything."""

from __future__ import annotations

from functools import lru_cache

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
)
from structlog.contextvars import get_contextvars

PREFIX = "rowlock_"
REGISTRY = CollectorRegistry()
ProcessCollector(registry=REGISTRY)
# When a series began is the monitor's to know; it would be a third of the text.
disable_created_metrics()  # type: ignore[no-untyped-call,unused-ignore]

_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_BUCKETS = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0)


class _Counts:
    """What is counted for one tenant; without tenants for all there is."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self.registry = registry
        self.requests = Counter(
            PREFIX + "http_requests",
            "Requests answered, by route and status.",
            ("method", "route", "status"),
            registry=registry,
        )
        self.seconds = Histogram(
            PREFIX + "http_request_seconds",
            "How long an answer took, by route; streams and waits are not timed.",
            ("route",),
            buckets=_BUCKETS,
            registry=registry,
        )
        self.sent = Counter(
            PREFIX + "webhook_attempts",
            "Deliveries sent by this process, by what they became: delivered, pending (again) "
            "or dead.",
            ("status",),
            registry=registry,
        )
        self.reads = Counter(
            PREFIX + "reads",
            "Statements that a replica may answer, by the server that answered.",
            ("server",),
            registry=registry,
        )


_counts: dict[str, _Counts] = {"": _Counts(REGISTRY)}


def _of(tenant: str) -> _Counts:
    if tenant not in _counts:
        _counts[tenant] = _Counts(CollectorRegistry())
    return _counts[tenant]


def registry(tenant: str) -> CollectorRegistry:
    """What was counted for a tenant."""
    return _of(tenant).registry


def _tenant() -> str:
    # As the log is told it: whatever works for a tenant has its name with it.
    return str(get_contextvars().get("tenant", ""))


@lru_cache(maxsize=8192)
def _children(tenant: str, method: str, route: str, status: int) -> tuple[Counter, Histogram]:
    # The names of routes and not paths, so there are few.
    known = method if method in _METHODS else "other"
    counts = _of(tenant)
    return counts.requests.labels(known, route, str(status)), counts.seconds.labels(route)


def observe(method: str, route: str, status: int, seconds: float | None) -> None:
    """One answered request; of one that lasts on purpose, as a stream does, None."""
    count, timing = _children(_tenant(), method, route, status)
    count.inc()
    if seconds is not None:
        timing.observe(seconds)


def read(server: str) -> None:
    """One statement that only reads, and which server answered it: replica or primary."""
    _of(_tenant()).reads.labels(server).inc()


def sent(status: str) -> None:
    """One delivery that was sent, and what it is then."""
    _of(_tenant()).sent.labels(status).inc()
