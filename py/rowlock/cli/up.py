"""up: everything that a newcomer needs, in one command."""

from __future__ import annotations

import contextlib
import errno
import hashlib
import hmac
import json
import os
import secrets
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated

import psycopg
import typer
from psycopg.conninfo import make_conninfo
from pydantic import ValidationError

from rowlock.cli.accounts import first_admin
from rowlock.cli.options import Options, command
from rowlock.cli.outcome import Usage
from rowlock.cli.output import note, plain
from rowlock.cli.session import DEFAULT_SCHEMA, Session, Target, address_file, schema_of
from rowlock.embedded import Embedded
from rowlock.embedded_host import home_path
from rowlock.embedded_keeper import kept_running
from rowlock.errors import Refusal
from rowlock.install import install, prepare_service_login, status
from rowlock.settings import Settings, StartError, jwt_secret
from rowlock.settings_list import problem


@command("up")
def up(
    options: Options,
    host: Annotated[str | None, typer.Option(help="127.0.0.1 when not given.")] = None,
    port: Annotated[int | None, typer.Option(help="8080 when not given; 0: any.")] = None,
) -> None:
    """Install the schema, make a first admin, and serve until Ctrl-C.

    Runs a Postgres of its own unless DATABASE_URL names one.
    """
    # The libraries of the service would be most of the starting time of every other command.
    from rowlock import log, serving

    given = {"ROWLOCK_SCHEMA": schema_of(options), "host": host, "port": port}
    with _database(options, {k: v for k, v in given.items() if v is not None}) as settings:
        log.configure(settings.log_level)
        try:
            with _told(options) as tell:
                serving.run(settings, on_ready=tell)
        except OSError as e:
            if e.errno not in (errno.EADDRINUSE, errno.EACCES, errno.EADDRNOTAVAIL):
                raise
            where = f"{settings.host}:{settings.port}"
            hint = "Choose another with --port or --host."
            raise Refusal(409, f"{where} cannot be listened on", "address_taken", None, hint) from e


@contextlib.contextmanager
def _told(options: Options) -> Iterator[Callable[[str], None]]:
    """Tells where the service answers: people, and commands that use the same embedded server."""
    file = address_file(home_path(options.data), schema_of(options))
    embedded = not os.environ.get("DATABASE_URL")

    def tell(address: str) -> None:
        if embedded:
            file.write_text(address)
        if options.json:
            plain(json.dumps({"address": address}))
        else:
            plain(f"rowlock answers on {address}  (Ctrl-C stops it)")

    try:
        yield tell
    finally:
        if embedded:
            file.unlink(missing_ok=True)


@contextlib.contextmanager
def _database(options: Options, given: dict[str, object]) -> Iterator[Settings]:
    """The settings of a service whose database is installed and whose login is registered."""
    if url := os.environ.get("DATABASE_URL"):
        yield _own(options, url, given)
        return
    with Embedded(options.data, say=note) as embedded:
        admin = embedded.conninfo()
        if not os.environ.get("ROWLOCK_JWT_SECRET"):
            given["jwt_secret"] = _kept(embedded.home, "jwt_secret")
        if not os.environ.get("ROWLOCK_SECRET_KEY"):
            given["secret_key"] = _kept(embedded.home, "secret_key")
        _install(options, Target(admin, embedded=True))
        login = prepare_service_login(admin, schema_of(options) or DEFAULT_SCHEMA)
        with kept_running(embedded):
            yield _settings(embedded.conninfo(user=login), given)


def _own(options: Options, url: str, given: dict[str, object]) -> Settings:
    name = schema_of(options) or DEFAULT_SCHEMA
    settings = _settings(url, given)
    secret = jwt_secret(settings)
    with Session(Target(url, embedded=False), name) as s:
        who = s.login()
    if who.installed and not who.is_superuser and not who.is_owner:
        # A registered login of kind service: somebody else installs, and it already has its rights.
        if pending := status(url, name).pending:
            raise StartError(
                f"the schema {name} is older than this version ({', '.join(pending)}): "
                "its owner runs `rowlock install`"
            )
        return settings
    _install(options, Target(url, embedded=False))
    # Derived, so that every process with the same secret knows the one password.
    password = hmac.new(secret.encode(), f"{name}_http".encode(), hashlib.sha256).hexdigest()
    try:
        login = prepare_service_login(url, name, password)
    except psycopg.errors.InsufficientPrivilege as e:
        raise StartError(
            f"this login may not make {name}_http: give it CREATEROLE, or let a DBA make a login, "
            f"register it with {name}.login_grant, and name it in DATABASE_URL"
        ) from e
    dsn = make_conninfo(url, user=login, password=password)
    if settings.read_dsn:
        # A replica is asked with the login of DATABASE_URL, and that is the service's by now.
        replica = settings.read_dsn.get_secret_value()
        given = {**given, "read_dsn": make_conninfo(replica, user=login, password=password)}
    return _settings(dsn, given)


def _settings(dsn: str, given: dict[str, object]) -> Settings:
    try:
        return Settings(**{"DATABASE_URL": dsn, **given})  # type: ignore[arg-type]
    except ValidationError as e:
        raise Usage(problem(e)) from e


def _install(options: Options, found: Target) -> None:
    """Install or upgrade, and make the first admin where there is none."""
    install(found.conninfo, schema_of(options), say=note)
    made = first_admin(found, schema_of(options) or DEFAULT_SCHEMA)
    if made is None:
        return
    name, password = made
    if options.json:
        plain(json.dumps({"admin": {"external_id": name, "password": password}}))
    else:
        plain(f"first admin: {name}   one-time password: {password}   (shown this once)")


def _kept(home: Path, name: str) -> str:
    """A secret of 32 bytes, made once and kept beside the data, for this user alone."""
    path = home / name
    if not path.exists():
        with tempfile.NamedTemporaryFile("w", dir=home, prefix=f"{name}.") as draft:
            draft.write(secrets.token_hex(32))
            draft.flush()
            with contextlib.suppress(FileExistsError):  # another starter was quicker
                os.link(draft.name, path)
    return path.read_text()
