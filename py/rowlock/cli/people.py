"""user list, show, set, password and remove; revoke, key list and key revoke."""

from __future__ import annotations

import json
from typing import Annotated, Literal

import typer

from rowlock.cli.accounts import ended, given_password, one_time_password, show
from rowlock.cli.options import Options, command
from rowlock.cli.outcome import Usage
from rowlock.cli.output import fields, note, plain, record, table
from rowlock.cli.session import session
from rowlock.errors import Refusal

Account = Annotated[str, typer.Argument(help="Its external id, or its id.")]
Text = Annotated[str | None, typer.Option(help="Empty: none.")]


@command("user list")
def user_list(
    options: Options,
    search: Annotated[str | None, typer.Argument(help="A part of a name.")] = None,
    role: Annotated[str | None, typer.Option(help="Members of this role.")] = None,
    kind: Annotated[Literal["member", "admin", "superadmin"] | None, typer.Option("--type")] = None,
    status: Annotated[Literal["active", "inactive", "suspended"] | None, typer.Option()] = None,
    bots: Annotated[
        bool | None, typer.Option("--bots/--people", help="Bots alone, or people alone.")
    ] = None,
    most: Annotated[int, typer.Option("--max", help="At most so many.")] = 50,
    skip: Annotated[int, typer.Option(help="Leave so many out before.")] = 0,
) -> None:
    """List accounts by external id."""
    with session(options) as s:
        answer = s.ask(
            "user_list",
            search=search,
            role=role,
            type=kind,
            status=status,
            account_type=None if bots is None else "bot" if bots else "user",
            max_rows=most,
            skip_rows=skip,
        )
    if options.json:
        plain(answer)
        return
    found = record(answer)
    users = found["users"]
    assert isinstance(users, list)  # noqa: S101  # as user_list answers
    head = ("external_id", "display_name", "account_type", "status", "email", "id")
    table(head, ([user.get(name) for name in head] for user in users))
    if len(users) != found["total"]:
        note(f"{len(users)} of {found['total']}")


@command("user show")
def user_show(options: Options, account: Account) -> None:
    """Show an account, its roles and its personas."""
    with session(options) as s:
        found = s.user_id(account)
        user = record(s.ask("user_get", id=found))
        roles = record(s.ask("membership_list", user_id=found))["roles"]
        personas = record(s.ask("user_persona_list", user_id=found))["personas"]
    if options.json:
        plain(json.dumps({**user, "roles": roles, "personas": personas}))
        return
    assert isinstance(roles, list) and isinstance(personas, list)  # noqa: S101
    fields({**user, "personas": ", ".join(p["key"] for p in personas)})
    head = ("role", "type", "read_scope", "write_scope", "persona")
    if roles:
        table(head, ([role[name] for name in head] for role in roles))


@command("user set")
def user_set(
    options: Options,
    account: Account,
    external_id: Annotated[str | None, typer.Option(help="Another external id.")] = None,
    name: Text = None,
    email: Text = None,
    status: Annotated[Literal["active", "inactive", "suspended"] | None, typer.Option()] = None,
) -> None:
    """Change an account; one that is not active is refused everywhere, at once."""
    patch: dict[str, str | None] = {}
    for field, value in (("display_name", name), ("email", email)):
        if value is not None:
            patch[field] = value or None
    for field, value in (("external_id", external_id), ("status", status)):
        if value is not None:
            patch[field] = value
    if not patch:
        raise Usage("say what to change: --external-id, --name, --email or --status")
    with session(options) as s:
        answer = s.ask("user_patch", id=s.user_id(account), patch=json.dumps(patch))
    show(options, answer)


@command("user password")
def user_password(
    options: Options,
    account: Account,
    read: Annotated[
        bool, typer.Option("--password-stdin", help="Read it from standard input.")
    ] = False,
) -> None:
    """Give an account a new password: one that is made and printed this once, or one of yours."""
    from argon2 import PasswordHasher  # with libraries that few commands need

    password, hashed = (None, None) if read else one_time_password()
    if read:
        hashed = PasswordHasher().hash(given_password())
    with session(options) as s:
        answer = s.ask("user_patch", id=s.user_id(account), password_hash=hashed)
    show(options, answer, {"password": password} if password else {})


@command("user remove")
def user_remove(options: Options, account: Account) -> None:
    """Delete an account with its roles, keys and personas; rows and events keep its id."""
    with session(options) as s:
        answer = s.ask("user_delete", id=s.user_id(account))
    ended(options, answer, f"removed {account}, with its roles, keys and personas")


@command("revoke")
def revoke(
    options: Options,
    account: Account,
    role_name: Annotated[str, typer.Argument(metavar="ROLE", help="As role list shows it.")],
) -> None:
    """Take an account out of a role."""
    with session(options) as s:
        answer = s.ask("membership_revoke", user_id=s.user_id(account), role=role_name)
    ended(options, answer, f"{account} is not in {role_name} any more")


@command("key list")
def key_list(
    options: Options, account: Annotated[str, typer.Argument(help="The bot's external id.")]
) -> None:
    """List the keys of a bot, without the keys."""
    with session(options) as s:
        answer = s.ask("api_key_list", user_id=s.user_id(account))
    if options.json:
        plain(answer)
        return
    keys = record(answer)["api_keys"]
    assert isinstance(keys, list)  # noqa: S101  # as api_key_list answers
    head = ("name", "key_prefix", "scopes", "expires_at", "last_used_at", "id")
    table(head, ([key[name] for name in head] for key in keys))


@command("key revoke")
def key_revoke(
    options: Options,
    account: Annotated[str, typer.Argument(help="The bot's external id.")],
    name: Annotated[str, typer.Argument(help="The key's name, prefix or id.")],
) -> None:
    """End a key of a bot; the next request with it is refused."""
    with session(options) as s:
        bot = s.user_id(account)
        keys = record(s.ask("api_key_list", user_id=bot))["api_keys"]
        assert isinstance(keys, list)  # noqa: S101  # as api_key_list answers
        ids = [k["id"] for k in keys if name in (k["id"], k["name"], k["key_prefix"])]
        if len(ids) > 1:
            raise Usage("several keys are called so: name one by its id")
        if not ids:
            detail = {"reason": "not_found", "name": name}
            hint = "List the keys of this bot."
            raise Refusal(404, "key does not exist", "api_key_exists", detail, hint)
        answer = s.ask("api_key_revoke", user_id=bot, key_id=ids[0])
    key = record(answer)
    said = f"revoked {key['name']} ({key['key_prefix']}) of {account}: it opens nothing any more"
    ended(options, answer, said)
