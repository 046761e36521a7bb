"""doctor, purge and retention: what an operator does now and then."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from typing import Annotated

import typer
from rich.text import Text

from rowlock import install
from rowlock.cli import replica
from rowlock.cli.options import Options, command
from rowlock.cli.outcome import REFUSED
from rowlock.cli.output import fields, out, plain
from rowlock.cli.progress import progress
from rowlock.cli.session import DEFAULT_SCHEMA, Session, Target, option_of, schema_of, target

BATCH = 50_000
STYLES = {"ok": "green", "warn": "yellow", "fail": "bold red"}
Check = dict[str, object]


@command("doctor")
def doctor(
    options: Options,
    restored: Annotated[
        bool,
        typer.Option(
            "--restored",
            help="First say that this database came from a backup: clients that know a later "
            "journal start anew. For the owner of the schema.",
        ),
    ] = False,
) -> None:
    """Look for what goes wrong in databases, and say what to do.

    Ends with 1 when something fails, with 3 when there is no database, with 0 when there are
    warnings alone.
    """
    name = schema_of(options) or DEFAULT_SCHEMA
    with target(options) as found:
        ledger = _ledger(found, name)
        checks = [ledger]
        if ledger["state"] == "ok":
            with Session(found, name) as s:
                if restored:
                    s.rows("event_restore")
                checks += s.rows("doctor_list")
                checks += replica.checks(s, found, name)
    counts = Counter(str(c["state"]) for c in checks)
    if options.json:
        plain(json.dumps({**{s: counts[s] for s in STYLES}, "checks": checks}))
    else:
        _show(checks)
        plain(", ".join(f"{counts[state]} {state}" for state in STYLES))
    if counts["fail"]:
        raise typer.Exit(REFUSED)


def _ledger(found: Target, name: str) -> Check:
    """Whether the schema is of this version; without that the functions may not be there."""
    ledger, make = install.status(found.conninfo, name), f"rowlock install{option_of(name)}"
    if not ledger.applied:
        said, advice = f"there is no schema {name} that this login may see", make
    elif ledger.pending:
        said, advice = f"not applied: {', '.join(ledger.pending)}", make
    elif ledger.unknown:
        said, advice = f"newer: {', '.join(ledger.unknown)}", "Use a rowlock of that version."
    else:
        return {
            "name": "schema",
            "state": "ok",
            "found": f"{name}, of this version",
            "advice": None,
        }
    return {"name": "schema", "state": "fail", "found": said, "advice": advice}


def _show(checks: Sequence[Check]) -> None:
    width = max(len(str(c["name"])) for c in checks)
    for check in checks:
        state = str(check["state"])
        line = Text.assemble(
            (f"{state:<4}", STYLES.get(state, "")), f"  {check['name']!s:<{width}}  "
        )
        line.append(_printable(check["found"]))
        if check["advice"]:
            line.append(f"\n{'':<{width + 8}}{_printable(check['advice'])}", "dim")
        out.print(line, soft_wrap=True)


def _printable(value: object) -> str:
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in str(value))


@command("purge")
def purge(
    options: Options,
    older_than: Annotated[
        str | None,
        typer.Option(metavar="INTERVAL", help="'30 days'; the rule's when not given."),
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Count only; remove nothing.")] = False,
) -> None:
    """Remove the oldest events of the journal, batch by batch.

    The rule for events does so every hour; this is for doing it now, or with another interval.
    """
    name, given = schema_of(options) or DEFAULT_SCHEMA, {"older_than": older_than}
    with target(options) as found, Session(found, name) as s, progress(options) as bar:
        total = _number(s, "event_purge_count", **given)
        removed = 0
        while not dry_run:
            batch = _number(s, "event_purge", **given, max_rows=str(BATCH))
            removed += batch
            bar("purging", removed, max(total, removed))
            if batch < BATCH:
                break
    facts = {"found": total, "removed": removed}
    if options.json:
        plain(json.dumps(facts))
    else:
        fields({key: f"{value:,}" for key, value in facts.items()})


def _number(s: Session, function: str, **given: str | None) -> int:
    [row] = s.rows(function, **{k: v for k, v in given.items() if v is not None})
    return int(row["r"])
