"""Claims by facets from a long queue against plain ones: at most three times the time of a pop."""

from __future__ import annotations

import argparse
from collections import defaultdict

from support import WORKER, Bench, bench, median, table

# Three rows in all, one in a hundred, and one in four, each spread over the priorities.
FACETS = {
    "claim_next": "",
    "facet of 3 rows": """{"order": ' || (random() * :orders)::integer || '}""",
    "facet of 1 %": """{"shard": ' || (random() * 99)::integer || '}""",
    "facet of 25 %": """{"lane": ' || (random() * 3)::integer || '}""",
}
FILL = """update rowlock.escalation e
set metadata = jsonb_build_object(
  'order', n.n / 3, 'shard', n.n / 4 % 100, 'lane', n.n / 400 % 4, 'note', repeat('x', {wide}))
from (select e.id, row_number() over (order by e.created_at, e.id) as n from rowlock.escalation e) n
where e.id = n.id"""


def script(name: str, orders: int) -> str:
    """What one claim of this kind is."""
    if not FACETS[name]:
        return (
            "select id from rowlock.escalation_claim_next("
            f"roles => '{{reviewer}}', actor => '{WORKER}');\n"
        )
    query = f"""('{{"role": "reviewer", "facets": {FACETS[name]}}}')::jsonb"""
    return (
        f"\\set orders {orders}\nselect id from rowlock.escalation_claim_by_facets("
        f"query => {query}, actor => '{WORKER}');\n"
    )


def measure(b: Bench, pending: int, rounds: int, claims: int, wide: int) -> None:
    """Each kind in turn, so that a noisy minute hits all of them."""
    conninfo = b.database("facets")
    b.fill(conninfo, pending)
    b.run(conninfo, FILL.format(wide=wide), "vacuum full analyze rowlock.escalation", "checkpoint")
    seen: dict[str, list[float]] = defaultdict(list)
    for _ in range(rounds):
        for name in FACETS:
            run = b.latencies(conninfo, script(name, pending // 3), claims, "bench")
            seen[name].append(median(run))
        b.run(conninfo, "vacuum rowlock.escalation")
    plain = median(seen["claim_next"])
    table(
        f"one claim of {pending:,} pending rows",
        ["kind", "p50 ms", "of claim_next", "lowest", "highest"],
        [
            [n, f"{median(v):.2f}", f"{median(v) / plain:.1f}", f"{min(v):.2f}", f"{max(v):.2f}"]
            for n, v in seen.items()
        ],
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pending", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--claims", type=int, default=200)
    parser.add_argument(
        "--wide", type=int, default=0, help="bytes that each row's metadata has more"
    )
    args = parser.parse_args()
    with bench() as running:
        measure(running, args.pending, args.rounds, args.claims, args.wide)
