"""user add, role add, grant and key new: who may do what."""

from __future__ import annotations

import json
import secrets
import sys
from typing import Annotated, Literal

import typer
from argon2 import PasswordHasher

from rowlock.cli.options import Options, command
from rowlock.cli.outcome import Usage
from rowlock.cli.output import fields, plain, record
from rowlock.cli.session import Session, Target, session
from rowlock.errors import Refusal

FIRST = "admin"


def one_time_password() -> tuple[str, str]:
    """A new password and its argon2id hash."""
    password = secrets.token_urlsafe(12)
    return password, PasswordHasher().hash(password)


def first_admin(found: Target, schema: str) -> tuple[str, str] | None:
    """A first superadmin and a password for it, where nobody is there yet."""
    with Session(found, schema) as s:
        if s.rows("user_find"):
            return None
        password, hashed = one_time_password()
        for name in (FIRST, f"{FIRST}-{secrets.token_hex(3)}"):
            try:
                s.rows("user_create_first", external_id=name, password_hash=hashed)
            except Refusal as e:
                if e.code == "user_first":
                    return None  # another starter was quicker
                if e.code != "user_external_id_taken":
                    raise
            else:
                return name, password
    return None


@command("user add")
def user_add(
    options: Options,
    external_id: Annotated[str, typer.Argument(help="The name to sign in with.")],
    bot: Annotated[bool, typer.Option(help="A bot: signs in by API key only.")] = False,
    email: str | None = None,
    name: Annotated[str | None, typer.Option(help="How to show it.")] = None,
    make: Annotated[
        bool, typer.Option("--password", help="Make a password, and print it this once.")
    ] = False,
    read: Annotated[
        bool, typer.Option("--password-stdin", help="Read one from standard input.")
    ] = False,
) -> None:
    """Create an account; grant it a role next."""
    if make and read:
        raise Usage("--password or --password-stdin, not both")
    password, hashed = one_time_password() if make else (None, None)
    if read:
        hashed = PasswordHasher().hash(given_password())
    with session(options) as s:
        answer = s.ask(
            "user_create",
            external_id=external_id,
            account_type="bot" if bot else "user",
            email=email,
            display_name=name,
            password_hash=hashed,
        )
    show(options, answer, {"password": password} if password else {})


@command("role add")
def role_add(
    options: Options,
    name: Annotated[str, typer.Argument(help="A letter a-z, then letters, digits, _ and -.")],
    title: str | None = None,
    description: str | None = None,
) -> None:
    """Create a role: a queue, and what its workers share."""
    with session(options) as s:
        answer = s.ask("role_create", role=name, title=title, description=description)
    if options.json:
        plain(answer)
        return
    made = json.loads(answer)
    fields({**made["role"], "created": made["created"]})


@command("grant")
def grant(
    options: Options,
    account: Annotated[str, typer.Argument(help="Its external id.")],
    role_name: Annotated[str, typer.Argument(metavar="ROLE", help="As role list shows it.")],
    kind: Annotated[
        Literal["member", "admin", "superadmin"],
        typer.Option("--type", help="admin: brings others in; superadmin: everything, everywhere."),
    ] = "member",
    read: Annotated[
        Literal["all", "self"], typer.Option(help="self: what is assigned to it alone.")
    ] = "all",
    write: Annotated[
        Literal["all", "self", "none"],
        typer.Option(help="self: acts on what is assigned to it alone; none: on nothing."),
    ] = "all",
) -> None:
    """Bring an account into a role, or change how far it sees and acts there."""
    with session(options) as s:
        answer = s.ask(
            "membership_grant",
            user_id=s.user_id(account),
            role=role_name,
            type=kind,
            read_scope=read,
            write_scope=write,
        )
    show(options, answer)


@command("key new")
def key_new(
    options: Options,
    account: Annotated[str, typer.Argument(help="The bot's external id.")],
    name: Annotated[str, typer.Argument(help="What the key is for.")],
    scope: Annotated[
        list[str] | None, typer.Option(help="read, host; none: all the bot may.")
    ] = None,
    expires: Annotated[
        str | None, typer.Option(metavar="TIME", help="When it stops working.")
    ] = None,
) -> None:
    """Make an API key of a bot; it is shown this once."""
    with session(options) as s:
        answer = s.ask(
            "api_key_mint",
            user_id=s.user_id(account),
            name=name,
            scopes=scope or [],
            expires_at=expires,
        )
    show(options, answer)


def given_password() -> str:
    """A password from standard input."""
    from rowlock.login import PASSWORD_BYTES  # with libraries that no other command needs

    password = sys.stdin.readline().rstrip("\n")
    if not password or len(password.encode()) > PASSWORD_BYTES:
        raise Usage(f"a password has 1 to {PASSWORD_BYTES} bytes")
    return password


def ended(options: Options, answer: str, said: str) -> None:
    """What is gone, in words; its record alone would look as if it were still there."""
    plain(answer if options.json else said)


def show(options: Options, answer: str, besides: dict[str, object] | None = None) -> None:
    """What was made or changed, and what is told with it."""
    if options.json:
        plain(json.dumps({**record(answer), **besides}) if besides else answer)
    else:
        fields({**record(answer), **(besides or {})})
