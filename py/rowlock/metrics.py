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

PREFIX = "rowlock_"
REGISTRY = CollectorRegistry()
ProcessCollector(registry=REGISTRY)
# When a series began is the monitor's to know; it would be a third of the text.
disable_created_metrics()  # type: ignore[no-untyped-call,unused-ignore]

_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_BUCKETS = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0)

_requests = Counter(
    PREFIX + "http_requests",
    "Requests answered, by route and status.",
    ("method", "route", "status"),
    registry=REGISTRY,
)
_seconds = Histogram(
    PREFIX + "http_request_seconds",
    "How long an answer took, by route; streams and waits are not timed.",
    ("route",),
    buckets=_BUCKETS,
    registry=REGISTRY,
)


_sent = Counter(
    PREFIX + "webhook_attempts",
    "Deliveries sent by this process, by what they became: delivered, pending (again) or dead.",
    ("status",),
    registry=REGISTRY,
)


_reads = Counter(
    PREFIX + "reads",
    "Statements that a replica may answer, by the server that answered.",
    ("server",),
    registry=REGISTRY,
)


@lru_cache(maxsize=2048)
def _children(method: str, route: str, status: int) -> tuple[Counter, Histogram]:
    # The names of routes and not paths, so there are few.
    known = method if method in _METHODS else "other"
    return _requests.labels(known, route, str(status)), _seconds.labels(route)


def observe(method: str, route: str, status: int, seconds: float | None) -> None:
    """One answered request; of one that lasts on purpose, as a stream does, None."""
    count, timing = _children(method, route, status)
    count.inc()
    if seconds is not None:
        timing.observe(seconds)


def read(server: str) -> None:
    """One statement that only reads, and which server answered it: replica or primary."""
    _reads.labels(server).inc()


def sent(status: str) -> None:
    """One delivery that was sent, and what it is then."""
    _sent.labels(status).inc()
