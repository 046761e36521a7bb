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
from functools import cache
from select import select

# One fork waits for the other, which is the command; how it ended goes to the last descriptor.
ZYGOTE = """
import json, os, signal, socket, sys
from rowlock.cli import main

line = socket.socket(fileno=int(sys.argv[1]))
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
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
            main()
            sys.exit()
        os.write(fds[3], b"%d" % command)
        ended = os.waitstatus_to_exitcode(os.waitpid(command, 0)[1])
        os.write(fds[3], b" %d" % ended)
        os._exit(0)
    for fd in fds:
        os.close(fd)
"""


@cache
def _zygote(path: str) -> socket.socket:
    """The process that has imported the command and nothing else; it ends when this one does."""
    ours, theirs = socket.socketpair(type=socket.SOCK_SEQPACKET)
    argv = [sys.executable, "-c", ZYGOTE, str(theirs.fileno())]
    env = {"PYTHONPATH": path, "NO_COLOR": "1"}
    process = subprocess.Popen(argv, env=env, pass_fds=[theirs.fileno()])
    theirs.close()

    def end() -> None:
        ours.close()
        process.wait(60)

    atexit.register(end)
    return ours


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
            socket.send_fds(_zygote(env["PYTHONPATH"]), [message], fds)
        finally:
            os.close(tell)
        said = b""
        while piece := how.read(100) if select([how], [], [], timeout)[0] else b"":
            said += piece
        pid, _, code = said.decode().partition(" ")
        if not code:
            with contextlib.suppress(ProcessLookupError, ValueError):
                os.kill(int(pid), signal.SIGKILL)
            raise subprocess.TimeoutExpired(list(argv), timeout)
        out.seek(0)
        err.seek(0)
        return subprocess.CompletedProcess(list(argv), int(code), out.read(), err.read())
