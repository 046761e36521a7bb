"""Parses every SQL file and every PL/pgSQL body, and runs pgspot over the definer functions.

sqlfluff and psql see a body only as a string; a typing error in it would wait for its first call.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from pglast import parse_plpgsql, parse_sql
from pglast.parser import ParseError

ROOT = Path(__file__).resolve().parent.parent
# What holds when install.sql runs the file: a schema that only the owner fills, a pinned path.
SETTING = "create schema rowlock; set search_path = pg_catalog, pg_temp;"
STATEMENT = re.compile(r"^create or replace (?:function|procedure)\b.*?\$\$.*?\$\$;", re.S | re.M)
BODY_OF_DO = re.compile(r"^do (?:language plpgsql )?\$\$.*?\$\$;", re.S | re.M)
# The parser has no catalog: a variable of a row type has the fields of a record.
ROW_VARIABLE = re.compile(
    r"^(\s*\w+\s+(?:constant\s+)?)rowlock\.\w+(?:%rowtype)?(?=\s*(?:;|:=))", re.M
)
META = re.compile(r"^\s*\\\w|\\g(set|exec|desc)?\b", re.M)
SPOT_NOISE = re.compile(r"^\s*(Errors: \d+ .*|TOTAL: .*)?$")


def without_meta(text: str) -> str:
    """The text without psql's own commands, every line in its place."""
    kept = (re.sub(r"\\g(set|exec|desc)?\b.*$", ";", line) for line in text.splitlines())
    lines = ("" if line.lstrip().startswith("\\") else line for line in kept)
    # psql's variables stand where a value would.
    return re.sub(r"(?<=[\s(,=\[]):'?(?=[a-z])(\w+)'?", r"'\1'", "\n".join(lines))


def line_of(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1


def findings(path: Path) -> Iterator[str]:
    """What does not parse, with its line."""
    text = path.read_text(encoding="utf-8")
    where = path.relative_to(ROOT)
    try:
        parse_sql(without_meta(text) if META.search(text) else text)
    except ParseError as e:
        at = e.args[1] if len(e.args) > 1 and isinstance(e.args[1], int) else 0
        yield f"{where}:{line_of(text, at)}: {e.args[0]}"
        return
    for found in [*STATEMENT.finditer(text), *BODY_OF_DO.finditer(text)]:
        if found[0].startswith("do") or re.search(r"\blanguage plpgsql\b", found[0]):
            try:
                json.dumps(parse_plpgsql(ROW_VARIABLE.sub(r"\1record", found[0])))
            except ParseError as e:
                yield f"{where}:{line_of(text, found.start())}: {e.args[0]}"


def spotted(paths: list[Path]) -> list[str]:
    """What pgspot has against the definer functions."""
    with tempfile.TemporaryDirectory() as folder:
        copies = []
        for path in paths:
            text = path.read_text(encoding="utf-8")
            if re.search(r"\bsecurity definer\b", text):
                copy = Path(folder) / path.relative_to(ROOT)
                copy.parent.mkdir(parents=True, exist_ok=True)
                # On one line, so that the numbers of the lines stay.
                copy.write_text(SETTING + " " + ROW_VARIABLE.sub(r"\1record", text))
                copies.append(copy.relative_to(folder))
        if not copies:
            return []
        done = subprocess.run(
            [Path(sys.executable).parent / "pgspot", *copies, "/dev/null"],
            cwd=folder,
            capture_output=True,
            text=True,
        )
    names = re.compile(r"^(\S+\.sql|/dev/null): *$")
    found, name = [], ""
    for line in (done.stdout + done.stderr).splitlines():
        if here := names.match(line):
            name = here[1]
        elif not SPOT_NOISE.match(line):
            found.append(f"{name}: {line.strip()}")
    return found


def main() -> int:
    """Lint the files named, or all of sql/; 1 when there are findings."""
    named = [Path(a).resolve() for a in sys.argv[1:]]
    paths = named or sorted((ROOT / "sql").rglob("*.sql"))
    functions = [p for p in paths if "functions" in p.parts]
    found = [line for path in paths for line in findings(path)] + spotted(functions)
    for line in found:
        print(line)
    print(f"{len(paths)} SQL files, {len(found)} findings")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
