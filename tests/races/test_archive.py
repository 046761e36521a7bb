"""Archiving at work: no reader misses a row, two archivers move none twice."""

from __future__ import annotations

import psycopg
import pytest

from tests.support.race import race_each
from tests.support.scene import Scene, one

pytestmark = pytest.mark.race

ROWS = 600


def grown_old(scene: Scene) -> list[str]:
    """Rows that were answered months ago, forty a day."""
    found = scene.owner.execute(
        "insert into rowlock.escalation"
        " (id, role, type, status, resolved_at, ended_at, created_at, updated_at)"
        " select gen_random_uuid(), 'reviewer', 'old', 'resolved', t.at, t.at, t.at, t.at"
        " from generate_series(1, %s) i,"
        " lateral (select now() - interval '60 days' - i * interval '36 minutes' as at) t"
        " returning id::text",
        (ROWS,),
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
