"""Races: threads with their own connections, started at a barrier, and the multiset of outcomes."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import psycopg

TIMEOUT = 120.0
HANDICAP = 0.003

Outcome = str | tuple[str | None, str | None]
Work = Callable[[psycopg.Connection, int], object]
Move = Callable[[psycopg.Connection, str], object]


@dataclass(frozen=True, slots=True)
class Ended:
    """How one racer ended: 'ok' with what it returned, or the error's (sqlstate, constraint)."""

    outcome: Outcome
    value: Any = None
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


def race_rounds(
    rounds: int,
    connect: Callable[[], psycopg.Connection],
    setup: Callable[[int], str],
    *moves: Move,
) -> list[tuple[str, tuple[Ended, ...]]]:
    """One race a round, over what `setup(round)` made: each move has its own lasting connection.

    In every second round all start at once; in the others the first or the second move starts late,
    so that both orders are seen whatever the scheduler prefers.
    Returns, a round, what was raced for and how each move ended.
    """
    prizes: list[str] = []
    barrier = threading.Barrier(len(moves), lambda: prizes.append(setup(len(prizes))))

    def run(place: int, move: Move) -> list[Ended]:
        ends = []
        try:
            with connect() as conn:
                for number in range(rounds):
                    barrier.wait(TIMEOUT)
                    if number % 4 == 2 * place + 1:
                        time.sleep(HANDICAP)
                    try:
                        ends.append(Ended("ok", move(conn, prizes[number])))
                    except psycopg.Error as e:
                        ends.append(Ended((e.sqlstate, e.diag.constraint_name), error=e))
        except BaseException:
            barrier.abort()
            raise
        return ends

    with ThreadPoolExecutor(max_workers=len(moves)) as pool:
        racers = [pool.submit(run, place, move) for place, move in enumerate(moves)]
    # The one that failed first broke the barrier for the others: let its error be seen.
    failures = [e for racer in racers if (e := racer.exception())]
    for failure in sorted(failures, key=lambda e: isinstance(e, threading.BrokenBarrierError)):
        raise failure
    columns = [racer.result() for racer in racers]
    return list(zip(prizes, zip(*columns, strict=True), strict=True))


def tally(rounds: list[tuple[str, tuple[Ended, ...]]]) -> Counter[tuple[Outcome, ...]]:
    """How often the moves ended how, together."""
    return Counter(tuple(end.outcome for end in ends) for _, ends in rounds)
