"""The folder of one attempt of a run: what was asked of the command, what it said, how it ended.

Each file has one writer, the worker (job, inbox, stop, state, over) or the keeper (the others).
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rowlock.worker import keeper

# Not for the command: it speaks for the host.
KEY = "ROWLOCK_KEY"


@dataclass(frozen=True, slots=True)
class Spec:
    """What is to be run, and for which attempt of which run."""

    run: str
    attempt: int
    session: str
    task: str
    argv: list[str]
    cwd: str
    env: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Exit:
    """How a command ended; without a code it was never started, for this reason."""

    code: int | None
    reason: str = ""


class Job:
    """One attempt, as its folder tells it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        known = json.loads((folder / "job").read_text(encoding="utf-8"))
        self.spec = Spec(**known)
        self._keeper: subprocess.Popen[bytes] | None = None
        self._mend()
        self.told = {int(line.partition(b"\t")[0]) for line in self._inbox().splitlines()}

    @classmethod
    def make(cls, parent: Path, spec: Spec) -> Job:
        """The folder of a new attempt, complete or not there at all."""
        folder = parent / f"{spec.run}.{spec.attempt}"
        draft = parent / f".{folder.name}"
        shutil.rmtree(draft, ignore_errors=True)
        draft.mkdir(mode=0o700)
        for name in ("inbox", "out", "err", "log"):
            (draft / name).touch(0o600)
        os.mkfifo(draft / "bell", 0o600)
        fields = {name: getattr(spec, name) for name in Spec.__slots__}
        keeper.write_whole(draft / "job", fields)
        draft.rename(folder)
        return cls(folder)

    def begin(self, grace: float) -> None:
        """Start its keeper; one that finds the command begun leaves at once."""
        # Without the site and the environment's paths: it needs neither, and starts sooner.
        argv = [sys.executable, "-I", "-S", keeper.__file__, str(self.folder), str(grace)]
        env = {k: v for k, v in os.environ.items() if k != KEY}
        with (self.folder / "log").open("ab") as log:
            self._keeper = subprocess.Popen(
                argv,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env=env,
                start_new_session=True,
            )

    def begun(self) -> bool:
        """Whether a keeper has taken it on."""
        return self._has("begun")

    def kept(self) -> bool:
        """Whether a keeper that took it on still lives, or one is on its way."""
        if self._keeper is not None and self._keeper.poll() is None:
            return True
        if not self.begun():
            return False
        with (self.folder / "lock").open("rb") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
            except BlockingIOError:
                return True
        return False

    def started(self) -> bool:
        """Whether the command was started."""
        return self._has("child")

    def ended(self) -> Exit | None:
        """How it ended, once that is written."""
        said = self.read("exit")
        return Exit(said.get("code"), said.get("failed", "")) if said else None

    def lost(self) -> bool:
        """Whether it ended and nobody will ever say how: its keeper was killed."""
        # In this order: the keeper writes the end before it leaves.
        return self.begun() and not self.kept() and self.ended() is None

    def tell(self, number: int, words: Mapping[str, object]) -> None:
        """One line for the command's standard input, once for each number."""
        if number in self.told:
            return
        line = json.dumps(words, ensure_ascii=False)
        try:
            with (self.folder / "inbox").open("ab") as inbox:
                inbox.write(f"{number}\t{line}\n".encode())
        except OSError:
            self._mend()
            raise
        self.told.add(number)
        self.ring()

    def halt(self) -> None:
        """Let the keeper end the command: TERM for its process group, KILL after the grace."""
        (self.folder / "stop").touch()
        self.ring()

    def ring(self) -> None:
        """Let the keeper look into the folder; nobody may be there."""
        with contextlib.suppress(OSError):
            bell = os.open(self.folder / "bell", os.O_WRONLY | os.O_NONBLOCK)
            try:
                os.write(bell, b"!")
            finally:
                os.close(bell)

    def clear(self) -> None:
        """Kill what a killed keeper left, if it can be told from a process of somebody else."""
        pid, when = (self.read("child") or {}).get("pid"), (self.read("child") or {}).get("born")
        if pid and when and keeper.born(pid) == when:
            with contextlib.suppress(OSError):
                os.killpg(pid, signal.SIGKILL)

    def read(self, name: str) -> dict[str, Any] | None:
        """A JSON file of the folder; None while there is none."""
        try:
            return dict(json.loads((self.folder / name).read_text(encoding="utf-8")))
        except FileNotFoundError:
            return None

    def write(self, name: str, content: Mapping[str, object]) -> None:
        """A JSON file of the folder, at once."""
        keeper.write_whole(self.folder / name, content)

    def _has(self, name: str) -> bool:
        return (self.folder / name).exists()

    def _inbox(self) -> bytes:
        return (self.folder / "inbox").read_bytes()

    def _mend(self) -> None:
        """Take back the line that was not finished; no keeper has passed it on."""
        content = self._inbox()
        whole = content.rfind(b"\n") + 1
        if whole < len(content):
            os.truncate(self.folder / "inbox", whole)
