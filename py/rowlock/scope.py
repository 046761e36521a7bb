"""What a subscriber may see and asked for: pure functions over events. Reads and writes nothing."""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import dataclass, field

BUFFER = 1000


@dataclass(frozen=True, slots=True)
class Event:
    """One journaled event: what scope and filters ask, and the line that goes out unparsed."""

    seq: int
    topic: str
    role: str | None
    assigned_to: str | None
    origin_id: str | None
    frame: str


@dataclass(frozen=True, slots=True)
class Access:
    """What an actor may read, as actor_access tells it."""

    actor: str
    is_global: bool
    read_all: frozenset[str]
    read_self: frozenset[str]


@dataclass(frozen=True, slots=True)
class Batch:
    """What one read of the journal gave."""

    events: tuple[Event, ...]
    next: int
    purged_through: int
    epoch: str
    top: int
    open_mark: int | None


def visible(event: Event, access: Access) -> bool:
    """Whether the actor may read the event; the same rule as in event_since."""
    return (
        access.is_global
        or event.role in access.read_all
        or (event.role in access.read_self and event.assigned_to == access.actor)
    )


def topic_matches(pattern: str, topic: str) -> bool:
    """Whether a topic fits a pattern; the same rule as the function of that name in SQL."""
    if pattern == "*":
        return topic != ""
    wanted = pattern.split(".") if pattern else []
    tokens = topic.split(".") if topic else []
    for i, part in enumerate(wanted):
        if part == ">" and i == len(wanted) - 1:
            return len(tokens) > i
        if i >= len(tokens) or part not in ("*", tokens[i]):
            return False
    return len(wanted) == len(tokens)


@dataclass(frozen=True, slots=True)
class Filter:
    """What a subscriber asked for; without patterns every topic."""

    topics: tuple[str, ...] = ()
    origin_id: str | None = None
    role: str | None = None

    def wants(self, event: Event) -> bool:
        """Whether the event is asked for; says nothing of whether it may be read."""
        return (
            self.origin_id in (None, event.origin_id)
            and self.role in (None, event.role)
            and (not self.topics or any(topic_matches(p, event.topic) for p in self.topics))
        )


@dataclass(slots=True, eq=False)
class Subscriber:
    """A live stream's end of the fan-out: a bounded buffer, and what goes into it."""

    filter: Filter
    access: Access
    after: int
    buffer: deque[Event] = field(default_factory=deque)
    ready: asyncio.Event = field(default_factory=asyncio.Event)
    lagged: bool = False
    attached: bool = False

    def attach(self) -> None:
        """Begin to take."""
        self.attached = True

    def detach(self) -> None:
        """Take nothing more; the stream drains the buffer and decides how to go on."""
        self.attached = False
        self.ready.set()

    def offer(self, event: Event) -> None:
        """Take what is wanted and visible; what does not fit ends it."""
        if event.seq <= self.after or not self.attached:
            return
        if self.filter.wants(event) and visible(event, self.access):
            if len(self.buffer) >= BUFFER:
                self.lagged = True
                self.detach()
                return
            self.buffer.append(event)
            self.ready.set()
        self.after = event.seq
        # This person's memberships change: what follows is read again, with fresh access.
        if event.topic == "membership.changed" and self.access.actor in event.frame:
            self.detach()
