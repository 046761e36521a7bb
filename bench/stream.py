"""Live streams under load: from commit to client, what is lost or doubled, CPU and memory."""

from __future__ import annotations

import argparse
import asyncio
import os
import pickle
import re
import resource
import subprocess
import sys
import threading
import time
from array import array
from bisect import bisect_left
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
from psycopg.conninfo import make_conninfo

from rowlock.auth import issue
from support import WORKER, Bench, bench, table

SECRET = "a secret of the benchmark, long enough"
SERVE = (
    "from rowlock import log; from rowlock.serving import run;"
    "from rowlock.settings import Settings;"
    "log.configure('error'); run(Settings(), lambda url: print(url, flush=True))"
)
# Each transaction is one row and one event.
WRITE = f"""select (escalation).id from rowlock.escalation_create(
  role => 'reviewer', type => 'approval', description => 'May we?', origin_id => 'bench',
  actor => '{WORKER}');
"""
ID = re.compile(rb"id: (\d+)\nevent: ")
# Of every so many streams each id is looked at; of the others the ends of each piece and a count.
EXACT = 20


@dataclass(slots=True)
class Seen:
    """What one stream got, piece by piece: when, first and last id, how many; and perhaps each."""

    exact: bool
    open: bool = False
    lagged: bool = False
    times: array[float] = field(default_factory=lambda: array("d"))
    pieces: array[int] = field(default_factory=lambda: array("q"))
    ids: array[int] = field(default_factory=lambda: array("q"))


class Client(asyncio.Protocol):
    """A stream's other end, as cheap as Python can."""

    def __init__(self, request: bytes, seen: Seen) -> None:
        self.request, self.seen, self.rest = request, seen, b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        transport.write(self.request)

    def data_received(self, data: bytes) -> None:
        now = time.time()
        text = self.rest + data if self.rest else data
        end = text.rfind(b"\n\n") + 2
        self.rest = text[end:] if end >= 2 else text
        self.seen.open = True
        self.seen.lagged |= b"\nevent: lagged" in text
        first = ID.search(text, 0, max(end, 0))
        if first is None:
            return
        last = ID.match(text, text.rfind(b"id: ", 0, text.rfind(b"\nevent: escalation.", 0, end)))
        assert last
        self.seen.times.append(now)
        self.seen.pieces.extend(
            (int(first[1]), int(last[1]), text.count(b"\nevent: escalation.", 0, end))
        )
        if self.seen.exact:
            self.seen.ids.extend(map(int, ID.findall(text, 0, end)))


async def follow(url: str, tokens: list[str], streams: int, query: str, out: str) -> None:
    """Open the streams, follow them until stdin ends, and leave what they got in a file."""
    to, loop = urlsplit(url), asyncio.get_running_loop()
    seen = [Seen(i % EXACT == 0) for i in range(streams)]
    for i, one in enumerate(seen):
        request = (
            f"GET /api/events/stream{query} HTTP/1.1\r\nHost: {to.netloc}\r\n"
            f"Authorization: Bearer {tokens[i % len(tokens)]}\r\n\r\n"
        ).encode()
        await loop.create_connection(lambda r=request, s=one: Client(r, s), to.hostname, to.port)
    while not all(one.open for one in seen):  # noqa: ASYNC110
        await asyncio.sleep(0.1)
    print("open", flush=True)
    await loop.run_in_executor(None, sys.stdin.read)
    Path(out).write_bytes(  # noqa: ASYNC240  # nothing is followed any more
        pickle.dumps(seen)
    )


