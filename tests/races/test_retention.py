"""Retention at work: two runs take turns, nobody else waits, and a run that dies loses nothing."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import psycopg
import pytest

from tests.support.race import race_each
from tests.support.scene import Scene, call, one

pytestmark = pytest.mark.race

OLD = """
    insert into rowlock.signal
    select 'default', 'default', n::text, gen_random_uuid(), '1', now() - interval '2 days',
      now() - interval '1 day'
    from generate_series(1, %s) n"""
LEFT = "select count(*) from rowlock.signal"
WAITS = (
    "select coalesce(bool_or(wait_event_type = 'Lock'), false) from pg_stat_activity where pid = %s"
)


@pytest.fixture(autouse=True)
def tidy(scene: Scene) -> None:
    """The scene is the module's: each test begins without rows, and with the rules as installed."""
    for table in ("approval", "escalation", "signal", "retention_run"):
        scene.owner.execute(f"delete from rowlock.{table}".encode())
    scene.owner.execute(
        "update rowlock.retention_rule set batch_rows = 1000, older_than = case when name ="
        " 'escalations-delete' then '7 years' else older_than end, run_id = null,"
        " enabled = name !~ '^(escalations|run)', due_at = clock_timestamp()"
    )


def run(conn: psycopg.Connection, scene: Scene, *rules: str) -> dict[str, dict[str, Any]]:
    reports = call(conn, "retention_run", rules=list(rules), actor=scene.root)
    return {report["rule"]: report for report in reports}


def patch(scene: Scene, rule: str, **changes: object) -> None:
    one(scene.owner, "retention_rule_patch", name=rule, patch=changes, actor=scene.root)


def ended(scene: Scene, count: int) -> list[str]:
    """Rows that were cancelled a year ago."""
    rows = scene.rows(count)
    with scene.owner.transaction():
        scene.owner.execute("set local session_replication_role = replica")
        scene.owner.execute(
            "update rowlock.escalation set status = 'cancelled', created_at = now() - interval"
            " '2 years', ended_at = now() - interval '1 year' where id = any (%s)",
            [rows],
        )
    return rows


def test_runs_at_once_take_no_row_twice(scene: Scene) -> None:
    scene.owner.execute(OLD, [200])
    patch(scene, "signals", batch_rows=10)
    ends = race_each(
        8, scene.connect, lambda conn, _: [run(conn, scene, "signals")["signals"] for _ in range(3)]
    )
    reports = [report for end in ends for report in end.value]
    assert {report["outcome"] for report in reports} <= {"more", "busy"}
    assert sum(report["row_count"] for report in reports) == 200 - scene.value(LEFT) > 0
    assert scene.value("select sum(row_count) from rowlock.retention_run") == 200 - scene.value(
        LEFT
    )


def test_a_sweep_goes_on_beside_a_run(scene: Scene) -> None:
    scene.owner.execute(OLD, [30])
    with scene.connect() as first, scene.connect() as second:
        with first.transaction():
            assert run(first, scene, "signals")["signals"]["row_count"] == 30
            # The rule that is at work is passed over, and the others are not.
            due = "select count(*) from rowlock.retention_rule where enabled and name <> 'signals'"
            others = scene.value(due)
            swept = [one(second, "retention_sweep") for _ in range(others + 2)]
            assert swept == [1] * others + [0] * 2
            assert run(second, scene, "signals")["signals"]["outcome"] == "busy"
        assert scene.value(LEFT) == 0


def test_nobody_waits_for_a_run(scene: Scene) -> None:
    ended(scene, 5)
    held, *free = scene.rows(4)
    patch(scene, "escalations-delete", older_than="30 days")
    with scene.connect() as runner, scene.connect() as worker, runner.transaction():
        assert run(runner, scene, "escalations-delete")["escalations-delete"]["row_count"] == 5
        one(worker, "escalation_claim", id=held, actor=scene.root)
        one(worker, "escalation_resolve", id=held, resolver_payload="{}", actor=scene.root)
        assert len(call(worker, "escalation_claim_next", max_rows=3, actor=scene.root)) == 3
        one(worker, "escalation_create", role="reviewer", type="new", actor=scene.root)
        assert one(worker, "escalation_cancel", id=free[0], actor=scene.root)


def test_a_run_waits_for_nobody(scene: Scene) -> None:
    locked, *_ = ended(scene, 5)
    patch(scene, "escalations-delete", older_than="30 days")
    with scene.connect() as conn, scene.own() as other, other.transaction():
        other.execute("select from rowlock.escalation where id = %s for key share", [locked])
        assert run(conn, scene, "escalations-delete")["escalations-delete"]["row_count"] == 4
    with scene.connect() as conn:
        assert run(conn, scene, "escalations-delete")["escalations-delete"]["row_count"] == 1


