"""The first pass over an event log: reads, checks and sorts the whole file. Changes nothing."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, tzinfo
from pathlib import Path

from rowlock.errors import Refusal
from rowlock.importer_lines import BadLine, read
from rowlock.importer_sort import EPOCH, NEVER, Event, Sorter

MISSING = frozenset({"", "EMPTY"})
SHOWN = 20
TEXT_MAX = 200
RESOURCE_MAX = 193  # the account's name has a prefix of seven

# The usual names in the order of preference, lower case. A start is taken only when it is named.
GUESSES: Mapping[str, tuple[str, ...]] = {
    "case": ("case:concept:name", "case_id", "case id", "caseid", "case"),
    "activity": ("concept:name", "activity", "activity name", "task", "event"),
    "time": ("time:timestamp", "timestamp", "complete timestamp", "end_time", "time"),
    "resource": ("org:resource", "resource", "user"),
    "group": ("org:group", "org:role", "group", "role", "department"),
    "start": (),
    "instance": ("concept:instance",),
    "lifecycle": ("lifecycle:transition",),
}
REQUIRED = ("case", "activity", "time")


@dataclass(frozen=True, slots=True)
class Columns:
    """Which field of a line is what; None: the log has no such column."""

    case: int
    activity: int
    time: int
    resource: int | None
    group: int | None
    start: int | None
    instance: int | None
    lifecycle: int | None


@dataclass(frozen=True, slots=True)
class Reading:
    """How to read a log: columns named by the user, and how its times are written."""

    columns: Mapping[str, str]
    zone: tzinfo = UTC
    time_format: str | None = None
    delimiter: str | None = None


@dataclass(slots=True)
class Log:
    """What the first pass found."""

    events: Sorter
    lines: int = 0
    ignored: int = 0
    bad: int = 0
    shown: list[BadLine] = field(default_factory=list)
    groups: set[str] = field(default_factory=set)


def columns(header: list[str], named: Mapping[str, str]) -> Columns:
    """The columns the user named, the others by their usual names."""
    places = {name.strip(): place for place, name in reversed(list(enumerate(header)))}
    lower = {name.lower(): place for name, place in places.items()}
    found: dict[str, int | None] = {}
    for role, guesses in GUESSES.items():
        if role in named:
            if named[role] not in places:
                raise _no_column(f"has no column {named[role]!r}", header, role)
            found[role] = places[named[role]]
        else:
            found[role] = next((lower[g] for g in guesses if g in lower), None)
        if found[role] is None and role in REQUIRED:
            raise _no_column(f"does not say which column holds the {role}", header, role)
    return Columns(**found)  # type: ignore[arg-type]  # the required ones are there


def _no_column(why: str, header: list[str], role: str) -> Refusal:
    detail = {"reason": "no_column", "field": role, "columns": header}
    hint = f"The log {why}. Name it with --{role}; there are: {', '.join(header)}."
    return Refusal(400, "a column of the log is not known", "import_columns", detail, hint)


def scan(
    path: Path, reading: Reading, events: Sorter, tell: Callable[[int], None] = lambda _: None
) -> Log:
    """Read the whole file: its events into the sorter, its faults into the log."""
    log, records = Log(events), read(path, reading.delimiter, tell)
    header = next(records, None)
    if header is None or isinstance(header, BadLine):
        detail = {"reason": "no_header", "why": header.why if header else "the file is empty"}
        hint = "The first line names the columns."
        raise Refusal(400, "the log has no header", "import_columns", detail, hint)
    places = columns(header[1], reading.columns)
    width = len(header[1])
    for record in records:
        log.lines += 1
        made = record if isinstance(record, BadLine) else _event(*record, places, width, reading)
        if made is None:
            log.ignored += 1
        elif isinstance(made, BadLine):
            log.bad += 1
            if len(log.shown) < SHOWN:
                log.shown.append(made)
        else:
            log.groups.add(made.group)
            events.add(made)
    return log


def _event(
    line: int, fields: list[str], at: Columns, width: int, reading: Reading
) -> Event | BadLine | None:
    if len(fields) != width:
        return BadLine(line, f"it has {len(fields)} fields, the header {width}")

    def text(place: int | None) -> str:
        return "" if place is None else fields[place].strip()

    # Of a step that is logged at its start and at its end, the end is the event.
    if text(at.lifecycle).lower() not in ("", "complete"):
        return None
    case, activity, instance = text(at.case), text(at.activity), text(at.instance)
    group, resource = (
        "" if name in MISSING else sys.intern(name) for name in (text(at.group), text(at.resource))
    )
    if not case or not activity:
        return BadLine(line, f"it has no {'activity' if case else 'case'}")
    if max(map(len, (case, activity, instance, group))) > TEXT_MAX or len(resource) > RESOURCE_MAX:
        return BadLine(line, f"a name has more than {TEXT_MAX} characters")
    try:
        ended = _moment(text(at.time), reading)
        began = _moment(text(at.start), reading)
    except (ValueError, OverflowError) as e:
        return BadLine(line, f"its time cannot be read: {e}")
    if ended is not None and began is not None and began > ended:
        return BadLine(line, "it starts after its time")
    at_end = NEVER if ended is None else ended
    return Event(case, at_end, line, sys.intern(activity), group, resource, began, instance)


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
