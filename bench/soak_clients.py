"""The clients of the soak: verbs on a fixed schedule, streams, and what both were told."""

from __future__ import annotations

import asyncio
import itertools
import json
import pickle
import struct
import sys
import time
from collections import Counter, defaultdict, deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg
from http_client import json_bytes, request
from psycopg.types.json import Jsonb
from stream import Client, Seen

HTTP, SQL = 48, 4
# One slot of so many goes to the functions themselves; shares no factor with the cycle.
SQL_SLOT = 7
# As many rows end as are made: 10 by a holder, of which 2 are called off, and one at its deadline.
# Of 11 claims one is left to lapse, and somebody takes that row again.
CYCLE = """
create claim resolve extend create claim resolve get claim create
resolve cancel claim extend create resolve claim deadline create get
resolve claim create list lapse resolve create claim extend resolve
claim create stale create claim cancel resolve create claim extend
"""
# The same verbs, and an answer that has to be refused.
SAME = {"deadline": "create", "lapse": "claim", "stale": "refused"}
LAPSE_MINUTES, DEADLINE = 1, "20 seconds"
# In flight: beyond that the machine does not carry the rate, and more would only wait.
MOST = 5_000

ANSWER = {"decision": "approved", "comment": "looks right"}
ROW = {
    "role": "reviewer", "type": "approval", "description": "May the order be shipped?",
    "metadata": {"order": "A-1001", "amount": 129.5},
    "escalation_payload": {"lines": [{"sku": "X1", "n": 2}, {"sku": "Y7", "n": 1}]},
}  # fmt: skip
LATE = {**ROW, "role": "nobody", "timeout": DEADLINE}


@dataclass(frozen=True, slots=True)
class Held:
    """A claim that we were given."""

    id: str
    claim_no: int
    worker: int
    until: float = 0.0


@dataclass(slots=True)
class Told:
    """What answers said since the last report."""

    # Milliseconds from the time that a verb was due to its answer, by verb; and until it was sent.
    latencies: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    sent_late: list[float] = field(default_factory=list)
    # Accepted: verb, row, and for a claim its number, for an extension the version.
    accepted: list[tuple[str, str, int]] = field(default_factory=list)
    # Refusals that have to be, and everything else that was no success.
    fenced: int = 0
    failed: Counter[str] = field(default_factory=Counter)

    def add(self, more: Told) -> None:
        """What the next report says."""
        for kind, values in more.latencies.items():
            self.latencies[kind] += values
        self.sent_late += more.sent_late
        self.accepted += more.accepted
        self.fenced += more.fenced
        self.failed += more.failed


class Line(asyncio.Protocol):
    """A keep-alive connection with one request in flight."""

    def __init__(self) -> None:
        self.got, self.length = b"", 0
        self.answer: asyncio.Future[tuple[int, bytes]] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        self.got += data
        if not self.length and (head := self.got.find(b"\r\n\r\n")) > 0:
            at = self.got.find(b"Content-Length: ", 0, head) + 16
            self.length = head + 4 + int(self.got[at : self.got.find(b"\r", at)])
        if 0 < self.length <= len(self.got) and self.answer:
            body = self.got[self.got.find(b"\r\n\r\n") + 4 :]
            self.answer.set_result((int(self.got[9:12]), body))
            self.answer = None

    def connection_lost(self, exc: Exception | None) -> None:
        if self.answer:
            self.answer.set_exception(ConnectionError("the service closed a connection"))

    async def ask(self, data: bytes) -> tuple[int, bytes]:
        self.got, self.length = b"", 0
        self.answer = asyncio.get_running_loop().create_future()
        self.transport.write(data)
        return await self.answer


