"""Requests that are costly to read: refused as told, at once, in little memory, beside others.

Bodies that are no good on any route are in tests/http/test_hostile.py, what is no HTTP in
test_wire.py, and clients that dribble in tests/faults/test_bad_clients.py.
"""

from __future__ import annotations

import base64
import http.client
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from urllib.parse import quote, urlsplit

import pytest

from tests.http.conftest import World, password_hash, world
from tests.http.service import Answer

__all__ = ["password_hash", "world"]

pytestmark = pytest.mark.slow

MEGABYTE = 1024 * 1024
# What the whole table may cost for good, several times what it takes.
GROWTH = 24 * MEGABYTE
CHUNKED = b"Transfer-Encoding: chunked\r\n\r\n"


def coded(text: bytes) -> bytes:
    return base64.urlsafe_b64encode(text).rstrip(b"=")


def jwt(head: bytes, claims: bytes = b"{}") -> bytes:
    return b".".join((coded(head), coded(claims), b"x"))


def get(path: str, *lines: bytes) -> bytes:
    return b"\r\n".join((f"GET {path} HTTP/1.1".encode(), b"Host: x", *lines, b"", b""))


def signed(line: str, rest: bytes) -> bytes:
    """A request of the admin's, whose token comes in the place of TOKEN."""
    return f"{line} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer TOKEN\r\n".encode() + rest


def post(rest: bytes) -> bytes:
    return signed("POST /api/escalations", rest)


def body(value: bytes) -> bytes:
    sent = b'{"role": "reviewer", "type": "t", "metadata": ' + value + b"}"
    return post(b"Content-Length: %d\r\n\r\n" % len(sent) + sent)


DEEP, DIGITS = b"[" * 5_700, b"9" * 5_000
KEYS = b"{" + b",".join(b'"k%d":1' % i for i in range(70_000)) + b"}"
BOMBS: dict[str, tuple[bytes, int]] = {
    # Who is asking is read before anybody is known.
    "a deep head of a token": (get("/api/me", b"Authorization: Bearer " + jwt(DEEP)), 401),
    "deep claims": (get("/api/me", b"Authorization: Bearer " + jwt(b'{"alg":"HS256"}', DEEP)), 401),
    "digits in a token": (
        get("/api/me", b"Authorization: Bearer " + jwt(b'{"alg":%b}' % DIGITS)),
        401,
    ),
    "an odd head": (
        get("/api/me", b"Authorization: Bearer " + jwt(b'{"alg":{},"kid":[],"b64":false}')),
        401,
    ),
    "bytes as a key": (get("/api/me", b"Authorization: Bearer rl_\xff\xfe_\x80"), 401),
    "a deep cookie": (get("/api/me", b"Cookie: rowlock_session=" + jwt(DEEP)), 401),
    "a cookie of 64 KiB": (get("/api/me", b"Cookie: rowlock_session=" + b"x" * 65_536), 431),
    "thousands of cookies": (get("/api/me", b"Cookie: " + b"a=b;" * 2_000), 401),
    # Heads.
    "ten thousand headers": (get("/api/me", *(b"X-%d: 1" % i for i in range(10_000))), 400),
    "an address of 100 KB": (get(f"/api/me?{'a' * 100_000}"), 431),
    "a path of bytes": (b"GET /api/roles/\xff\xfe HTTP/1.1\r\nHost: x\r\n\r\n", 400),
    "a path upwards": (get("/assets/x/%2e%2e/%2e%2e/app.py"), 404),
    "an unknown method": (signed("PROPFIND /api/me", b"\r\n"), 405),
    # Bodies that are framed so as to be read for long.
    "a length of no number": (post(b"Content-Length: %b\r\n\r\n" % (b"9" * 40)), 400),
    "chunks without an end": (post(CHUNKED + (b"10000\r\n" + b" " * 65_536 + b"\r\n") * 40), 413),
    "a chunk of no number": (post(CHUNKED + b"F" * 20 + b"\r\n"), 400),
    "thousands of trailers": (
        post(CHUNKED + b"2\r\n{}\r\n0\r\n" + b"".join(b"T%d: x\r\n" % i for i in range(5_000))),
        400,
    ),
    "an odd character set": (
        post(b"Content-Type: application/json; charset=hex\r\nContent-Length: 2\r\n\r\n{}"),
        400,
    ),
    "open brackets": (body(b"[" * 900_000), 400),
    "70,000 keys": (body(KEYS), 400),
    "900,000 digits": (body(b"9" * 900_000), 400),
    "one byte over 32 KiB": (body(b'{"a":"%b"}' % (b"x" * (32 * 1024 + 1))), 400),
    # Patterns, cursors and what is searched for.
    "a cursor that is deep": (
        signed(f"GET /api/escalations?after={quote(coded(DEEP).decode())}", b"\r\n"),
        400,
    ),
    "what is searched for": (signed(f"GET /api/escalations?search={'%25' * 1_000}", b"\r\n"), 400),
    "stars": (signed(f"GET /api/events?topic={'>.' * 90}x", b"\r\n"), 400),
    "a last event of 5,000 digits": (
        signed("GET /api/events/stream", b"Last-Event-ID: %b\r\n\r\n" % DIGITS),
        400,
    ),
    "a last event in other digits": (
        signed("GET /api/events/stream", b"Last-Event-ID: \xd9\xa3\r\n\r\n"),
        400,
    ),
}  # fmt: skip


@contextmanager
def line(world: World, data: bytes) -> Iterator[socket.socket]:
    to = urlsplit(world.url)
    with socket.create_connection((to.hostname or "", to.port or 0), timeout=20) as sock:
        # It may be refused before all of it was taken.
        with suppress(ConnectionError):
            sock.sendall(data.replace(b"TOKEN", (world.admin.token or "").encode()))
        yield sock


def answered(sock: socket.socket) -> Answer:
    got = http.client.HTTPResponse(sock)
    got.begin()
    return Answer(got.status, got.headers, got.read().decode())


def resident() -> int:
    """The memory of this process, which is the service's too."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096


def test_each_is_refused_in_little_memory(world: World) -> None:
    world.row()
    before, size = world.snapshot(), 0
    wrong = []
    for _ in range(3):
        for name, (data, status) in BOMBS.items():
            with line(world, data) as sock:
                answer = answered(sock)
            told = set(answer.body) == {"error", "code", "detail", "hint", "request_id"}
            if answer.status != status or not told or len(answer.text) > 10_000:
                wrong.append((name, answer.status, answer.text[:300]))
        # The first turn pays for what is kept once: plans, a document, larger buffers.
        size = size or resident()
    assert wrong == []
    assert resident() - size < GROWTH
    assert world.snapshot() == before


def test_what_never_ends_holds_nobody_up(world: World) -> None:
    endless = (
        post(b"Content-Length: 99999999999\r\n\r\n{"),
        post(CHUNKED + b"7FFFFFFF\r\n{"),
        b"GET /api/me HTTP/1.1\r\nHost: x\r\nX-Slow: ",
        signed(f"GET /api/events/stream?topic={'*.' * 90}*", b"\r\n"),
    )
    with ExitStack() as stack:
        for data in endless * 5:
            stack.enter_context(line(world, data))
        for _ in range(10):
            assert world.admin("GET", "/api/me").status == 200
