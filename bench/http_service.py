"""A service as a process of its own, as users run it, and whose CPU seconds are whose."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from psycopg.conninfo import make_conninfo

from rowlock import auth
from support import WORKER, Bench

SECRET = "a secret of the benchmarks, long enough"
TOKEN = auth.issue(SECRET, WORKER)[0]
TICK = os.sysconf("SC_CLK_TCK")
ROWLOCK = (sys.executable, "-c", "from rowlock.cli import main; main()")


@dataclass(frozen=True, slots=True)
class Service:
    """A running service: where it answers, its process, its database as the owner sees it."""

    name: str
    url: str
    pid: int
    conninfo: str


@contextmanager
def service(b: Bench, name: str, tree: Path, **more: str) -> Iterator[Service]:
    """`rowlock up` of a checkout on a database of its own."""
    conninfo = b.create(name)
    env = {
        **os.environ,
        "PYTHONPATH": str(tree.resolve() / "py"),
        "ROWLOCK_JWT_SECRET": SECRET,
        "DATABASE_URL": conninfo,
        **more,
    }
    install = [*ROWLOCK, "install"]
    subprocess.run(install, env=env, check=True, stdout=subprocess.DEVNULL)
    b.people(conninfo)
    env["DATABASE_URL"] = make_conninfo(conninfo, user="bench")
    up = [*ROWLOCK, "up", "--port", "0", "--json"]
    with (b.scratch / f"{name}.log").open("w") as log:
        process = subprocess.Popen(up, env=env, stdout=subprocess.PIPE, stderr=log, text=True)
    try:
        line = process.stdout.readline() if process.stdout else ""
        yield Service(name, json.loads(line)["address"], process.pid, conninfo)
    finally:
        process.terminate()
        process.wait()


def cpu(pid: int) -> float:
    """CPU seconds of a process and its children, dead or alive."""
    ticks = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            number, _, rest = stat.read_text().partition(" ")
        except OSError:
            continue
        fields = rest.rpartition(")")[2].split()
        if int(number) == pid:
            ticks += sum(map(int, fields[11:15]))
        elif int(fields[1]) == pid:
            ticks += sum(map(int, fields[11:13]))
    return ticks / TICK
