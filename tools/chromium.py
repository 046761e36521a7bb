"""Finds Chromium for the page's tests; without one, root installs Debian's, others playwright's.

The one without windows is as good and takes a third less time. Ubuntu's package is a door to a
snap that containers cannot open, so what was installed is tried.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tools import debian

PACKAGES = ("chromium-headless-shell", "chromium")
NAMES = (*PACKAGES, "chromium-browser", "google-chrome")


def chromium(playwright_own: Path) -> Path | None:
    """A Chromium that starts: the machine's, else playwright's (where that would be), else none."""
    return debian.found_once(lambda: _present(playwright_own), _fetch, "chromium")


def _present(playwright_own: Path) -> Path | None:
    found = next((path for name in NAMES if (path := debian.present(name))), None)
    own = playwright_own.exists() and debian.run(str(playwright_own), "--version")
    return found or (playwright_own if own else None)


def _fetch() -> None:
    if debian.failed_lately("chromium"):
        return
    print("installing Chromium for the tests of the page", file=sys.stderr)
    if any(debian.install(name) and debian.present(name) for name in PACKAGES):
        return
    if not debian.run(sys.executable, "-m", "playwright", "install", "chromium"):
        debian.note_failure("chromium")
