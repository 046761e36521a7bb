"""An embedded server whose clock a test sets, by libfaketime."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from tools import debian

from rowlock import embedded_host
from rowlock.embedded import Embedded
from tests.support.servers import FAST, temporary_home

PACKAGE = "libfaketime"
LIBRARY = "faketime/libfaketime.so.1"
PLACES = ("/usr/lib/*", "/usr/local/lib", "/usr/lib64", "/opt/homebrew/lib")


@dataclass(frozen=True, slots=True)
class Clocked:
    """A server, and how far its clock is off."""

    embedded: Embedded
    _offset: Path

    def step(self, seconds: int) -> None:
        """The clock is so many seconds ahead of ours from now on."""
        draft = self._offset.with_suffix(".new")
        draft.write_text(f"{seconds:+d}\n")
        draft.chmod(0o644)
        draft.rename(self._offset)


def library() -> Path:
    """libfaketime, installed where root may; ROWLOCK_FAKETIME names one that is elsewhere."""
    if named := os.environ.get("ROWLOCK_FAKETIME"):
        return Path(named)
    found = debian.found_once(_present, lambda: debian.fetch(PACKAGE), PACKAGE)
    return found or pytest.skip("libfaketime is not installed")


def _present() -> Path | None:
    found = (path for place in PLACES for path in Path("/").glob(f"{place[1:]}/{LIBRARY}"))
    return next(found, None)


@contextmanager
def clocked() -> Iterator[Clocked]:
    """A running one, on time."""
    found = library()
    with temporary_home(quick=True) as home, pytest.MonkeyPatch.context() as patch:
        # Where root's server account can read them.
        copy = Path(shutil.copy(found, home.parent))
        copy.chmod(0o755)
        embedded = Embedded(home, settings=FAST)
        made = Clocked(embedded, home.parent / "offset")
        made.step(0)
        given = {
            "LD_PRELOAD": str(copy),
            "FAKETIME_TIMESTAMP_FILE": str(home.parent / "offset"),
            "FAKETIME_NO_CACHE": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        }
        for name, value in given.items():
            patch.setenv(name, value)
        patch.setattr(embedded_host, "KEPT_VARIABLES", (*embedded_host.KEPT_VARIABLES, *given))
        embedded.start()
        patch.undo()
        try:
            yield made
        finally:
            embedded.stop()
