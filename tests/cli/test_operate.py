"""rowlock doctor and rowlock purge, and a database that comes from a backup."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from psycopg.conninfo import make_conninfo

from rowlock.install import prepare_service_login
from tests.http.conftest import World
from tests.http.service import serving, settings_for
from tests.support.command import answer, rowlock
from tests.support.installing import dump
from tests.support.pgtap import psql_program
from tests.support.servers import Server


def doctor(dsn: str, *argv: str, code: int = 0) -> dict[str, dict[str, Any]]:
    told = answer(rowlock("--json", "doctor", *argv, env={"DATABASE_URL": dsn}), code)
    checks = {check["name"]: check for check in told["checks"]}
    for state in ("ok", "warn", "fail"):
        assert told[state] == sum(check["state"] == state for check in checks.values())
    return checks


def test_a_fresh_database_has_no_fault(fresh_dsn: str) -> None:
    with psycopg.connect(fresh_dsn, autocommit=True) as conn:
        # It is a copy of one that was made a while ago.
        conn.execute("update rowlock.timer set due_at = clock_timestamp()")
    checks = doctor(fresh_dsn)
    assert len(checks) >= 50
    # Servers of the tests may lose everything in a power cut.
    assert {name for name in checks if checks[name]["state"] != "ok"} <= {"durability"}
    shown = rowlock("doctor", env={"DATABASE_URL": fresh_dsn})
    assert shown.returncode == 0
    assert "ok    journal sequence" in shown.stdout
    assert " warn, 0 fail" in shown.stdout
    prepare_service_login(fresh_dsn)
    assert doctor(fresh_dsn)["listener"]["state"] == "warn", "no service runs"


def test_a_running_service_listens_and_runs_its_timers(fresh_dsn: str) -> None:
    with serving(settings_for(fresh_dsn)):
        checks = doctor(fresh_dsn)
    assert checks["listener"]["state"] == "ok"
    assert "last ran" in checks["timer expire"]["found"]
    assert "1 of kind service" in checks["logins"]["found"]


def test_a_fault_ends_with_1(fresh_dsn: str, empty_dsn: str) -> None:
    with psycopg.connect(fresh_dsn, autocommit=True) as conn:
        conn.execute("alter sequence rowlock.event_seq cache 10")
        conn.execute(
            "update pg_index set indisvalid = false"
            " where indexrelid = 'rowlock.escalation_entity_idx'::regclass"
        )
    checks = doctor(fresh_dsn, code=1)
    assert checks["journal sequence"]["state"] == checks["indexes"]["state"] == "fail"
    assert "escalation_entity_idx" in checks["indexes"]["found"]
    assert doctor(empty_dsn, code=1)["schema"]["advice"] == "rowlock install"


def test_nobody_to_ask_ends_with_3() -> None:
    away = "host=127.0.0.1 port=1 dbname=none user=nobody"
    assert rowlock("doctor", env={"DATABASE_URL": away}).returncode == 3


def test_the_login_of_a_service_looks_too(fresh_dsn: str) -> None:
    login = prepare_service_login(fresh_dsn, password="service login of the tests")
    service = make_conninfo(fresh_dsn, user=login, password="service login of the tests")
    assert doctor(service)["statistics"]["state"] == "ok"
    refused = answer(rowlock("--json", "doctor", "--restored", env={"DATABASE_URL": service}), 1)
    assert refused["code"] == "function_exists"


def test_what_the_owner_may_not_see_is_said(server: Server, fresh_dsn: str) -> None:
    if not server.embedded:
        pytest.skip("this server asks logins for passwords")
    with psycopg.connect(fresh_dsn, autocommit=True) as conn:
        conn.execute("revoke pg_read_all_stats from rowlock_owner")
        try:
            check = doctor(fresh_dsn)["statistics"]
        finally:
            conn.execute("grant pg_read_all_stats to rowlock_owner")
    assert check["state"] == "warn"
    assert "grant pg_read_all_stats to rowlock_owner" in check["advice"]


def age(dsn: str, count: int) -> None:
    with psycopg.connect(dsn, autocommit=True) as conn:
        conn.execute(
            "insert into rowlock.event (topic, subject_type, subject_id, occurred_at, created_at)"
            " select 'role.updated', 'role', 'x', now(), now() - interval '40 days'"
            " from generate_series(1, %s)",
            [count],
        )


def test_purge_removes_batch_by_batch(fresh_dsn: str) -> None:
    age(fresh_dsn, 120_000)
    env = {"DATABASE_URL": fresh_dsn}
    counted = answer(rowlock("--json", "purge", "--dry-run", env=env))
    assert counted == {"found": 120_000, "removed": 0}
    young = answer(rowlock("--json", "purge", "--older-than", "50 days", env=env))
    assert young == {"found": 0, "removed": 0}
    assert answer(rowlock("--json", "purge", env=env)) == {"found": 120_000, "removed": 120_000}
    assert answer(rowlock("--json", "purge", env=env)) == {"found": 0, "removed": 0}


@pytest.mark.parametrize("interval", ["a while", "-1 day", "200 years"])
def test_an_interval_that_is_none_is_refused(fresh_dsn: str, interval: str) -> None:
    env = {"DATABASE_URL": fresh_dsn}
    refused = answer(rowlock("--json", "purge", f"--older-than={interval}", env=env), 1)
    assert (refused["code"], refused["detail"]["field"]) == ("argument_invalid", "older_than")


@pytest.fixture
def restored(server: Server, fresh_dsn: str) -> Iterator[tuple[str, int, str]]:
    """A database from a backup; the cursor and the epoch that a client has from before."""
    with (
        psycopg.connect(fresh_dsn, autocommit=True) as conn,
        serving(settings_for(fresh_dsn)) as url,
    ):
        row = conn.execute(
            "select id from rowlock.user_create_first(external_id => 'root')"
        ).fetchone()
        assert row
        world = World(url, conn, str(row[0]), "")
        for _ in range(3):
            world.row()
        backup = dump(fresh_dsn)
        for _ in range(20):
            world.row()
        page = world.admin("GET", "/api/events?after=0").body
    with server.database(template="template0") as name:
        dsn = server.conninfo(name)
        subprocess.run(
            [psql_program(), "-q", "-v", "ON_ERROR_STOP=1", "--dbname", dsn],
            input=backup,
            text=True,
            check=True,
            stdout=subprocess.DEVNULL,
        )
        yield dsn, page["next"], page["epoch"]


def test_clients_of_before_a_restore_start_anew(restored: tuple[str, int, str]) -> None:
    dsn, cursor, epoch = restored
    assert doctor(dsn, "--restored")["journal numbers"]["state"] == "ok"
    with psycopg.connect(dsn, autocommit=True) as conn, serving(settings_for(dsn)) as url:
        root = conn.execute("select id from rowlock.user_find('root')").fetchone()
        assert root
        world = World(url, conn, str(root[0]), "")
        assert world.last_seq() < cursor
        with world.admin.stream(f"?after={cursor}") as stream:
            [reset] = stream.take(1)
            assert reset.event == "reset"
            assert reset.data["epoch"] != epoch
            world.row()
            assert stream.take(1)[0].id == world.last_seq()
        # Later the cursor is within the journal again, and only the epoch tells.
        while world.last_seq() <= cursor:
            world.row()
        with world.admin.stream(f"?after={cursor}&epoch={epoch}") as stream:
            assert stream.take(1)[0].event == "reset"


def test_a_running_service_notices_a_restore(fresh_dsn: str) -> None:
    with (
        psycopg.connect(fresh_dsn, autocommit=True) as conn,
        serving(settings_for(fresh_dsn)) as url,
    ):
        row = conn.execute(
            "select id from rowlock.user_create_first(external_id => 'root')"
        ).fetchone()
        assert row
        world = World(url, conn, str(row[0]), "")
        world.row()
        with world.admin.stream() as stream:
            doctor(fresh_dsn, "--restored")
            assert stream.take(1)[0].event == "reset"
            world.row()
            assert stream.take(1)[0].id == world.last_seq()