def test_an_archive_that_is_kept_out_fails_alone(scene: Scene) -> None:
    ended(scene, 3)
    scene.owner.execute(OLD, [3])
    with scene.connect() as conn, scene.own() as reader:
        with reader.transaction():
            reader.execute("select from rowlock.escalation")
            told = run(conn, scene, "escalations-archive", "signals")
        assert (told["signals"]["outcome"], told["signals"]["row_count"]) == ("done", 3)
        failed = told["escalations-archive"]
        assert (failed["outcome"], failed["error_state"]) == ("failed", "55P03")
        assert run(conn, scene, "escalations-archive")["escalations-archive"]["row_count"] == 3


def test_a_run_that_dies_in_the_middle_loses_nothing(scene: Scene) -> None:
    scene.owner.execute(OLD, [25])
    ended(scene, 5)
    patch(scene, "signals", batch_rows=10)
    with scene.connect() as dying:
        one(dying, "retention_sweep")
        dying.execute("begin")
        run(dying, scene, "signals", "escalations-archive")
        scene.owner.execute("select pg_terminate_backend(%s, 10000)", [dying.info.backend_pid])
        dying.close()
    everything = "select count(*) from rowlock.escalation where status = 'cancelled'"
    assert scene.value(everything) == 5
    with scene.connect() as conn:
        patch(scene, "escalations-archive", enabled=True)
        while one(conn, "retention_sweep"):
            pass
    assert (scene.value(LEFT), scene.value(everything)) == (0, 5)
    assert scene.value("select count(*) from only rowlock.escalation") == 0
    assert scene.value(
        "select array_agg(rule || ' ' || row_count order by rule) from rowlock.retention_run"
        " where finished_at is not null"
    ) == ["escalations-archive 5", "signals 25"]


def waiting(scene: Scene, conn: psycopg.Connection) -> None:
    until = time.monotonic() + 60
    while not scene.value(WAITS, conn.info.backend_pid):
        assert time.monotonic() < until, "it does not wait"
        time.sleep(0.01)


@pytest.mark.parametrize("purge_first", [True, False])
def test_a_consumer_is_declared_before_a_purge_or_after_it(scene: Scene, purge_first: bool) -> None:
    scene.rows(10)
    with scene.connect() as conn, scene.connect() as other, ThreadPoolExecutor(1) as threads:
        low = scene.value("select min(seq) from rowlock.event")

        def purge(on: psycopg.Connection) -> int:
            return int(one(on, "event_purge", older_than="0"))

        def declare(on: psycopg.Connection) -> object:
            return one(on, "event_consumer_put", name="slow", seq=low, actor=scene.root)

        first, second = (purge, declare) if purge_first else (declare, purge)
        with conn.transaction():
            done = first(conn)
            late = threads.submit(second, other)
            waiting(scene, other)
        told = late.result(20)
        removed = done if purge_first else told
        # Either all went and the consumer is told so, or only what it had read.
        assert removed > 1 if purge_first else removed == 1
        missed = scene.value(
            "select c.seq < w.purged_through"
            " from rowlock.event_consumer c, rowlock.event_watermark w"
        )
        assert missed is purge_first


def test_a_rule_that_is_disabled_meanwhile_is_not_run(scene: Scene) -> None:
    scene.owner.execute(OLD, [3])
    with scene.connect() as conn, scene.own() as other, ThreadPoolExecutor(1) as threads:
        with other.transaction():
            # The first rule waits here, and the last one's turn comes later.
            other.execute("select from rowlock.event_watermark for no key update")
            late = threads.submit(call, conn, "retention_run", actor=scene.root)
            waiting(scene, conn)
            patch(scene, "signals", enabled=False)
        told = {report["rule"]: report for report in late.result(20)}
    assert "events" in told
    assert "signals" not in told
    assert scene.value(LEFT) == 3


def test_a_long_run_keeps_no_reader_of_the_journal_waiting(scene: Scene) -> None:
    scene.owner.execute(OLD, [3])
    ended(scene, 1)
    with scene.connect() as conn, scene.own() as other, ThreadPoolExecutor(1) as threads:
        with other.transaction():
            # As another archive does.
            other.execute("select from rowlock.timer where name = 'retention' for no key update")
            rules = ["signals", "escalations-archive"]
            late = threads.submit(call, conn, "retention_run", rules=rules, actor=scene.root)
            waiting(scene, conn)
            scene.row()
            newest = scene.value("select max(seq) from rowlock.event")
            page = one(scene.owner, "event_since", after=newest - 1, actor=scene.root)
            assert [event["id"] for event in page["events"]] == [newest]
        assert [report["row_count"] for report in late.result(20)] == [3, 1]
    told = scene.value(
        "select array_agg(subject_id || ' ' || (payload ->> 'rows') order by seq)"
        " from rowlock.event where topic = 'retention.ran' and seq > %s",
        newest,
    )
    # The run of the archive goes on.
    assert told == ["signals 3"]


def test_a_consumer_begins_at_an_event(scene: Scene) -> None:
    scene.row()
    newest = scene.value("select max(seq) from rowlock.event")
    # A number that is rolled back can be handed out again after a crash.
    assert scene.value("select nextval('rowlock.event_seq')") > newest
    made = one(scene.owner, "event_consumer_put", name="new", actor=scene.root)
    assert made["seq"] == newest
    one(scene.owner, "event_consumer_delete", name="new", actor=scene.root)
