"""Clients that dribble, break off, or leave without a word: the service is rid of them soon."""

from __future__ import annotations

import os
import socket
import struct
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from urllib.parse import urlsplit

import psycopg
import pytest

from tests.http.conftest import World
from tests.http.service import serving, settings_for

pytestmark = pytest.mark.fault

MANY = 40


@pytest.fixture(scope="module")
def place(dsn: str) -> Iterator[World]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("rowlock.serving.IDLE_SECONDS", 1.0)
        settings = settings_for(dsn, body_timeout=1.0, timers=False, pool_size=2)
        with psycopg.connect(dsn, autocommit=True) as conn, serving(settings) as url:
            row = conn.execute("select id from rowlock.user_create_first(external_id => 'root')")
            world = World(url, conn, str((row.fetchone() or [""])[0]), "")
            world.row()
            yield world


def descriptors() -> int:
    return len(os.listdir("/proc/self/fd"))  # noqa: PTH208


def reset(sock: socket.socket) -> None:
    """Close it so that the other end gets a reset and no goodbye."""
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    sock.close()


def head(world: World, line: str, *more: str) -> bytes:
    bearer = f"Authorization: Bearer {world.admin.token}"
    return "\r\n".join([line, "Host: x", bearer, *more, "", ""]).encode()


@contextmanager
def lines(world: World, n: int = MANY) -> Iterator[list[socket.socket]]:
    """So many connections, of which the service holds none some seconds after they are closed."""
    before, rows = descriptors(), world.snapshot()
    to = urlsplit(world.url)
    with ExitStack() as stack:
        made = [
            stack.enter_context(socket.create_connection((to.hostname, to.port), timeout=20))
            for _ in range(n)
        ]
        yield made
    until = time.monotonic() + 60
    while descriptors() > before:
        assert time.monotonic() < until, f"{descriptors()} descriptors, and {before} before"
        time.sleep(0.05)
    assert world.snapshot() == rows
    assert world.admin("GET", "/api/me").status == 200


def test_a_head_that_dribbles_is_not_waited_for(place: World) -> None:
    with lines(place) as socks:
        for sock in socks:
            sock.sendall(b"GET /api/me HTTP/1.1\r\nHost: x\r\nX-Slow: ")
        until = time.monotonic() + 60
        open_ = set(socks)
        while open_:
            assert time.monotonic() < until, f"{len(open_)} are still served"
            for sock in tuple(open_):
                try:
                    sock.sendall(b"x")
                    sock.setblocking(False)
                    if sock.recv(100) == b"":
                        open_.discard(sock)
                except BlockingIOError:
                    pass
                except OSError:
                    open_.discard(sock)
            time.sleep(0.1)


def test_a_body_that_dribbles_is_408(place: World) -> None:
    with lines(place) as socks:
        for sock in socks:
            sock.sendall(head(place, "POST /api/escalations HTTP/1.1", "Content-Length: 1000"))
            sock.sendall(b'{"role": ')
        for sock in socks:
            said = sock.recv(10_000).decode()
            assert said.startswith("HTTP/1.1 408 "), said
            assert '"body_time"' in said and "request_id" in said


@pytest.mark.parametrize("end", [socket.socket.close, reset])
def test_a_body_that_breaks_off_changes_nothing(place: World, end: object) -> None:
    with lines(place) as socks:
        for number, sock in enumerate(socks):
            sock.sendall(head(place, "POST /api/escalations HTTP/1.1", "Content-Length: 40"))
            sock.sendall(b'{"role": "reviewer", "type": "t"       }'[:number])
            end(sock)  # type: ignore[operator]


@pytest.mark.parametrize("end", ["close", "reset", "half"])
def test_streams_whose_client_left_are_let_go(place: World, end: str) -> None:
    with lines(place) as socks:
        for sock in socks:
            sock.sendall(head(place, "GET /api/events/stream HTTP/1.1"))
        for sock in socks:
            assert sock.recv(15) == b"HTTP/1.1 200 OK"
        for sock in socks:
            if end == "half":
                sock.shutdown(socket.SHUT_WR)
            else:
                (reset if end == "reset" else socket.socket.close)(sock)
        if end == "half":
            for sock in socks:
                while sock.recv(10_000):
                    pass
