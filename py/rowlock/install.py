"""Installs and checks the schema from the files of sql/; sql/install.sql says what and when."""

from __future__ import annotations

import hashlib
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from time import monotonic, sleep

import psycopg
from psycopg import sql

_MIGRATION = re.compile(r"^\\set migration (\S+) \\set sha256 (\S+) \\ir _migration\.psql$")
_INCLUDE = re.compile(r"^\\ir (\S+)$")
NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")
_OWN_NAME = re.compile(r"\browlock(?=[._]|\b(?!-))")

# A lock that is waited for keeps others waiting, so a try ends soon; each fourth waits as long as
# an autovacuum takes to give way. Tries go on for PATIENCE seconds.
SHORT, FOURTH, PATIENCE = "500ms", 4, 300.0
PAUSE, PAUSE_MAX = 0.2, 3.0
BUSY = (
    "other sessions hold what this install has to change, and nothing was changed. Long "
    "transactions are in pg_stat_activity; end them or wait, then run it again"
)


class InstallError(Exception):
    """The schema cannot be installed or used as it is; the text says why and what to do."""


@dataclass(frozen=True, slots=True)
class Step:
    """One line of sql/install.sql: a migration with its digest, a file to run, or a statement."""

    text: str
    migration: str | None = None
    sha256: str | None = None


@dataclass(frozen=True, slots=True)
class Status:
    """The ledger of a database against the migrations of this version."""

    applied: tuple[str, ...]
    pending: tuple[str, ...]
    unknown: tuple[str, ...]


def sql_folder() -> Path:
    """The folder with install.sql: inside an installed package, or beside py/ in a checkout."""
    inside = Path(__file__).parent / "sql"
    return inside if inside.is_dir() else Path(__file__).parents[2] / "sql"


def render(text: str, schema: str) -> str:
    """The text of a file for another schema name: identifiers, roles, settings and channel."""
    return text if schema == "rowlock" else _OWN_NAME.sub(schema, text)


def steps() -> Iterator[Step]:
    """The lines of install.sql in order, each with the text it runs."""
    folder = sql_folder()
    for line in (folder / "install.sql").read_text(encoding="utf-8").splitlines():
        if found := _MIGRATION.match(line):
            body = (folder / "migrations" / f"{found[1]}.sql").read_bytes()
            if hashlib.sha256(body).hexdigest() != found[2]:
                raise InstallError(
                    f"{found[1]}.sql is not the file that install.sql was written for"
                )
            yield Step(body.decode("utf-8"), found[1], found[2])
        elif found := _INCLUDE.match(line):
            yield Step((folder / found[1]).read_text(encoding="utf-8"))
        elif line and not line.startswith(("\\", "--")) and line not in ("begin;", "commit;"):
            yield Step(line)


def install(
    conninfo: str, schema: str | None = None, say: Callable[[str], None] = lambda _: None
) -> list[str]:
    """Install or upgrade in one transaction; returns the names of the migrations that ran.

    A schema named by the caller may stand beside another one; the default refuses to. While other
    sessions hold what it needs it gives up and begins again, so that nobody waits behind it.
    """
    name = "rowlock" if schema is None else schema
    if not NAME.fullmatch(name):
        raise InstallError("a schema name is a letter a-z, then up to 39 letters, digits and _")
    end, tries = monotonic() + PATIENCE, 1
    while True:
        try:
            return _install(conninfo, name, schema is not None, tries, say)
        except psycopg.Error as e:
            if not _met(e):
                raise
            if monotonic() > end:
                raise InstallError(f"{BUSY} ({e.diag.message_primary})") from e
            if tries == 1:
                say("other sessions hold what the install needs; it begins again until they let go")
        tries += 1
        sleep(random.uniform(0.5, 1) * min(PAUSE * tries, PAUSE_MAX))  # noqa: S311


def _met(error: psycopg.Error) -> bool:
    # The last is what the server says when two sessions change one row of its catalogs.
    met = (psycopg.errors.LockNotAvailable, psycopg.errors.DeadlockDetected)
    return isinstance(error, met) or "tuple concurrently" in (error.diag.message_primary or "")


