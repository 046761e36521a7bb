"""A mixed load at a fixed rate for many minutes: what grows, slows down, gets lost or doubled."""

from __future__ import annotations

import argparse
import json
import os
import pickle
import struct
import subprocess
import sys
import time
from array import array
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import Any

import psycopg
from soak_clients import Told, client
from soak_record import Record
from stream import Process, people, percentile, service

from support import Bench, bench, table

BASE = 2
WORKERS = 8
BACKLOG = 2_000
LOOK = 5.0
# Ages so short that tables are in a steady state when the minutes begin to count.
RULES = (
    "insert into rowlock.role (role) values ('nobody')",
    "insert into rowlock.membership (user_id, role)"
    " select u.id, 'nobody' from rowlock.user_account u where u.external_id ~ '^viewer-'",
    "update rowlock.retention_rule set older_than = '20 seconds', every = '1 minute',"
    " enabled = true where name in ('events', 'escalations-archive')",
)
# What a rule deletes after a day at the earliest.
SPENT = """do $$ declare r regclass; begin
  for r in select i.inhrelid::regclass from pg_inherits i
    where i.inhparent = 'rowlock.escalation'::regclass loop
    execute format('delete from %s e where e.ended_at < now() - interval ''60 seconds''', r);
  end loop; end $$"""
SIZES = """select c.relname, c.relkind = 'i', pg_relation_size(c.oid)
from pg_class c where c.relnamespace = 'rowlock'::regnamespace and c.relkind in ('r', 'i')
union all
select 'what is long of ' || c.relname, false, pg_relation_size(c.reltoastrelid)
from pg_class c where c.relnamespace = 'rowlock'::regnamespace and c.reltoastrelid <> 0"""
STATE = """select
  (select sum(s.n_dead_tup)::bigint from pg_stat_user_tables s where s.schemaname = 'rowlock'),
  (select coalesce(max(age(a.backend_xmin)), 0) from pg_stat_activity a
    where a.pid <> pg_backend_pid()),
  (select count(*) from rowlock.escalation e where e.status = 'pending')"""


