"""install, status and psql: the schema of a database."""

from __future__ import annotations

import json
import subprocess
from typing import Annotated

import typer
from psycopg.conninfo import conninfo_to_dict

from rowlock import __version__
from rowlock.cli.options import Options, command
from rowlock.cli.outcome import REFUSED, Unreachable
from rowlock.cli.output import fields, note, plain
from rowlock.cli.session import DEFAULT_SCHEMA, schema_of, target
from rowlock.install import install, status


@command("install")
def install_schema(options: Options) -> None:
    """Install the schema, or upgrade it; twice changes nothing."""
    with target(options) as found:
        applied = install(found.conninfo, schema_of(options), say=note)
    name = schema_of(options) or DEFAULT_SCHEMA
    if options.json:
        plain(json.dumps({"schema": name, "applied": applied}))
    else:
        said = ", ".join(applied) if applied else "no migration was pending"
        plain(f"schema {name} is installed: {said}")


@command("status")
def show_status(options: Options) -> None:
    """Show which database this is and whether its schema is of this version."""
    name = schema_of(options) or DEFAULT_SCHEMA
    with target(options) as found:
        ledger = status(found.conninfo, name)
        given = conninfo_to_dict(found.conninfo)
    state = (
        "not installed"
        if not ledger.applied
        else "newer than this version"
        if ledger.unknown
        else "older than this version"
        if ledger.pending
        else "up to date"
    )
    facts = {
        "version": __version__,
        "schema": name,
        "state": state,
        "embedded": found.embedded,
        "host": given.get("host"),
        "database": given.get("dbname"),
        "login": given.get("user"),
        "applied": list(ledger.applied),
        "pending": list(ledger.pending),
        "unknown": list(ledger.unknown),
    }
    if options.json:
        plain(json.dumps(facts))
    else:
        fields({**facts, "applied": ", ".join(ledger.applied)})
    if state != "up to date":
        raise typer.Exit(REFUSED)


@command("psql", passes=True)
def open_psql(
    options: Options,
    arguments: Annotated[
        list[str] | None, typer.Argument(help="For psql, as `-c` or `-f`.")
    ] = None,
) -> None:
    """Open psql on the database that the other commands talk to, with the login they use."""
    with target(options) as found:
        argv = [found.psql, "--dbname", found.conninfo, *(arguments or [])]
        try:
            done = subprocess.run(argv, check=False)
        except FileNotFoundError as e:
            raise Unreachable("psql is not on PATH: install the Postgres client") from e
    if done.returncode:
        raise typer.Exit(REFUSED)
