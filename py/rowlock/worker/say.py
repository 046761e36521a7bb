"""What a worker tells whoever watches: a line for each thing it did."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable
from datetime import UTC, datetime

from rowlock.worker.job import Spec


class Teller:
    """Writes lines, as words or as JSON; that nobody reads them any more stops no work."""

    def __init__(self, write: Callable[[str], None], *, as_json: bool) -> None:
        self._write = write
        self._as_json = as_json

    def __call__(self, what: str, spec: Spec | None = None, /, **facts: object) -> None:
        """One thing: what it was, of which run, and the facts of it."""
        at = datetime.now(UTC)
        about: dict[str, object] = {}
        if spec is not None:
            about = {"run_id": spec.run, "attempt": spec.attempt, "task": spec.task}
        said = {k: v for k, v in facts.items() if v is not None}
        if self._as_json:
            self._line(json.dumps({"at": at.isoformat(), "did": what, **about, **said}))
            return
        where = f"{spec.session}.{spec.attempt}  " if spec else ""
        if what == "claimed" and spec:
            said["task"] = spec.task
        words = "  ".join(f"{k}={v}" for k, v in said.items())
        line = f"{at.astimezone():%H:%M:%S}  {what:<10}  {where}{words}"
        # What others wrote must neither steer the terminal nor look like a line of its own.
        self._line("".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in line))

    def _line(self, text: str) -> None:
        with contextlib.suppress(OSError):
            self._write(text)
