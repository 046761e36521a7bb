"""role list, show, patch, delete, targets and levels: what roles are and where they lead."""

from __future__ import annotations

import json
import sys
from typing import Annotated

import typer

from rowlock.cli.accounts import ended
from rowlock.cli.options import Options, command
from rowlock.cli.output import fields, plain, record, table
from rowlock.cli.session import session

HEAD = ("role", "title", "members", "escalates to", "schema", "sla")
LEVELS = ("level", "after", "action", "to role", "to", "every")
LEVEL_KEYS = ("level", "after_minutes", "action", "target_role", "target_user", "repeat_minutes")
Name = Annotated[str, typer.Argument(metavar="ROLE")]


@command("role list")
def role_list(options: Options) -> None:
    """List all roles."""
    with session(options) as s:
        answer = s.ask("role_details")
    if options.json:
        plain(answer)
        return
    table(
        HEAD,
        (
            (
                found["role"],
                found["title"],
                found["member_count"],
                ", ".join(found["escalation_targets"]),
                found["current_schema_version"],
                found["sla_minutes"],
            )
            for found in json.loads(answer)["roles"]
        ),
    )


@command("role show")
def role_show(options: Options, role: Name) -> None:
    """Show a role: dials, schemas, where its work comes from and may go."""
    with session(options) as s:
        answer = s.ask("role_get", role=role)
    _shown(options, answer)


@command("role patch")
def role_patch(
    options: Options,
    role: Name,
    patch: Annotated[
        str, typer.Argument(metavar="JSON", help="The fields to change; null clears; - reads it.")
    ],
    summary: Annotated[
        str | None, typer.Option(help="What is new, for the list of versions.")
    ] = None,
) -> None:
    """Change fields of a role: `rowlock role patch reviewer '{"sla_minutes": 30}'`."""
    given = sys.stdin.read() if patch == "-" else patch
    with session(options) as s:
        answer = s.ask("role_patch", role=role, patch=given, change_summary=summary)
    _shown(options, answer)


@command("role targets")
def role_targets(
    options: Options,
    role: Name,
    targets: Annotated[list[str] | None, typer.Argument(metavar="[TARGET]...")] = None,
    none: Annotated[bool, typer.Option("--none", help="Nowhere.")] = False,
) -> None:
    """Show where rows of a role may be escalated to, or settle it anew."""
    with session(options) as s:
        if targets or none:
            answer = s.ask("role_escalation_put", role=role, target_roles=targets or [])
        else:
            answer = s.ask("role_escalation_get", role=role)
    _shown(options, answer)


@command("role levels")
def role_levels(
    options: Options,
    role: Name,
    levels: Annotated[
        str | None, typer.Argument(metavar="[JSON]", help="All levels; [] for none; - reads it.")
    ] = None,
) -> None:
    """Show what becomes of rows that wait too long, or settle it anew.

    `rowlock role levels reviewer '[{"after_minutes": 30, "action": "notify"}]'`
    """
    given = sys.stdin.read() if levels == "-" else levels
    with session(options) as s:
        if given is None:
            answer = s.ask("role_level_list", role=role)
        else:
            answer = s.ask("role_level_put", role=role, levels=given)
        if options.json:
            plain(answer)
            return
        found = json.loads(answer)["levels"]
        ids = list({level["target_user"] for level in found if level["target_user"]})
        names = json.loads(s.ask("user_list_names", ids=ids))["names"] if ids else {}
    for level in found:
        level["target_user"] = names.get(level["target_user"], level["target_user"])
    table(LEVELS, ([level[k] for k in LEVEL_KEYS] for level in found))


@command("role delete")
def role_delete(options: Options, role: Name) -> None:
    """Remove a role that nothing names any more."""
    with session(options) as s:
        answer = s.ask("role_delete", role=role)
    ended(options, answer, f"deleted {role}")


def _shown(options: Options, answer: str) -> None:
    if options.json:
        plain(answer)
    else:
        fields(record(answer))
