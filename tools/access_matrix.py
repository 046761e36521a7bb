"""Makes docs/access-matrix.md from the table that the tests of access read: `make docs`."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TABLE = ROOT / "tests" / "http" / "access_matrix.txt"
PAGE = ROOT / "docs" / "access-matrix.md"

HEAD = """\
# Access matrix

Made by `make docs` from the table in `tests/http`, each cell of which is sent as a real request by
a test; not edited by hand. The rules behind it are in [access.md](access.md).

The callers:

| column | who |
| --- | --- |
"""

NOTES = """\

What a request is about, where the line says nothing else: a row of the role `reviewer` that nobody
has claimed (to release: one that the superadmin has); an account, or a bot, without roles; the
persona `clerk` without roles; for PATCH, all members that it takes. "Another role" is one in which
only `global` and `super` have a say. 200 to a list is not all of it: each caller is shown what it
may read. 404 stands for a row that the caller may not see, 409 for one that somebody else has.
"""


@dataclass(frozen=True, slots=True)
class Line:
    """One request, and with which status each caller is answered."""

    method: str
    path: str
    variant: str
    cells: Mapping[str, int]

    @property
    def name(self) -> str:
        """The request, as the table writes it."""
        return f"{self.method} {self.path}" + (f" | {self.variant}" if self.variant else "")


@dataclass(frozen=True, slots=True)
class Matrix:
    """The columns with what they mean, and the lines."""

    columns: Mapping[str, str]
    lines: tuple[Line, ...]


def parse(text: str) -> Matrix:
    """The table: `name: meaning` a column, then a head, then a line a request."""
    columns: dict[str, str] = {}
    lines: list[Line] = []
    for number, row in enumerate(text.splitlines(), 1):
        if not row.strip() or row.startswith("#"):
            continue
        if found := re.fullmatch(r"(\w+): (.+)", row):
            columns[found[1]] = found[2]
            continue
        if row.split() == list(columns):
            continue
        *cells, request = row.split(maxsplit=len(columns))
        what, _, variant = request.partition(" | ")
        method, _, path = what.strip().partition(" ")
        if len(cells) != len(columns) or not all(c.isdigit() for c in cells) or not path:
            raise ValueError(f"line {number} is not a request: {row}")
        numbers = dict(zip(columns, map(int, cells), strict=True))
        lines.append(Line(method, path.strip(), variant.strip(), numbers))
    return Matrix(columns, tuple(lines))


def read() -> Matrix:
    """The table as it stands."""
    return parse(TABLE.read_text(encoding="utf-8"))


def page() -> str:
    """The text of docs/access-matrix.md."""
    matrix = read()
    parts = [HEAD, *(f"| {name} | {meaning} |\n" for name, meaning in matrix.columns.items())]
    parts += [NOTES, "\n| request | ", " | ".join(matrix.columns), " |\n| --- |"]
    parts += [" --- |" * len(matrix.columns), "\n"]
    for line in matrix.lines:
        request = f"`{line.method} {line.path}`" + (f" {line.variant}" if line.variant else "")
        parts.append(f"| {request} | {' | '.join(map(str, line.cells.values()))} |\n")
    return "".join(parts)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    print(f"wrote {PAGE}", file=sys.stderr)
