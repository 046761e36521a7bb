"""The first pass over an event log: reads, checks and sorts the whole file. Changes nothing."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, tzinfo
from functools import partial
from pathlib import Path

from rowlock import importer_lines, importer_xes
from rowlock.errors import Refusal
from rowlock.importer_lines import BadLine
from rowlock.importer_names import Keys, places
from rowlock.importer_sort import EPOCH, NEVER, Event, Sorter

MISSING = frozenset({"", "EMPTY"})
# Of a step that is logged at its start and at its end, the end is the event.
STARTS = frozenset({"start"})
ENDS = frozenset({"", "complete"})
EXPORTED = frozenset({"resolved", "pending"})
SHOWN = 20
KEYS_SHOWN = 100
TEXT_MAX = 200
RESOURCE_MAX = 193  # the account's name has a prefix of seven

# What a line or an event says of one thing: its case, its activity, and so on.
Text = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Reading:
    """How to read a log: columns named by the user, and how its times are written."""

    columns: Mapping[str, str]
    zone: tzinfo = UTC
    time_format: str | None = None
    delimiter: str | None = None
    pairs: bool = False


@dataclass(slots=True)
class Log:
    """What the first pass found."""

    events: Sorter
    lines: int = 0
    ignored: int = 0
    bad: int = 0
    shown: list[BadLine] = field(default_factory=list)
    groups: set[str] = field(default_factory=set)

    def take(self, made: Event | BadLine | None) -> None:
        """Count one more line or event, and keep it if it is of use."""
        self.lines += 1
        if made is None:
            self.ignored += 1
        elif isinstance(made, BadLine):
            self.bad += 1
            if len(self.shown) < SHOWN:
                self.shown.append(made)
        else:
            self.groups.add(made.group)
            self.events.add(made)


def scan(
    path: Path, reading: Reading, events: Sorter, tell: Callable[[int], None] = lambda _: None
) -> Log:
    """Read the whole file: its events into the sorter, its faults into the log."""
    log = Log(events)
    found = _xes if importer_xes.is_xes(path) else _csv
    for made in found(path, reading, tell):
        log.take(made)
    return log


def _csv(
    path: Path, reading: Reading, tell: Callable[[int], None]
) -> Iterator[Event | BadLine | None]:
    records = importer_lines.read(path, reading.delimiter, tell)
    header = next(records, None)
    if header is None or isinstance(header, BadLine):
        detail = {"reason": "no_header", "why": header.why if header else "the file is empty"}
        hint = "The first line names the columns."
        raise Refusal(400, "the log has no header", "import_columns", detail, hint)
    at, width = places(header[1], reading.columns), len(header[1])
    fields: list[str] = []

    def text(what: str) -> str:
        place = at[what]
        return "" if place is None else fields[place].strip()

    for record in records:
        if isinstance(record, BadLine):
            yield record
            continue
        line, fields = record
        if len(fields) != width:
            yield BadLine(line, f"it has {len(fields)} fields, the header {width}")
            continue
        made = _event(line, text, reading)
        yield BadLine(line, made) if isinstance(made, str) else made


def _xes(
    path: Path, reading: Reading, tell: Callable[[int], None]
) -> Iterator[Event | BadLine | None]:
    keys, seen = Keys(reading.columns), set[str]()
    for found in importer_xes.read(path, tell):
        if len(seen) < KEYS_SHOWN:
            seen.update(found.values)
        made = _event(found.number, partial(keys.text, found.values), reading)
        if isinstance(made, str):
            yield BadLine(found.line, made, found.trace, found.event)
        else:
            yield made
    keys.check(seen)


def _event(number: int, text: Text, reading: Reading) -> Event | str | None:
    """One event; None when it is not of interest, a text when it is bad and why."""
    transition, created_at = text("lifecycle").lower(), text("created")
    begins = reading.pairs and transition in STARTS
    if not begins and transition not in (EXPORTED if created_at else ENDS):
        return None
    case, activity, instance = text("case"), text("activity"), text("instance")
    # Of an exported row without an origin there is no case but itself.
    if not case and created_at:
        case = instance
    group, resource = (
        "" if name in MISSING else sys.intern(name) for name in (text("group"), text("resource"))
    )
    if not case or not activity:
        return f"it has no {'activity' if case else 'case'}"
    if max(map(len, (case, activity, instance, group))) > TEXT_MAX or len(resource) > RESOURCE_MAX:
        return f"a name has more than {TEXT_MAX} characters"
    try:
        at, began, created = (
            _moment(t, reading) for t in (text("time"), text("start"), created_at)
        )
    except (ValueError, OverflowError) as e:
        return f"its time cannot be read: {e}"
    if begins and at is None:
        return "it is a start without a time"
    if at is not None and began is not None and began > at:
        return "it starts after its time"
    if at is not None and created is not None and created > at:
        return "it was created after its time"
    return Event(
        case,
        NEVER if at is None else at,
        number,
        sys.intern(activity),
        group,
        resource,
        began,
        instance,
        created,
        begins,
    )


def _moment(text: str, reading: Reading) -> int | None:
    """Microseconds since 1970; an empty text is no time."""
    if not text:
        return None
    form = reading.time_format
    at = datetime.strptime(text, form) if form else datetime.fromisoformat(text)  # noqa: DTZ007
    if at.tzinfo is None:
        at = at.replace(tzinfo=reading.zone)
    since = at.astimezone(UTC) - EPOCH
    return (since.days * 86_400 + since.seconds) * 1_000_000 + since.microseconds
