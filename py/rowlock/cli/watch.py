"""watch: the journal as it grows, in a table or as lines."""

from __future__ import annotations

import json
import time
import uuid
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Annotated

import psycopg
import typer
from rich.live import Live

from rowlock.cli.options import Options, command
from rowlock.cli.output import Record, line, made_table, note, out, shown, unread
from rowlock.cli.raw import cell, items, members
from rowlock.cli.session import DEFAULT_SCHEMA, Session, Target, schema_of, target
from rowlock.errors import Refusal

PAGE = 1000
# LISTEN is a hint: the journal is asked again after so long, and soon after a page that had some.
PATIENCE, SOON = 1.0, 0.05
RETRY = 0.5
HEAD = ("time", "topic", "role", "origin", "subject", "actor", "data")
# The columns of a terminal that has room for whole ids; else their ends are shown.
WIDE = 140

Show = Callable[[str], None]


@command("watch")
def watch(
    options: Options,
    topics: Annotated[
        list[str] | None,
        typer.Option("--topic", help="A pattern such as escalation.*; repeatable."),
    ] = None,
    origin: Annotated[str | None, typer.Option(help="One case alone.")] = None,
    role: Annotated[str | None, typer.Option(help="One role alone.")] = None,
    after: Annotated[
        int | None, typer.Option(help="From this number on; 0: all there is. Else from now.")
    ] = None,
) -> None:
    """Follow what happens, in the actor's scope, until Ctrl-C.

    Other commands take whole ids: a terminal of less than 140 columns shows their ends alone.
    """
    watched = _Watch(topics, origin, role, after)
    with target(options) as found:
        try:
            with unread(), _screen(options, watched) as show:
                _follow(found, options, watched, show)
        except KeyboardInterrupt:
            pass


@dataclass(slots=True)
class _Watch:
    """What is asked for, how far it has been read, and who is who."""

    topics: list[str] | None
    origin: str | None
    role: str | None
    cursor: int | None
    epoch: str | None = None
    names: dict[str, str] = field(default_factory=dict)
    session: Session | None = None

    def page(self, s: Session) -> list[str]:
        """The events since the last page; none at the first without a cursor."""
        found = members(
            s.ask(
                "event_since",
                after=self.cursor,
                topics=self.topics,
                origin_id=self.origin,
                role=self.role,
                max_rows=PAGE,
                epoch=self.epoch,
            )
        )
        if found["reset"] == "true":
            note("the cursor is of another journal; going on from the end of this one")
        if found["purged"] != "null":
            note(f"retention has removed events of this range: {found['purged']}")
        self.epoch = cell(found["epoch"])
        self.cursor = int(found["next"])
        return items(found["events"])

    def name(self, user_id: object) -> str:
        """Who that is, where the actor may know; else the beginning of the id."""
        key = str(user_id or "")
        if key and key not in self.names:
            self.names[key] = key[:8]
            if self.session is not None:
                try:
                    account = json.loads(self.session.ask("user_get", id=key))
                    self.names[key] = str(account["external_id"])
                except Refusal:
                    pass
        return self.names.get(key, "")


def _follow(found: Target, options: Options, watched: _Watch, show: Show) -> None:
    """Read on, over any number of connections once the first one stood."""
    gone = False
    while True:
        try:
            with Session(found, schema_of(options) or DEFAULT_SCHEMA) as s:
                s.act_as(options.actor)
                watched.session = s
                s.listen()
                gone = False
                _read(s, watched, show)
        except psycopg.OperationalError as e:
            # A login or a database that is not there stays a refusal.
            if watched.cursor is None or not (e.sqlstate or "57P").startswith(("08", "57P")):
                raise
            if not gone:
                note("the database went away; going on as soon as it is back")
            gone = True
            time.sleep(RETRY)


def _read(s: Session, watched: _Watch, show: Show) -> None:
    while True:
        before = watched.cursor
        for event in watched.page(s):
            show(event)
        s.wait(PATIENCE if watched.cursor == before else SOON)


@contextmanager
def _screen(options: Options, watched: _Watch) -> Iterator[Show]:
    """Where events go: JSON lines, a table that moves on a terminal, else plain lines."""
    if options.json:
        yield line
    elif out.is_terminal:
        rows: deque[tuple[object, ...]] = deque(maxlen=max(out.height - 4, 1))
        told = _whole if out.width >= WIDE else _short
        with Live(made_table(HEAD, rows), console=out, refresh_per_second=8) as live:

            def add(event: str) -> None:
                rows.append(_row(event, watched, told))
                live.update(made_table(HEAD, rows))

            yield add
    else:
        yield lambda event: line(_single(_row(event, watched, _whole)))


def _single(row: tuple[object, ...]) -> str:
    # What others wrote must not look like an event of its own.
    said = (str(shown(cell)).replace("\n", "\N{REPLACEMENT CHARACTER}") for cell in row if cell)
    return "  ".join(said)


def _row(event: str, watched: _Watch, told: Callable[[str], str]) -> tuple[object, ...]:
    said: Record = json.loads(event)
    at = datetime.fromisoformat(str(said["timestamp"])).astimezone()
    return (
        f"{at:%H:%M:%S}",
        said["topic"],
        said["role"],
        said["origin_id"],
        told(str(said["subject_id"])),
        watched.name(said["actor"]),
        _facts(said["data"]),
    )


def _whole(subject: str) -> str:
    return subject


def _short(subject: str) -> str:
    """The end of an id, which is what differs; a name as it is."""
    try:
        return str(uuid.UUID(subject))[-8:]
    except ValueError:
        return subject


def _facts(data: object) -> str:
    if not isinstance(data, dict):
        return ""
    return " ".join(f"{k}={v}" for k, v in data.items() if v not in (None, "", {}, []))
