"""Keeps one command: starts it once, hands it its input, and writes down how it ended.

A process of its own that outlives the worker, and is started by its path with nothing but the
standard library. `lock` is held while it lives; `begun` stands before the command is started, so
that no two keepers of one folder, nor one after the other, start it twice.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import selectors
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import IO


def write_whole(path: Path, content: object) -> None:
    """Put a JSON file in place at once, and on the disk before anything else happens."""
    draft = path.with_name(f".{path.name}")
    draft.touch(0o600)
    with draft.open("w", encoding="utf-8") as file:
        json.dump(content, file)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def born(pid: int) -> str:
    """When a process started, in the kernel's own count; empty where that is not told."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[19]
    except (OSError, IndexError):
        return ""


class Keeper:
    """A folder, and the command that runs for it."""

    def __init__(self, folder: Path, grace: float) -> None:
        self._folder = folder
        self._grace = grace
        self._inbox: IO[bytes] = (folder / "inbox").open("rb")
        self._seen = 0
        self._pending = b""
        self._kill_at: float | None = None
        # Read and write, so that there is always a reader and never an end of file.
        self._bell = os.open(folder / "bell", os.O_RDWR | os.O_NONBLOCK)
        self._woken, waker = socket.socketpair()
        self._waker = waker
        for end in (self._woken, waker):
            end.setblocking(False)
        signal.set_wakeup_fd(waker.fileno())
        for number in (signal.SIGCHLD, signal.SIGTERM):
            signal.signal(number, lambda *_: None)
        for number in (signal.SIGINT, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)

    def run(self) -> None:
        """From the command's start to the file that says how it ended."""
        job = json.loads((self._folder / "job").read_text(encoding="utf-8"))
        try:
            with (self._folder / "out").open("ab") as out, (self._folder / "err").open("ab") as err:
                child = subprocess.Popen(
                    job["argv"],
                    cwd=job["cwd"],
                    env={**os.environ, **job["env"]},
                    stdin=subprocess.PIPE,
                    stdout=out,
                    stderr=err,
                    start_new_session=True,
                    preexec_fn=_as_usual,
                )
        except (OSError, ValueError) as e:
            write_whole(self._folder / "exit", {"failed": str(e)})
            return
        write_whole(self._folder / "child", {"pid": child.pid, "born": born(child.pid)})
        code = self._attend(child)
        # What it left behind in its process group ends with it.
        with contextlib.suppress(OSError):
            os.killpg(child.pid, signal.SIGTERM if self._kill_at is None else signal.SIGKILL)
        write_whole(self._folder / "exit", {"code": code if code >= 0 else 128 - code})

    def _attend(self, child: subprocess.Popen[bytes]) -> int:
        assert child.stdin is not None  # noqa: S101  # it was asked for
        os.set_blocking(child.stdin.fileno(), False)
        with selectors.DefaultSelector() as selector:
            selector.register(self._bell, selectors.EVENT_READ)
            selector.register(self._woken, selectors.EVENT_READ)
            writes = False
            while (code := child.poll()) is None:
                self._look(child)
                if bool(self._pending) != writes and not child.stdin.closed:
                    writes = not writes
                    if writes:
                        selector.register(child.stdin, selectors.EVENT_WRITE)
                    else:
                        selector.unregister(child.stdin)
                for key, _ in selector.select(self._patience()):
                    if key.fileobj is child.stdin:
                        if not self._feed(child.stdin):
                            selector.unregister(child.stdin)
                            writes = False
                            child.stdin.close()
                    else:
                        with contextlib.suppress(BlockingIOError):
                            os.read(key.fd, 4096)
        return code

    def _look(self, child: subprocess.Popen[bytes]) -> None:
        """What the worker has left since: lines for the command, or the wish that it ends."""
        closed = child.stdin is None or child.stdin.closed
        # A line that is not whole may be taken back, and is read again.
        self._inbox.seek(self._seen)
        whole, newline, _ = self._inbox.read().rpartition(b"\n")
        self._seen += len(whole + newline)
        # The number before each line is the worker's own.
        lines = [line.partition(b"\t")[2] for line in whole.split(b"\n") if newline]
        self._pending = b"" if closed else self._pending + b"".join(n + b"\n" for n in lines)
        if (self._folder / "stop").exists():
            now = time.monotonic()
            if self._kill_at is None:
                self._kill_at = now + self._grace
                with contextlib.suppress(OSError):
                    os.killpg(child.pid, signal.SIGTERM)
            elif now >= self._kill_at:
                with contextlib.suppress(OSError):
                    os.killpg(child.pid, signal.SIGKILL)

    def _feed(self, stdin: IO[bytes]) -> bool:
        try:
            self._pending = self._pending[os.write(stdin.fileno(), self._pending) :]
        except BlockingIOError:
            pass
        except OSError:
            return False  # it does not listen any more
        return True

    def _patience(self) -> float | None:
        return None if self._kill_at is None else max(self._kill_at - time.monotonic(), 0.05)


def _as_usual() -> None:
    # Ignored signals stay ignored over exec: the command begins as from a shell.
    for number in (signal.SIGINT, signal.SIGHUP, signal.SIGPIPE):
        signal.signal(number, signal.SIG_DFL)


def main(folder: Path, grace: float) -> None:
    """Keep the folder's command, unless it is kept or was begun."""
    # Held by being open, until this process ends in whatever way.
    lock = os.open(folder / "lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return
    if not (folder / "begun").exists():
        write_whole(folder / "begun", {"pid": os.getpid()})
        Keeper(folder, grace).run()


if __name__ == "__main__":
    main(Path(sys.argv[1]), float(sys.argv[2]))
