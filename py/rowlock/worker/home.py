"""The worker's data folder: who this instance is, and the runs that it has taken on."""

from __future__ import annotations

import fcntl
import os
import shutil
import uuid
from pathlib import Path

from rowlock.worker.job import Job, Spec
from rowlock.worker.keeper import write_whole

# Folders of runs that are over, for whoever wants to see what a command said.
REMEMBERED = 20


class Occupied(Exception):
    """Another worker works in this folder."""


class Home:
    """One folder, of one worker at a time."""

    def __init__(self, path: Path) -> None:
        self.path = path
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._runs = path / "runs"
        self._runs.mkdir(mode=0o700, exist_ok=True)
        # Held until the process ends, however it does.
        self._lock = os.open(path / "worker.lock", os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(self._lock)
            raise Occupied(f"another worker works in {path}") from None
        # Nothing that a host is told by mistake may be taken for what it had.
        self.is_new = not (path / "instance").exists()
        self.instance = self._instance()

    def _instance(self) -> str:
        file = self.path / "instance"
        if self.is_new:
            write_whole(file, str(uuid.uuid4()))
            file.chmod(0o600)
        return str(uuid.UUID(file.read_text().strip().strip('"')))

    def make(self, spec: Spec) -> Job:
        """The folder of a new attempt."""
        return Job.make(self._runs, spec)

    def knows(self, run: str, attempt: int) -> bool:
        """Whether that attempt was ever taken on here."""
        return (self._runs / f"{run}.{attempt}").exists()

    def open(self) -> list[Job]:
        """The attempts whose end the service has not been told, oldest first.

        Raises OSError when the folder cannot be read: an empty list would be a lie.
        """
        folders = [f for f in self._runs.iterdir() if not f.name.startswith(".")]
        left = [f for f in folders if not (f / "over").exists()]
        return [Job(f) for f in sorted(left, key=lambda f: (f / "job").stat().st_mtime)]

    def close(self, job: Job, how: str) -> None:
        """The service knows how it ended; the oldest of these folders goes."""
        job.write("over", {"how": how})
        over = sorted(self._runs.glob("*/over"), key=lambda f: f.stat().st_mtime)
        for file in over[:-REMEMBERED]:
            shutil.rmtree(file.parent, ignore_errors=True)

    def leave(self) -> None:
        """Let another worker in."""
        os.close(self._lock)
