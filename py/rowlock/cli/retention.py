"""retention: what rules would remove, and doing it now."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer

from rowlock.cli.options import Options, command
from rowlock.cli.outcome import REFUSED
from rowlock.cli.output import plain, table
from rowlock.cli.session import session

HEAD = ("rule", "action", "outcome", "rows", "held by", "error")
# There is more to do: the same call does it.
AGAIN = ("more", "left")


@command("retention")
def retention(
    options: Options,
    rules: Annotated[
        list[str] | None,
        typer.Argument(metavar="[RULE]...", help="Those alone, disabled ones too."),
    ] = None,
    now: Annotated[bool, typer.Option("--now", help="Do it, batch by batch, to its end.")] = False,
) -> None:
    """Count what the rules of retention would delete or archive; with --now, do it.

    The service does so by itself; this is for looking first, or for not waiting. Ends with 1
    when a rule failed.
    """
    told: dict[str, dict[str, Any]] = {}
    with session(options) as s:
        going = list(rules) if rules else None
        while going != []:
            answer = s.ask("retention_run", dry_run=not now, rules=going)
            for report in json.loads(answer)["rules"]:
                before = told.get(report["rule"], {}).get("row_count", 0)
                told[report["rule"]] = {**report, "row_count": before + report["row_count"]}
            going = [name for name, report in told.items() if report["outcome"] in AGAIN]
    if options.json:
        plain(json.dumps({"rules": list(told.values())}))
    else:
        table(
            HEAD,
            (
                (
                    r["rule"],
                    r["action"],
                    r["outcome"],
                    f"{r['row_count']:,}",
                    r["held_by"],
                    r["error"] and f"{r['error']} ({r['error_state']})",
                )
                for r in told.values()
            ),
        )
    if any(r["outcome"] == "failed" for r in told.values()):
        raise typer.Exit(REFUSED)