@dataclass(slots=True)
class Process:
    """What the system says of a process."""

    pid: int

    def rss(self) -> float:
        """MB of memory."""
        text = Path(f"/proc/{self.pid}/status").read_text()
        return int(re.findall(r"VmRSS:\s+(\d+)", text)[0]) / 1024

    def cpu(self) -> float:
        """Seconds of CPU."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def waited(self) -> float:
        """Seconds in which it could run and had no CPU."""
        threads = Path(f"/proc/{self.pid}/task").glob("*/schedstat")
        return sum(int(t.read_text().split()[1]) for t in threads) / 1e9


@dataclass(slots=True)
class Service(Process):
    """A running service."""

    url: str = ""


@contextmanager
def service(b: Bench, conninfo: str) -> Iterator[Service]:
    """The service in a process of its own, as `rowlock up` runs it."""
    env = {
        **os.environ,
        "DATABASE_URL": make_conninfo(conninfo, user="bench"),
        "ROWLOCK_JWT_SECRET": SECRET,
        "ROWLOCK_PORT": "0",
    }
    process = subprocess.Popen([sys.executable, "-c", SERVE], env=env, stdout=subprocess.PIPE)
    try:
        assert process.stdout
        yield Service(process.pid, process.stdout.readline().decode().strip())
    finally:
        process.terminate()
        process.wait(20)


@contextmanager
def clients(
    to: Service, tokens: list[str], streams: int, query: str, out: Path
) -> Iterator[Process]:
    """So many open streams in a process of their own; what they got is in the file afterwards."""
    argv = [sys.executable, __file__, "--follow", to.url, str(streams), query, str(out)]
    process = subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdin and process.stdout
    process.stdin.write(" ".join(tokens).encode() + b"\n")
    process.stdin.flush()
    process.stdout.readline()
    yield Process(process.pid)
    process.stdin.close()
    process.wait(60)


def people(b: Bench, conninfo: str, viewers: int) -> list[str]:
    """Tokens of so many accounts that read the role."""
    b.run(
        conninfo,
        "insert into rowlock.user_account (id, external_id)"
        " select ('00000000-0000-4000-8000-' || lpad(i::text, 12, '0'))::uuid, 'viewer-' || i"
        f" from generate_series(1001, {1000 + viewers}) i",
        "insert into rowlock.membership (user_id, role)"
        " select u.id, 'reviewer' from rowlock.user_account u where u.external_id ~ '^viewer-'",
    )
    ids = [f"00000000-0000-4000-8000-{i:012}" for i in range(1001, 1001 + viewers)]
    return [issue(SECRET, user)[0] for user in ids]


def percentile(values: array[float], part: float) -> float:
    """Of values in order."""
    return values[min(len(values) - 1, int(len(values) * part))]


def live(b: Bench, streams: int, rate: int, seconds: int, viewers: int) -> None:
    """Write at a rate, follow with all streams, compare with the journal."""
    conninfo = b.database("live")
    tokens, out = people(b, conninfo, viewers), b.scratch / "seen"
    memory: list[float] = []
    with service(b, conninfo) as s, psycopg.connect(conninfo, autocommit=True) as conn:
        start = (conn.execute("select max(seq) from rowlock.event").fetchone() or [0])[0] or 1
        with clients(s, tokens, streams, f"?after={start}", out) as far:
            began, cpu, waited = time.monotonic(), s.cpu(), s.waited()
            args = ["-T", str(seconds), "-R", str(rate)]
            writing = threading.Thread(target=b.pgbench, args=(conninfo, WRITE, 8, "bench", *args))
            writing.start()
            while writing.is_alive():
                time.sleep(1)
                memory.append(s.rss())
            starved = (s.waited() - waited) / (time.monotonic() - began)
            time.sleep(3)
            spent, used, theirs = time.monotonic() - began, s.cpu() - cpu, far.cpu()
        query = (
            "select seq, extract(epoch from pg_xact_commit_timestamp(xmin))::float8"
            " from rowlock.event where seq > %s order by seq"
        )
        rows = conn.execute(query, [start]).fetchall()
    seqs = array("q", [r[0] for r in rows])
    commits = array("d", [r[1] for r in rows])
    lost = doubled = disordered = lagged = 0
    late = array("d")
    for seen in pickle.loads(out.read_bytes()):
        told, at = 0, -1
        lagged += seen.lagged
        for when, i in zip(seen.times, range(0, len(seen.pieces), 3), strict=True):
            first, last, count = seen.pieces[i : i + 3]
            begin, end = bisect_left(seqs, first), bisect_left(seqs, last)
            disordered += begin != at + 1 or end - begin + 1 != count
            told, at = told + count, end
            late.extend([(when - commits[n]) * 1000 for n in range(begin, end + 1)])
        lost += max(len(seqs) - told, 0)
        doubled += max(told - len(seqs), 0)
        if seen.exact:
            disordered += seen.ids != seqs
    late = array("d", sorted(late))
    load = os.getloadavg()[0] / (os.cpu_count() or 1)
    first = memory[min(59, len(memory) // 2)]
    table(
        f"{streams} streams of {viewers} accounts, {len(seqs) / seconds:.0f} events/s, {seconds} s",
        ["what", "value"],
        [
            ["delivered", f"{len(late):,}"],
            ["lost", f"{lost}"],
            ["streams that lagged and were closed", f"{lagged}"],
            ["doubled", f"{doubled}"],
            ["pieces with a gap or out of order", f"{disordered}"],
            ["commit to client, p50 ms", f"{percentile(late, 0.5):.1f}"],
            ["p99 ms", f"{percentile(late, 0.99):.1f}"],
            ["p99.9 ms", f"{percentile(late, 0.999):.1f}"],
            ["most ms", f"{late[-1]:.1f}"],
            ["service CPU, of one core", f"{used / spent:.2f}"],
            ["service waited for a CPU, of the time", f"{starved:.2f}"],
            ["the clients' CPU, of one core", f"{theirs / spent:.2f}"],
            [
                "load of the machine, of its cores",
                f"{load:.1f}",
            ],
            ["service CPU s per 1,000 deliveries", f"{used / len(late) * 1000:.5f}"],
            ["memory early, MB", f"{first:.1f}"],
            ["memory at the end, MB", f"{memory[-1]:.1f}"],
            ["of early", f"{memory[-1] / first:.2f}"],
        ],
    )


def idle(b: Bench, streams: int, viewers: int) -> None:
    """Streams on which nothing happens."""
    conninfo = b.database("idle")
    tokens = people(b, conninfo, viewers)
    with service(b, conninfo) as s:
        before = s.rss()
        with clients(s, tokens, streams, "?topic=nothing", b.scratch / "seen"):
            time.sleep(5)
            cpu = s.cpu()
            time.sleep(20)
            used, after = (s.cpu() - cpu) / 20, s.rss()
    table(
        f"{streams} idle streams of {viewers} accounts",
        ["what", "value"],
        [
            ["memory without, MB", f"{before:.1f}"],
            ["memory with, MB", f"{after:.1f}"],
            ["KB a stream", f"{(after - before) * 1024 / streams:.1f}"],
            ["service CPU, of one core", f"{used:.3f}"],
        ],
    )


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    if sys.argv[1:2] == ["--follow"]:
        to, count, asked, file = sys.argv[2:]
        asyncio.run(follow(to, sys.stdin.readline().split(), int(count), asked, file))
        sys.exit()
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--streams", type=int, default=200)
    parser.add_argument("--rate", type=int, default=500)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--viewers", type=int, default=20)
    parser.add_argument("--idle", type=int, default=1000)
    given = parser.parse_args()
    with bench({"track_commit_timestamp": "on"}) as running:
        if given.streams:
            live(running, given.streams, given.rate, given.seconds, given.viewers)
        if given.idle:
            idle(running, given.idle, min(given.idle, 500))
