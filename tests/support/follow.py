"""A command that runs until it is interrupted, and the lines that it prints."""

from __future__ import annotations

import json
import queue
import signal
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tests.support.command import begun
from tests.support.forked import Forked


class Running:
    """A running command."""

    def __init__(self, process: Forked) -> None:
        self.process = process
        self._lines: queue.Queue[str] = queue.Queue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(line.rstrip("\n"))

    def line(self, timeout: float = 30) -> str:
        """The next line."""
        return self._lines.get(timeout=timeout)

    def json(self, timeout: float = 30) -> Any:
        return json.loads(self.line(timeout))

    def rest(self) -> list[str]:
        """What it printed and nobody has read, once it has ended."""
        self._reader.join(30)
        return [self._lines.get_nowait() for _ in range(self._lines.qsize())]

    def interrupt(self) -> tuple[int, str]:
        """Ctrl-C; its exit code, and what it said besides."""
        self.process.send_signal(signal.SIGINT)
        code = self.process.wait(30)
        assert self.process.stderr is not None
        return code, self.process.stderr.read()


@contextmanager
def running(*argv: str, **env: str) -> Iterator[Running]:
    """The command; it is ended when the block is."""
    process = begun(*argv, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        yield Running(process)
    finally:
        process.kill()
        process.wait(30)
