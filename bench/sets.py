"""Sets of rows answered in one call, against the same answered one by one in a transaction."""

from __future__ import annotations

import argparse
import time
from collections import defaultdict
from collections.abc import Callable

import psycopg
from psycopg.types.json import Jsonb

from support import WORKER, Bench, bench, median, table

ANSWER = {"decision": "yes", "note": "as agreed"}
Way = Callable[[psycopg.Connection, list[str]], object]


def all_or_none(conn: psycopg.Connection, ids: list[str]) -> object:
    items = Jsonb([{"id": i, "resolver_payload": ANSWER} for i in ids])
    query = "select rowlock.escalation_resolve_all_or_none(items => %s, actor => %s)"
    return conn.execute(query, [items, WORKER])


def by_ids(conn: psycopg.Connection, ids: list[str]) -> object:
    query = """select rowlock.escalation_resolve_by_ids(
        ids => %s::uuid[], resolver_payload => %s, actor => %s)"""
    return conn.execute(query, [ids, Jsonb(ANSWER), WORKER])


def one_by_one(conn: psycopg.Connection, ids: list[str]) -> None:
    query = """select rowlock.escalation_resolve(
        id => %s, resolver_payload => %s, actor => %s)"""
    with conn.transaction():
        for row in ids:
            conn.execute(query, [row, Jsonb(ANSWER), WORKER])


WAYS: dict[str, Way] = {"all or none": all_or_none, "by ids": by_ids, "one by one": one_by_one}


def measure(b: Bench, rounds: int) -> None:
    """The ways take turns, so that a noisy minute hits each of them."""
    conninfo = b.database("sets")
    with psycopg.connect(conninfo, user="bench", autocommit=True) as conn:
        for size in (1, 20, 100):
            b.fill(conninfo, (rounds + 5) * size * len(WAYS) + 100_000)
            with psycopg.connect(conninfo) as owner:
                query = "select id::text from rowlock.escalation order by random()"
                ids = [str(row[0]) for row in owner.execute(query)]
            seen: dict[str, list[float]] = defaultdict(list)
            for number in range(rounds + 5):
                for name, way in WAYS.items():
                    batch, ids = ids[:size], ids[size:]
                    start = time.perf_counter()
                    way(conn, batch)
                    if number >= 5:  # the first ones make the plans
                        seen[name].append(1000 * (time.perf_counter() - start))
            table(
                f"ms to answer {size} of 100,000 rows, one connection",
                ["way", "median", "lowest", "95 %"],
                [
                    [n, f"{median(v):.1f}", f"{min(v):.1f}", f"{sorted(v)[len(v) * 95 // 100]:.1f}"]
                    for n, v in seen.items()
                ],
            )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=40)
    args = parser.parse_args()
    with bench() as running:
        measure(running, args.rounds)
