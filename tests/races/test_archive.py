"""Archiving at work: no reader misses a row, two archivers move none twice."""

from __future__ import annotations

import json

import psycopg
import pytest
from psycopg.types.json import Jsonb

from tests.http.service import until
from tests.support.race import race_each
from tests.support.scene import Scene, one, scene
from tests.support.servers import FAST, running_server

pytestmark = pytest.mark.race

ROWS = 600


def grown_old(scene: Scene, ago: int = 60) -> list[str]:
    """Rows that were answered months ago, one in twelve hours."""
    found = scene.owner.execute(
        "insert into rowlock.escalation"
        " (id, role, type, status, resolved_at, ended_at, created_at, updated_at)"
        " select gen_random_uuid(), 'reviewer', 'old', 'resolved', t.at, t.at, t.at, t.at"
        " from generate_series(1, %s) i,"
        " lateral (select now() - make_interval(days => %s) - i * interval '12 hours' as at) t"
        " returning id::text",
        (ROWS, ago),
    ).fetchall()
    return [row[0] for row in found]


def test_rows_are_always_in_one_of_the_tables(scene: Scene) -> None:
    ids = grown_old(scene)

    def work(conn: psycopg.Connection, number: int) -> int:
        if number < 2:
            moved = 0
            while batch := one(
                conn, "escalation_archive", older_than="30 days", max_rows=7, actor=scene.root
            ):
                moved += batch
            return moved
        # Each of these raises when its row is in neither table.
        for row in ids[number::6]:
            one(conn, "escalation_get", id=row, actor=scene.root)
        count = "select count(*) from rowlock.escalations where type = 'old'"
        with scene.own() as reader:
            for _ in range(40):
                [total] = reader.execute(count).fetchone() or (0,)
                assert total == ROWS
        return 0

    ended = race_each(8, scene.connect, work)
    assert [e.outcome for e in ended] == ["ok"] * 8
    assert sum(e.value for e in ended) == ROWS
    left = scene.owner.execute("select count(*) from only rowlock.escalation where type = 'old'")
    assert left.fetchone() == (0,)


VACUUMED = """
    select exists (
      select from pg_locks l join pg_stat_activity a using (pid)
      where a.backend_type = 'autovacuum worker' and l.relation = 'rowlock.escalation'::regclass
        and l.mode = 'ShareUpdateExclusiveLock' and l.granted)"""


def test_an_autovacuum_gives_way() -> None:
    settings = {**FAST, "autovacuum_naptime": "1s"}
    with (
        running_server(settings=settings) as server,
        server.database() as name,
        scene(server, name) as made,
    ):
        grown_old(made)
        # One page at a time, and a rest after each: it would be at it for minutes.
        made.owner.execute(
            "alter table rowlock.escalation set (autovacuum_vacuum_threshold = 0,"
            " autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_cost_limit = 1,"
            " autovacuum_vacuum_cost_delay = 100)"
        )
        made.owner.execute(
            "delete from rowlock.escalation where ended_at > now() - '90 days'::interval"
        )
        until(lambda: bool(made.value(VACUUMED)))
        assert one(made.owner, "escalation_archive", older_than="30 days", actor=made.root) > 0


def test_a_plan_without_the_month_ends_before_there_are_rows_in_it(scene: Scene) -> None:
    grown_old(scene, ago=9000)
    archive: dict[str, object] = {"older_than": "30 days", "actor": scene.root}
    with scene.own() as reader, reader.transaction():
        reader.execute("select count(*) from rowlock.escalations")
        with pytest.raises(psycopg.errors.LockNotAvailable):
            one(scene.owner, "escalation_archive", **archive)
    assert one(scene.owner, "escalation_archive", **archive) > 0


def test_verbs_of_the_queue_leave_the_months_alone(scene: Scene) -> None:
    grown_old(scene)
    while one(scene.owner, "escalation_archive", older_than="30 days", actor=scene.root):
        pass
    months = "select count(*) from pg_inherits where inhparent = 'rowlock.escalation'::regclass"
    assert (scene.owner.execute(months).fetchone() or (0,))[0] > 0
    [row, other, _] = [scene.row(), scene.row(), scene.row(workflow_id="called-off")]
    north = {"region": "north"}
    scene.rows(3, metadata=north)
    scene.row(metadata=north, origin_id="order-north")
    locked = (
        "select c.relname from pg_locks l join pg_inherits i on i.inhrelid = l.relation"
        " join pg_class c on c.oid = l.relation where l.pid = pg_backend_pid()"
    )
    verbs: list[tuple[str, dict[str, object]]] = [
        ("escalation_claim", {"id": row}),
        ("escalation_claim", {"id": row}),
        ("escalation_release", {"id": row}),
        ("escalation_claim_next", {"roles": ["reviewer"]}),
        ("escalation_resolve", {"id": row, "resolver_payload": "{}"}),
        ("escalation_cancel", {"id": other}),
        ("escalation_cancel_workflow", {"workflow_id": "called-off"}),
        ("escalation_claim_by_metadata", {"key": "region", "value": Jsonb("north")}),
        ("escalation_claim_groups", {"query": {"role": "reviewer", "facets": north}}),
        ("escalation_claim_by_facets", {"query": {"role": "reviewer", "facets": north}}),
        ("escalation_claim_by_facets", {"query": {"role": "reviewer", "priority": 2}}),
        ("escalation_expire", {}),
    ]
    # The pass before has made the plans: what is left is what a verb locks each time.
    with scene.connect() as conn:
        for verb, given in verbs:
            acting = {} if verb == "escalation_expire" else {"actor": scene.root}
            with conn.transaction():
                one(conn, verb, **given, **acting)
                assert conn.execute(locked.encode()).fetchall() == [], verb


def test_a_step_that_is_imported_again_is_where_it_was(scene: Scene) -> None:
    step = {"origin_id": "o", "key": "1", "type": "a", "role": "mill", "resource": "ann"}
    times = ("created_at", "claimed_at", "resolved_at")
    step |= {time: f"2020-01-0{n}T00:00:00Z" for n, time in enumerate(times, 1)}

    def again() -> tuple[int, int]:
        found = scene.owner.execute(
            "select i.created, i.existing from rowlock.escalation_import("
            "source => 'log', rows => jsonb_build_array(%s::jsonb), actor => %s) i",
            (json.dumps(step), scene.root),
        ).fetchone()
        assert found
        return found[0], found[1]

    assert again() == (1, 0)
    assert one(scene.owner, "escalation_archive", older_than="30 days", actor=scene.root) == 1
    assert again() == (0, 1)
    assert one(scene.owner, "escalation_archive", older_than="30 days", actor=scene.root) == 0
    rows = scene.owner.execute("select count(*) from rowlock.escalation where role = 'mill'")
    assert rows.fetchone() == (1,)
