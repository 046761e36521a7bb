"""Behind a pooler the server cannot ring: the journal is polled, and that is said once."""

from __future__ import annotations

import os
import pwd
import re
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import psycopg
import pytest
import structlog
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from tools.debian import program

from .conftest import World
from .service import ids, serving, settings_for

CONFIG = """
[databases]
* = host={host} port={port}
[pgbouncer]
pool_mode = transaction
default_pool_size = 3
listen_port = 6432
listen_addr =
unix_socket_dir = {folder}
auth_type = trust
auth_file = {folder}/users
admin_users = {user}
"""

pytestmark = pytest.mark.slow
Pooled = Callable[[str], AbstractContextManager[str]]


@pytest.fixture(scope="module")
def pooled() -> Pooled:
    """The same database behind Debian's pgbouncer, which root installs where it is missing."""
    found = program("pgbouncer")
    if found is None:
        pytest.skip("pgbouncer is not installed")
    said = subprocess.run([found, "--version"], capture_output=True, text=True, check=True).stdout
    version = tuple(map(int, re.findall(r"\d+", said)[:2]))
    # Later ones keep prepared statements themselves.
    more = "max_prepared_statements = 50\n" if version >= (1, 21) else ""
    return lambda dsn: _pooled(found, CONFIG + more, dsn)


@contextmanager
def _pooled(pgbouncer: Path, config: str, dsn: str) -> Iterator[str]:
    """The same database behind pgbouncer, in transaction mode."""
    to = {k: str(v) for k, v in conninfo_to_dict(dsn).items()}
    with tempfile.TemporaryDirectory(prefix="rowlock-pool-") as name:
        folder, argv = Path(name), [str(pgbouncer), "-q"]
        if os.geteuid() == 0:
            # Whoever may enter the folder of the server's socket.
            host = Path(to.get("host", "/"))
            owner = host.stat().st_uid if host.is_dir() else 65534
            os.chown(folder, owner, -1)
            argv += ["-u", pwd.getpwuid(owner).pw_name]
        more = {"host": to["host"], "port": to.get("port", "5432")}
        text = config.format(folder=folder, user=to["user"], **more)
        (folder / "ini").write_text(text)
        (folder / "users").write_text(f'"{to["user"]}" "{to.get("password", "")}"\n')
        process = subprocess.Popen([*argv, str(folder / "ini")], cwd=folder)
        try:
            until = time.monotonic() + 60
            while not (folder / ".s.PGSQL.6432").exists():
                assert process.poll() is None
                assert time.monotonic() < until
                time.sleep(0.02)
            yield make_conninfo(dsn, host=str(folder), port="6432")
        finally:
            process.terminate()
            process.wait(60)


def warnings(logs: list[dict[str, object]]) -> list[str]:
    return [str(x["event"]) for x in logs if x["log_level"] == "warning"]


def test_behind_a_pooler_all_works_and_the_journal_is_polled(
    fresh_dsn: str, pooled: Pooled
) -> None:
    settings = settings_for(fresh_dsn)
    with (
        psycopg.connect(fresh_dsn, autocommit=True) as conn,
        pooled(settings.database_url.get_secret_value()) as dsn,
        structlog.testing.capture_logs() as logs,
        serving(settings_for(fresh_dsn, database_url=dsn, pool_size=10)) as url,
    ):
        world = World.first(url, conn)
        with world.admin.stream() as stream:
            start = world.last_seq()
            # More than a statement needs until it is prepared, on more connections than servers.
            for _ in range(30):
                row = world.row()
                path = f"/api/escalations/{row}"
                assert world.admin("POST", f"{path}/claim").status == 200
                answer = {"resolver_payload": {"approved": True}}
                assert world.admin("POST", f"{path}/resolve", answer).status == 200
                found = world.admin("GET", path).body
                assert (found["status"], found["claim_no"]) == ("resolved", 1)
            expected = world.journaled(start)
            assert ids(stream.take(len(expected))) == expected
            # The reader's connection comes anew, and nothing is said again.
            conn.execute(
                "select pg_terminate_backend(pid) from pg_stat_activity"
                " where datname = current_database() and pid <> pg_backend_pid()"
            )
            time.sleep(1)
            world.row()
            stream.take(1)
        assert world.nobody("GET", "/readyz").status == 200
    said = warnings(logs)
    assert len([s for s in said if "polled" in s]) == 1, said
    login = conninfo_to_dict(settings.database_url.get_secret_value())["user"]
    advice = [s for s in said if "time-outs" in s]
    assert len(advice) <= 1
    assert all(f'alter role "{login}" set statement_timeout' in s for s in advice)


def test_a_direct_address_for_listening_needs_no_polling(fresh_dsn: str, pooled: Pooled) -> None:
    direct = settings_for(fresh_dsn).database_url.get_secret_value()
    with (
        psycopg.connect(fresh_dsn, autocommit=True) as conn,
        pooled(direct) as dsn,
        structlog.testing.capture_logs() as logs,
        serving(settings_for(fresh_dsn, database_url=dsn, listen_dsn=direct)) as url,
    ):
        world = World.first(url, conn)
        with world.admin.stream() as stream:
            row = world.row()
            assert stream.take(1)[0].data["escalation_id"] == row
    assert [s for s in warnings(logs) if "polled" in s] == []


def test_time_outs_are_those_of_the_login_behind_a_pooler(fresh_dsn: str, pooled: Pooled) -> None:
    settings = settings_for(fresh_dsn)
    login = str(conninfo_to_dict(settings.database_url.get_secret_value())["user"])
    with psycopg.connect(fresh_dsn, autocommit=True) as conn:
        change = sql.SQL("alter role {} in database {} set statement_timeout = '9s'")
        conn.execute(change.format(sql.Identifier(login), sql.Identifier(conn.info.dbname)))
        with (
            pooled(settings.database_url.get_secret_value()) as dsn,
            structlog.testing.capture_logs() as logs,
            serving(settings_for(fresh_dsn, database_url=dsn)),
        ):
            pass
    assert [s for s in warnings(logs) if "time-outs" in s] == []
