"""From the events of a log to the steps that escalation_import takes. Makes no connection.

Each step after a case's first is work: it waited from the event before to its own.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import groupby
from operator import attrgetter

from rowlock.errors import Refusal
from rowlock.importer_sort import EPOCH, NEVER, Event

Step = dict[str, str]

ROLE = re.compile(r"[a-z][a-z0-9_-]{0,199}")
BATCH = 5000


def role_of(group: str) -> str:
    """The role of a group: lower case, other characters as `-`, `group-` before a non-letter."""
    name = re.sub(r"[^a-z0-9_-]", "-", group.lower())
    return name if ROLE.fullmatch(name) else f"group-{name}"


def roles(groups: Iterable[str], mapped: Mapping[str, str], default: str) -> dict[str, str]:
    """The role of each group; two groups of one role only when the user maps them both there."""
    found = {g: mapped.get(g) or (role_of(g) if g else default) for g in groups}
    sharing: defaultdict[str, list[str]] = defaultdict(list)
    for group in sorted(g for g in found if g):
        sharing[found[group]].append(group)
    for role, names in sharing.items():
        if len(names) > 1 and not mapped.keys() >= set(names):
            detail = {"reason": "clash", "role": role, "groups": names}
            maps = " ".join(f"--map '{name}={role}'" for name in names if name not in mapped)
            hint = f"Say that they are one, or name others: {maps}"
            raise Refusal(
                409, "groups of the log would share a role", "import_groups", detail, hint
            )
    return found


@dataclass(slots=True)
class Steps:
    """The steps of sorted events, and what was counted on the way."""

    events: Iterable[Event]
    roles: Mapping[str, str]
    cases: int = 0
    open: int = 0
    undated: int = 0
    paired: int = 0
    unpaired: int = 0
    by_role: Counter[str] = field(default_factory=Counter)

    def __iter__(self) -> Iterator[Step]:
        for _, events in groupby(self.events, key=attrgetter("case")):
            self.cases += 1
            yield from self._case(events)

    def _case(self, events: Iterable[Event]) -> Iterator[Step]:
        before: int | None = None
        seen: Counter[str] = Counter()
        started: defaultdict[str, deque[int]] = defaultdict(deque)
        position = 0
        for event in events:
            if event.begins:
                started[_work(event)].append(event.at)
                continue
            # The log's own name of the step, else its place; U+001F parts what no log does.
            name = event.instance or f"\x1f{position}"
            seen[name] += 1
            key = name if seen[name] == 1 else f"{name}\x1f{seen[name]}"
            start = event.start
            if start is None and started[_work(event)] and event.at != NEVER:
                start = started[_work(event)].popleft()
                self.paired += 1
            # A step with a beginning of its own needs no event before it.
            since = before if event.created is None else event.created
            if since is not None and (position > 0 or event.created is not None):
                yield self._step(event, key, since, start)
            elif position > 0:
                self.undated += 1
            position += 1
            if event.at != NEVER:
                before = event.at
        self.unpaired += sum(map(len, started.values()))

    def _step(self, event: Event, key: str, since: int, start: int | None) -> Step:
        role = self.roles[event.group]
        self.by_role[role] += 1
        step = {"origin_id": event.case, "key": key, "type": event.activity, "role": role}
        if event.resource:
            step["resource"] = event.resource
        if event.at == NEVER:
            self.open += 1
        else:
            step["resolved_at"] = _iso(event.at)
            if start is not None:
                # Work that began before the case's last event never waited for it.
                since = min(since, start)
                step["claimed_at"] = _iso(start)
        step["created_at"] = _iso(since)
        return step


def _work(event: Event) -> str:
    """What a start and an end have in common."""
    return event.instance or f"\x1f{event.activity}"


def _iso(moment: int) -> str:
    return (EPOCH + timedelta(microseconds=moment)).isoformat()


def batches(steps: Iterable[Step], size: int = BATCH) -> Iterator[list[Step]]:
    """The steps in lists that one call takes."""
    batch: list[Step] = []
    for step in steps:
        batch.append(step)
        if len(batch) == size:
            yield batch
            batch = []
    if batch:
        yield batch
