"""Runs the command in a forked process of its own: its imports are paid for once a session."""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from select import select
from typing import IO

# One fork waits for the other, which is the command; how it ended goes to the last descriptor.
# What runs last leaves the interpreter as it is: taking it apart copies nearly every page of it.
ZYGOTE = """
import atexit, gc, json, os, signal, socket, sys, threading

ended = 1

@atexit.register
def leave():
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(ended)

from rowlock.cli import main

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


def forked(
    argv: Sequence[str], env: Mapping[str, str], stdin: str, timeout: float
) -> subprocess.CompletedProcess[str]:
    """The command's end, as subprocess.run tells it."""
    told, tell = os.pipe()
    with (
        tempfile.TemporaryFile() as given,
        tempfile.TemporaryFile("w+", encoding="utf-8") as out,
        tempfile.TemporaryFile("w+", encoding="utf-8") as err,
        os.fdopen(told, "rb", 0) as how,
    ):
        given.write(stdin.encode())
        given.seek(0)
        message = json.dumps({"argv": list(argv), "env": dict(env)}).encode()
        try:
            fds = [given.fileno(), out.fileno(), err.fileno(), tell]
            zygote = _zygote(env["PYTHONPATH"])
            zygote.send(message, fds)
        finally:
            os.close(tell)
        said = b""
        while ready := bool(select([how], [], [], timeout)[0]):
            if not (piece := how.read(100)):
                break
            said += piece
        pid, _, code = said.decode().partition(" ")
        if pid and not code:
            with contextlib.suppress(ProcessLookupError):
                os.kill(int(pid), signal.SIGKILL)
        out.seek(0)
        err.seek(0)
        if code:
            return subprocess.CompletedProcess(list(argv), int(code), out.read(), err.read())
        if ready:
            raise zygote.gone()
        raise subprocess.TimeoutExpired(list(argv), timeout, out.read(), err.read())
