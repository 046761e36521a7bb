"""tenant add, list and remove: which schemas one service answers for."""

from __future__ import annotations

import json
import os
from typing import Annotated, Any

import typer
from psycopg.conninfo import conninfo_to_dict

from rowlock.cli.accounts import ended, first_admin
from rowlock.cli.options import Options, command
from rowlock.cli.outcome import Usage
from rowlock.cli.output import fields, note, plain, record, table
from rowlock.cli.session import DEFAULT_SCHEMA, Session, Target, schema_of, session, target
from rowlock.install import install, prepare_service_login, service_logins
from rowlock.settings import TENANT_DSN

HEAD = ("tenant", "schema", "database", "hosts", "default", "status")
Name = Annotated[str, typer.Argument(metavar="TENANT", help="Letters, digits and -.")]


@command("tenant add")
def tenant_add(
    options: Options,
    name: Name,
    host: Annotated[list[str] | None, typer.Option(help="A host name of its own.")] = None,
    schema_name: Annotated[
        str | None, typer.Option(help="Where its data is; its name when not given.")
    ] = None,
    dsn_name: Annotated[
        str | None, typer.Option(help="EU: the service finds its database in ROWLOCK_DSN_EU.")
    ] = None,
    owner: Annotated[
        str | None,
        typer.Option(
            metavar="VARIABLE",
            help="With --dsn-name: the variable that holds an address with which to install there.",
        ),
    ] = None,
    description: str | None = None,
    default: Annotated[
        bool, typer.Option("--default", help="It answers where no tenant is named.")
    ] = False,
    settings: Annotated[
        str | None, typer.Option(metavar="JSON", help="Settings of its own.")
    ] = None,
) -> None:
    """Install the schema of a tenant, make its first admin, and let the service answer for it.

    Again for one that is there: it is upgraded, and what is not said stays as it is.
    """
    home = schema_of(options) or DEFAULT_SCHEMA
    with target(options) as found, Session(found, home) as s:
        s.act_as(options.actor)
        # Who may not register it is refused before anything is made.
        known = _known(s, name)
        schema = schema_name or known.get("schema_name") or name.replace("-", "_")
        database = dsn_name or known.get("dsn_name")
        place = _place(found, database, owner)
        made = _made(place, schema, _logins(found, home, database)) if place else {}
        answer = s.ask(
            "namespace_put",
            name=name,
            schema_name=schema,
            hosts=host or known.get("hosts", []),
            description=description or known.get("description"),
            is_default=default or known.get("is_default", False),
            dsn_name=database,
            settings=settings or json.dumps(known.get("settings", {})),
            status=known.get("status", "active"),
            expected_version=known.get("version", 0),
        )
    if options.json:
        plain(json.dumps({**record(answer), **made}))
        return
    fields({key: _told(value) for key, value in record(answer).items()})
    if place is None:
        plain(
            f"Its schema is made by whoever owns the database of {TENANT_DSN}{database}: "
            f"rowlock install --schema {schema}, with DATABASE_URL as its owner."
        )
    if admin := made.get("admin"):
        plain(
            f"first admin: {admin['external_id']}   one-time password: {admin['password']}   "
            "(shown this once)"
        )


def _known(s: Session, name: str) -> dict[str, Any]:
    rows = json.loads(s.ask("namespace_list"))["namespaces"]
    return next((row for row in rows if row["name"] == name), {})


def _place(found: Target, database: str | None, owner: str | None) -> Target | None:
    """Where its schema is made, if it is made from here."""
    if database is None:
        return found
    if owner is None:
        return None
    if not (url := os.environ.get(owner)):
        raise Usage(f"{owner} is not set")
    return Target(url, embedded=False)


def _logins(found: Target, home: str, database: str | None) -> dict[str, str | None]:
    """As whom the service comes, and the password of a login that may have to be made."""
    if database is None:
        return dict.fromkeys(service_logins(found.conninfo, home) or [f"{home}_http"])
    variable = f"{TENANT_DSN}{database}"
    given = conninfo_to_dict(os.environ.get(variable, ""))
    if not given.get("user"):
        raise Usage(f"{variable} names no user; it is the login of the service there")
    return {str(given["user"]): str(given["password"]) if given.get("password") else None}


def _made(place: Target, schema: str, logins: dict[str, str | None]) -> dict[str, Any]:
    """The schema, what the service needs there, and a first admin."""
    applied = install(place.conninfo, schema, say=note)
    for login, password in logins.items():
        prepare_service_login(place.conninfo, schema, password, login)
    admin = first_admin(place, schema)
    made: dict[str, Any] = {"applied": applied, "logins": list(logins)}
    if admin:
        made["admin"] = {"external_id": admin[0], "password": admin[1]}
    return made


@command("tenant list")
def tenant_list(options: Options) -> None:
    """List the tenants."""
    with session(options) as s:
        answer = s.ask("namespace_list")
    if options.json:
        plain(answer)
        return
    rows = json.loads(answer)["namespaces"]
    table(
        HEAD,
        (
            (
                row["name"],
                row["schema_name"],
                row["dsn_name"] and f"{TENANT_DSN}{row['dsn_name']}",
                ", ".join(row["hosts"]),
                "yes" if row["is_default"] else "",
                row["status"],
            )
            for row in rows
        ),
    )


@command("tenant remove")
def tenant_remove(options: Options, name: Name) -> None:
    """Take a tenant out of the registry; its schema and its data stay where they are."""
    with session(options) as s:
        answer = s.ask("namespace_delete", name=name)
    schema = record(answer)["schema_name"]
    ended(options, answer, f"removed {name}: it is not served; its schema {schema} stays")


def _told(value: object) -> object:
    return ", ".join(value) if isinstance(value, list) else value
