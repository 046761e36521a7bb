"""stats: how the queue stands, and what happened lately."""

from __future__ import annotations

from typing import Annotated

import typer

from rowlock.cli.options import Options, command
from rowlock.cli.output import fields, plain, record, table
from rowlock.cli.session import session

TABLES = {
    "by_role": ("role", "pending", "claimed"),
    "by_type": ("type", "pending", "claimed", "resolved"),
}
# First what is so now, then what the period brought.
ORDER = (
    "pending",
    "available",
    "claimed",
    "oldest_pending_minutes",
    "created",
    "resolved",
    "cancelled",
    "expired",
)


@command("stats")
def stats(
    options: Options,
    period: Annotated[str, typer.Option(help="1h, 24h, 7d or 30d.")] = "24h",
) -> None:
    """Show how the queue stands now, and what was created and ended in a period.

    Of the roles that the actor reads in all; by role and by type.
    """
    with session(options) as s:
        answer = s.ask("escalation_stats", period=period)
    if options.json:
        plain(answer)
        return
    found = record(answer)
    fields({name: found[name] for name in ORDER if name in found})
    for name, head in TABLES.items():
        rows = found[name]
        if isinstance(rows, list) and rows:
            table(head, ([row[column] for column in head] for row in rows))
