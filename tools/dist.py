"""Makes dist/rowlock-<version>.sql, for psql alone: python -m tools.dist [--schema NAME].

The same steps as sql/install.sql in one file: `psql -f` and `psql <` install or upgrade with it.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from rowlock import __version__
from rowlock.install import NAME, Step, render, sql_folder, steps

DIST = Path(__file__).resolve().parent.parent / "dist"
HEAD = """\
-- rowlock {version} as schema {schema}: psql -f installs or upgrades it, in one transaction.
"""
BESIDE = """\
-- This file names its schema, so another one of the database is no obstacle.
set local {schema}.beside = 'on';
"""
# What is not due is skipped by psql itself: nothing but the ledger is asked.
MIGRATION = """\
select rowlock._migration_due(name => '{name}', sha256 => '{sha256}') as due \\gset
\\if :due
{text}
select rowlock._migration_done(name => '{name}', sha256 => '{sha256}');
\\endif
"""


def _parts(schema: str) -> Iterator[str]:
    # The settings of psql before the transaction and after it are the map's own.
    lines = (sql_folder() / "install.sql").read_text(encoding="utf-8").splitlines()
    begin, end = lines.index("begin;"), lines.index("commit;")
    yield HEAD.format(version=__version__, schema=schema)
    yield from (line + "\n" for line in lines[: begin + 1] if not line.startswith("--"))
    if schema != "rowlock":
        yield BESIDE.format(schema=schema)
    for step in steps():
        yield "\n" + render(_text(step), schema)
    yield from ("\n" + line for line in lines[end:])
    yield "\n"


def _text(step: Step) -> str:
    text = step.text.rstrip("\n")
    if step.migration is None:
        return text + "\n"
    return MIGRATION.format(name=step.migration, sha256=step.sha256, text=text)


def dist(schema: str = "rowlock") -> str:
    """The whole file."""
    if not NAME.fullmatch(schema):
        raise SystemExit("a schema name is a letter a-z, then up to 39 letters, digits and _")
    return "".join(_parts(schema))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--schema", default="rowlock", help="its name in the database")
    parser.add_argument("--folder", type=Path, default=DIST, help="where the file goes")
    given = parser.parse_args()
    text = dist(given.schema)
    suffix = "" if given.schema == "rowlock" else f"-{given.schema}"
    path = given.folder / f"rowlock-{__version__}{suffix}.sql"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    print(path)


if __name__ == "__main__":
    main()
