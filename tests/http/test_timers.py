"""The service does its background work by itself, once over many processes, and stops when told."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import psycopg
import pytest
from structlog.testing import capture_logs

from .conftest import World
from .service import serving, settings_for, until


@contextmanager
def services(dsn: str, count: int = 1, **changes: object) -> Iterator[World]:
    with ExitStack() as stack:
        conn = stack.enter_context(psycopg.connect(dsn, autocommit=True))
        urls = [stack.enter_context(serving(settings_for(dsn, **changes))) for _ in range(count)]
        yield World.first(urls[0], conn)


def timer(world: World, name: str = "expire") -> dict[str, object]:
    row = world.conn.execute(
        "select to_jsonb(t) from rowlock.timer t where name = %s", [name]
    ).fetchone()
    assert row
    return dict(row[0])


def take_time(world: World, seconds: int) -> None:
    """A timer that does nothing for so long."""
    world.conn.execute(
        "create function rowlock.take_time(max_rows integer) returns integer language sql as"
        f" 'select 1 from pg_sleep({seconds})'".encode()
    )
    world.conn.execute(
        "insert into rowlock.timer (name, function, every, batch_rows) values"
        " ('slow', 'take_time', '1 second', 10)"
    )


def due(world: World) -> str:
    """A row whose time is over."""
    row = world.row(timeout="1 hour")
    query = "update rowlock.escalation set expires_at = clock_timestamp() where id = %s"
    world.conn.execute(query, [row])
    return row


def waiting(world: World) -> str:
    """A new run of a new task; its id."""
    project = world.admin("POST", "/api/projects", {"name": "Plan", "slug": "plan"}).body["id"]
    task = {"project_id": project, "kind": "task", "title": "work"}
    item = world.admin("POST", "/api/work-items", task).body["id"]
    run = {"work_item_id": item, "provider": "claude", "cwd": "/srv"}
    return str(world.admin("POST", "/api/runs", run).body["id"])


def test_a_due_row_expires_without_anybody_calling(fresh_dsn: str) -> None:
    with services(fresh_dsn) as world, world.admin.stream("?topic=escalation.expired") as stream:
        row = due(world)
        [expired] = stream.take(1)
        assert expired.data["escalation_id"] == row
        assert world.admin("GET", f"/api/escalations/{row}").body["status"] == "expired"


@pytest.mark.slow
def test_a_silent_host_loses_its_run_and_the_run_starts_again(fresh_dsn: str) -> None:
    with services(fresh_dsn, timers=False) as world:
        host, run = world.machine(), waiting(world)
        query = "update rowlock.run set status = %s, host_id = %s where id = %s"
        for status in ("spawning", "running"):
            world.conn.execute(query, [status, host, run])
        world.conn.execute(
            "update rowlock.host set last_seen_at = clock_timestamp() - interval '91 seconds'"
        )
        world.conn.execute(
            "update rowlock.timer set every = '200 milliseconds', due_at = clock_timestamp()"
            " where name in ('host_offline', 'run_lost', 'run_restart')"
        )
        with serving(settings_for(fresh_dsn)):
            path = f"/api/runs/{run}"
            until(lambda: world.admin("GET", path).body["attempt"] == 2)
        again = world.admin("GET", path).body
        assert (again["status"], again["host_id"]) == ("pending", None)
        query = "select payload ->> 'failure_reason' from rowlock.event where topic = 'run.failed'"
        assert world.conn.execute(query).fetchall() == [("host_lost",)]


@pytest.mark.slow
def test_a_backlog_goes_on_without_a_pause(fresh_dsn: str) -> None:
    with services(fresh_dsn, timers=False) as world:
        for _ in range(30):
            due(world)
    # Thirty batches of one: with the pause that the table asks for they would take all day.
    with psycopg.connect(fresh_dsn, autocommit=True) as conn:
        conn.execute(
            "update rowlock.timer set batch_rows = 1, every = '1 hour',"
            " due_at = clock_timestamp() where name = 'expire'"
        )
        pending = "select count(*) from rowlock.escalation where status = 'pending'"
        with serving(settings_for(fresh_dsn)):
            until(lambda: conn.execute(pending).fetchone() == (0,), 60)


@pytest.mark.slow
def test_off_means_off(fresh_dsn: str) -> None:
    with services(fresh_dsn, timers=False) as world:
        row = due(world)
        journaled = world.last_seq()
        time.sleep(2.5)
        assert world.last_seq() == journaled
        assert world.admin("GET", f"/api/escalations/{row}").body["status"] == "pending"
        assert timer(world)["runs"] == 0
        names = "select array_agg(application_name) from pg_stat_activity where datname = %s"
        found = world.conn.execute(names, [world.conn.info.dbname]).fetchone()
        assert found and not [n for n in found[0] if n.endswith(" timers")]


@pytest.mark.slow
def test_a_failing_timer_does_not_stop_the_others(fresh_dsn: str) -> None:
    with services(fresh_dsn, timers=False) as world:
        world.conn.execute(
            "insert into rowlock.timer (name, function, every, batch_rows, due_at) values"
            " ('broken', 'nothing', '1 second', 1, '2000-01-01')"
        )
        with serving(settings_for(fresh_dsn)):
            until(lambda: timer(world)["runs"] != 0 and timer(world, "broken")["failures"] != 0)
            assert "42883" in str(timer(world, "broken")["last_error"])


def test_timers_that_fail_in_a_way_of_their_own_say_so_and_begin_again(fresh_dsn: str) -> None:
    with capture_logs() as logs, services(fresh_dsn) as world:
        row = world.conn.execute(
            "select pg_get_functiondef('rowlock.timer_due'::regproc)"
        ).fetchone()
        assert row
        world.conn.execute(
            "create or replace function rowlock.timer_due() returns setof rowlock.timer_wait"
            " language sql as 'select null::rowlock.timer_wait'"
        )
        until(lambda: "timers failed and begin again" in [x["event"] for x in logs])
        world.conn.execute(row[0])
        runs = timer(world)["runs"]
        until(lambda: timer(world)["runs"] != runs)


@pytest.mark.slow
def test_the_time_out_of_the_service_ends_a_run_and_is_recorded(fresh_dsn: str) -> None:
    with services(fresh_dsn, timers=False) as world:
        take_time(world, 20)
        with serving(settings_for(fresh_dsn, statement_timeout=2)):
            until(lambda: timer(world, "slow")["failures"] != 0)
        assert "57014" in str(timer(world, "slow")["last_error"])


@pytest.mark.slow
def test_many_processes_do_each_run_once(fresh_dsn: str) -> None:
    with services(fresh_dsn, 4) as world:
        began, before = time.monotonic(), int(str(timer(world)["runs"]))
        until(lambda: int(str(timer(world)["runs"])) >= before + 4)
        ran = int(str(timer(world)["runs"])) - before
        assert ran <= time.monotonic() - began + 1


@pytest.mark.slow
def test_timers_come_back_when_their_connection_is_cut(fresh_dsn: str) -> None:
    with services(fresh_dsn) as world:
        for _ in range(3):
            until(lambda: timer(world)["runs"] != 0)
            world.conn.execute(
                "select pg_terminate_backend(pid) from pg_stat_activity"
                " where datname = current_database() and application_name = 'rowlock timers'"
            )
            world.conn.execute("update rowlock.timer set runs = 0")
        until(lambda: timer(world)["runs"] != 0)


@pytest.mark.slow
def test_what_runs_may_end_when_the_service_stops(fresh_dsn: str) -> None:
    with services(fresh_dsn, timers=False) as world:
        take_time(world, 2)
        sleeping = "select count(*) from pg_stat_activity where wait_event = 'PgSleep'"
        with serving(settings_for(fresh_dsn)):
            until(lambda: world.conn.execute(sleeping).fetchone() != (0,))
        how = timer(world, "slow")
        assert (how["last_rows"], how["last_error"]) == (1, None)
