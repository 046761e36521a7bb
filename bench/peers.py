"""Claim and complete: rowlock, SQL written by hand, and two public queues of Python on Postgres."""

from __future__ import annotations

import argparse
import asyncio
import logging
import time
import uuid
from abc import ABC, abstractmethod
from collections import defaultdict
from datetime import timedelta

import psycopg
from http_service import cpu
from psycopg.conninfo import conninfo_to_dict
from psycopg.types.json import Jsonb

from support import WORKER, Bench, bench, median, table

try:
    import asyncpg
    from pgqueuer.db import AsyncpgDriver
    from pgqueuer.ports.repository import EntrypointExecutionParameter
    from pgqueuer.queries import Queries
    from procrastinate import App, PsycopgConnector
    from procrastinate.jobs import Status
except ImportError as missing:
    raise SystemExit(f"{missing.name} is not installed: pip install '.[bench]'") from None

ANSWER = {"ok": True}
PAYLOAD = '{"order": "A-1001", "amount": 129.5}'
# Before the clock runs: plans and caches.
WARM = 0.2
logging.getLogger("procrastinate").setLevel(logging.ERROR)


class Peer(ABC):
    """One way to queue: made once, filled before each round, and then worked off."""

    name: str
    # More than it can do in a second, one by one and in batches; 0: it claims no batches.
    most, most_batched = 5_000, 20_000

    def __init__(self, b: Bench) -> None:
        self.b = b

    @abstractmethod
    async def fill(self, rows: int) -> None:
        """So many jobs wait, and none else is there; tables are as a vacuum leaves them."""

    @abstractmethod
    async def open(self, connections: int) -> None:
        """Connect so often."""

    @abstractmethod
    async def cycle(self, connection: int, rows: int) -> int:
        """Claim up to so many jobs and complete them; how many that were."""

    @abstractmethod
    async def close(self) -> None:
        """End the connections."""


class Connections(Peer):
    """Those that psycopg's own connections are enough for."""

    user = "bench"

    async def open(self, connections: int) -> None:
        connect = psycopg.AsyncConnection.connect
        self.conns = [
            await connect(self.conninfo, user=self.user, autocommit=True)
            for _ in range(connections)
        ]

    async def close(self) -> None:
        for conn in self.conns:
            await conn.close()


class Rowlock(Connections):
    """The functions, called as a service calls them."""

    name = "rowlock"
    CLAIM = "select id from rowlock.escalation_claim_next(max_rows => %s, actor => %s)"
    ONE = """select version from rowlock.escalation_resolve(
        id => %s, resolver_payload => %s, actor => %s)"""
    MANY = """select rowlock.escalation_resolve_by_ids(
        ids => %s, resolver_payload => %s, actor => %s)"""

    def __init__(self, b: Bench) -> None:
        super().__init__(b)
        self.conninfo = b.database("rowlock_itself")

    async def fill(self, rows: int) -> None:
        self.b.fill(self.conninfo, rows)
        self.b.run(self.conninfo, "vacuum analyze rowlock.event")

    async def cycle(self, connection: int, rows: int) -> int:
        conn = self.conns[connection]
        claimed = await (await conn.execute(self.CLAIM, [rows, WORKER])).fetchall()
        ids = [r[0] for r in claimed]
        if rows == 1 and ids:
            await conn.execute(self.ONE, [ids[0], Jsonb(ANSWER), WORKER])
        elif ids:
            await conn.execute(self.MANY, [ids, Jsonb(ANSWER), WORKER])
        return len(ids)


