"""import: an event log into escalations and their history."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import asdict
from datetime import UTC, tzinfo
from pathlib import Path
from typing import Annotated
from zoneinfo import ZoneInfo

import typer

from rowlock import importer
from rowlock.cli.options import Options, command
from rowlock.cli.outcome import Usage
from rowlock.cli.output import fields, note, plain, record, table
from rowlock.cli.progress import progress
from rowlock.cli.session import Session, session
from rowlock.errors import Refusal
from rowlock.importer_lines import BadLine, BrokenFileError
from rowlock.importer_log import Log, Reading, scan
from rowlock.importer_sort import Sorter

COLUMNS = "Columns of the log"
COUNTS = ("created", "existing", "users", "roles")
Column = str | None


def _column(text: str) -> object:
    return typer.Option(metavar="COLUMN", help=text, rich_help_panel=COLUMNS)


@command("import")
def import_log(
    options: Options,
    file: Annotated[
        Path,
        typer.Argument(
            exists=True, dir_okay=False, readable=True, help="CSV in UTF-8, or XES; also gzipped."
        ),
    ],
    case: Annotated[Column, _column("Which case; usually case:concept:name.")] = None,
    activity: Annotated[Column, _column("Which step; usually concept:name.")] = None,
    at: Annotated[
        Column,
        typer.Option(
            "--time",
            metavar="COLUMN",
            help="When it was done; usually time:timestamp. Empty: the step is still open.",
            rich_help_panel=COLUMNS,
        ),
    ] = None,
    resource: Annotated[Column, _column("Who did it; usually org:resource.")] = None,
    group: Annotated[Column, _column("Whose work it is; usually org:group.")] = None,
    start: Annotated[Column, _column("When the work began; none when not given.")] = None,
    created: Annotated[
        Column, _column("When it began to wait; the case's event before when not given.")
    ] = None,
    instance: Annotated[Column, _column("Its id; usually concept:instance.")] = None,
    lifecycle: Annotated[
        Column, _column("Only `complete` is a step; usually lifecycle:transition.")
    ] = None,
    pairs: Annotated[
        bool,
        typer.Option(
            "--pairs",
            help="`start` is when the next `complete` of its step was claimed.",
            rich_help_panel=COLUMNS,
        ),
    ] = False,
    role: Annotated[str, typer.Option(help="For steps without a group.")] = "imported",
    maps: Annotated[
        list[str] | None,
        typer.Option("--map", metavar="GROUP=ROLE", help="The role of a group; repeatable."),
    ] = None,
    source: Annotated[
        str | None, typer.Option(help="The log's name; its file's when not given.")
    ] = None,
    skip_bad: Annotated[
        bool, typer.Option("--skip-bad", help="Leave bad lines out instead of refusing.")
    ] = False,
    timezone: Annotated[str, typer.Option(help="Of times that name none.")] = "UTC",
    time_format: Annotated[
        str | None, typer.Option(help="As strptime has it; ISO 8601 when not given.")
    ] = None,
    delimiter: Annotated[
        str | None, typer.Option(help="Between fields; guessed when not given.")
    ] = None,
) -> None:
    """Turn an event log into escalations and their history.

    Each step after a case's first is work that waited from the event before to its own. The
    file is checked to its end before anything is changed; the same file again changes nothing.
    """
    columns = {
        "case": case,
        "activity": activity,
        "time": at,
        "resource": resource,
        "group": group,
        "start": start,
        "created": created,
        "instance": instance,
        "lifecycle": lifecycle,
    }
    if delimiter is not None and len(delimiter) != 1:
        raise Usage("--delimiter is one character")
    named = {k: v for k, v in columns.items() if v}
    reading = Reading(named, _zone(timezone), time_format, delimiter, pairs)
    mapped = dict(_mapping(m) for m in maps or [])
    _role_form(role)
    name = source or file.name.removesuffix(".gz").removesuffix(".csv").removesuffix(".xes")
    # Before the file is read: nobody waits for minutes to hear that there is no server.
    with session(options) as s, Sorter() as events, progress(options) as bar:
        began = time.monotonic()
        size = file.stat().st_size
        try:
            log = scan(file, reading, events, lambda n: bar("reading", n, size))
        except BrokenFileError as e:
            raise Refusal(400, str(e), "import_file") from e
        _report_bad(log, skip_bad)
        steps = importer.Steps(events, importer.roles(log.groups, mapped, role))
        counted = _send(s, steps, name, lambda n: bar("importing", n, events.count))
        seconds = time.monotonic() - began
    for unknown in sorted(mapped.keys() - log.groups):
        note(f"no line has the group {unknown!r} of --map")
    facts = {
        "source": name,
        "events": log.lines,
        "cases": steps.cases,
        "steps": sum(steps.by_role.values()),
        **counted,
        "open": steps.open,
        "bad": log.bad,
        "ignored": log.ignored,
        "undated": steps.undated,
        "paired": steps.paired,
        "unpaired": steps.unpaired,
        "seconds": round(seconds, 2),
    }
    if options.json:
        plain(json.dumps({**facts, "by_role": dict(steps.by_role)}))
    else:
        fields({k: f"{v:,}" if isinstance(v, int) else v for k, v in facts.items() if v != 0})
        table(("role", "steps"), ((r, f"{n:,}") for r, n in steps.by_role.most_common()))


def _mapping(text: str) -> tuple[str, str]:
    group, equals, role = text.rpartition("=")
    if not equals or not group:
        raise Usage(f"--map {text!r} is not GROUP=ROLE")
    return group, _role_form(role)


def _role_form(role: str) -> str:
    if not importer.ROLE.fullmatch(role):
        raise Usage(f"{role!r} is no role: a letter a-z, then letters, digits, _ and -")
    return role


def _zone(name: str) -> tzinfo:
    try:
        return UTC if name == "UTC" else ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        raise Usage(f"--timezone {name!r} is not known on this machine") from None


def _report_bad(log: Log, skip: bool) -> None:
    for bad in log.shown if skip else ():
        note(f"{_place(bad)}: {bad.why}")
    if log.bad > len(log.shown) and skip:
        note(f"and {log.bad - len(log.shown)} more")
    if log.bad and not skip:
        shown = [{k: v for k, v in asdict(b).items() if v is not None} for b in log.shown]
        raise Refusal(
            400,
            "the log has lines that cannot be read; nothing was changed",
            "import_lines",
            {"reason": "bad_lines", "bad": log.bad, "lines": shown},
            "Mend them, or leave them out with --skip-bad.",
        )


def _place(bad: BadLine) -> str:
    if bad.event is None:
        return f"line {bad.line}"
    trace = "no trace" if bad.trace is None else f"trace {bad.trace}"
    return f"{trace}, event {bad.event} (line {bad.line})"


def _send(
    s: Session, steps: importer.Steps, source: str, tell: Callable[[int], None]
) -> dict[str, int]:
    counted = dict.fromkeys(COUNTS, 0)
    sent = 0
    for batch in importer.batches(steps):
        try:
            answer = record(s.ask("escalation_import", rows=json.dumps(batch), source=source))
        except BaseException:
            if sent:
                note(f"{sent} steps had been imported; the same command goes on from there")
            raise
        sent += len(batch)
        for name in COUNTS:
            counted[name] += int(str(answer[name]))
        tell(sent)
    return counted
