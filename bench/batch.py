"""Rows claimed a second, one at a time and twenty at a time."""

from __future__ import annotations

import argparse
from collections import defaultdict

from support import WORKER, Bench, bench, median, table

SINGLE = f"select id from rowlock.escalation_claim_next(actor => '{WORKER}');\n"
TWENTY = f"select id from rowlock.escalation_claim_next(max_rows => 20, actor => '{WORKER}');\n"
WAYS = {"one at a time": (1, SINGLE), "twenty at a time": (20, TWENTY)}


def measure(b: Bench, rounds: int, seconds: int) -> None:
    """Both ways in turn, so that a noisy minute hits each of them."""
    conninfo = b.database("batch")
    for clients in (1, 8):
        seen: dict[str, list[float]] = defaultdict(list)
        for _ in range(rounds):
            for name, (rows, script) in WAYS.items():
                # More than can be taken in the time.
                b.fill(conninfo, (4_000 if rows == 1 else 40_000) * seconds)
                seen[name].append(rows * b.tps(conninfo, script, clients, seconds, "bench"))
        single = median(seen["one at a time"])
        table(
            f"claim_next, {clients} connection(s)",
            ["way", "rows/s", "of single", "lowest", "highest"],
            [
                [name, *(f"{x:.{digits}f}" for x, digits in zip(line, (0, 1, 0, 0), strict=True))]
                for name, v in seen.items()
                if (line := (median(v), median(v) / single, min(v), max(v)))
            ],
        )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=int, default=3)
    args = parser.parse_args()
    with bench() as running:
        measure(running, args.rounds, args.seconds)
