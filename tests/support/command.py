"""Runs the real command `rowlock` as a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any

from tests.support.forked import Forked, forked, start

PY = Path(__file__).resolve().parents[2] / "py"
# As a shell starts it; `rowlock` below is a process of its own as well, with the imports made.
PROGRAM = (sys.executable, "-c", "from rowlock.cli import main; main()")
OURS = ("ROWLOCK_", "DATABASE_URL", "PG", "XDG_DATA_HOME")

Done = subprocess.CompletedProcess[str]


def environment(**given: str) -> dict[str, str]:
    """Ours without what the tester's own shell sets, and with what is given."""
    kept = {
        k: v for k, v in os.environ.items() if not k.startswith(OURS) or k == "ROWLOCK_PG_BINDIR"
    }
    path = os.pathsep.join(p for p in (str(PY), os.environ.get("PYTHONPATH", "")) if p)
    return {**kept, "PYTHONPATH": path, "NO_COLOR": "1", **given}


def rowlock(*argv: str | Path, env: Mapping[str, str], stdin: str = "") -> Done:
    """Run it to its end."""
    return forked([*map(str, argv)], environment(**env), stdin, timeout=120)


def begun(
    *argv: str, env: Mapping[str, str], stdout: int | IO[Any], stderr: int | IO[Any]
) -> Forked:
    """One that goes on, as subprocess.Popen starts it."""
    return start(argv, environment(**env), stdout, stderr)


def answer(done: Done, code: int = 0) -> dict[str, Any]:
    """The one JSON document on standard output, from a run that ended with this code."""
    assert done.returncode == code, f"ended with {done.returncode}\n{done.stdout}{done.stderr}"
    found = json.loads(done.stdout)
    assert isinstance(found, dict)
    return found
