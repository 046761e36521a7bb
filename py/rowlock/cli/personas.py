"""persona add, list, allow, deny, give, take and remove: bundles of roles."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from rowlock.cli.accounts import show
from rowlock.cli.options import Options, command
from rowlock.cli.output import plain, record, table
from rowlock.cli.session import session

Key = Annotated[str, typer.Argument(metavar="PERSONA", help="Its key.")]
Role = Annotated[str, typer.Argument(metavar="ROLE")]
Account = Annotated[str, typer.Argument(help="Its external id.")]


@command("persona add")
def persona_add(
    options: Options,
    key: Annotated[str, typer.Argument(help="A letter a-z, then letters, digits, _ and -.")],
    title: str | None = None,
    description: str | None = None,
) -> None:
    """Create a persona, without roles."""
    with session(options) as s:
        answer = s.ask("persona_create", key=key, title=title, description=description)
    show(options, answer)


@command("persona list")
def persona_list(options: Options) -> None:
    """List personas, their roles and how many accounts have them."""
    with session(options) as s:
        answer = s.ask("persona_list")
    if options.json:
        plain(answer)
        return
    personas = record(answer)["personas"]
    assert isinstance(personas, list)  # noqa: S101  # as persona_list answers
    table(
        ("key", "title", "roles", "users"),
        (
            (
                p["key"],
                p["title"],
                ", ".join(f"{r['role']} {r['relationship']}" for r in p["roles"]),
                p["users"],
            )
            for p in personas
        ),
    )


@command("persona allow")
def persona_allow(
    options: Options,
    key: Key,
    role_name: Role,
    relationship: Annotated[
        Literal["write-all", "write-self", "read-all"], typer.Argument()
    ] = "write-all",
) -> None:
    """Put a role into a persona: whoever has it is in the role at once."""
    with session(options) as s:
        answer = s.ask("persona_put_role", key=key, role=role_name, relationship=relationship)
    _show_change(options, answer)


@command("persona deny")
def persona_deny(options: Options, key: Key, role_name: Role) -> None:
    """Take a role out of a persona; what was granted directly stays."""
    with session(options) as s:
        answer = s.ask("persona_delete_role", key=key, role=role_name)
    _show_change(options, answer)


@command("persona give")
def persona_give(options: Options, account: Account, key: Key) -> None:
    """Give an account a persona."""
    with session(options) as s:
        answer = s.ask("user_persona_grant", user_id=s.user_id(account), key=key)
    _show_change(options, answer)


@command("persona take")
def persona_take(options: Options, account: Account, key: Key) -> None:
    """Take a persona from an account."""
    with session(options) as s:
        answer = s.ask("user_persona_revoke", user_id=s.user_id(account), key=key)
    _show_change(options, answer)


@command("persona remove")
def persona_remove(options: Options, key: Key) -> None:
    """Delete a persona, and what only it sustained."""
    with session(options) as s:
        answer = s.ask("persona_delete", key=key)
    if not options.json:
        plain(f"removed {key}, from everybody who had it")
    _show_change(options, answer)


def _show_change(options: Options, answer: str) -> None:
    found = record(answer)
    persona, counts = found["persona"], found["counts"]
    assert isinstance(persona, dict) and isinstance(counts, dict)  # noqa: S101
    if options.json:
        plain(answer)
    else:
        table(
            ("persona", *counts),
            [(persona["key"], *counts.values())],
        )
