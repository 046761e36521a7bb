"""Figures over a window, beside a year of history: time and buffers should follow the window."""

from __future__ import annotations

import argparse
import json

import psycopg

from support import WORKER, Bench, bench, median, table

# A year of ended rows in twenty roles, and a backlog that is a tenth held.
PAST = """
insert into rowlock.escalation (
  id, role, type, status, assigned_to, assigned_until, claimed_at, claim_no, resolved_by,
  resolved_at, ended_at, created_at, updated_at)
select
  rowlock._uuid_v7(), 'role-' || (r1 * 19)::integer, 'type-' || i % 7, s.status, w.id,
  t.born + (31 + 20 * r2) * m.one,
  case when s.status <> 'cancelled' then t.born + (1 + 20 * r2) * m.one end, 1,
  case when s.status = 'resolved' then w.id end,
  case when s.status = 'resolved' then t.born + l.minutes * m.one end,
  t.born + l.minutes * m.one, t.born, t.born
from (select i, random() as r1, random() as r2, random() as r3 from generate_series(1, {n}) i) r
cross join (select '{worker}'::uuid as id) w
cross join (select interval '1 minute' as one) m
cross join lateral (select 2 + 40 * (r2 + r3 * r3 * 20) as minutes) l
cross join lateral (
  select now() - interval '15 hours' - ({n} - i) * (interval '365 days' / 5000000) as born) t
cross join lateral (
  select case when r3 < 0.9 then 'resolved' when r3 < 0.97 then 'cancelled' else 'expired' end
    as status) s"""
BACKLOG = """
insert into rowlock.escalation (
  id, role, type, assigned_to, assigned_until, claimed_at, created_at, updated_at)
select
  rowlock._uuid_v7(), 'role-' || (random() * 19)::integer, 'type-' || i % 7,
  case when i % 10 = 0 then '{worker}'::uuid end,
  case when i % 10 = 0 then now() + interval '1 day' end, case when i % 10 = 0 then now() end,
  now() - random() * random() * interval '20 days', now()
from generate_series(1, {n}) i"""
DAY, MONTH = "since => now() - interval '24 hours'", "since => now() - interval '30 days'"
# What is asked, and the milliseconds that half of the answers should take at most.
CASES = {
    "stats": ("escalation_stats(", 15),
    "station_metrics 24h": ("escalation_station_metrics(period => '24h', ", 40),
    "backlog 24h by 5 min": (f"analytics_backlog({DAY}, step => '5 minutes', ", 60),
    "backlog 30d by day": (f"analytics_backlog({MONTH}, step => '1 day', ", 400),
    "flow 24h by hour": (f"analytics_flow({DAY}, ", 0),
    "flow 30d by day": (f"analytics_flow({MONTH}, step => '1 day', ", 0),
    "histogram 24h": (f"analytics_histogram({DAY}, ", 0),
    "aging": ("analytics_aging(", 0),
    "intervals 24h": (f"analytics_intervals({DAY}, ", 0),
    "overview 24h": ("analytics_overview(", 0),
}


def asked(call: str) -> str:
    """A query of every column."""
    return f"select r.* from rowlock.{call}actor => '{WORKER}') r;\n"


def buffers(conninfo: str, query: str) -> int:
    """The buffers of one call, after two to warm up."""
    found = 0
    with psycopg.connect(conninfo, user="bench", autocommit=True) as conn:
        for _ in range(3):
            row = conn.execute(f"explain (analyze, buffers, format json) {query}".encode())
            [told] = row.fetchone() or ("[]",)
            plan = (json.loads(told) if isinstance(told, str) else told)[0]["Plan"]
            found = plan["Shared Hit Blocks"] + plan["Shared Read Blocks"]
    return found


def measure(b: Bench, sizes: list[int], pending: int, times: int, tallied: bool) -> None:
    """Fill up to each size, ask, and compare with the smallest."""
    conninfo = b.database("analytics")
    b.run(
        conninfo,
        "insert into rowlock.membership (user_id, role, type)"
        f" values ('{WORKER}', 'superadmin', 'superadmin')",
        "insert into rowlock.role (role, sla_minutes, target_per_hour)"
        " select 'role-' || i, 60, 30 from generate_series(0, 19) i",
        BACKLOG.format(n=pending, worker=WORKER),
    )
    first: dict[str, int] = {}
    for size in sizes:
        b.run(
            conninfo,
            "delete from rowlock.escalation where status <> 'pending'",
            "vacuum rowlock.escalation",
        )
        b.run(
            conninfo,
            PAST.format(n=size, worker=WORKER),
            "vacuum analyze rowlock.escalation",
            # What the timer does; --untallied shows the figures without it.
            *(["select rowlock.escalation_fold(anew => true)"] if tallied else []),
            "checkpoint",
        )
        rows: list[list[str]] = []
        for name, (call, aim) in CASES.items():
            query = asked(call)
            took = b.latencies(conninfo, query, times, "bench")
            seen = buffers(conninfo, query)
            ratio = seen / first.setdefault(name, seen)
            p95 = took[int(len(took) * 0.95)]
            rows.append(
                [
                    name,
                    f"{median(took):.1f}",
                    f"{p95:.1f}",
                    f"{aim or ''}",
                    f"{seen:,}",
                    f"{ratio:.2f}",
                ]
            )
        title = f"{size:,} ended rows, {pending:,} pending"
        table(title, ["figure", "p50 ms", "p95 ms", "aim", "buffers", "of first"], rows)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="+", default=[1_000_000, 5_000_000])
    parser.add_argument("--pending", type=int, default=100_000)
    parser.add_argument("--times", type=int, default=20)
    parser.add_argument("--untallied", action="store_true", help="count pending rows themselves")
    args = parser.parse_args()
    with bench() as running:
        measure(running, args.sizes, args.pending, args.times, not args.untallied)