def _install(
    conninfo: str, name: str, beside: bool, tries: int, say: Callable[[str], None]
) -> list[str]:
    applied: list[str] = []
    with psycopg.connect(conninfo) as conn:
        conn.add_notice_handler(lambda d: say(d.message_primary or ""))
        [quoted] = conn.execute("select quote_ident(%s)", [name]).fetchone() or [name]
        if quoted != name:
            raise InstallError(f"{name} is a word of SQL; choose another name for the schema")
        if beside:
            conn.execute("select set_config(%s, 'on', true)", [f"{name}.beside"])
        if tries % FOURTH:
            conn.execute("select set_config(%s, %s, true)", [f"{name}.lock_wait", SHORT])
        try:
            for migrates, group in groupby(steps(), lambda step: step.migration is not None):
                if migrates:
                    applied += [
                        step.migration or "" for step in group if _migrated(conn, name, step)
                    ]
                else:
                    # One message: what a migration locked is held no longer than it must.
                    conn.execute(render("\n".join(step.text for step in group), name).encode())
        except psycopg.Error as e:
            if e.sqlstate is not None and e.sqlstate.startswith("PT"):
                told = (e.diag.message_primary, e.diag.message_hint, e.diag.message_detail)
                raise InstallError("\n".join(filter(None, told))) from e
            raise
    for migration in applied:
        say(f"applied {migration}")
    return applied


def _migrated(conn: psycopg.Connection, schema: str, step: Step) -> bool:
    if _call(conn, schema, "_migration_due", step) is not True:
        return False
    conn.execute(render(step.text, schema).encode())
    _call(conn, schema, "_migration_done", step)
    return True


def _call(conn: psycopg.Connection, schema: str, function: str, step: Step) -> object:
    query = sql.SQL("select {}(name => %s::text, sha256 => %s::text)").format(
        sql.Identifier(schema, function)
    )
    row = conn.execute(query, [step.migration, step.sha256]).fetchone()
    return row[0] if row else None


def _ledger(conn: psycopg.Connection, schema: str) -> sql.Composed:
    # Whoever may read the table does: a function of that name could be anybody's, and run with
    # the rights of the one who looks.
    row = conn.execute(
        """select to_regprocedure(%s) is not null, coalesce((
             select c.relkind = 'r' and has_table_privilege(c.oid, 'select') from pg_class c
             where c.oid = to_regclass(%s)), false)""",
        [f"{schema}.migration_list()", f"{schema}.migration"],
    ).fetchone()
    called, readable = row or (False, False)
    if readable:
        return sql.SQL("select name from {}").format(sql.Identifier(schema, "migration"))
    if called:
        return sql.SQL("select name from {}()").format(sql.Identifier(schema, "migration_list"))
    return sql.SQL("select 'nothing' where false").format()


def status(conninfo: str, schema: str = "rowlock") -> Status:
    """What the database has and what this version would apply; an empty database has nothing."""
    shipped = [s.migration for s in steps() if s.migration is not None]
    with psycopg.connect(conninfo, autocommit=True) as conn:
        applied = [row[0] for row in conn.execute(_ledger(conn, schema))]
    return Status(
        applied=tuple(applied),
        pending=tuple(n for n in shipped if n not in applied),
        unknown=tuple(n for n in applied if n not in shipped),
    )


def service_logins(conninfo: str, schema: str = "rowlock") -> list[str]:
    """The logins of kind service that a schema knows; for its owner."""
    query = sql.SQL(
        "select db_role from {} where kind = 'service' and revoked_at is null order by db_role"
    ).format(sql.Identifier(schema, "db_principal"))
    with psycopg.connect(conninfo, autocommit=True) as conn:
        return [row[0] for row in conn.execute(query)]


def prepare_service_login(
    conninfo: str, schema: str = "rowlock", password: str | None = None, login: str | None = None
) -> str:
    """Create and register a login of kind service, `<schema>_http` by default; returns its name.

    Of one that is there already the password stays, unless one is given.
    """
    login = login or f"{schema}_http"
    with psycopg.connect(conninfo) as conn:
        # Two services that start at once must not both create it. Any login can hold this lock.
        conn.execute(
            "select set_config('lock_timeout', '1min', true)"
            " where current_setting('lock_timeout') = '0'"
        )
        conn.execute("select pg_advisory_xact_lock(hashtextextended('service login', 0))")
        known = conn.execute("select 1 from pg_roles where rolname = %s", [login]).fetchone()
        if known is None:
            conn.execute(sql.SQL("create role {} login").format(sql.Identifier(login)))
        if password is not None:
            # The server gets the verifier; the password itself never stands in a statement.
            verifier = conn.pgconn.encrypt_password(
                password.encode(), login.encode(), b"scram-sha-256"
            ).decode()
            conn.execute(
                sql.SQL("alter role {} password {}").format(
                    sql.Identifier(login), sql.Literal(verifier)
                )
            )
        grant = sql.SQL("select {}(db_role => %s::name, kind => 'service')").format(
            sql.Identifier(schema, "login_grant")
        )
        conn.execute(grant, [login])
    return login
