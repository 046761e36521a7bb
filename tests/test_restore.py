"""Back-ups come back on another server: by pg_dump, and by a base backup and the archived log."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import UUID

import psycopg
import pytest
from psycopg.conninfo import make_conninfo

from rowlock.embedded import Embedded
from rowlock.embedded_host import server_account
from rowlock.install import install, prepare_service_login
from tests.support.command import answer, rowlock
from tests.support.replica import copy, until
from tests.support.servers import running_server, temporary_home

pytestmark = pytest.mark.slow

# Without a flush there is a log all the same.
SETTINGS = {"fsync": "off", "shared_buffers": "64MB", "archive_mode": "on"}


@dataclass(slots=True)
class Source:
    """A server with a schema, whose log is archived."""

    server: Embedded
    archive: Path
    root: UUID

    @property
    def dsn(self) -> str:
        return self.server.conninfo()

    def program(self, name: str, *argv: str | Path) -> None:
        done = subprocess.run([self.server.bindir / name, *argv], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr

    def rows(self, count: int, description: str) -> None:
        query = """select rowlock.escalation_create(
            role => 'reviewer', type => 'a', description => %s, actor => %s)
            from generate_series(1, %s)"""
        with connected(self.dsn) as conn:
            conn.execute(query, [description, self.root, count])


@contextmanager
def connected(dsn: str) -> Iterator[psycopg.Connection]:
    with psycopg.connect(dsn, autocommit=True) as conn:
        yield conn


def one(dsn: str, query: str) -> Any:
    with connected(dsn) as conn:
        row = conn.execute(query.encode()).fetchone()
        return row[0] if row else None


def doctor(dsn: str, *argv: str, code: int = 0) -> dict[str, dict[str, Any]]:
    told = answer(rowlock("--json", "doctor", *argv, env={"DATABASE_URL": dsn}), code)
    return {check["name"]: check for check in told["checks"]}


@pytest.fixture(scope="module")
def source() -> Iterator[Source]:
    account = server_account(lambda _: None)
    with temporary_home() as home:
        archive = home.with_name("archive")
        archive.mkdir()
        os.chown(archive, account.uid, account.gid)
        # As in the runbook.
        command = (
            f"if test -f {archive}/%f; then cmp -s %p {archive}/%f; else cp %p {archive}/%f; fi"
        )
        server = Embedded(home, settings={**SETTINGS, "archive_command": command}).start()
        try:
            dsn = server.conninfo()
            install(dsn)
            prepare_service_login(dsn)
            root = one(dsn, "select id from rowlock.user_create_first(external_id => 'root')")
            made = Source(server, archive, root)
            made.rows(50, "before")
            yield made
        finally:
            server.stop()


def test_a_dump_comes_back_on_another_server(source: Source, tmp_path: Path) -> None:
    roles, dump = tmp_path / "roles.sql", tmp_path / "rowlock.dump"
    source.program("pg_dumpall", "--roles-only", "-f", roles, "-d", source.dsn)
    source.program("pg_dump", "-Fc", "-f", dump, "-d", source.dsn)
    with running_server() as other, other.database(template="template0") as name:
        dsn = other.conninfo(name)
        # The superuser is there already, which is the one error.
        subprocess.run(
            [source.server.bindir / "psql", "-q", "-f", roles, "-d", dsn], capture_output=True
        )
        source.program("pg_restore", "--exit-on-error", "-d", dsn, dump)
        epoch = one(dsn, "select epoch from rowlock.event_watermark")

        checks = doctor(dsn, "--restored")
        assert one(dsn, "select epoch from rowlock.event_watermark") != epoch
        for name in ("functions", "grants", "owner", "table grants", "journal numbers", "triggers"):
            assert checks[name]["state"] == "ok", checks[name]
        assert "rowlock_http" in checks["logins"]["found"], "the login is another role here"
        with connected(dsn) as conn:
            conn.execute("select rowlock.login_grant('rowlock_http', 'service')")
        assert doctor(dsn)["logins"]["state"] == "ok"
        assert install(dsn) == []

        login = make_conninfo(dsn, user="rowlock_http")
        with connected(login) as conn:
            query = """select count(*) from rowlock.escalation_claim_next(
                roles => '{reviewer}', max_rows => 60, actor => %s)"""
            claimed = conn.execute(query, [source.root]).fetchone()
        assert claimed == (50,)


def test_the_log_brings_back_the_moment_before_a_mistake(source: Source) -> None:
    with temporary_home() as home:
        copy(source.server, home)
        (home / "pg" / "standby.signal").rename(home / "pg" / "recovery.signal")
        source.rows(5, "after the backup")
        moment = one(source.dsn, "select clock_timestamp()::text")
        with connected(source.dsn) as conn:
            conn.execute("delete from rowlock.escalation where description = 'after the backup'")
        source.rows(3, "after the mistake")
        last = one(source.dsn, "select pg_walfile_name(pg_switch_wal())")
        until(lambda: (source.archive / last).exists())

        settings = {
            **SETTINGS,
            "archive_command": "false",
            "restore_command": f"cp {source.archive}/%f %p",
            "recovery_target_time": moment,
            "recovery_target_action": "promote",
        }
        restored = Embedded(home, settings=settings).start()
        try:
            dsn = restored.conninfo()
            until(lambda: one(dsn, "select pg_is_in_recovery()") is False)
            found = """select string_agg(format('%s: %s', d, n), ', ' order by d) from (
                select description, count(*) from rowlock.escalation group by 1) c (d, n)"""
            assert one(dsn, found) == "after the backup: 5, before: 50"
            epoch = one(dsn, "select epoch from rowlock.event_watermark")
            # Its own archive takes nothing, not even the history of its timeline.
            until(lambda: one(dsn, "select failed_count > 0 from pg_stat_archiver"))
            checks = doctor(dsn, "--restored", code=1)
            assert "could not be archived" in checks["log archive"]["found"]
            assert one(dsn, "select epoch from rowlock.event_watermark") != epoch
            for name in ("functions", "logins", "journal numbers", "writable"):
                assert checks[name]["state"] == "ok", checks[name]
        finally:
            restored.stop()
