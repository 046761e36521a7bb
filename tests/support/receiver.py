"""An endpoint that webhooks are sent to: it keeps what comes, and answers as it is told."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from time import monotonic
from typing import Any

from standardwebhooks.webhooks import Webhook

Answer = Callable[["Got"], "int | tuple[int, Mapping[str, str]]"]


@dataclass(frozen=True, slots=True)
class Got:
    """One request that came."""

    path: str
    headers: Mapping[str, str]
    body: bytes
    at: float

    @property
    def id(self) -> str:
        return self.headers["webhook-id"]

    @property
    def event(self) -> Any:
        return json.loads(self.body)

    def verified(self, secret: str) -> Any:
        """The event, if the library of Standard Webhooks says that the secret signed it."""
        return Webhook(secret).verify(self.body, dict(self.headers))


@dataclass(slots=True)
class Receiver:
    """What has come to which path."""

    url: str
    came: list[Got] = field(default_factory=list)
    answers: dict[str, Answer] = field(default_factory=dict)
    changed: threading.Condition = field(default_factory=threading.Condition)

    def to(self, path: str) -> list[Got]:
        with self.changed:
            return [g for g in self.came if g.path == path]

    def wait(self, path: str, count: int, seconds: float = 30) -> list[Got]:
        """The requests to a path, when so many have come."""
        with self.changed:
            done = self.changed.wait_for(
                lambda: sum(g.path == path for g in self.came) >= count, seconds
            )
            assert done, f"{path} got {[g.event['topic'] for g in self.came if g.path == path]}"
        return self.to(path)

    def take(self, got: Got) -> int | tuple[int, Mapping[str, str]]:
        with self.changed:
            self.came.append(got)
            self.changed.notify_all()
        return self.answers.get(got.path, lambda _: 200)(got)


@contextmanager
def receiving() -> Iterator[Receiver]:
    """A receiver that runs."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            headers = {k.lower(): v for k, v in self.headers.items()}
            answer = made.take(Got(self.path, headers, body, monotonic()))
            status, more = answer if isinstance(answer, tuple) else (answer, {})
            self.send_response(status)
            for name, value in {"Content-Length": "0", **more}.items():
                self.send_header(name, value)
            self.end_headers()

        do_GET = do_POST  # noqa: N815

        def log_message(self, *_: object) -> None:
            pass

    class Server(ThreadingHTTPServer):
        daemon_threads = True
        request_queue_size = 128

        def handle_error(self, *_: object) -> None:
            pass

    with Server(("127.0.0.1", 0), Handler) as server:
        made = Receiver(f"http://127.0.0.1:{server.server_address[1]}")
        thread = threading.Thread(target=server.serve_forever, args=(0.05,))
        thread.start()
        try:
            yield made
        finally:
            server.shutdown()
            thread.join()
