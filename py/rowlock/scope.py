"""What a subscriber may see and asked for: pure functions over events. Reads and writes nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

# How topics begin that whoever signed in may read: of the plan, its runs and their workers.
PLAN = ("project.", "work_item.", "run.", "worker.")
# And those that the role and whoever they are about may read.
DELEGATION = "delegation."


@dataclass(frozen=True, slots=True)
class Event:
    """One journaled event: what scope and filters ask, and the line that goes out unparsed."""

    seq: int
    topic: str
    role: str | None
    assigned_to: str | None
    origin_id: str | None
    frame: str
    subject_id: str = ""
    run_id: str | None = None

    def encoded(self) -> bytes:
        """The event as it goes over the wire."""
        return f"id: {self.seq}\nevent: {self.topic}\ndata: {self.frame}\n\n".encode()


@dataclass(frozen=True, slots=True)
class Viewer:
    """For whom a stream is: an account, and the API key that it came with."""

    actor: str
    key_prefix: str | None = None


@dataclass(frozen=True, slots=True)
class Access:
    """What an actor may read, as actor_access tells it."""

    actor: str
    is_global: bool
    read_all: frozenset[str]
    read_self: frozenset[str]
    # role:account of those for whom the actor acts.
    read_for: frozenset[str] = frozenset()

    def people(self) -> list[str]:
        """The actor, and those for whom it acts."""
        return [self.actor, *(entry.rpartition(":")[2] for entry in self.read_for)]

    def sight(self) -> Access:
        """The same for all who see the same."""
        if self.is_global:
            return Access("", True, frozenset(), frozenset())
        actor = self.actor if self.read_self else ""
        return Access(actor, False, self.read_all, self.read_self, self.read_for)


@dataclass(frozen=True, slots=True)
class Batch:
    """What one read of the journal gave."""

    events: tuple[Event, ...]
    next: int
    purged_through: int
    epoch: str
    more: bool
    top: int | None
    open_mark: int | None

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> Batch:
        """The batch that a row of event_read or event_replay is."""
        events = tuple(Event(**event) for event in row["events"])
        return cls(**{**row, "events": events, "epoch": str(row["epoch"])})


def visible(event: Event, access: Access) -> bool:
    """Whether the actor may read the event; the same rule as in event_since."""
    return (
        access.is_global
        or event.role in access.read_all
        or (
            event.role in access.read_self
            and event.assigned_to is not None
            and (
                event.assigned_to == access.actor
                or f"{event.role}:{event.assigned_to}" in access.read_for
            )
        )
        or event.topic.startswith(PLAN)
        or (
            event.topic.startswith(DELEGATION)
            and (event.role in access.read_self or event.assigned_to == access.actor)
        )
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
    # There may be a thousand patterns, and there are few topics.
    _fits: dict[str, bool] = field(default_factory=dict, init=False, repr=False, compare=False)

    def array(self) -> str | None:
        """The patterns as the text of an array; None for every topic."""
        quoted = (p.replace("\\", "\\\\").replace('"', '\\"') for p in self.topics)
        return "{" + ",".join(f'"{p}"' for p in quoted) + "}" if self.topics else None

    def wants(self, event: Event) -> bool:
        """Whether the event is asked for; says nothing of whether it may be read."""
        return (
            self.origin_id in (None, event.origin_id)
            and self.role in (None, event.role)
            and (not self.topics or self._fit(event.topic))
        )

    def _fit(self, topic: str) -> bool:
        if (known := self._fits.get(topic)) is None:
            known = self._fits[topic] = any(topic_matches(p, topic) for p in self.topics)
        return known