class ByHand(Connections):
    """What one writes in an afternoon: a table, an index, two statements."""

    name = "by hand"
    user = "postgres"
    most, most_batched = 8_000, 80_000
    TABLE = """create table job (
        id bigint generated always as identity primary key, state text not null default 'waiting',
        payload jsonb not null, result jsonb, taken_at timestamptz, ended_at timestamptz);
        create index job_waiting_idx on job (id) where state = 'waiting'"""
    CLAIM = """update job j set state = 'taken', taken_at = clock_timestamp()
        from (select id from job where state = 'waiting' order by id limit %s
          for update skip locked) n
        where j.id = n.id returning j.id, j.payload"""
    END = """update job set state = 'done', result = %s, ended_at = clock_timestamp()
        where id = any (%s) and state = 'taken'"""

    def __init__(self, b: Bench) -> None:
        super().__init__(b)
        self.conninfo = b.create("by_hand")
        b.run(self.conninfo, self.TABLE)

    async def fill(self, rows: int) -> None:
        self.b.run(
            self.conninfo,
            "truncate job",
            f"insert into job (payload) select '{PAYLOAD}' from generate_series(1, {rows})",
            "vacuum analyze job",
            "checkpoint",
        )

    async def cycle(self, connection: int, rows: int) -> int:
        conn = self.conns[connection]
        ids = [r[0] for r in await (await conn.execute(self.CLAIM, [rows])).fetchall()]
        await conn.execute(self.END, [Jsonb(ANSWER), ids])
        return len(ids)


class Procrastinate(Peer):
    """Its JobManager, with the two calls that its worker makes for each job."""

    name = "procrastinate"
    most_batched = 0

    def __init__(self, b: Bench) -> None:
        super().__init__(b)
        self.conninfo = b.create("procrastinate")
        self.ready = False

    async def fill(self, rows: int) -> None:
        if not self.ready:
            async with self.app(1).open_async() as app:
                await app.schema_manager.apply_schema_async()
            self.ready = True
        self.b.run(
            self.conninfo,
            "truncate procrastinate_jobs cascade",
            "insert into procrastinate_jobs (queue_name, task_name, args)"
            f" select 'default', 'noop', '{PAYLOAD}' from generate_series(1, {rows})",
            "vacuum analyze procrastinate_jobs",
            "vacuum analyze procrastinate_events",
            "checkpoint",
        )

    def app(self, connections: int) -> App:
        sizes = {"min_size": connections, "max_size": connections}
        return App(connector=PsycopgConnector(conninfo=self.conninfo, **sizes))

    async def open(self, connections: int) -> None:
        self.opened = self.app(connections)
        await self.opened.open_async()
        manager = self.opened.job_manager
        self.workers = [await manager.register_worker() for _ in range(connections)]

    async def cycle(self, connection: int, rows: int) -> int:
        manager = self.opened.job_manager
        job = await manager.fetch_job(queues=None, worker_id=self.workers[connection])
        if job is None:
            return 0
        await manager.finish_job(job, status=Status.SUCCEEDED, delete_job=False)
        return 1

    async def close(self) -> None:
        await self.opened.close_async()


class PgQueuer(Peer):
    """Its Queries, with the two calls that its worker makes for each batch, over asyncpg."""

    name = "pgqueuer"

    def __init__(self, b: Bench) -> None:
        super().__init__(b)
        self.conninfo = b.create("pgqueuer")
        self.ready = False

    async def connect(self) -> asyncpg.Connection:
        known = conninfo_to_dict(self.conninfo)
        return await asyncpg.connect(
            host=known["host"], port=known.get("port"), user=known["user"],
            password=known.get("password"), database=known["dbname"],
        )  # fmt: skip

    async def fill(self, rows: int) -> None:
        if not self.ready:
            conn = await self.connect()
            await Queries(AsyncpgDriver(conn)).install()
            await conn.close()
            self.ready = True
        self.b.run(
            self.conninfo,
            "truncate pgqueuer, pgqueuer_log",
            "insert into pgqueuer (priority, entrypoint, payload, status)"
            f" select 0, 'noop', '{PAYLOAD}'::bytea, 'queued' from generate_series(1, {rows})",
            "vacuum analyze pgqueuer",
            "vacuum analyze pgqueuer_log",
            "checkpoint",
        )

    async def open(self, connections: int) -> None:
        self.conns = [await self.connect() for _ in range(connections)]
        self.queries = [Queries(AsyncpgDriver(conn)) for conn in self.conns]
        self.managers = [uuid.uuid4() for _ in range(connections)]

    async def cycle(self, connection: int, rows: int) -> int:
        jobs = await self.queries[connection].dequeue(
            batch_size=rows,
            entrypoints={"noop": EntrypointExecutionParameter(concurrency_limit=0)},
            queue_manager_id=self.managers[connection],
            global_concurrency_limit=None,
            heartbeat_timeout=timedelta(seconds=30),
        )
        await self.queries[connection].log_jobs([(job, "successful", None) for job in jobs])
        return len(jobs)

    async def close(self) -> None:
        for conn in self.conns:
            await conn.close()


