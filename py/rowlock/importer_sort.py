"""Sorts the events of a log, however many. Knows their order and nothing of what they mean."""

from __future__ import annotations

import heapq
import json
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import UTC, datetime
from types import TracebackType
from typing import IO, NamedTuple

# What is in memory at once, about 100 MB; beyond that, sorted runs of it go to temporary files.
RUN = 200_000
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
NEVER = 2**63


class Event(NamedTuple):
    """One line of a log; times in microseconds since EPOCH. Sorted by case, time and line.

    A step that is still open has the time NEVER, and so comes last in its case. One that begins
    is no step of its own: it says when the next of its name was started.
    """

    case: str
    at: int
    line: int
    activity: str
    group: str
    resource: str
    start: int | None
    instance: str
    created: int | None = None
    begins: bool = False


class Sorter:
    """Takes events in any order and gives them sorted, once; what is beyond RUN waits on disk."""

    def __init__(self, run: int = RUN) -> None:
        self._run = run
        self._events: list[Event] = []
        self._files: list[IO[str]] = []
        self._stack = ExitStack()
        self.count = 0

    def __enter__(self) -> Sorter:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stack.close()

    def add(self, event: Event) -> None:
        """Take one more."""
        self._events.append(event)
        self.count += 1
        if len(self._events) >= self._run:
            self._spill()

    def __iter__(self) -> Iterator[Event]:
        self._events.sort()
        return heapq.merge(*map(_read, self._files), self._events)

    def _spill(self) -> None:
        self._events.sort()
        draft = tempfile.TemporaryFile("w+", encoding="utf-8", prefix="rowlock-")  # noqa: SIM115
        file = self._stack.enter_context(draft)
        file.writelines(json.dumps(event) + "\n" for event in self._events)
        self._files.append(file)
        self._events.clear()


def _read(file: IO[str]) -> Iterator[Event]:
    file.seek(0)
    return (Event(*json.loads(line)) for line in file)
