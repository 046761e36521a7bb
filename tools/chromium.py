"""Finds Chromium for the page's tests; without one, root installs Debian's, others playwright's.

Ubuntu's package is a door to a snap that containers cannot open, so what was installed is tried.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

from tools.cache import CACHE, found_or_fetched

NAMES = ("chromium", "chromium-browser", "google-chrome")
FAILED = CACHE / "chromium.failed"
# What could not be fetched is not tried again by the other processes of a run.
AGAIN = 3600
PATIENCE = 600


def chromium(playwright_own: Path) -> Path | None:
    """A Chromium that starts: the machine's, else playwright's (where that would be), else none."""
    return found_or_fetched(lambda: _present(playwright_own), _fetch, "chromium", CACHE)


def _present(playwright_own: Path) -> Path | None:
    named = [Path(found) for name in NAMES if (found := shutil.which(name))]
    return next((path for path in (*named, playwright_own) if _starts(path)), None)


def _starts(path: Path) -> bool:
    return path.exists() and _run(str(path), "--version")


def _fetch() -> None:
    if FAILED.exists() and time.time() - FAILED.stat().st_mtime < AGAIN:
        return
    print("installing Chromium for the tests of the page", file=sys.stderr)
    if os.getuid() == 0 and shutil.which("apt-get"):
        _run("apt-get", "-q", "update")
        _run("apt-get", "-q", "install", "-y", "--no-install-recommends", "chromium")
        if any(shutil.which(name) and _run(name, "--version") for name in NAMES):
            return
    if not _run(sys.executable, "-m", "playwright", "install", "chromium"):
        FAILED.touch()


def _run(*command: str) -> bool:
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
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
