"""Races: threads with their own connections, started at a barrier, and the multiset of outcomes."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import psycopg

TIMEOUT = 120.0

Outcome = str | tuple[str | None, str | None]
Work = Callable[[psycopg.Connection, int], object]


@dataclass(frozen=True, slots=True)
class Ended:
    """How one racer ended: 'ok' with what it returned, or the error's (sqlstate, constraint)."""

    outcome: Outcome
    value: object = None
    error: psycopg.Error | None = None


def race(n: int, connect: Callable[[], psycopg.Connection], work: Work) -> Counter[Outcome]:
    """Run `work(connection, number)` n times at once; counts each outcome."""
    return Counter(ended.outcome for ended in race_each(n, connect, work))


def race_each(n: int, connect: Callable[[], psycopg.Connection], work: Work) -> list[Ended]:
    """As race, with each racer's end in the order of its number."""
    barrier = threading.Barrier(n)

    def run(number: int) -> Ended:
        try:
            conn = connect()
        except BaseException:
            barrier.abort()
            raise
        with conn:
            barrier.wait(TIMEOUT)
            try:
                return Ended("ok", work(conn, number))
            except psycopg.Error as e:
                return Ended((e.sqlstate, e.diag.constraint_name), error=e)

    with ThreadPoolExecutor(max_workers=n) as pool:
        racers = [pool.submit(run, number) for number in range(n)]
        return [racer.result(TIMEOUT) for racer in racers]