class Load:
    """Who sends what when."""

    def __init__(self, tokens: list[str], actors: list[str], rate: float) -> None:
        self.tokens, self.actors, self.rate = tokens, actors, rate
        self.lines: asyncio.Queue[Line] = asyncio.Queue()
        self.conns: asyncio.Queue[psycopg.AsyncConnection[Any]] = asyncio.Queue()
        self.told, self.stopping = Told(), False
        self.held: deque[Held] = deque()
        self.left: deque[Held] = deque()
        self.tasks: set[asyncio.Task[None]] = set()

    async def open(self, url: str, conninfo: str) -> None:
        to, loop = urlsplit(url), asyncio.get_running_loop()
        for _ in range(HTTP):
            _, line = await loop.create_connection(Line, to.hostname, to.port)
            self.lines.put_nowait(line)
        for _ in range(SQL):
            conn = await psycopg.AsyncConnection.connect(conninfo, user="bench", autocommit=True)
            self.conns.put_nowait(conn)

    async def fill(self, backlog: int) -> None:
        """The queue as it is to stay, and rows held for some seconds of answers."""
        for n in range(backlog + int(self.rate)):
            await self.slot("create", time.perf_counter(), n, sql=True)
        for n in range(int(self.rate)):
            await self.slot("claim", time.perf_counter(), n, sql=True)
        self.told.latencies.clear()
        self.told.sent_late.clear()

    async def run(self) -> None:
        """Each verb at its time, whatever became of those before it."""
        began, cycle = time.perf_counter(), CYCLE.split()
        for n in itertools.count():
            due = began + n / self.rate
            if (wait := due - time.perf_counter()) > 0:
                await asyncio.sleep(wait)
            if self.stopping:
                break
            if len(self.tasks) > MOST:
                raise SystemExit(f"{MOST} verbs wait: the machine does not carry this rate")
            task = asyncio.create_task(self.slot(cycle[n % len(cycle)], due, n, n % SQL_SLOT == 0))
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)
        await asyncio.gather(*self.tasks)

    async def slot(self, kind: str, due: float, n: int, sql: bool) -> None:
        """One verb, judged and written down."""
        # In the first minute nothing has lapsed.
        if kind == "stale" and not (self.left and self.left[0].until < time.time()):
            kind = "get"
        of = self.pick(kind, n % len(self.actors))
        if of is None:
            self.told.failed[f"{kind}: there was no row for it"] += 1
            return
        async with taken(self.conns if sql else self.lines) as one:
            sent = time.perf_counter()
            try:
                ask = self.over_sql if sql else self.over_http
                status, answer = await ask(one, kind, of)
            except Exception as e:
                # Whatever it was, nobody knows what became of the verb.
                status, answer = 0, f"{type(e).__name__} {e}"
            done = time.perf_counter()
        self.told.sent_late.append((sent - due) * 1000)
        label = "any, in SQL" if sql else SAME.get(kind, kind)
        self.told.latencies[label].append((done - due) * 1000)
        if kind == "stale":
            self.told.fenced += status == 409
            if status != 409:
                self.told.failed[f"stale: {status} and not 409"] += 1
        elif not 200 <= status < 300:
            self.told.failed[f"{kind}: {status} {str(answer)[:60]}"] += 1
        else:
            self.keep(kind, of, answer)

    def pick(self, kind: str, worker: int) -> Held | None:
        """The row that a verb is about, and who calls it."""
        if kind in {"create", "deadline", "claim", "lapse", "list"}:
            return Held("", 0, worker)
        if kind == "stale":
            return self.left.popleft()
        if not self.held:
            return None
        of = self.held.popleft()
        if kind == "get":
            self.held.append(of)
        return of

    async def over_http(self, line: Line, kind: str, of: Held) -> tuple[int, Any]:
        method, path, body = http(kind, of)
        data = request(method, f"/api/escalations{path}", body, self.tokens[of.worker])
        status, text = await line.ask(data)
        return status, json.loads(text) if 200 <= status < 300 else text

    async def over_sql(self, conn: Any, kind: str, of: Held) -> tuple[int, Any]:
        verb, given = sql(kind, of)
        given["actor"] = self.actors[of.worker]
        names = ", ".join(f"{name} => %({name})s" for name in given)
        query = f"select to_jsonb(r) from rowlock.escalation_{verb}({names}) r"
        try:
            rows = await (await conn.execute(query, given)).fetchall()
        except psycopg.DatabaseError as e:
            if conn.broken:
                raise
            state = e.sqlstate or ""
            return int(state[2:]) if state.startswith("PT") else 500, f"{state} {e}"
        return 200, {"claimed": [r[0] for r in rows]} if verb == "claim_next" else rows[0][0]

    def keep(self, kind: str, of: Held, answer: Any) -> None:
        """What a client remembers of a success."""
        row = answer.get("escalation", answer)
        match kind:
            case "create" | "deadline":
                self.told.accepted.append(("created", row["id"], 0))
            case "claim" | "lapse":
                if not answer["claimed"]:
                    self.told.failed[f"{kind}: found nothing"] += 1
                for got in answer["claimed"]:
                    self.told.accepted.append(("claimed", got["id"], got["claim_no"]))
                    until = time.time() + LAPSE_MINUTES * 60 + 1
                    held = Held(got["id"], got["claim_no"], of.worker, until)
                    (self.held if kind == "claim" else self.left).append(held)
            case "extend":
                self.told.accepted.append(("extended", of.id, row["version"]))
                self.held.append(of)
            case "resolve":
                self.told.accepted.append(("resolved", of.id, 0))
            case "cancel":
                self.told.accepted.append(("cancelled", of.id, 0))


