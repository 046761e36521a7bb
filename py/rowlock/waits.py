"""Who waits for which row, and what wakes them: memory alone, no database and no request."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass, field

from rowlock.recent import Recent
from rowlock.scope import Event

# What ends a wait; whatever else happens to a row leaves its outcome pending.
ENDS = frozenset({"escalation.resolved", "escalation.cancelled", "escalation.expired"})
# Who is woken asks again: not all at once, so that requests find a connection too.
ASKING = 4


@dataclass(slots=True, eq=False)
class Waiter:
    """One request that waits for a row, and the connection that it came by."""

    row: str
    transport: asyncio.Transport | None
    woken: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def gone(self) -> bool:
        """Whether nobody is there to answer."""
        return self.transport is None or self.transport.is_closing()


@dataclass(slots=True)
class Waits:
    """The waiters of a process, by row."""

    recent: Recent
    turns: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(ASKING))
    _by_row: dict[str, set[Waiter]] = field(default_factory=dict)

    def __len__(self) -> int:
        return sum(map(len, self._by_row.values()))

    def enter(self, waiter: Waiter, seen: int, position: int) -> None:
        """Woken from now on; at once, if the row ended between the reader's two positions.

        Who notes the position before asking for the row, and enters right after the answer with
        the position of then, misses nothing.
        """
        self._by_row.setdefault(waiter.row, set()).add(waiter)
        since = self.recent.since(seen) if position != seen else ()
        if since is None or any(e.subject_id == waiter.row and e.topic in ENDS for e in since):
            waiter.woken.set()

    def leave(self, waiter: Waiter) -> None:
        """No longer."""
        known = self._by_row[waiter.row]
        known.discard(waiter)
        if not known:
            del self._by_row[waiter.row]

    def wake(self, events: Iterable[Event]) -> None:
        """Wake whoever waits for one of these."""
        if self._by_row:
            self.wake_rows(e.subject_id for e in events if e.topic in ENDS)

    def wake_rows(self, rows: Iterable[str]) -> None:
        """Wake whoever waits for one of these rows."""
        for row in rows:
            for waiter in self._by_row.get(row, ()):
                waiter.woken.set()

    def wake_all(self) -> None:
        """Wake everybody: the service stops."""
        self.wake_rows(self._by_row)

    def tend(self) -> tuple[str, ...]:
        """Wake whoever has gone; the rows that are waited for."""
        for waiters in self._by_row.values():
            for waiter in waiters:
                if waiter.gone:
                    waiter.woken.set()
        return tuple(self._by_row)
