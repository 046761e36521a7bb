"""A page by facets among many pending rows, by how many rows have them: p50, p95 and buffers."""

from __future__ import annotations

import argparse
import json

import psycopg

from support import WORKER, Bench, bench, median, table

ROLES = 10
# Facets and further elements; the share of the rows that have them stands in the name.
CASES: dict[str, dict[str, object]] = {
    "one row": {"facets": {"order": "o12345"}},
    "no row": {"facets": {"order": "none"}},
    "1 in 10,000": {"facets": {"batch": 77}},
    "1 in 10,000, and half": {"facets": {"batch": 77, "site": "north"}},
    "1 in 10,000, a range": {
        "facets": {"batch": 77},
        "range": [{"facet": "size", "op": ">=", "value": 500}],
    },
    "1 in 10,000, by a facet": {
        "facets": {"batch": 77},
        "order_by": [{"field": "metadata.size", "numeric": True}],
    },
    "1 in 300": {"facets": {"clerk": 77}},
    "1 in 20": {"facets": {"desk": 7}},
    "half": {"facets": {"site": "north"}},
    "no facet": {},
}


def fill(b: Bench, conninfo: str, rows: int) -> None:
    """Pending rows of ten roles, all the worker's."""
    b.run(
        conninfo,
        f"insert into rowlock.role (role) select 'r' || i from generate_series(1, {ROLES}) i",
        f"insert into rowlock.membership (user_id, role) select '{WORKER}', 'r' || i"
        f" from generate_series(1, {ROLES}) i",
        f"""insert into rowlock.escalation
        (id, role, type, subtype, priority, metadata, created_at, updated_at)
        select rowlock._uuid_v7(), 'r' || 1 + i % {ROLES}, 'approval', 'approval', 1 + i / 7 % 4,
          jsonb_build_object('order', 'o' || i, 'batch', i % 10000, 'clerk', i % 300,
            'desk', i % 20, 'site', case i % 2 when 0 then 'north' else 'south' end,
            'size', i % 1000, 'note', repeat('x', 100)),
          now() - interval '5 days' + i * interval '0.1 s', now()
        from generate_series(1, {rows}) i""",
        "vacuum analyze rowlock.escalation",
        "checkpoint",
    )


def measure(b: Bench, rows: int, times: int) -> None:
    """Each case with its total and without."""
    conninfo = b.database("facets")
    fill(b, conninfo, rows)
    lines: list[list[str]] = []
    for name, more in CASES.items():
        for count in ("10,000", "no"):
            query = {"status": "pending", **more, **({"count": False} if count == "no" else {})}
            call = (
                f"select (p).total from rowlock.escalation_search(query => '{json.dumps(query)}',"
                f" actor => '{WORKER}') p;\n"
            )
            found = b.latencies(conninfo, call, times, "bench")
            lines.append(
                [name, count, f"{median(found):.2f}", f"{found[int(len(found) * 0.95)]:.2f}"]
            )
            with psycopg.connect(conninfo, user="bench", autocommit=True) as conn:
                for _ in range(2):
                    conn.execute(call.encode())
                row = conn.execute(f"explain (analyze, buffers, format json) {call}".encode())
                plan = row.fetchone()
            touched = plan[0][0]["Plan"] if plan else {}
            lines[-1].append(f"{touched['Shared Hit Blocks'] + touched['Shared Read Blocks']}")
    table(
        f"a page of 50 among {rows:,} pending rows of {ROLES} roles",
        ["rows that have the facets", "counted to", "p50 ms", "p95 ms", "buffers"],
        lines,
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--times", type=int, default=100)
    args = parser.parse_args()
    with bench({"shared_buffers": "1GB"}) as running:
        measure(running, args.rows, args.times)
