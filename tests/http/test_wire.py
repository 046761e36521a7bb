"""What is no valid request is answered as everything is: JSON, a request id, the headers."""

from __future__ import annotations

import http.client
import io
import json
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

import pytest

from rowlock import wire

from .conftest import World
from .service import Answer, until
from .test_metrics import of, scrape

HEAD = b"GET /api/me HTTP/1.1\r\nHost: x\r\n"


class _Wire:
    """Enough of a socket for http.client to read an answer from."""

    def __init__(self, data: bytes) -> None:
        self._data = data

    def makefile(self, *_: object) -> io.BytesIO:
        return io.BytesIO(self._data)


def sent(url: str, data: bytes) -> Answer:
    """The answer to bytes that are sent as they are; the service ends the connection."""
    to = urlsplit(url)
    got = b""
    with socket.create_connection((to.hostname or "", to.port or 0), timeout=30) as sock:
        sock.sendall(data)
        while chunk := sock.recv(65536):
            got += chunk
    response = http.client.HTTPResponse(_Wire(got))  # type: ignore[arg-type]
    response.begin()
    return Answer(response.status, response.headers, response.read().decode())


BAD = {
    "no method": (b"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n", 400, "request_invalid"),
    "no version of HTTP": (b"GET / HTTQ/1.1\r\nHost: x\r\n\r\n", 400, "request_invalid"),
    "two lengths": (
        HEAD + b"Content-Length: 1\r\nContent-Length: 2\r\n\r\n",
        400,
        "request_invalid",
    ),
    "length and chunks": (
        HEAD + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        400,
        "request_invalid",
    ),
    "a negative length": (HEAD + b"Content-Length: -1\r\n\r\n", 400, "request_invalid"),
    "a header without a colon": (HEAD + b"nonsense\r\n\r\n", 400, "request_invalid"),
    "a long header": (HEAD + b"X: " + b"x" * 20_000 + b"\r\n\r\n", 431, "request_size"),
    "a long address": (
        b"GET /" + b"x" * 20_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
        431,
        "request_size",
    ),
    "an expectation": (HEAD + b"Expect: wonders\r\n\r\n", 417, "request_expectation"),
    "an expectation nowhere": (
        b"GET /nowhere HTTP/1.1\r\nHost: x\r\nExpect: wonders\r\n\r\n",
        417,
        "request_expectation",
    ),
}


@pytest.mark.parametrize("data, status, code", BAD.values(), ids=BAD.keys())
def test_what_is_no_request_is_refused_in_json(
    world: World, data: bytes, status: int, code: str
) -> None:
    answer = sent(world.url, data)
    assert answer.code == (status, code)
    assert set(answer.body) == {"error", "code", "detail", "hint", "request_id"}
    assert answer.body["request_id"] == answer.headers["X-Request-Id"] != ""
    assert answer.headers["Content-Type"].startswith("application/json")
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Content-Security-Policy"].startswith("default-src 'none'")
    assert answer.headers["Server"] == "rowlock"


def test_a_client_that_waits_for_100_is_told_to_go_on(world: World) -> None:
    body = json.dumps({"external_id": "root", "password": "wrong"}).encode()
    head = (
        "POST /api/auth/login HTTP/1.1\r\nHost: x\r\nConnection: close\r\nExpect: 100-continue\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    )
    to = urlsplit(world.url)
    with socket.create_connection((to.hostname or "", to.port or 0), timeout=30) as sock:
        sock.sendall(head.encode())
        assert sock.recv(1024).startswith(b"HTTP/1.1 100 Continue")
        sock.sendall(body)
        assert sock.recv(65536).startswith(b"HTTP/1.1 401")


def test_a_body_over_one_megabyte_is_413(world: World) -> None:
    raw = b'{"role": "reviewer", "type": "' + b"x" * (1024 * 1024) + b'"}'
    for path in ("/api/escalations", "/api/auth/login"):
        answer = world.admin("POST", path, raw=raw)
        assert answer.code == (413, "body_size")
        assert answer.body["request_id"] == answer.headers["X-Request-Id"]


@pytest.fixture(scope="module")
def large(world: World) -> str:
    """The path of an answer that is far larger than what the kernel keeps."""
    for _ in range(30):
        world.row(origin_id="large", envelope={"a": "x" * 250_000}, metadata={"a": "x" * 30_000})
    return "/api/escalations?origin_id=large"


@contextmanager
def asked(world: World, path: str) -> Iterator[socket.socket]:
    to = urlsplit(world.url)
    with socket.socket() as sock:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 65536)
        sock.settimeout(30)
        sock.connect((to.hostname or "", to.port or 0))
        head = f"Host: x\r\nConnection: close\r\nAuthorization: Bearer {world.admin.token}"
        sock.sendall(f"GET {path} HTTP/1.1\r\n{head}\r\n\r\n".encode())
        yield sock


@pytest.mark.slow
def test_a_client_that_takes_nothing_of_its_answer_is_cut_off(
    world: World, large: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wire, "STALLED", 0.5)

    def served() -> float:
        return of(scrape(world.nobody), "http_request_seconds_count", route="/api/escalations")

    before = served()
    with asked(world, large) as sock:
        until(lambda: served() > before)
        time.sleep(3)
        got = 0
        try:
            while chunk := sock.recv(1 << 20):
                got += len(chunk)
        except ConnectionResetError:
            pass
    assert got < 8_000_000


@pytest.mark.slow
def test_a_client_that_is_slow_gets_all_of_its_answer(
    world: World, large: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wire, "STALLED", 1.5)
    got = b""
    with asked(world, large) as sock:
        while chunk := sock.recv(65536):
            got += chunk
            # Longer in all than a client may take nothing.
            time.sleep(0.02)
    assert len(json.loads(got.partition(b"\r\n\r\n")[2])["escalations"]) == 30
