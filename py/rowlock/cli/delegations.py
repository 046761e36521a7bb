"""delegate give, list and end: who stands in for whom, for a while."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from rowlock.cli.accounts import ended, show
from rowlock.cli.options import Options, command
from rowlock.cli.output import note, plain, record, table
from rowlock.cli.session import session

Account = Annotated[str, typer.Argument(help="Who stands in: an external id, or an id.")]


@command("delegate give")
def delegate_give(
    options: Options,
    account: Account,
    role_name: Annotated[str, typer.Argument(metavar="ROLE")],
    until: Annotated[str, typer.Option(help="Up to when: a day, or a time in ISO 8601.")],
    since: Annotated[str | None, typer.Option(help="From when on; else now.")] = None,
    giver: Annotated[
        str | None, typer.Option("--from", help="Whose right it is; else one's own.")
    ] = None,
    reason: Annotated[str | None, typer.Option(help="Why, for people to read.")] = None,
) -> None:
    """Let somebody do for a while what one may do in a role."""
    with session(options) as s:
        answer = s.ask(
            "delegation_create",
            to_user=s.user_id(account),
            from_user=s.user_id(giver) if giver else None,
            role=role_name,
            since=since,
            until=until,
            reason=reason,
        )
    show(options, answer)


@command("delegate list")
def delegate_list(
    options: Options,
    account: Annotated[str | None, typer.Argument(help="Given by this account, or to it.")] = None,
    role: Annotated[str | None, typer.Option(help="Of this role.")] = None,
    active: Annotated[
        bool | None, typer.Option("--active/--others", help="Those that hold now, or the others.")
    ] = None,
    most: Annotated[int, typer.Option("--max", help="At most so many.")] = 50,
    skip: Annotated[int, typer.Option(help="Leave so many out before.")] = 0,
) -> None:
    """List delegations, the latest window first."""
    with session(options) as s:
        answer = s.ask(
            "delegation_list",
            user_id=s.user_id(account) if account else None,
            role=role,
            active=active,
            max_rows=most,
            skip_rows=skip,
        )
        if options.json:
            plain(answer)
            return
        found = record(answer)
        rows = found["delegations"]
        assert isinstance(rows, list)  # noqa: S101  # as delegation_list answers
        ids = list({d[side] for d in rows for side in ("from_user", "to_user")})
        names = json.loads(s.ask("user_list_names", ids=ids))["names"] if ids else {}
    table(
        ("from", "to", "role", "since", "until", "state", "id"),
        (
            (
                names.get(d["from_user"]), names.get(d["to_user"]), d["role"], d["since"],
                d["until"], d["state"], d["id"],
            )
            for d in rows
        ),
    )  # fmt: skip
    if len(rows) != found["total"]:
        note(f"{len(rows)} of {found['total']}")


@command("delegate end")
def delegate_end(
    options: Options,
    delegation_id: Annotated[str, typer.Argument(metavar="ID", help="As delegate list shows it.")],
) -> None:
    """End a delegation now; it stays in the list."""
    with session(options) as s:
        answer = s.ask("delegation_revoke", id=delegation_id)
    ended(options, answer, f"ended: nothing is done by it in {record(answer)['role']} any more")