@dataclass(slots=True)
class Minute:
    """What one minute was like."""

    told: Told
    late: array[float]
    rss: float
    sizes: dict[str, tuple[bool, int]]
    dead: int
    xmin: int
    pending: int
    seconds: float
    # Seconds in which the service could run and had no CPU.
    waited: float
    p99: dict[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.p99 = {k: part(v, 0.99) for k, v in self.told.latencies.items()}

    def bytes(self, indexes: bool) -> float:
        """MB of all tables, or of all indexes."""
        return sum(n for index, n in self.sizes.values() if index == indexes) / 2**20


def part(values: list[float], share: float) -> float:
    return percentile(array("d", sorted(values)), share)


class Other:
    """A process of clients, which reports when it is asked."""

    def __init__(self, b: Bench, what: str, **given: Any) -> None:
        file = b.scratch / f"{what}.json"
        file.write_text(json.dumps(given))
        argv = [sys.executable, __file__, "--client", what, str(file)]
        self.process = subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.read()

    def read(self) -> Any:
        assert self.process.stdout
        head = self.process.stdout.read(8)
        if len(head) < 8:
            raise SystemExit("a process of clients died")
        return pickle.loads(self.process.stdout.read(struct.unpack("!Q", head)[0]))

    def ask(self) -> Any:
        """What happened since it was last asked."""
        assert self.process.stdin
        self.process.stdin.write(b"report\n")
        self.process.stdin.flush()
        return self.read()

    def end(self) -> Any:
        """The same, and it is over."""
        assert self.process.stdin
        self.process.stdin.close()
        last = self.read()
        self.process.wait(60)
        return last


def soak(b: Bench, minutes: int, settle: int, rate: float, streams: int) -> bool:
    """Run it, print each minute, and judge."""
    conninfo = b.database("soak")
    tokens = people(b, conninfo, WORKERS)
    b.run(conninfo, *RULES)
    actors = [f"00000000-0000-4000-8000-{i:012}" for i in range(1001, 1001 + WORKERS)]
    seen: list[Minute] = []
    with service(b, conninfo) as s, psycopg.connect(conninfo, autocommit=True) as conn:
        newest = conn.execute("select coalesce(max(seq), 0) from rowlock.event").fetchone()
        record = Record(newest[0] if newest else 0)
        near = {"url": s.url, "tokens": tokens}
        # A cursor of 0 would ask for everything that was ever journaled.
        follower = Other(b, "follow", **near, streams=streams, after=max(record.start, 1))
        load = Other(
            b, "load", **near, conninfo=conninfo, actors=actors, rate=rate, backlog=BACKLOG
        )
        clients = Process(load.process.pid)
        # What measures stands back for what is measured.
        os.nice(10)
        record.look(conn)
        record.follow(follower.ask())
        record.hear(load.ask())
        heads(rate, streams)
        began = minute_began = time.monotonic()
        settled: Counter[str] = Counter()
        waited = s.waited()
        for n in range(1 - settle, minutes + 1):
            told, late = Told(), array("d")
            sizes: dict[str, tuple[bool, int]] = {}
            while (left := began + 60 * (n + settle) - time.monotonic()) > 0:
                time.sleep(min(LOOK, left))
                # Often and little: to measure a whole minute at once would be seen in its times.
                streams_got = follower.ask()
                record.look(conn)
                late.extend(record.follow(streams_got))
                told.add(load.ask())
                conn.execute(SPENT)
                # The largest of the minute: retention comes once in it, and vacuum shrinks tables.
                for name, index, size in conn.execute(SIZES):
                    sizes[name] = (index, max(size, sizes.get(name, (index, 0))[1]))
            record.hear(told)
            state = conn.execute(STATE).fetchone() or (0, 0, 0)
            late = array("d", sorted(late))
            one = Minute(
                told,
                late,
                s.rss(),
                sizes,
                *state,
                time.monotonic() - minute_began,
                s.waited() - waited,
            )
            minute_began, waited = time.monotonic(), s.waited()
            line(n, one)
            if n > 0:
                seen.append(one)
            else:
                settled += told.failed
        cpu = s.cpu() / (time.monotonic() - began), clients.cpu() / (time.monotonic() - began)
        record.hear(load.end())
        time.sleep(3)
        record.look(conn)
        record.look(conn, last=True)
        record.follow(follower.end())
    verdict = judge(seen, settled, record)
    load_average = os.getloadavg()[0] / (os.cpu_count() or 1)
    print(
        f"\n  CPU of one core: service {cpu[0]:.2f}, clients {cpu[1]:.2f};"
        f" load of the machine {load_average:.1f} of its cores; {os.cpu_count()} cores"
    )
    if minutes < 15:
        print(f"  {minutes} minutes show whether it works, not that nothing grows: that takes 15.")
    return verdict


KINDS = ("create", "claim", "extend", "resolve", "refused", "cancel", "get", "list", "any, in SQL")


def heads(rate: float, streams: int) -> None:
    print(f"\n{rate:.0f} verbs a second, {streams} streams, {BACKLOG:,} rows wait; p50/p99 in ms")
    names = "".join(f"{k:>14}" for k in KINDS)
    print(
        f"  min  verbs/s{names}{'journal':>14}{'RSS':>7}{'tables':>8}{'indexes':>8}"
        f"{'dead':>8}{'xmin':>7}{'pending':>8}{'starved':>8}  sent late",
        flush=True,
    )


def line(n: int, m: Minute) -> None:
    """One minute."""
    count = sum(map(len, m.told.latencies.values()))
    cells = "".join(
        f"{f'{part(v, 0.5):.1f}/{part(v, 0.99):.1f}':>14}"
        for v in (m.told.latencies.get(k) or [0.0] for k in KINDS)
    )
    lag = f"{percentile(m.late, 0.5):.1f}/{percentile(m.late, 0.99):.1f}"
    print(
        f"  {n:3}  {count / m.seconds:7.0f}{cells}{lag:>14}{m.rss:7.1f}{m.bytes(False):8.1f}"
        f"{m.bytes(True):8.1f}{m.dead:8}{m.xmin:7}{m.pending:8}{m.waited:8.1f}"
        f"  {part(m.told.sent_late, 0.99):.1f}",
        flush=True,
    )
    for what, times in m.told.failed.items():
        print(f"       {times} failed: {what}")


def judge(seen: list[Minute], settled: Counter[str], record: Record) -> bool:
    """The table of aims; whether all were met."""
    base, later = seen[BASE - 1], seen[BASE:]
    lines: list[tuple[str, str, str, bool]] = []
    pooled: dict[str, list[float]] = defaultdict(list)
    for m in later:
        for kind, values in m.told.latencies.items():
            pooled[kind] += values
    for kind in sorted(pooled):
        was, now = base.p99[kind], part(pooled[kind], 0.99)
        worst = max(m.p99[kind] for m in later)
        facts = f"{now / was:.2f} ({was:.1f} → {now:.1f} ms; worst minute {worst:.1f})"
        lines.append((f"p99 of {kind}, of minute {BASE}", facts, "≤ 1.5", now <= 1.5 * was))
    last = later[-1]
    for name in sorted(last.sizes):
        was = base.sizes.get(name, (False, 0))[1]
        most = max(m.sizes.get(name, (False, 0))[1] for m in later)
        # A small one is a page or two more or less.
        if max(was, most) >= 2**20:
            ratio = most / max(was, 8192)
            facts = f"{ratio:.2f} ({was / 2**20:.1f} → {most / 2**20:.1f} MB at most)"
            lines.append((f"size of {name}", facts, "≤ 1.5", ratio <= 1.5))
    ratio = last.rss / base.rss
    lines.append(
        ("memory of the service", f"{ratio:.2f} ({last.rss:.0f} MB)", "≤ 1.1", ratio <= 1.1)
    )
    worst = max(percentile(m.late, 0.99) for m in later)
    lines.append(("journal: p99 from commit to stream", f"{worst:.1f} ms", "< 100", worst < 100))
    failed: Counter[str] = sum((m.told.failed for m in seen), settled)
    lines.append(("verbs that failed", f"{failed.total()}", "0", not failed))
    fenced = sum(m.told.fenced for m in seen)
    lines.append(("answers under a lapsed claim, all refused", f"{fenced}", "> 0", fenced > 0))
    for what, (faults, compared) in record.verdicts().items():
        lines.append((what, f"{faults} ({compared})", "0", faults == 0))
    table(
        f"{len(seen)} minutes",
        ["what", "value", "aim", ""],
        [[what, value, aim, "met" if met else "MISSED"] for what, value, aim, met in lines],
    )
    return all(met for *_, met in lines)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--client"]:
        client(*sys.argv[2:])
        sys.exit()
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=int, default=15)
    parser.add_argument("--settle", type=int, default=3, help="minutes before the first")
    parser.add_argument("--rate", type=float, default=400, help="verbs a second")
    parser.add_argument("--streams", type=int, default=20)
    asked = parser.parse_args()
    if asked.minutes <= BASE:
        parser.error(f"--minutes: more than {BASE}, which the others are compared with")
    with bench({"track_commit_timestamp": "on"}) as running:
        met = soak(running, asked.minutes, asked.settle, asked.rate, asked.streams)
    sys.exit(0 if met else 1)
