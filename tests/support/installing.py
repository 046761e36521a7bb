"""Installs by psql and by Python, dumps that compare, and logins that install."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import psycopg
import pytest
from psycopg import sql
from psycopg.conninfo import make_conninfo

import rowlock.install
from rowlock.install import InstallError, install
from tests.support.pgtap import psql_program, run_psql
from tests.support.servers import Server

SQL = Path(__file__).parents[2] / "sql"
MIGRATIONS = [p.stem for p in sorted((SQL / "migrations").glob("*.sql"))]
KINDS = ("owner", "service", "user", "reader", "proxy")


def next_release(folder: Path, migration: str) -> Path:
    """A copy of the SQL folder with one migration more."""
    shutil.copytree(SQL, folder, ignore=shutil.ignore_patterns("tests"))
    (folder / "migrations/9999_next.sql").write_text(migration)
    digest = hashlib.sha256(migration.encode()).hexdigest()
    line = f"\\set migration 9999_next \\set sha256 {digest} \\ir _migration.psql\n"
    text, last = (folder / "install.sql").read_text(), "select rowlock._migration_finish();"
    (folder / "install.sql").write_text(text.replace(last, line + last))
    return folder


def by_psql(conninfo: str, folder: Path = SQL) -> None:
    done = run_psql(conninfo, folder / "install.sql")
    if done.returncode != 0:
        raise InstallError(done.stderr)


def by_file(conninfo: str, path: Path) -> None:
    """A file of make dist."""
    done = run_psql(conninfo, path)
    if done.returncode != 0:
        raise InstallError(done.stderr)
    assert done.stdout == ""


def by_python(conninfo: str, folder: Path = SQL) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rowlock.install, "sql_folder", lambda: folder)
        install(conninfo)


def dump(conninfo: str, *options: str) -> str:
    """The schema as pg_dump writes it, without the random key that newer ones print."""
    program = str(Path(psql_program()).with_name("pg_dump"))
    command = [program, *options, "--dbname", conninfo]
    if "--restrict-key" in _help(program):
        command.append("--restrict-key=rowlock")
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


@cache
def _help(program: str) -> str:
    return subprocess.run([program, "--help"], check=True, capture_output=True, text=True).stdout


def one(conninfo: str, query: str) -> object:
    with psycopg.connect(conninfo, autocommit=True) as conn:
        row = conn.execute(query).fetchone()
        return row[0] if row else None


@contextmanager
def schema_roles(server: Server, schema: str, *more: str) -> Iterator[None]:
    """The cluster's roles of another schema name, dropped when the databases are gone."""
    try:
        yield
    finally:
        for role in (*(f"{schema}_{kind}" for kind in KINDS), *more):
            server.execute("drop role if exists {}", role)


def installer(server: Server, name: str, login: str, attributes: str = "") -> str:
    """A login that may create in the database; how it connects."""
    with psycopg.connect(server.conninfo(name), autocommit=True) as conn:
        role, database = sql.Identifier(login), sql.Identifier(name)
        create = "create role {} login password 'plain' {}"
        conn.execute(sql.SQL(create).format(role, sql.SQL(attributes)))
        conn.execute(sql.SQL("grant create on database {} to {}").format(database, role))
    return make_conninfo(server.conninfo(name), user=login, password="plain")


def owner(conninfo: str, schema: str) -> object:
    query = f"select nspowner::regrole::text from pg_namespace where nspname = '{schema}'"
    return one(conninfo, query)
