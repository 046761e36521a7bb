"""Verbs over HTTP on keep-alive connections: requests a second, latency, and whose CPU it was."""

from __future__ import annotations

import argparse
import itertools
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

import psycopg
from http_client import Run, Script, json_bytes, request, run
from http_service import TOKEN, Service, cpu, service

from support import WORKER, Bench, bench, median, table

HERE = Path(__file__).parents[1]
DEEP = 10_000
# More a second than any variant can take.
ROWS = 5_000

CREATE = json_bytes(
    role="reviewer",
    type="approval",
    description="May the order be shipped?",
    metadata={"order": "A-1001", "amount": 129.5},
    escalation_payload={"lines": [{"sku": "X1", "n": 2}, {"sku": "Y7", "n": 1}]},
)
NEXT = json_bytes(roles=["reviewer"])
UNCOUNTED = json_bytes(roles=["reviewer"], count=False)
ANSWER = json_bytes(resolver_payload={"decision": "approved", "comment": "looks right"})

Begin = Callable[[Iterator[str]], Script]


def post(path: str, body: bytes) -> bytes:
    return request("POST", f"/api/escalations{path}", body, TOKEN)


def same(kind: str, path: str, body: bytes) -> Begin:
    data = post(path, body)
    return lambda _: lambda _: (kind, data)


def by_id(kind: str, path: str, body: bytes) -> Begin:
    return lambda ids: lambda _: (kind, post(path.format(next(ids)), body))


def in_turn(ids: Iterator[str]) -> Script:
    """Create, claim the next, resolve what was claimed, and so on: the queue stays as deep."""
    create, claim = post("", CREATE), post("/claim-next", NEXT)
    kinds = itertools.cycle(("create", "next", "resolve"))

    def step(answer: bytes) -> tuple[str, bytes]:
        kind = next(kinds)
        if kind == "resolve":
            at = answer.find(b'"id": "') + 7
            return kind, post(f"/{answer[at : at + 36].decode()}/resolve", ANSWER)
        return kind, create if kind == "create" else claim

    return step


@dataclass(frozen=True, slots=True)
class Case:
    """What each connection sends, and on what queue."""

    begin: Begin
    depths: tuple[int, ...] = (0, DEEP)
    rows: int = 0  # what a run takes in a second, beside the queue
    held: bool = False  # these rows, by the worker


CASES = {
    "create": Case(same("create", "", CREATE)),
    "claim by id": Case(by_id("claim", "/{}/claim", b"{}"), rows=ROWS),
    "next": Case(same("next", "/claim-next", NEXT), (DEEP,), ROWS),
    "next, uncounted": Case(same("next", "/claim-next", UNCOUNTED), (DEEP,), ROWS),
    "next, finds none": Case(same("next", "/claim-next", NEXT), (0,)),
    "resolve": Case(by_id("resolve", "/{}/resolve", ANSWER), rows=ROWS, held=True),
    "create, next, resolve in turn": Case(in_turn),
}


def fill(b: Bench, conninfo: str, depth: int, n: int, held: bool) -> list[str]:
    """An empty table, then a queue so deep, then the rows that the run will take; their ids."""
    rows = """insert into rowlock.escalation
        (id, role, type, subtype, priority, assigned_to, assigned_until, created_at, updated_at)
        select rowlock._uuid_v7(), 'reviewer', 'approval', 'approval', 1 + i % 4,
          {who}, {until}, now() - interval '1 day' + i * interval '1 ms', now()
        from generate_series(1, {n}) i returning id::text"""
    free = {"who": "null", "until": "null"}
    taken = {"who": f"'{WORKER}'", "until": "now() + interval '1 day'"} if held else free
    b.run(conninfo, "truncate rowlock.escalation cascade", rows.format(n=depth, **free))
    with psycopg.connect(conninfo, autocommit=True) as conn:
        ids = [r[0] for r in conn.execute(rows.format(n=n, **taken).encode())]
    b.run(conninfo, "vacuum analyze rowlock.escalation", "checkpoint")
    return ids


@dataclass(slots=True)
class Total:
    """All runs of one variant."""

    rates: list[float] = field(default_factory=list)
    latencies: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    spent: list[list[float]] = field(default_factory=lambda: [[], [], []])

    def add(self, seen: Run, *spent: float) -> None:
        self.rates.append(seen.count / seen.seconds)
        for kind, values in seen.latencies.items():
            self.latencies[kind] += values
        for column, seconds in zip(self.spent, spent, strict=True):
            column.append(1000 * seconds / seen.count)

    def cells(self, base: float) -> list[str]:
        each = [sorted(v) for v in self.latencies.values()]
        both = ["/".join(f"{v[int(len(v) * p)]:.1f}" for v in each) for p in (0.5, 0.99)]
        rate = median(self.rates)
        cells = [f"{rate:.0f}", f"{rate / base:.2f}", *both]
        return cells + [f"{median(column):.2f}" for column in self.spent]


def once(
    b: Bench, s: Service, case: Case, depth: int, connections: int, seconds: float, total: Total
) -> None:
    """One run of one case, added to the total."""
    ids = iter(fill(b, s.conninfo, depth, int(case.rows * max(seconds, 1)), case.held))
    postmaster = b.postmaster()
    before = cpu(s.pid), cpu(postmaster)
    seen = run(s.url, [case.begin(ids) for _ in range(connections)], seconds)
    total.add(seen, seen.cpu, cpu(s.pid) - before[0], cpu(postmaster) - before[1])
    for answer, n in seen.failures.items():
        print(f"{s.name}: {n} requests failed, one with {answer.decode()}")


def measure(b: Bench, services: list[Service], args: argparse.Namespace) -> None:
    """Rounds over all services, interleaved, so that a noisy minute hits each of them."""
    for name in args.only or CASES:
        rows: list[list[str]] = []
        for depth, connections in itertools.product(CASES[name].depths, args.connections):
            totals = [Total() for _ in services]
            for _ in range(args.rounds):
                for total, s in zip(totals, services, strict=True):
                    once(b, s, CASES[name], depth, connections, args.seconds, total)
            base = median(totals[0].rates)
            for total, s in zip(totals, services, strict=True):
                rows.append([s.name, f"{depth:,}", str(connections), *total.cells(base)])
        head = ["service", "deep", "conns", "req/s", "ratio", "p50 ms", "p99 ms"]
        table(
            f"{name}  (CPU in seconds for 1,000 requests)",
            [*head, "client", "service", "postgres"],
            rows,
        )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=2)
    parser.add_argument("--connections", type=int, nargs="+", default=[1, 8, 32])
    parser.add_argument("--only", nargs="+", choices=CASES)
    parser.add_argument("--against", type=Path, nargs="*", default=[], help="other checkouts")
    args = parser.parse_args()
    with bench() as running, ExitStack() as stack:
        trees = {**{p.resolve().name: p for p in args.against}, "this": HERE}
        started = [stack.enter_context(service(running, n, p)) for n, p in trees.items()]
        measure(running, started, args)
