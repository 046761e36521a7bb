"""export: escalations or events as JSON lines or CSV, page by page."""

from __future__ import annotations

import contextlib
import csv
import io
import json
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated, Literal, TextIO

import typer
from rich.progress import Progress, SpinnerColumn, TextColumn

from rowlock.cli.options import Options, command
from rowlock.cli.outcome import Usage
from rowlock.cli.output import FIRST, err, note, unread
from rowlock.cli.raw import cell, items, members
from rowlock.cli.session import Session, session

ROWS, EVENTS = 500, 1000
ORDER = json.dumps([{"field": "created_at"}])

Page = Iterator[list[str]]
Strings = list[str] | None


@command("export")
def export(
    options: Options,
    what: Annotated[Literal["escalations", "events"], typer.Argument(help="Which of the two.")],
    as_csv: Annotated[bool, typer.Option("--csv", help="CSV; else JSON, one a line.")] = False,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="A file; else standard output.")
    ] = None,
    roles: Annotated[Strings, typer.Option("--role", help="Repeatable; of events one.")] = None,
    origin: Annotated[str | None, typer.Option(help="One case alone.")] = None,
    kind: Annotated[str | None, typer.Option("--type", help="Of escalations.")] = None,
    status: Annotated[Strings, typer.Option(help="Of escalations; repeatable.")] = None,
    since: Annotated[
        str | None, typer.Option(metavar="TIME", help="Escalations created from then on.")
    ] = None,
    until: Annotated[
        str | None, typer.Option(metavar="TIME", help="Escalations created before.")
    ] = None,
    topics: Annotated[
        Strings, typer.Option("--topic", help="Of events: a pattern; repeatable.")
    ] = None,
    after: Annotated[int | None, typer.Option(help="Events after this number.")] = None,
) -> None:
    """Write out what the actor may read, oldest first.

    A CSV file of escalations is one that `rowlock import` knows.
    """
    of_rows = {"--type": kind, "--status": status, "--since": since, "--until": until}
    of_events = {"--topic": topics, "--after": after}
    strange = of_events if what == "escalations" else of_rows
    if given := [name for name, value in strange.items() if value is not None]:
        raise Usage(f"{', '.join(given)} is not for {what}")
    if as_csv and options.json:
        raise Usage("--csv or --json, not both")
    if what == "events" and roles and len(roles) > 1:
        raise Usage("events are of one --role, or of all")
    window = {k: v for k, v in (("from", since), ("to", until)) if v is not None}
    with session(options) as s, _target(output) as file, _progress() as tell:
        if what == "escalations":
            created = json.dumps(window) if window else None
            pages = _rows(s, roles, kind, status, origin, created)
        else:
            pages = _events(s, topics, origin, roles[0] if roles else None, after or 0)
        write = _csv(file) if as_csv else _lines(file)
        count = 0
        for page in pages:
            write(page)
            count += len(page)
            tell(count)
    if output is not None:
        note(f"{count} {what} in {output}")


def _rows(
    s: Session,
    roles: Strings,
    kind: str | None,
    status: Strings,
    origin: str | None,
    created: str | None,
) -> Page:
    following: str | None = None
    while True:
        page = members(
            s.ask(
                "escalation_list",
                roles=roles,
                type=kind,
                status=status,
                origin_id=origin,
                created=created,
                order_by=ORDER,
                max_rows=ROWS,
                count="false",
                after=following,
            )
        )
        yield items(page["escalations"])
        following = cell(page["next"]) or None
        if following is None:
            return


def _events(s: Session, topics: Strings, origin: str | None, role: str | None, after: int) -> Page:
    # Up to what there is now: whoever writes meanwhile must not keep this going.
    end = int(members(s.ask("event_since"))["next"])
    while after < end:
        page = members(
            s.ask(
                "event_since",
                topics=topics,
                origin_id=origin,
                role=role,
                after=after,
                max_rows=EVENTS,
            )
        )
        if page["purged"] != "null":
            note(f"retention has removed events of this range: {page['purged']}")
        yield items(page["events"])
        if int(page["next"]) == after:
            return
        after = int(page["next"])


def _lines(file: TextIO) -> Callable[[list[str]], None]:
    def write(page: list[str]) -> None:
        file.writelines(row + "\n" for row in page)

    return write


def _csv(file: TextIO) -> Callable[[list[str]], None]:
    out = csv.writer(file, lineterminator="\n")
    head: list[str] = []

    def write(page: list[str]) -> None:
        for row in map(members, page):
            if not head:
                head.extend(sorted(row, key=lambda n: (FIRST.index(n) if n in FIRST else 99, n)))
                out.writerow(head)
            out.writerow([cell(row[name]) for name in head])

    return write


@contextlib.contextmanager
def _target(output: Path | None) -> Iterator[TextIO]:
    """Where it goes; a file is there in whole, or as it was before."""
    if output is None:
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(encoding="utf-8", newline="\n")
        with unread():
            yield sys.stdout
        return
    draft = output.with_name(f".{output.name}.{os.getpid()}")
    try:
        with draft.open("x", encoding="utf-8", newline="") as file:
            yield file
        draft.replace(output)
    except OSError as e:
        raise Usage(f"{output} cannot be written: {e.strerror}") from e
    finally:
        draft.unlink(missing_ok=True)


@contextlib.contextmanager
def _progress() -> Iterator[Callable[[int], None]]:
    bar = Progress(
        SpinnerColumn(),
        TextColumn("{task.completed:,.0f} exported"),
        console=err,
        transient=True,
        disable=not err.is_terminal,
    )
    with bar:
        task = bar.add_task("", total=None)
        yield lambda count: bar.update(task, completed=count)
