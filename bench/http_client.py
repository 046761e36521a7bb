"""A cheap HTTP client for benchmarks: requests made beforehand, one epoll, keep-alive."""

from __future__ import annotations

import json
import select
import socket
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from urllib.parse import urlsplit

# Given the answer before, the kind and the bytes of the next request.
Script = Callable[[bytes], tuple[str, bytes]]


def json_bytes(**members: object) -> bytes:
    """A body."""
    return json.dumps(members).encode()


def request(method: str, path: str, body: bytes, token: str) -> bytes:
    """The bytes of one request."""
    head = (
        f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


@dataclass(slots=True)
class Run:
    """What a run saw: milliseconds of each answer by kind, how long it took, our own CPU."""

    seconds: float = 0.0
    cpu: float = 0.0
    latencies: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    failures: dict[bytes, int] = field(default_factory=lambda: defaultdict(int))

    @property
    def count(self) -> int:
        """How many answers came."""
        return sum(map(len, self.latencies.values()))


@dataclass(slots=True)
class _Connection:
    sock: socket.socket
    script: Script
    kind: str = ""
    sent: float = 0.0
    got: bytes = b""
    length: int = 0

    def send(self, answer: bytes) -> None:
        self.kind, data = self.script(answer)
        self.got, self.length = b"", 0
        self.sent = time.perf_counter()
        self.sock.sendall(data)

    def receive(self) -> bool:
        """Read what came; whether the answer is complete."""
        data = self.sock.recv(262144)
        if not data:
            raise SystemExit("the service closed a connection")
        self.got += data
        if not self.length and (head := self.got.find(b"\r\n\r\n")) > 0:
            at = self.got.find(b"Content-Length: ", 0, head) + 16
            self.length = head + 4 + int(self.got[at : self.got.find(b"\r", at)])
        return 0 < self.length <= len(self.got)


def run(url: str, scripts: list[Script], seconds: float) -> Run:
    """A connection for each script, each with one request in flight, until the time is over."""
    to = urlsplit(url)
    seen = Run()
    poll = select.epoll()
    connections: dict[int, _Connection] = {}
    for script in scripts:
        sock = socket.create_connection((to.hostname or "", to.port or 80))
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connections[sock.fileno()] = _Connection(sock, script)
        poll.register(sock, select.EPOLLIN)
    began, cpu = time.perf_counter(), time.process_time()
    for c in connections.values():
        c.send(b"")
    busy = len(connections)
    while busy:
        for number, _ in poll.poll(30):
            c = connections[number]
            if not c.receive():
                continue
            now = time.perf_counter()
            seen.latencies[c.kind].append((now - c.sent) * 1000)
            if c.got[9:10] != b"2":
                seen.failures[c.got[-300:]] += 1
            if now < began + seconds:
                c.send(c.got)
            else:
                busy -= 1
    seen.seconds, seen.cpu = time.perf_counter() - began, time.process_time() - cpu
    for c in connections.values():
        c.sock.close()
    return seen
