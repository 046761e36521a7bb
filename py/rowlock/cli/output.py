"""What commands print: JSON as SQL made it, or tables. Knows records, no rules."""

from __future__ import annotations

import contextlib
import json
import os
import sys
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

Record = dict[str, object]

FIRST = (
    "id",
    "external_id",
    "key",
    "password",
    "role",
    "type",
    "status",
    "priority",
    "description",
)

WHOLE = ("id", "time", "topic", "subject")
NUMBERS = ("prio", "age", "steps", "pending", "claimed", "resolved")

# A file or a pipe gets whole lines: what follows in the pipe knows how wide it wants them.
_WIDE = 200
out = Console(highlight=False)
err = Console(stderr=True, highlight=False)
for _console in (out, err):
    if not _console.is_terminal:
        _console.width = _WIDE


def plain(text: str) -> None:
    """One line or one document, as it is."""
    out.print(text, markup=False, soft_wrap=True)


def line(text: str) -> None:
    """One line at once, for whoever follows in a pipe."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def note(text: str) -> None:
    """A remark for whoever watches; never on the standard output."""
    err.print(text, markup=False, style="dim", soft_wrap=True)


@contextlib.contextmanager
def unread() -> Iterator[None]:
    """Whoever reads the standard output may have enough of it: that ends the command, quietly."""
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        # Python flushes once more when it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def record(text: str) -> Record:
    """The JSON object that a function answered."""
    found = json.loads(text)
    return found if isinstance(found, dict) else {"value": found}


def made_table(head: Iterable[str], rows: Iterable[Iterable[object]]) -> Table:
    """Rows under a head; ids and their like are never broken."""
    made = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold")
    for name in head:
        right = name in NUMBERS
        made.add_column(name, no_wrap=name in WHOLE, justify="right" if right else "left")
    for row in rows:
        made.add_row(*(shown(cell) for cell in row))
    return made


def table(head: Iterable[str], rows: Iterable[Iterable[object]]) -> None:
    """Print rows under a head; a head without rows would say less than a word."""
    if found := list(rows):
        out.print(made_table(head, found))
    else:
        plain("none")


def fields(found: Record) -> None:
    """What one record says, the usual things first, leaving out what it does not say."""
    said = {n: v for n, v in found.items() if v not in (None, "", "{}", {}, [])}
    width = max(map(len, said), default=0)
    for name in sorted(said, key=lambda n: FIRST.index(n) if n in FIRST else len(FIRST)):
        line = Text.assemble((f"{name:<{width}}", "bold"), "  ", shown(said[name]))
        out.print(line, soft_wrap=True)


def shown(value: object) -> Text:
    """A value for a person's eyes."""
    if value is None:
        return Text()
    text = json.dumps(value) if isinstance(value, dict | list) else str(value)
    # What others wrote must not steer the terminal.
    return Text(
        "".join(c if c.isprintable() or c == "\n" else "\N{REPLACEMENT CHARACTER}" for c in text)
    )


def since(moment: object) -> str:
    """How long ago a time of a record is: 5s, 12m, 3h, 4d."""
    if not isinstance(moment, str):
        return ""
    seconds = int((datetime.now(UTC) - datetime.fromisoformat(moment)).total_seconds())
    for size, unit in ((86_400, "d"), (3_600, "h"), (60, "m")):
        if abs(seconds) >= size:
            return f"{seconds // size}{unit}"
    return f"{seconds}s"
