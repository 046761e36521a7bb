"""The live streams of a process and how events get to them: memory alone, no database."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from time import monotonic, time

from rowlock.scope import DELEGATION, Access, Event, Filter, Viewer, visible

BUFFER = 1000
# What the transport may hold before the stream counts as slow, and events wait in the buffer.
SLOW = 64 * 1024
PING = 15.0
# So many events go to everybody before others of the process get their turn.
CHUNK, CHUNK_SIZE = 50, 256 * 1024
CHANGES = ("membership.changed", "delegation.created", "delegation.revoked")

Group = tuple[Filter, Access]


@dataclass(slots=True, eq=False)
class Subscriber:
    """One open stream: what goes to it, and how far it has got."""

    filter: Filter
    viewer: Viewer
    access: Access
    transport: asyncio.Transport
    chunked: bool
    ends_at: float | None = None
    after: int = 0
    queue: deque[tuple[bytes, int]] = field(default_factory=deque)
    queued: int = 0
    # The stream's own task writes what waits; until it is done, what comes has to wait too.
    slow: bool = False
    attached: bool = False
    lagged: bool = False
    refused: bool = False
    written: float = field(default_factory=monotonic)
    woken: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def gone(self) -> bool:
        """Whether nobody is there to write to."""
        return self.transport.is_closing()

    def write(self, framed: bytes) -> None:
        """Hand it to the transport, which takes everything while it is open."""
        # Some loops raise here, and who hands events round writes for all.
        if self.gone:
            return
        self.transport.write(framed)
        self.written = monotonic()

    def push(self, framed: bytes, count: int) -> bool:
        """Send now or queue; false when it does not fit."""
        if self.slow:
            if self.queued + count > BUFFER:
                return False
            self.queue.append((framed, count))
            self.queued += count
        else:
            self.write(framed)
            if not self.gone and self.transport.get_write_buffer_size() > SLOW:
                self.slow = True
                self.woken.set()
        return True


def framed(text: bytes, chunked: bool) -> bytes:
    """The text as the connection carries it."""
    return b"%x\r\n%b\r\n" % (len(text), text) if chunked else text


def chunks(events: Sequence[Event]) -> Iterator[tuple[Sequence[Event], bool]]:
    """The events in pieces, and whether one ends with a change of who may see what.

    What follows such a change is seen with fresh access.
    """
    begin = size = 0
    for end, event in enumerate(events, 1):
        changes = event.topic in CHANGES
        size += len(event.frame)
        if changes or end - begin == CHUNK or size >= CHUNK_SIZE or end == len(events):
            yield events[begin:end], changes
            begin, size = end, 0


@dataclass(slots=True)
class Audience:
    """Open streams; those that are live stand in groups that see and want the same."""

    subscribers: set[Subscriber] = field(default_factory=set)
    unread: set[Viewer] = field(default_factory=set)
    lagged_total: int = 0
    delivered_total: int = 0
    _groups: dict[Group, set[Subscriber]] = field(default_factory=dict)
    _viewers: dict[Viewer, set[Subscriber]] = field(default_factory=dict)

    def attach(self, subscriber: Subscriber) -> None:
        """Live from the next event on, once the access of a new viewer was read again."""
        known = self._viewers.setdefault(subscriber.viewer, set())
        if known:
            subscriber.access = next(iter(known)).access
        else:
            self.unread.add(subscriber.viewer)
        known.add(subscriber)
        subscriber.attached = True
        self._enter(subscriber)

    def detach(self, subscriber: Subscriber, position: int) -> None:
        """No longer live; everything up to the position has gone to it."""
        if subscriber.attached:
            subscriber.attached = False
            subscriber.after = max(subscriber.after, position)
            self._leave(subscriber)
            known = self._viewers[subscriber.viewer]
            known.discard(subscriber)
            if not known:
                del self._viewers[subscriber.viewer]
                self.unread.discard(subscriber.viewer)
        subscriber.woken.set()

    def detach_all(self, position: int) -> None:
        """Nobody is live any more; each stream looks anew where it stands."""
        for subscriber in tuple(self.subscribers):
            self.detach(subscriber, position)

    def _enter(self, subscriber: Subscriber) -> None:
        group = subscriber.filter, subscriber.access.sight()
        self._groups.setdefault(group, set()).add(subscriber)

    def _leave(self, subscriber: Subscriber) -> None:
        group = subscriber.filter, subscriber.access.sight()
        members = self._groups[group]
        members.discard(subscriber)
        if not members:
            del self._groups[group]

    @property
    def viewers(self) -> tuple[Viewer, ...]:
        """Everybody who is live."""
        return tuple(self._viewers)

    def concerned(self, event: Event) -> list[Viewer]:
        """Whose access the event changes: the account's own, and of those who act for it."""
        return [
            viewer
            for viewer, subscribers in self._viewers.items()
            if any(who in event.frame for who in next(iter(subscribers)).access.people())
        ]

    def allow(self, asked: Iterable[Viewer], found: Mapping[Viewer, Access], position: int) -> None:
        """What these viewers may read now; who is not found loses the stream."""
        for viewer in asked:
            self.unread.discard(viewer)
            access = found.get(viewer)
            for subscriber in tuple(self._viewers.get(viewer, ())):
                if access is None:
                    subscriber.refused = True
                    self.detach(subscriber, position)
                elif access != subscriber.access:
                    self._leave(subscriber)
                    subscriber.access = access
                    self._enter(subscriber)

    def offer(self, events: Sequence[Event], position: int) -> None:
        """Send each live stream what it wants and may see of the events behind the position."""
        lines: list[bytes] = []

        @cache
        def joined(chosen: tuple[int, ...], chunked: bool) -> bytes:
            return framed(b"".join([lines[i] for i in chosen]), chunked)

        for (wanted, sight), members in tuple(self._groups.items()):
            chosen = tuple(
                [i for i, e in enumerate(events) if wanted.wants(e) and visible(e, sight)]
            )
            last, about = events[-1], set[Subscriber]()
            # Those who see the same see this one only where it is about themselves.
            if last.topic.startswith(DELEGATION) and wanted.wants(last):
                about = {s for s in members if s.access.actor == last.assigned_to}
                about = set() if visible(last, sight) else about
            if not chosen and not about:
                continue
            lines = lines or [e.encoded() for e in events]
            if chosen:
                self._send(chosen, events, members - about, position, joined)
            self._send((*chosen, len(events) - 1), events, about, position, joined)

    def _send(
        self,
        chosen: tuple[int, ...],
        events: Sequence[Event],
        members: set[Subscriber],
        position: int,
        joined: Callable[[tuple[int, ...], bool], bytes],
    ) -> None:
        first = events[0].seq
        for subscriber in tuple(members):
            mine = chosen
            # Its replay may have got further than the live reader.
            if subscriber.after >= first:
                mine = tuple([i for i in chosen if events[i].seq > subscriber.after])
                if not mine:
                    continue
            if subscriber.push(joined(mine, subscriber.chunked), len(mine)):
                self.delivered_total += len(mine)
            else:
                subscriber.lagged = True
                self.lagged_total += 1
                self.detach(subscriber, position)

    def tend(self) -> None:
        """Once a second: ping the silent, end sessions that are over, let go of the gone."""
        now, clock = monotonic(), time()
        for subscriber in tuple(self.subscribers):
            if subscriber.ends_at is not None and subscriber.ends_at <= clock:
                subscriber.refused = True
            if subscriber.refused or subscriber.gone:
                subscriber.woken.set()
            elif subscriber.attached and not subscriber.slow and now - subscriber.written >= PING:
                subscriber.write(framed(b": ping\n\n", subscriber.chunked))

    def abort(self) -> None:
        """Cut off whoever is still there."""
        for subscriber in self.subscribers:
            subscriber.transport.abort()
