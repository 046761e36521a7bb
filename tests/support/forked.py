"""Starts the command in forked processes of their own: its imports are paid for once a session."""

from __future__ import annotations

import atexit
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from select import select
from typing import IO

# One fork waits for the other, which is the command; how it ended goes to the last descriptor.
# What runs last leaves the interpreter as it is: taking it apart copies nearly every page of it.
ZYGOTE = """
import atexit, functools, gc, json, os, signal, socket, sys, threading

ended = 1

@atexit.register
def leave():
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(ended)

from rowlock.cli import main

# What the commands that last import when they run.
import argon2, encodings.idna, rowlock.log, rowlock.serving, rowlock.worker.service

# A hash is dear on purpose, and each service begins with one.
cheap = {"time_cost": 1, "memory_cost": 8, "parallelism": 1}
rowlock.login.PasswordHasher = functools.partial(argon2.PasswordHasher, **cheap)

assert threading.active_count() == 1, "a fork has one thread alone, and the locks of all"
line = socket.socket(fileno=int(sys.argv[1]))
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
gc.freeze()
while True:
    said, fds, *_ = socket.recv_fds(line, 1 << 20, 4)
    if not said:
        break
    if os.fork() == 0:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        line.close()
        command = os.fork()
        if command == 0:
            # A shell's background job begins with SIGINT ignored, and so did we.
            signal.signal(signal.SIGINT, signal.default_int_handler)
            for number, fd in enumerate(fds[:3]):
                os.dup2(fd, number)
            for fd in fds:
                os.close(fd)
            asked = json.loads(said)
            os.environ.clear()
            os.environ.update(asked["env"])
            sys.argv[1:] = asked["argv"]
            try:
                main()
                ended = 0
            except SystemExit as e:
                ended = e.code if isinstance(e.code, int) else int(e.code is not None)
                raise
            sys.exit()
        # Ctrl-C is for the command; what it writes to ends with it.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        for fd in fds[:3]:
            os.close(fd)
        os.write(fds[3], b"%d" % command)
        status = os.waitpid(command, 0)[1]
        os.write(fds[3], b" %d" % os.waitstatus_to_exitcode(status))
        os._exit(0)
    for fd in fds:
        os.close(fd)
"""


@dataclass(frozen=True, slots=True)
class Zygote:
    """The process that has imported the command and nothing else; it ends when this one does."""

    process: subprocess.Popen[bytes]
    line: socket.socket
    said: IO[bytes]

    def send(self, message: bytes, fds: Sequence[int]) -> None:
        try:
            socket.send_fds(self.line, [message], fds)
        except BrokenPipeError as e:
            raise self.gone() from e

    def gone(self) -> RuntimeError:
        """What it said before it ended."""
        ended = self.process.wait(10)
        self.said.seek(0)
        return RuntimeError(f"the zygote ended with {ended}\n{self.said.read().decode()}")

    def close(self) -> None:
        self.line.close()
        self.process.wait(60)
        self.said.close()


@cache
def _zygote(path: str) -> Zygote:
    ours, theirs = socket.socketpair(type=socket.SOCK_SEQPACKET)
    said = tempfile.TemporaryFile()  # noqa: SIM115  # as long as the process
    # The command looks at its terminal when it is imported: here there is none, as in a pipe.
    process = subprocess.Popen(
        [sys.executable, "-c", ZYGOTE, str(theirs.fileno())],
        env={"PYTHONPATH": path, "NO_COLOR": "1"},
        pass_fds=[theirs.fileno()],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=said,
    )
    theirs.close()
    made = Zygote(process, ours, said)
    atexit.register(made.close)
    return made