def http(kind: str, of: Held) -> tuple[str, str, bytes]:
    """Method, path and body of a verb over HTTP."""
    row = f"/{of.id}"
    match kind:
        case "create" | "deadline":
            return "POST", "", json_bytes(**(ROW if kind == "create" else LATE))
        case "claim" | "lapse":
            minutes = 30 if kind == "claim" else LAPSE_MINUTES
            given = {"roles": ["reviewer"], "count": False, "duration_minutes": minutes}
            return "POST", "/claim-next", json_bytes(**given)
        case "extend":
            return "POST", f"{row}/claim", json_bytes(expected_claim_no=of.claim_no)
        case "resolve" | "stale":
            given = {"resolver_payload": ANSWER, "expected_claim_no": of.claim_no}
            return "POST", f"{row}/resolve", json_bytes(**given)
        case "cancel":
            return "POST", f"{row}/cancel", json_bytes(reason="no longer needed")
        case "get":
            return "GET", row, b""
    return "GET", "?role=reviewer&status=pending&max_rows=20", b""


def sql(kind: str, of: Held) -> tuple[str, dict[str, Any]]:
    """The function and the arguments of a verb over SQL."""
    match kind:
        case "create" | "deadline":
            row = ROW if kind == "create" else LATE
            return "create", {k: Jsonb(v) if isinstance(v, dict) else v for k, v in row.items()}
        case "claim" | "lapse":
            minutes = 30 if kind == "claim" else LAPSE_MINUTES
            return "claim_next", {"roles": ["reviewer"], "duration_minutes": minutes}
        case "extend":
            return "claim", {"id": of.id, "expected_claim_no": of.claim_no}
        case "resolve" | "stale":
            given = {"resolver_payload": Jsonb(ANSWER), "expected_claim_no": of.claim_no}
            return "resolve", {"id": of.id, **given}
        case "cancel":
            return "cancel", {"id": of.id, "reason": "no longer needed"}
        case "get":
            return "get", {"id": of.id}
    return "list", {"role": "reviewer", "status": ["pending"], "max_rows": 20}


@asynccontextmanager
async def taken(pool: asyncio.Queue[Any]) -> AsyncIterator[Any]:
    """One of a pool, for a while."""
    one = await pool.get()
    try:
        yield one
    finally:
        pool.put_nowait(one)


async def reports(make: Callable[[], object]) -> None:
    """A report for each line of stdin, until it ends."""
    loop = asyncio.get_running_loop()
    while await loop.run_in_executor(None, sys.stdin.readline):
        # In a thread: who is slow to read holds up no verb and no stream.
        await loop.run_in_executor(None, report, make())


def report(what: object) -> None:
    data = pickle.dumps(what)
    sys.stdout.buffer.write(struct.pack("!Q", len(data)) + data)
    sys.stdout.buffer.flush()


async def load(given: dict[str, Any]) -> None:
    """Verbs at a rate until stdin ends; what was in flight ends too, and is in the last report."""
    one = Load(given["tokens"], given["actors"], given["rate"])

    def make() -> Told:
        told, one.told = one.told, Told()
        return told

    await one.open(given["url"], given["conninfo"])
    await one.fill(given["backlog"])
    report("ready")
    running = asyncio.create_task(one.run())
    await asyncio.wait(
        {running, asyncio.create_task(reports(make))}, return_when=asyncio.FIRST_COMPLETED
    )
    one.stopping = True
    await running
    report(make())


async def follow(given: dict[str, Any]) -> None:
    """Streams that are followed until stdin ends; each report has what came since the last."""
    to, loop = urlsplit(given["url"]), asyncio.get_running_loop()
    clients: list[Client] = []
    for i in range(given["streams"]):
        head = (
            f"GET /api/events/stream?after={given['after']}&topic=escalation.> HTTP/1.1\r\n"
            f"Host: {to.netloc}\r\n"
            f"Authorization: Bearer {given['tokens'][i % len(given['tokens'])]}\r\n\r\n"
        ).encode()
        clients.append(Client(head, Seen(exact=True)))
        await loop.create_connection(lambda c=clients[-1]: c, to.hostname, to.port)

    def make() -> list[Seen]:
        seen = [c.seen for c in clients]
        for c in clients:
            c.seen = Seen(exact=True, open=c.seen.open)
        return seen

    while not all(c.seen.open for c in clients):  # noqa: ASYNC110
        await asyncio.sleep(0.1)
    report("ready")
    await reports(make)
    report(make())


def client(what: str, file: str) -> None:
    """One of the two, as a process of its own: what it needs to know is in a file."""
    given = json.loads(Path(file).read_text())
    asyncio.run({"load": load, "follow": follow}[what](given))
