"""The newest events, kept so that whoever is a little behind costs the database nothing."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field

from rowlock.scope import Event

KEPT, KEPT_SIZE = 5000, 8 * 1024 * 1024


@dataclass(slots=True)
class Recent:
    """Every event behind `start` that the reader has handed round."""

    start: int = 0
    _events: list[Event] = field(default_factory=list)
    _size: int = 0

    def begin(self, position: int) -> None:
        """Nothing of before holds."""
        self.start, self._events, self._size = position, [], 0

    def add(self, events: Sequence[Event]) -> None:
        """Keep these too; the oldest go, a good part at a time."""
        self._events.extend(events)
        self._size += sum(len(e.frame) for e in events)
        while len(self._events) > 2 * KEPT or (self._size > KEPT_SIZE and len(self._events) > 1):
            gone = self._events[: len(self._events) // 2]
            del self._events[: len(gone)]
            self._size -= sum(len(e.frame) for e in gone)
            self.start = gone[-1].seq

    def forget(self, through: int) -> None:
        """Retention took these; whoever asks for them is to be told so."""
        if through > self.start:
            gone = bisect_right(self._events, through, key=lambda e: e.seq)
            self._size -= sum(len(e.frame) for e in self._events[:gone])
            del self._events[:gone]
            self.start = through

    def since(self, cursor: int) -> Sequence[Event] | None:
        """Every event behind a cursor; None where not all of them are kept."""
        return self.after(cursor, len(self._events)) if cursor >= self.start else None

    def after(self, cursor: int, count: int) -> Sequence[Event]:
        """So many events behind a cursor that is not before the start."""
        begin = bisect_right(self._events, cursor, key=lambda e: e.seq)
        return self._events[begin : begin + count]
