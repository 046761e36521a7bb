"""What doctor says of the replica that ROWLOCK_READ_DSN names. Holds no SQL."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from dataclasses import replace

import psycopg

from rowlock.cli.outcome import Unreachable
from rowlock.cli.session import Session, Target
from rowlock.errors import Refusal
from rowlock.position import OTHER, PRIMARY, PROBE, TIMELINE, Position
from rowlock.replica import BEHIND, GONE

NAME = "ROWLOCK_READ_DSN"
PATIENCE = 1.0
ADVICE = {
    GONE: "Start it, or take the setting away; until then the primary answers all reads.",
    BEHIND: "Look at its load, its disk and its line, and for long queries on it.",
    PRIMARY: "Give the address of a streaming replica; after a failover, of the new one.",
    OTHER: "Give a replica of the database that DATABASE_URL names.",
    TIMELINE: "After a failover it has to follow the new primary; this may take until its next "
    "checkpoint.",
}


def checks(primary: Session, found: Target, schema: str) -> Iterator[dict[str, object]]:
    """One check where there is a replica, else none."""
    dsn = os.environ.get(NAME)
    if not dsn:
        return
    try:
        with Session(replace(found, conninfo=dsn), schema) as there:
            problem, lacks = _look(primary, there)
    except (psycopg.Error, OSError, Unreachable):
        problem, lacks = GONE, 0
    except (Refusal, LookupError):
        problem, lacks = OTHER, 0
    told = f"the server of {NAME} {problem}" if problem else f"follows, {lacks} bytes behind"
    state = "ok" if problem is None else "fail" if problem in (OTHER, PRIMARY) else "warn"
    yield {"name": "replica", "state": state, "found": told, "advice": ADVICE.get(problem or "")}


def _look(primary: Session, there: Session) -> tuple[str | None, int]:
    """What is wrong with it, if anything, and how much it lacks."""
    wanted, end = _position(primary), time.monotonic() + PATIENCE
    while True:
        now = _position(there)
        # Who looks here need not be who the service is.
        problem = replace(now, same=now.same[:2]).misfit(replace(wanted, same=wanted.same[:2]))
        lacks = max(wanted.lsn - now.lsn, 0)
        if problem or not lacks:
            return problem, lacks
        if time.monotonic() > end:
            return BEHIND, lacks
        time.sleep(0.02)


def _position(session: Session) -> Position:
    [row] = session.rows(PROBE)
    [told] = row.values()
    return Position.parse(told)