# By their documentation and their schemas.
GUARANTEES = [
    ["two are given a job at once", "no", "no", "no", "no"],
    ["a dead worker's job", "stays taken", "found by a call", "comes back", "comes back"],
    ["found by", "nobody", "heartbeat, 30 s", "heartbeat, 30 s", "the end of its claim"],
    ["its late answer, when another has the job", "counts", "counts", "counts", "is refused"],
    ["who holds it is seen", "no", "the worker", "the worker", "account, until when"],
    ["who may claim and answer it", "any login", "any login", "any login", "roles of an account"],
    ["what happened to it", "no", "events", "log", "journal, streamed"],
    ["its answer", "kept", "not kept", "not kept", "kept, may be checked"],
]


async def once(peer: Peer, connections: int, rows: int, seconds: float) -> tuple[float, float]:
    """Jobs a second on so many connections, and Postgres' CPU in ms for each job."""
    await peer.fill(int((seconds + WARM) * (peer.most if rows == 1 else peer.most_batched)))
    await peer.open(connections)
    done = 0

    async def work(connection: int, until: float) -> None:
        nonlocal done
        while time.perf_counter() < until:
            got = await peer.cycle(connection, rows)
            done += got
            if not got:
                raise SystemExit(f"{peer.name} finds no more jobs: the round begins with too few")

    warm = time.perf_counter() + WARM
    await asyncio.gather(*(work(i, warm) for i in range(connections)))
    done, spent = 0, cpu(peer.b.postmaster())
    began = time.perf_counter()
    await asyncio.gather(*(work(i, began + seconds) for i in range(connections)))
    rate, spent = done / (time.perf_counter() - began), cpu(peer.b.postmaster()) - spent
    await peer.close()
    return rate, 1000 * spent / done


async def measure(b: Bench, rounds: int, seconds: float) -> None:
    """Rounds over all of them, interleaved, so that a noisy minute hits each."""
    peers: list[Peer] = [ByHand(b), Procrastinate(b), PgQueuer(b), Rowlock(b)]
    for rows, connections in ((1, 1), (1, 8), (20, 1), (20, 8)):
        seen: dict[str, list[tuple[float, float]]] = defaultdict(list)
        for _ in range(rounds):
            for peer in peers:
                if rows == 1 or peer.most_batched:
                    seen[peer.name].append(await once(peer, connections, rows, seconds))
        top = median([rate for rate, _ in seen["by hand"]])
        table(
            f"claim + complete, {rows} at a time, {connections} connection(s)",
            ["queue", "jobs/s", "of by hand", "lowest", "highest", "Postgres ms/job"],
            [
                [name, *cells(seen[name], top)] if name in seen else [name, *["none"] * 5]
                for name in (peer.name for peer in peers)
            ],
        )
    print(
        "\n  Measured: a client in Python with so many connections claims jobs that wait already,"
        "\n  and completes them at once; each claim and each completion is one durable commit."
        "\n  Clients and Postgres share the cores, so a ratio is less than one of Postgres alone:"
        "\n  that is the last column, CPU of the server, autovacuum and all."
    )
    table("what each guarantees", ["", *(peer.name for peer in peers)], GUARANTEES)


def cells(seen: list[tuple[float, float]], top: float) -> list[str]:
    rates = [rate for rate, _ in seen]
    middle = median(rates)
    numbers = [f"{middle:.0f}", f"{middle / top:.2f}", f"{min(rates):.0f}", f"{max(rates):.0f}"]
    return [*numbers, f"{median([spent for _, spent in seen]):.2f}"]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=2)
    args = parser.parse_args()
    with bench() as running:
        asyncio.run(measure(running, args.rounds, args.seconds))
