"""A client that vanishes amid its transaction leaves nothing: no claim, no event, no mark."""

from __future__ import annotations

import time
from collections.abc import Callable

import psycopg
import pytest

from tests.support.journal import Journal
from tests.support.scene import Scene, call, one

pytestmark = pytest.mark.fault

End = Callable[[Scene, psycopg.Connection], None]


def cut(scene: Scene, conn: psycopg.Connection) -> None:
    """The client is gone: nobody says goodbye."""
    conn.close()


def terminate(scene: Scene, conn: psycopg.Connection) -> None:
    """An administrator ends the session."""
    scene.value("select pg_terminate_backend(%s, 10000)", conn.info.backend_pid)


def time_out(scene: Scene, conn: psycopg.Connection) -> None:
    """It was idle in its transaction for too long."""
    conn.execute("set local idle_in_transaction_session_timeout = '20ms'")


ends = pytest.mark.parametrize("end", [cut, terminate, time_out])


def begin(scene: Scene) -> psycopg.Connection:
    conn = scene.connect()
    conn.execute("begin")
    return conn


def wait_until_gone(scene: Scene, pid: int) -> None:
    query = "select exists (select from pg_stat_activity where pid = %s)"
    until = time.monotonic() + 60
    while scene.value(query, pid):
        assert time.monotonic() < until
        time.sleep(0.01)


@ends
def test_a_writer_that_vanishes_holds_no_reader_up(journal: Journal, end: End) -> None:
    scene = journal.scene
    before = scene.state(journal.row)
    conn = begin(scene)
    pid = conn.info.backend_pid
    journal.write(conn)
    journal.write(journal.soon, scene.row())
    assert journal.read() == []
    end(scene, conn)
    wait_until_gone(scene, pid)
    assert len(journal.read()) == 2
    assert journal.open_mark() is None
    assert scene.state(journal.row) == before
    journal.write(journal.soon)
    assert len(journal.read()) == 1
    conn.close()


@ends
def test_the_rows_of_a_worker_that_vanishes_before_it_commits_are_free(
    scene: Scene, end: End
) -> None:
    role = f"desk-{end.__name__.replace('_', '-')}"
    one(scene.owner, "role_create", role=role, actor=scene.root)
    made = scene.rows(20, role)
    conn = begin(scene)
    pid = conn.info.backend_pid
    asked = {"roles": [role], "max_rows": 20, "actor": scene.root}
    assert len(call(conn, "escalation_claim_next", **asked)) == 20
    assert call(scene.owner, "escalation_claim_next", **asked) == []
    end(scene, conn)
    wait_until_gone(scene, pid)
    taken = call(scene.owner, "escalation_claim_next", **asked)
    assert [row["id"] for row in taken] == made
    assert {row["claim_no"] for row in taken} == {1}
    scene.check_history()
    conn.close()
