"""Installing: psql and rowlock.install agree, twice changes nothing, a misfit is refused."""

from __future__ import annotations

import hashlib
import re
import shutil
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
import pytest
from psycopg.conninfo import make_conninfo

import rowlock.install
from rowlock.install import InstallError, install, status
from tests.support.installing import (
    MIGRATIONS,
    SQL,
    by_psql,
    by_python,
    dump,
    installer,
    one,
    owner,
    schema_roles,
)
from tests.support.servers import Server

pytestmark = pytest.mark.slow

both_ways = pytest.mark.parametrize("way", [by_psql, by_python])


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The SQL folder, to be edited."""
    folder = tmp_path / "sql"
    shutil.copytree(SQL, folder, ignore=shutil.ignore_patterns("tests"))
    return folder


def test_psql_and_python_end_in_the_same_dump(server: Server, empty_dsn: str) -> None:
    by_psql(empty_dsn)
    with server.database(template="template0") as other:
        assert install(server.conninfo(other)) == MIGRATIONS
        assert dump(empty_dsn, "-s") == dump(server.conninfo(other), "-s")


@both_ways
def test_twice_changes_nothing(fresh_dsn: str, way: Callable[[str], None]) -> None:
    before = dump(fresh_dsn)
    way(fresh_dsn)
    assert dump(fresh_dsn) == before
    assert install(fresh_dsn) == []


def test_status_tells_what_is_applied_and_what_is_not(empty_dsn: str) -> None:
    assert status(empty_dsn).pending == tuple(MIGRATIONS)
    by_psql(empty_dsn)
    assert status(empty_dsn).applied == tuple(MIGRATIONS)
    assert status(empty_dsn).pending == status(empty_dsn).unknown == ()


@both_ways
def test_an_edited_migration_is_refused(
    fresh_dsn: str, copy: Path, way: Callable[[str, Path], None]
) -> None:
    before = dump(fresh_dsn)
    edited = copy / "migrations" / f"{MIGRATIONS[0]}.sql"
    old = hashlib.sha256(edited.read_bytes()).hexdigest()
    edited.write_text(edited.read_text() + "-- edited\n")
    new = hashlib.sha256(edited.read_bytes()).hexdigest()
    manifest = copy / "install.sql"
    manifest.write_text(manifest.read_text().replace(old, new))
    told = f"an applied migration was edited(?s:.*){MIGRATIONS[0]}"
    with pytest.raises(InstallError, match=told):
        way(fresh_dsn, copy)
    assert dump(fresh_dsn) == before


def test_a_migration_that_is_not_the_listed_file_is_refused(empty_dsn: str, copy: Path) -> None:
    edited = copy / "migrations" / f"{MIGRATIONS[0]}.sql"
    edited.write_text(edited.read_text() + "-- edited\n")
    with pytest.raises(InstallError, match="is not the file"):
        by_python(empty_dsn, copy)
    assert one(empty_dsn, "select to_regnamespace('rowlock')") is None


@both_ways
def test_an_older_installer_is_refused(
    fresh_dsn: str, copy: Path, way: Callable[[str, Path], None]
) -> None:
    before = dump(fresh_dsn)
    manifest = copy / "install.sql"
    lines = manifest.read_text().splitlines(keepends=True)
    kept = [x for x in lines if not x.startswith(f"\\set migration {MIGRATIONS[-1]} ")]
    assert len(kept) == len(lines) - 1
    manifest.write_text("".join(kept))
    with pytest.raises(InstallError, match="the schema is newer than this installer"):
        way(fresh_dsn, copy)
    assert dump(fresh_dsn) == before


@pytest.mark.race
def test_of_two_installers_at_once_one_applies(server: Server) -> None:
    with schema_roles(server, "raced"), server.database(template="template0") as name:
        barrier = threading.Barrier(4)

        def run(_: int) -> list[str]:
            barrier.wait(60)
            return install(server.conninfo(name), schema="raced")

        with ThreadPoolExecutor(4) as pool:
            applied = sorted(pool.map(run, range(4)))
        assert applied == [[], [], [], MIGRATIONS]
        assert status(server.conninfo(name), "raced").applied == tuple(MIGRATIONS)


@pytest.mark.race
def test_an_install_that_changes_nothing_waits_for_no_writer(fresh_dsn: str) -> None:
    with psycopg.connect(fresh_dsn) as writer:
        writer.execute("select rowlock.user_create_first(external_id => 'writes')")
        asked = "select rowlock.escalation_create(role => 'reviewer', type => 't', actor => id)"
        writer.execute(f"{asked} from rowlock.user_account where external_id = 'writes'")
        # Replacing a trigger would wait for this writer, who may wait for the installer.
        assert install(make_conninfo(fresh_dsn, options="-c lock_timeout=20s")) == []


@pytest.mark.slow
def test_another_schema_stands_beside(server: Server, fresh_dsn: str) -> None:
    before = dump(fresh_dsn, "-s", "--schema=rowlock")
    with schema_roles(server, "acme"), server.database() as name:
        dsn = server.conninfo(name)
        assert install(dsn, schema="acme") == MIGRATIONS
        assert install(dsn, schema="acme") == []
        assert dump(dsn, "-s", "--schema=rowlock") == before
        acme = dump(dsn, "-s", "--schema=acme")
        assert not re.search(r"\browlock[._]", acme)
        # The lock class is unique in a database, so its number differs.
        same = [re.sub(r"class \d+", "class", t.replace("acme", "rowlock")) for t in (acme, before)]
        assert sorted(same[0].splitlines()) == sorted(same[1].splitlines())

        classes = "select w.class from {}.event_watermark w"
        assert one(dsn, classes.format("acme")) != one(dsn, classes.format("rowlock"))
        assert one(dsn, "select count(*) from acme.role where role = 'reviewer'") == 1
        one(dsn, "select acme.user_create_first(external_id => 'only here')")
        assert one(dsn, "select count(*) from rowlock.user_account") == 0
        with psycopg.connect(dsn, autocommit=True) as conn:
            conn.execute("listen acme")
            conn.execute("select acme.role_create('x', actor => (select id from acme.user_find()))")
            assert [n.channel for n in conn.notifies(timeout=60, stop_after=1)] == ["acme"]


@both_ways
def test_a_default_install_next_to_another_ledger_is_refused(
    server: Server, way: Callable[[str], None]
) -> None:
    with schema_roles(server, "acme"), server.database(template="template0") as name:
        dsn = server.conninfo(name)
        install(dsn, schema="acme")
        with pytest.raises(InstallError, match="another schema of this database"):
            way(dsn)
        assert one(dsn, "select to_regnamespace('rowlock')") is None
        assert install(dsn, schema="rowlock") == MIGRATIONS, "the schema that is named is installed"


def test_a_renamed_schema_is_refused(server: Server, fresh_dsn: str) -> None:
    with schema_roles(server, "moved"):
        with psycopg.connect(fresh_dsn) as conn:
            conn.execute("alter schema rowlock rename to moved")
            conn.execute("create role moved_owner")
            conn.execute("reassign owned by rowlock_owner to moved_owner")
        with pytest.raises(InstallError, match="under another schema name"):
            install(fresh_dsn, schema="moved")
        with psycopg.connect(fresh_dsn) as conn:
            conn.execute("reassign owned by moved_owner to rowlock_owner")


@pytest.mark.parametrize("schema", ["Acme", "1st", "a-b", "a b", 'a"b', "", "x" * 41])
def test_a_schema_name_is_an_identifier(empty_dsn: str, schema: str) -> None:
    with pytest.raises(InstallError, match="a schema name is"):
        install(empty_dsn, schema=schema)


@pytest.mark.parametrize("schema", ["select", "user", "between"])
def test_a_schema_name_is_no_word_of_sql(empty_dsn: str, schema: str) -> None:
    with pytest.raises(InstallError, match="is a word of SQL"):
        install(empty_dsn, schema=schema)


def test_a_login_with_createrole_installs_for_the_owner(server: Server) -> None:
    roles = schema_roles(server, "dba", "dba_http", "dba_installer")
    with roles, server.database(template="template0") as name:
        dba, said = installer(server, name, "dba_installer", "createrole"), list[str]()
        assert install(dba, schema="dba", say=said.append) == MIGRATIONS
        assert said == [f"applied {m}" for m in MIGRATIONS]
        assert owner(dba, "dba") == "dba_owner"
        assert install(dba, schema="dba") == []

        login = rowlock.install.prepare_service_login(dba, "dba", password="service")
        one(dba, "select dba.user_create_first(external_id => 'me')")
        me = one(dba, "select id from dba.user_find()")
        service = make_conninfo(dba, user=login, password="service")
        assert one(service, f"select (dba.actor_access(actor => '{me}')).is_global") is True


def test_another_owners_roles_are_no_obstacle(server: Server) -> None:
    roles = schema_roles(server, "taken", "taken_installer")
    with roles, server.database(template="template0") as name:
        server.execute("create role {}", "taken_owner")
        login, said = installer(server, name, "taken_installer", "createrole"), list[str]()
        assert install(login, schema="taken", say=said.append) == MIGRATIONS
        if one(login, "select current_setting('server_version_num')::integer >= 160000"):
            assert any("taken_installer will own the schema" in s for s in said), said
            assert owner(login, "taken") == "taken_installer"


def test_a_login_without_createrole_owns_what_it_installs(server: Server) -> None:
    login = "plain_installer"
    with schema_roles(server, "plain", login), server.database(template="template0") as name:
        dsn, said = server.conninfo(name), list[str]()
        plain = installer(server, name, login)
        before = one(dsn, "select count(*) from pg_default_acl")

        assert install(plain, schema="plain", say=said.append) == MIGRATIONS
        assert any(f"{login} will own the schema" in s for s in said), said
        assert owner(dsn, "plain") == login
        assert one(dsn, "select to_regrole('plain_service')") is None
        assert one(dsn, "select count(*) from pg_default_acl") == before
        public = """
            select count(*) from pg_proc p, aclexplode(p.proacl) a
            where p.pronamespace = 'plain'::regnamespace and a.grantee = 0"""
        assert one(dsn, public) == 0

        one(plain, "select plain.user_create_first(external_id => 'me')")
        created = one(
            plain,
            """
            select (c).created from plain.escalation_create(role => 'reviewer', type => 'a',
              actor => (select id from plain.user_find())) c""",
        )
        assert created is True
        assert install(plain, schema="plain") == []


SQUAT = """
    create table rowlock.migration (
      name text primary key, sha256 text, schema_name text, applied_at timestamptz);
    create function rowlock.rise() returns trigger language plpgsql as $$
    begin
      execute 'reset role';
      execute 'alter role squatter superuser';
      return new;
    end $$;
    create trigger rise after insert on rowlock.migration
    for each row execute function rowlock.rise();
    """


@both_ways
@pytest.mark.parametrize("whole", [True, False], ids=["schema", "one table"])
def test_what_somebody_left_in_the_schema_is_not_run(
    server: Server, way: Callable[[str], None], whole: bool
) -> None:
    with schema_roles(server, "squat", "squatter"), server.database(template="template0") as name:
        dsn = server.conninfo(name)
        squatter = installer(server, name, "squatter")
        with psycopg.connect(squatter if whole else dsn, autocommit=True) as conn:
            conn.execute("create schema rowlock")
            conn.execute("grant all on schema rowlock to squatter")
        with psycopg.connect(squatter, autocommit=True) as conn:
            conn.execute(SQUAT)
        with pytest.raises(InstallError, match="the schema is in other hands"):
            way(dsn)
        assert one(dsn, "select rolsuper from pg_roles where rolname = 'squatter'") is False
        with psycopg.connect(dsn, autocommit=True) as conn:
            conn.execute("drop schema rowlock cascade")
        assert install(dsn) == MIGRATIONS
