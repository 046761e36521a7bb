"""make dist: one file for psql alone ends where install.sql and `rowlock install` end."""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import psycopg
import pytest
from tools.dist import dist

from rowlock import __version__
from rowlock.install import InstallError, install, render, status, steps
from tests.support.installing import (
    MIGRATIONS,
    by_file,
    by_psql,
    dump,
    installer,
    one,
    owner,
    schema_roles,
)
from tests.support.pgtap import psql_program
from tests.support.servers import Server

pytestmark = pytest.mark.slow

Way = Callable[[str, Path], None]


def by_stdin(conninfo: str, path: Path) -> None:
    with path.open() as file:
        done = subprocess.run(
            [psql_program(), "--no-psqlrc", "--dbname", conninfo],
            env={k: v for k, v in os.environ.items() if not k.startswith("PG")},
            stdin=file,
            capture_output=True,
            text=True,
            timeout=300,
        )
    if done.returncode != 0:
        raise InstallError(done.stderr)
    assert done.stdout == ""


both_ways = pytest.mark.parametrize("way", [by_file, by_stdin])


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file, alone in a folder."""
    path = tmp_path_factory.mktemp("dist") / "rowlock.sql"
    path.write_text(dist())
    return path


def test_all_installers_end_in_the_same_dump(any_server: Server, file: Path) -> None:
    # The template is what Python installs.
    dumps = [dump(any_server.conninfo(any_server.template()), "-s")]
    for run in (lambda dsn: by_file(dsn, file), lambda dsn: by_stdin(dsn, file), by_psql):
        with any_server.database(template="template0") as name:
            dsn = any_server.conninfo(name)
            run(dsn)
            assert status(dsn).applied == tuple(MIGRATIONS)
            dumps.append(dump(dsn, "-s"))
    assert "CREATE FUNCTION rowlock.escalation_claim(" in dumps[0]
    assert dumps[1:] == [dumps[0]] * 3


@both_ways
def test_twice_changes_nothing(server: Server, file: Path, fresh_dsn: str, way: Way) -> None:
    before = dump(fresh_dsn)
    way(fresh_dsn, file)
    assert dump(fresh_dsn) == before


@both_ways
def test_a_schema_that_is_behind_gets_what_it_lacks(empty_dsn: str, file: Path, way: Way) -> None:
    whole = file.read_text()
    # As a release that had no escalations yet: nothing that stands behind its last migration.
    upto = whole.index(f"select rowlock._migration_due(name => '{MIGRATIONS[1]}'")
    older = file.with_name("older.sql")
    older.write_text(whole[:upto] + "commit;\n")
    way(empty_dsn, older)
    assert status(empty_dsn).applied == (MIGRATIONS[0],)
    way(empty_dsn, file)
    assert status(empty_dsn).applied == tuple(MIGRATIONS)


@both_ways
def test_an_edited_ledger_is_refused(fresh_dsn: str, file: Path, way: Way) -> None:
    edited = hashlib.sha256(b"edited").hexdigest()
    with psycopg.connect(fresh_dsn) as conn:
        conn.execute(
            "update rowlock.migration set sha256 = %s where name = %s", [edited, MIGRATIONS[0]]
        )
    before = dump(fresh_dsn)
    for run in (lambda: way(fresh_dsn, file), lambda: by_psql(fresh_dsn)):
        with pytest.raises(InstallError, match="an applied migration was edited"):
            run()
    assert dump(fresh_dsn) == before


@both_ways
def test_a_newer_schema_is_refused(fresh_dsn: str, file: Path, way: Way) -> None:
    with psycopg.connect(fresh_dsn) as conn:
        conn.execute("select rowlock._migration_done(name => '9999_later', sha256 => 'x')")
    with pytest.raises(InstallError, match="the schema is newer than this installer"):
        way(fresh_dsn, file)


@both_ways
def test_nothing_is_left_of_an_install_that_fails(empty_dsn: str, file: Path, way: Way) -> None:
    broken = file.with_name("broken.sql")
    broken.write_text(
        file.read_text().replace("select rowlock._migration_finish();", "select 1/0;")
    )
    with pytest.raises(InstallError, match="division by zero"):
        way(empty_dsn, broken)
    assert one(empty_dsn, "select to_regnamespace('rowlock')") is None


@both_ways
def test_a_login_that_may_just_create_installs_it(server: Server, tmp_path: Path, way: Way) -> None:
    path = tmp_path / "mere.sql"
    path.write_text(dist("mere"))
    with schema_roles(server, "mere", "mere_in"), server.database(template="template0") as name:
        mere = installer(server, name, "mere_in")
        way(mere, path)
        assert owner(mere, "mere") == "mere_in"
        way(mere, path)
        assert install(mere, schema="mere") == []


@pytest.mark.slow
def test_another_schema_stands_beside_and_is_the_one_that_install_makes(
    server: Server, tmp_path: Path
) -> None:
    path = tmp_path / "acme.sql"
    path.write_text(dist("acme"))
    with schema_roles(server, "acme"):
        dumps = []
        for run in (lambda dsn: by_file(dsn, path), lambda dsn: install(dsn, schema="acme")):
            with server.database() as name:
                run(server.conninfo(name))
                dumps.append(dump(server.conninfo(name), "-s"))
        assert "CREATE SCHEMA acme" in dumps[0]
        assert dumps[0] == dumps[1]


def test_the_file_includes_nothing_and_is_the_same_each_time(file: Path) -> None:
    commands = set(re.findall(r"^(\\\w+)", file.read_text(), re.MULTILINE))
    assert commands <= {r"\set", r"\pset", r"\o", r"\if", r"\endif"}
    assert dist() == file.read_text()


def test_every_file_is_rendered_for_another_schema() -> None:
    for step in steps():
        # Headers, variables of the environment and sessions of runs keep their names.
        kept = r"\bX-Rowlock-\w+|\bROWLOCK_[A-Z_]+\b|\browlock-(?=['(0-9a-f])"
        rendered = re.sub(kept, "", render(step.text, "acme"))
        left = [line for line in rendered.splitlines() if "rowlock" in line.lower()]
        assert left == [], "what names the schema names it as an identifier"


@pytest.mark.slow
def test_the_command_says_where_the_file_is(tmp_path: Path) -> None:
    root = Path(__file__).parents[1]
    for more, name in (
        ([], f"rowlock-{__version__}.sql"),
        (["--schema", "acme"], f"rowlock-{__version__}-acme.sql"),
    ):
        done = subprocess.run(
            [sys.executable, "-m", "tools.dist", "--folder", tmp_path, *more],
            cwd=root,
            env={**os.environ, "PYTHONPATH": str(root / "py")},
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout.strip() == str(tmp_path / name)
        assert (tmp_path / name).is_file()
    wrong = subprocess.run(
        [sys.executable, "-m", "tools.dist", "--folder", tmp_path, "--schema", "a-b"],
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root / "py")},
        capture_output=True,
        text=True,
    )
    assert wrong.returncode == 1
    assert "a schema name is" in wrong.stderr
