"""The demo's two workers: real ones, processes of their own, over HTTP."""

from __future__ import annotations

import json
import os
import queue
import shlex
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.parse import quote
from urllib.request import Request, urlopen

from rowlock.cli import demo_agent
from rowlock.cli.output import Record
from rowlock.worker.home import Home, Occupied

HOSTS = ("demo-host-north", "demo-host-south")
AGENT = shlex.join([sys.executable, "-I", "-S", demo_agent.__file__]) + " {task}"
PATIENCE = 5.0


def answers(url: str, path: str, key: str = "") -> bool:
    """Whether a service is there, and lets whoever has the key see this."""
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    try:
        with urlopen(Request(url + path, headers=headers), timeout=PATIENCE) as got:  # noqa: S310
            return bool(got.status == 200)
    except (HTTPError, URLError, OSError, ValueError):
        return False


class Workers:
    """Both of them, and what they say."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._said: queue.SimpleQueue[Record] = queue.SimpleQueue()
        self._running: dict[str, subprocess.Popen[str]] = {}

    def start(self, host: str, key: str) -> None:
        """The worker of a host."""
        argv = [
            *(sys.executable, "-c", "from rowlock.cli import main; main()"),
            *("worker", "--json", "--host", host, "--exec", AGENT, "--url", self._url),
            *("--poll", "1", "--watch", "0.5", "--progress", "2", "--grace", "1"),
            *("--data", str(self._folder(host))),
        ]
        process = subprocess.Popen(
            argv,
            env={**os.environ, "ROWLOCK_KEY": key},
            stdout=subprocess.PIPE,
            text=True,
            # Ctrl-C is the demo's, which ends them in order.
            start_new_session=True,
        )
        self._running[host] = process
        threading.Thread(target=self._listen, args=(host, process), daemon=True).start()

    def _folder(self, host: str) -> Path:
        # Kept, so that the next demo is the same installation to the service.
        state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
        return Path(state) / "rowlock" / "demo" / quote(self._url, safe="") / host

    def _listen(self, host: str, process: subprocess.Popen[str]) -> None:
        for line in process.stdout or ():
            self._said.put({**json.loads(line), "host": host})

    def said(self) -> Mapping[str, object] | None:
        """What one of them said next, if anything."""
        try:
            return self._said.get_nowait()
        except queue.Empty:
            return None

    def stop(self) -> None:
        """Let them end, and each command that was stopped too late to end before them."""
        for process in self._running.values():
            process.terminate()
        for host, process in self._running.items():
            process.wait(4 * PATIENCE)
            halt(self._folder(host))


def halt(folder: Path) -> None:
    """End what a worker that is gone has kept in its folder; how it ended, the next one tells."""
    try:
        home = Home(folder)
    except Occupied:
        return  # another demo's worker is there, and what is kept is its own
    try:
        kept = [job for job in home.open() if job.kept()]
        for job in kept:
            job.halt()
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until and any(job.kept() for job in kept):
            time.sleep(0.05)
    finally:
        home.leave()