@dataclass(slots=True)
class Forked:
    """A command at work, as a subprocess.Popen of it would be."""

    argv: list[str]
    zygote: Zygote
    how: IO[bytes]
    stdout: IO[str] | None = None
    stderr: IO[str] | None = None
    returncode: int | None = None
    said: bytes = b""
    reading: threading.Lock = field(default_factory=threading.Lock)

    @property
    def pid(self) -> int:
        """Its number, once it has one."""
        while not self.said:
            self._read(60)
        return int(self.said.partition(b" ")[0])

    def _read(self, timeout: float) -> bool:
        """What its parent tells of it; false when there was nothing in that time."""
        with self.reading:
            if self.returncode is not None:
                return True
            if not select([self.how], [], [], timeout)[0]:
                return False
            piece = self.how.read(100)
            self.said += piece
            pid, space, code = self.said.partition(b" ")
            if not piece:
                if not (pid and space):
                    raise self.zygote.gone()
                self.returncode = int(code)
                self.how.close()
            return True

    def poll(self) -> int | None:
        while self._read(0) and self.returncode is None:
            pass
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        until = time.monotonic() + (3600 if timeout is None else timeout)
        while self.returncode is None:
            if not self._read(max(0, until - time.monotonic())):
                raise subprocess.TimeoutExpired(self.argv, timeout or 3600)
        return self.returncode

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def communicate(self, timeout: float | None = None) -> tuple[str, str]:
        """Wait for its end; what is left to be read."""
        found = {"out": "", "err": ""}

        def read(name: str, file: IO[str] | None) -> None:
            if file and not file.closed:
                with file:
                    found[name] = file.read()

        given = {"out": self.stdout, "err": self.stderr}
        readers = [threading.Thread(target=read, args=pair, daemon=True) for pair in given.items()]
        for reader in readers:
            reader.start()
        self.wait(timeout)
        for reader in readers:
            reader.join(timeout)
        return found["out"], found["err"]


def start(
    argv: Sequence[str],
    env: Mapping[str, str],
    stdout: int | IO[str] | IO[bytes],
    stderr: int | IO[str] | IO[bytes],
    stdin: int | IO[bytes] = subprocess.DEVNULL,
) -> Forked:
    """A new process of the command, its streams as subprocess.Popen takes them."""
    ours: list[IO[str] | None] = []
    with ExitStack() as given:

        def theirs(file: int | IO[str] | IO[bytes], read: bool = False) -> int:
            if file == subprocess.PIPE:
                mine, other = os.pipe()
                ours.append(os.fdopen(mine, encoding="utf-8"))
                given.callback(os.close, other)
                return other
            if file == subprocess.DEVNULL:
                file = given.enter_context(Path(os.devnull).open("r+b"))
            ours.append(None)
            return file if isinstance(file, int) else file.fileno()

        fds = [theirs(stdin), theirs(stdout), theirs(stderr)]
        told, tell = os.pipe()
        given.callback(os.close, tell)
        zygote = _zygote(env["PYTHONPATH"])
        made = Forked(list(argv), zygote, os.fdopen(told, "rb", 0), *ours[1:])
        message = json.dumps({"argv": list(argv), "env": dict(env)}).encode()
        zygote.send(message, [*fds, tell])
    return made


def forked(
    argv: Sequence[str], env: Mapping[str, str], stdin: str, timeout: float
) -> subprocess.CompletedProcess[str]:
    """The command's end, as subprocess.run tells it."""
    with (
        tempfile.TemporaryFile() as given,
        tempfile.TemporaryFile("w+", encoding="utf-8") as out,
        tempfile.TemporaryFile("w+", encoding="utf-8") as err,
    ):
        given.write(stdin.encode())
        given.seek(0)
        command = start(argv, env, out, err, given)
        try:
            code = command.wait(timeout)
        except subprocess.TimeoutExpired as e:
            command.kill()
            out.seek(0)
            err.seek(0)
            raise subprocess.TimeoutExpired(e.cmd, timeout, out.read(), err.read()) from e
        out.seek(0)
        err.seek(0)
        return subprocess.CompletedProcess(list(argv), code, out.read(), err.read())
