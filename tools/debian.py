"""Programs that the tests need, from Debian's packages where root may install them.

What could not be had is not tried again by the other processes of a run.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

from tools.cache import CACHE, found_or_fetched

AGAIN = 3600
PATIENCE = 600
# Where Debian keeps servers, which is not on everybody's path.
MORE = "/usr/sbin:/usr/local/sbin"


def program(name: str) -> Path | None:
    """A program of the package of its name: one that starts here, else installed, else none."""
    return found_once(lambda: present(name), lambda: fetch(name), name)


def found_once(
    find: Callable[[], Path | None], fetch: Callable[[], None], name: str
) -> Path | None:
    """What find returns, after a fetch by one of the processes when it found nothing."""
    return found_or_fetched(find, fetch, name, CACHE)


def present(name: str) -> Path | None:
    """The machine's, when it starts."""
    found = shutil.which(name, path=f"{os.environ.get('PATH', '')}:{MORE}")
    return Path(found) if found and run(found, "--version") else None


def install(package: str) -> bool:
    """Install one; false for who may not, and where there is no apt."""
    if os.getuid() != 0 or not shutil.which("apt-get"):
        return False
    run("apt-get", "-q", "update")
    return run("apt-get", "-q", "install", "-y", "--no-install-recommends", package)


def failed_lately(name: str) -> bool:
    """Whether somebody could not have it in the last hour."""
    mark = _mark(name)
    return mark.exists() and time.time() - mark.stat().st_mtime < AGAIN


def note_failure(name: str) -> None:
    """Nobody tries again for an hour."""
    _mark(name).touch()


def run(*command: str) -> bool:
    """Whether a command succeeds; it asks nothing, and starts no service."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "RUNLEVEL": "1"}
    try:
        done = subprocess.run(
            command,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=PATIENCE,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def fetch(name: str) -> None:
    """Install a package, unless that failed lately."""
    if not failed_lately(name) and not install(name):
        note_failure(name)


def _mark(name: str) -> Path:
    return CACHE / f"{name}.failed"
