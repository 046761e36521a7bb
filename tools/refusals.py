"""Makes py/rowlock/refusals.json, what each function and module refuses, for the OpenAPI document.

The service has only the catalog, which cannot tell this; the sources can: `make docs`.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable
from pathlib import Path

from tools import errors_py, errors_sql, sql_calls
from tools.errors_sql import Error

DATA = Path(__file__).resolve().parent.parent / "py" / "rowlock" / "refusals.json"
_RANGE = re.compile(
    r"_argument_range\(\s*field => '(\w+)',[^;]*?\blow => (\d+), high => (\d+)\)", re.S
)

_NAMED = re.compile(r"^(Give|Keep|Nest|Shorten) …")


class _Book:
    """Each refusal once, under a name of its own."""

    def __init__(self) -> None:
        self.entries: dict[str, dict[str, object]] = {}

    def names(self, error: Error) -> list[str]:
        return [self._name(error, reason) for reason in error.reasons or ("",)]

    def _name(self, error: Error, reason: str) -> str:
        detail = {"reason": reason, **({"field": error.argument} if error.argument else {})}
        # What holds for any argument has no name to give.
        hint = error.hint if error.argument else _NAMED.sub(r"\1 it", error.hint)
        entry: dict[str, object] = {
            "status": error.status,
            "error": error.message,
            "code": error.code,
            "detail": detail if reason else None,
            "hint": hint or None,
        }
        words = (error.code, error.argument.replace("…", ""), reason)
        stem = "-".join(dict.fromkeys(w for w in words if w and not error.code.endswith(f"_{w}")))
        name, n = stem, 1
        while self.entries.setdefault(name, entry) != entry:
            n += 1
            name = f"{stem}-{n}"
        return name


def _by(pairs: Iterable[tuple[str, list[str]]]) -> dict[str, list[str]]:
    found: dict[str, set[str]] = {}
    for key, names in pairs:
        found.setdefault(key, set()).update(names)
    return {key: sorted(found[key]) for key in sorted(found)}


def facts() -> dict[str, object]:
    """All refusals by name, who makes which, and the ranges of numbers."""
    book = _Book()
    functions = _by(
        (verb, book.names(e)) for e in errors_sql.errors() for verb in e.by & sql_calls.public()
    )
    modules = _by(
        (module.path.stem, book.names(e))
        for module, e in errors_py.errors()
        if e.status < 500
        and module.path.parent == errors_py.PY
        and not module.path.name.startswith("importer")
    )
    ranges = {
        name: {
            field: [int(low), int(high)]
            for field, low, high in _RANGE.findall(text)
            # Beyond that a reader of JSON may round it, and it limits nothing.
            if int(high) < 2**53
        }
        for name, text in sorted(sql_calls.functions().items())
        if not name.startswith("_") and _RANGE.search(text)
    }
    return {
        "refusals": dict(sorted(book.entries.items())),
        "functions": functions,
        "modules": modules,
        "ranges": ranges,
    }


def text() -> str:
    """What the file holds."""
    return json.dumps(facts(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    DATA.write_text(text(), encoding="utf-8")
    print(f"wrote {DATA}", file=sys.stderr)
