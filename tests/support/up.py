"""`rowlock up --json` as a process of its own, which says when it answers."""

from __future__ import annotations

import json
import signal
import subprocess
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any

from tests.support.command import begun
from tests.support.forked import Forked


class Up:
    """A running `rowlock up --json`, and the lines it has printed."""

    def __init__(self, process: Forked) -> None:
        self.process = process
        self.said: dict[str, Any] = {}

    def ready(self) -> str:
        """Wait for its address."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.said |= json.loads(line)
            if "address" in self.said:
                return str(self.said["address"])
        _, errors = self.process.communicate(timeout=60)
        raise AssertionError(f"ended with {self.process.returncode}\n{self.said}\n{errors}")

    def stop(self, number: int = signal.SIGTERM) -> int:
        """Send a signal; its exit code."""
        self.process.send_signal(number)
        self.process.communicate(timeout=60)
        return self.process.wait()

    def post(self, path: str, token: str | None = None, **body: object) -> tuple[int, Any]:
        """One request."""
        headers = {"Content-Type": "application/json"}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        url = f"{self.said['address']}{path}"
        request = urllib.request.Request(url, json.dumps(body).encode(), headers)
        try:
            with urllib.request.urlopen(request, timeout=20) as got:
                return got.status, json.load(got)
        except urllib.error.HTTPError as e:
            return e.code, json.load(e)


@contextmanager
def up(*argv: str, port: int = 0, log: IO[str] | None = None, **env: str) -> Iterator[Up]:
    """A new one. One that works for long logs to a file: a pipe that nobody reads is soon full."""
    pipe = subprocess.PIPE
    process = begun(
        "up", "--json", "--port", str(port), *argv, env=env, stdout=pipe, stderr=log or pipe
    )
    started = Up(process)
    try:
        yield started
    finally:
        if process.poll() is None:
            process.terminate()
            process.communicate(timeout=60)
