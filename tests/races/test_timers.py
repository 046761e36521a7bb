"""Timers: whoever asks, and however many, each interval's run happens once."""

from __future__ import annotations

import time
from functools import partial
from itertools import pairwise

import psycopg
import pytest

from tests.support.journal import Crowd
from tests.support.race import race_each
from tests.support.scene import Scene, call

pytestmark = pytest.mark.race

EVERY = 0.2


def add(scene: Scene, name: str, body: str, every: float = EVERY) -> None:
    """A timer of the test's own, with a body in SQL."""
    scene.owner.execute(
        f"create function rowlock.{name}(max_rows integer) returns integer "
        f"language sql as $$ {body} $$".encode()
    )
    scene.owner.execute(
        "insert into rowlock.timer (name, function, every, batch_rows) values"
        " (%s, %s, make_interval(secs => %s), 10)",
        [name, name, every],
    )


def test_of_ten_at_once_one_runs_it(scene: Scene) -> None:
    add(scene, "once", "select 1 from pg_sleep(0.05)", every=3600)
    for _ in range(10):
        scene.owner.execute("update rowlock.timer set due_at = clock_timestamp()")
        ends = race_each(10, scene.connect, lambda conn, _: call(conn, "timer_run", name="once"))
        assert sorted(len(end.value) for end in ends) == [0] * 9 + [1]
    assert scene.value("select runs from rowlock.timer where name = 'once'") == 10


def test_each_interval_has_one_run(scene: Scene) -> None:
    scene.owner.execute("create table rowlock.ran (at timestamptz, due_at timestamptz)")
    scene.owner.execute("alter table rowlock.ran owner to rowlock_owner")
    add(
        scene,
        "often",
        "insert into rowlock.ran select clock_timestamp(), due_at from rowlock.timer"
        " where name = 'often'; select 1 from pg_sleep(0.02)",
    )
    crowd = Crowd()
    for _ in range(10):
        crowd.add(scene.connect, partial(call, verb="timer_run", name="often"), pause=0.002)
    count = "select count(*) from rowlock.ran"
    crowd.run_until(lambda: scene.value(count) >= 8)
    runs = scene.owner.execute("select at, due_at from rowlock.ran order by at").fetchall()
    assert all(at >= due for at, due in runs), runs
    # However late a run was, the next is due an interval after its start.
    assert all((b - a).total_seconds() >= EVERY for (_, a), (_, b) in pairwise(runs)), runs
    assert scene.value("select runs from rowlock.timer where name = 'often'") == len(runs)


def test_a_session_that_dies_at_work_leaves_it_to_the_next(scene: Scene) -> None:
    scene.owner.execute("create table rowlock.nap as select 600.0 as seconds")
    scene.owner.execute("alter table rowlock.nap owner to rowlock_owner")
    add(scene, "dying", "select 1 from rowlock.nap, pg_sleep(seconds)", every=3600)
    with scene.connect() as first, scene.connect() as second:
        pid = first.info.backend_pid
        crowd = Crowd()

        def run(_: psycopg.Connection) -> None:
            crowd.stopped.set()
            with pytest.raises(psycopg.OperationalError):
                call(first, "timer_run", name="dying")

        crowd.add(scene.connect, run)
        sleeping = "select count(*) from pg_stat_activity where pid = %s and wait_event = 'PgSleep'"
        while not scene.value(sleeping, pid):
            time.sleep(0.01)
        assert call(second, "timer_run", name="dying") == []
        scene.owner.execute("update rowlock.nap set seconds = 0")
        scene.owner.execute("select pg_terminate_backend(%s)", [pid])
        crowd.stop()
        until = time.monotonic() + 60
        while not (ran := call(second, "timer_run", name="dying")):
            assert time.monotonic() < until
        assert [r["runs"] for r in ran] == [1]


def test_a_time_out_of_the_statement_is_written_down(scene: Scene) -> None:
    add(scene, "long", "select 1 from pg_sleep(20)", every=3600)
    with scene.connect() as conn:
        conn.execute("set statement_timeout = '200ms'")
        [how] = call(conn, "timer_run", name="long")
    assert (how["failures"], how["last_rows"]) == (1, None)
    assert "57014" in how["last_error"]


def test_a_stranger_stops_no_timer(scene: Scene) -> None:
    # Every advisory lock that the schema itself takes, and a thousand more of its class.
    high = scene.value("select class::bigint << 48 from rowlock.event_watermark")
    with scene.own() as stranger:
        for number in range(1000):
            stranger.execute("select pg_advisory_lock(%s)", [high | (1 << 40) + number])
        scene.owner.execute("update rowlock.timer set due_at = clock_timestamp()")
        with scene.connect() as conn:
            assert len(call(conn, "timer_run", name="expire")) == 1
