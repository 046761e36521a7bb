"""A claim while leases and pending rows grow: buffers and time should stay where they start."""

from __future__ import annotations

import argparse
import json

import psycopg

from support import WORKER, Bench, bench, median, table

CLAIM = (
    f"select id from rowlock.escalation_claim_next(roles => '{{reviewer}}', actor => '{WORKER}');\n"
)


def buffers(conninfo: str, times: int = 20) -> float:
    """The middle number of buffers that one claim touched."""
    seen: list[float] = []
    with psycopg.connect(conninfo, user="bench", autocommit=True) as conn:
        for _ in range(times):
            row = conn.execute(
                f"explain (analyze, buffers, format json) {CLAIM}".encode()
            ).fetchone()
            plan = (
                (json.loads(row[0]) if isinstance(row[0], str) else row[0])[0]["Plan"]
                if row
                else {}
            )
            seen.append(plan["Shared Hit Blocks"] + plan["Shared Read Blocks"])
    return median(seen)


def measure(b: Bench, cases: list[tuple[int, int]], claims: int) -> None:
    """Fill, claim, and compare each case with the smallest."""
    conninfo = b.database("flat")
    rows: list[tuple[str, float, float]] = []
    for pending, leased in cases:
        b.fill(conninfo, pending, leased)
        times = b.latencies(conninfo, CLAIM, min(claims, pending // 4), "bench")
        b.run(conninfo, "vacuum rowlock.escalation")
        rows.append((f"{pending:,} pending, {leased:,} leased", buffers(conninfo), median(times)))
    least_buffers, least_time = min(r[1] for r in rows), min(r[2] for r in rows)
    table(
        "one claim_next",
        ["queue", "buffers", "of least", "p50 ms", "of least"],
        [
            [name, f"{n:.0f}", f"{n / least_buffers:.2f}", f"{t:.2f}", f"{t / least_time:.2f}"]
            for name, n, t in rows
        ],
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--claims", type=int, default=500)
    args = parser.parse_args()
    sizes = [(1_000, 0), (1_000, 1_000), (1_000, 10_000), (1_000_000, 0), (1_000_000, 10_000)]
    with bench() as running:
        measure(running, sizes, args.claims)
