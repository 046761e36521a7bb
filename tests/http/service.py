"""The service in a thread of its own, and plain clients of it: requests and event streams."""

from __future__ import annotations

import asyncio
import http.client
import json
import socket
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from time import monotonic, sleep
from typing import Any
from urllib.parse import urlsplit

import uvloop
from argon2 import PasswordHasher
from psycopg.conninfo import make_conninfo

from rowlock import login
from rowlock.install import prepare_service_login
from rowlock.serving import serve
from rowlock.settings import Settings

from . import contract

SECRET = "a secret of the tests, long enough"
SECRET_KEY = "5e" * 32
PASSWORD = "service login of the tests"
# A hash is dear on purpose, each service begins with one, and most tests are about other things.
login.PasswordHasher = partial(PasswordHasher, time_cost=1, memory_cost=8, parallelism=1)


def settings_for(dsn: str, **changes: Any) -> Settings:
    """Settings of a service on the database, with a login of its own."""
    user = prepare_service_login(dsn, password=PASSWORD)
    given = {
        "database_url": make_conninfo(dsn, user=user, password=PASSWORD),
        "jwt_secret": SECRET,
        "secret_key": SECRET_KEY,
        "port": 0,
        "pool_size": 8,
    }
    return Settings(**{**given, **changes})


@contextmanager
def serving(settings: Settings) -> Iterator[str]:
    """The address of a running service; it is stopped as SIGTERM stops it."""
    begun: list[str | BaseException] = []
    ready = threading.Event()
    handles: list[tuple[asyncio.AbstractEventLoop, asyncio.Event]] = []

    async def main() -> None:
        stop = asyncio.Event()
        handles.append((asyncio.get_running_loop(), stop))
        await serve(settings, stop, lambda url: (begun.append(url), ready.set())[0])

    def run() -> None:
        try:
            with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
                runner.run(main())
        except BaseException as e:
            begun.append(e)
        finally:
            ready.set()

    thread = threading.Thread(target=run)
    thread.start()
    ready.wait(60)
    if not begun or isinstance(begun[0], BaseException):
        thread.join()
        raise begun[0] if begun and isinstance(begun[0], BaseException) else TimeoutError
    try:
        yield begun[0]
    finally:
        loop, stop = handles[0]
        loop.call_soon_threadsafe(stop.set)
        thread.join(20)
        assert not thread.is_alive(), "the service did not stop within its ten seconds"


def until(done: Callable[[], bool], seconds: float = 60) -> None:
    """Wait for it."""
    end = monotonic() + seconds
    while not done():
        assert monotonic() < end, "it never comes"
        sleep(0.05)


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back."""

    status: int
    headers: http.client.HTTPMessage
    text: str

    @property
    def body(self) -> Any:
        return json.loads(self.text)

    @property
    def code(self) -> tuple[int, str]:
        return self.status, self.body["code"]

    @property
    def field(self) -> str | None:
        return (self.body["detail"] or {}).get("field")


@dataclass(frozen=True, slots=True)
class Client:
    """Sends requests as one user, or as nobody."""

    url: str
    token: str | None = None
    # Whether the service's own document must tell what it answers.
    told: bool = True

    def open(
        self, method: str, path: str, body: bytes | None, headers: Mapping[str, str], timeout: float
    ) -> http.client.HTTPConnection:
        to = urlsplit(self.url)
        conn = http.client.HTTPConnection(to.hostname or "", to.port, timeout=timeout)
        bearer = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        conn.request(method, path, body, {**bearer, **headers})
        return conn

    def __call__(
        self,
        method: str,
        path: str,
        body: object = None,
        *,
        raw: bytes | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Answer:
        sent = raw if body is None else json.dumps(body).encode()
        conn = self.open(method, path, sent, headers or {}, 30)
        try:
            got = conn.getresponse()
            answer = Answer(got.status, got.headers, got.read().decode())
        finally:
            conn.close()
        # The document tells a file's kind, and nothing of what is in it.
        if self.told and answer.headers.get_content_type() != "text/csv":
            contract.check(self.url, method, path, answer.status, answer.text)
        return answer

    def refused(self, method: str, path: str, body: object = None) -> tuple[int, str]:
        return self(method, path, body).code

    @contextmanager
    def stream(
        self, query: str = "", last: int | None = None, path: str = "/api/events/stream"
    ) -> Iterator[Stream]:
        headers = {} if last is None else {"Last-Event-ID": str(last)}
        conn = self.open("GET", f"{path}{query}", None, headers, 30)
        got = conn.getresponse()
        try:
            yield Stream(got, conn.sock or got.fp.raw._sock)
        finally:
            got.close()
            conn.close()


@dataclass(frozen=True, slots=True)
class Frame:
    """One block of an event stream; a comment has no event."""

    event: str | None = None
    id: int | None = None
    data: Any = None
    comment: str | None = None


def ids(frames: list[Frame]) -> list[int | None]:
    """The ids of frames."""
    return [f.id for f in frames]


@dataclass(slots=True)
class Stream:
    """An open event stream."""

    response: http.client.HTTPResponse
    sock: socket.socket
    comments: list[str] = field(default_factory=list)

    @property
    def status(self) -> int:
        return self.response.status

    def block(self, timeout: float = 20) -> Frame | None:
        """The next block; None at the end of the stream."""
        self.sock.settimeout(timeout)
        fields: dict[str, str] = {}
        while True:
            line = self.response.readline().decode()
            if not line:
                return None
            if line == "\n":
                break
            name, _, value = line.rstrip("\n").partition(": " if not line.startswith(":") else ":")
            fields[name] = value.strip()
        if "" in fields:
            self.comments.append(fields[""])
        return Frame(
            event=fields.get("event"),
            id=int(fields["id"]) if "id" in fields else None,
            data=json.loads(fields["data"]) if "data" in fields else None,
            comment=fields.get(""),
        )

    def take(self, n: int, timeout: float = 20) -> list[Frame]:
        """The next n events, without comments."""
        until = monotonic() + timeout
        found: list[Frame] = []
        while len(found) < n:
            frame = self.block(max(0.1, until - monotonic()))
            assert frame is not None, f"the stream ended after {found}"
            if frame.event:
                found.append(frame)
        return found

    def quiet(self, seconds: float) -> bool:
        """Whether no event comes for so long. The stream is of no use afterwards."""
        try:
            while (frame := self.block(seconds)) is not None:
                if frame.event:
                    return False
        except TimeoutError:
            return True
        return False
