"""Who waits for which row or run, and what wakes them: memory alone, no database and no request."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass, field

from rowlock.recent import Recent
from rowlock.scope import Event

# What ends a wait; whatever else happens to a row, or to a run, leaves its outcome pending.
ENDS = frozenset({
    "escalation.resolved", "escalation.cancelled", "escalation.expired",
    "run.finished", "run.failed", "run.stopped",
})  # fmt: skip
# Who is woken asks again: not all at once, so that requests find a connection too.
ASKING = 4


def ends(event: Event) -> tuple[str, ...]:
    """The rows for which nobody needs to wait after this: its own, and the run that it is of."""
    return (event.subject_id, event.run_id or "") if event.topic in ENDS else ()


@dataclass(slots=True, eq=False)
class Waiter:
    """One request that waits for a row, and the connection that it came by.

    The row of a run: for an answer of its inbox, behind the number `after`.
    """

    row: str
    transport: asyncio.Transport | None
    after: int | None = None
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
        if since is None or any(waiter.row in ends(e) for e in since):
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
            self.wake_rows(row for e in events for row in ends(e))

    def wake_rows(self, rows: Iterable[str]) -> None:
        """Wake whoever waits for one of these rows."""
        for row in rows:
            for waiter in self._by_row.get(row, ()):
                waiter.woken.set()

    def wake_all(self) -> None:
        """Wake everybody: the service stops."""
        self.wake_rows(self._by_row)

    def tend(self) -> dict[str, int | None]:
        """Wake whoever has gone; the rows that are waited for, of runs with the least `after`."""
        for waiters in self._by_row.values():
            for waiter in waiters:
                if waiter.gone:
                    waiter.woken.set()
        return {
            row: min((w.after for w in waiters if w.after is not None), default=None)
            for row, waiters in self._by_row.items()
        }
