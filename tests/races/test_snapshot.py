"""A database login that keeps a transaction open goes on by no access that it had at its start."""

from __future__ import annotations

from collections.abc import Iterator

import psycopg
import pytest

from tests.support.scene import Scene, login, one
from tests.support.servers import Server

pytestmark = pytest.mark.race

LEVELS = [psycopg.IsolationLevel.REPEATABLE_READ, psycopg.IsolationLevel.SERIALIZABLE]


@pytest.fixture
def name(server: Server) -> Iterator[str]:
    with login(server, "rowlock_test_snapshot") as made:
        yield made


def create(conn: psycopg.Connection) -> str | None:
    """The code that it ends with."""
    try:
        one(conn, "escalation_create", role="reviewer", type="t")
    except psycopg.Error as e:
        return e.diag.constraint_name
    return None


@pytest.mark.parametrize("kind", ["user", "proxy"])
@pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.name)
def test_an_old_snapshot_keeps_no_access(
    scene: Scene, name: str, kind: str, level: psycopg.IsolationLevel
) -> None:
    user = scene.account("reviewer")
    given = {"user_id": user} if kind == "user" else {}
    one(scene.owner, "login_grant", db_role=name, kind=kind, **given)
    with scene.connect(name) as conn:
        conn.execute("select set_config('rowlock.actor', %s, false)", [user])
        assert create(conn) is None
        conn.autocommit = False
        conn.isolation_level = level
        conn.execute("select 1 from pg_class")
        scene.owner.execute(
            "update rowlock.user_account set status = 'suspended' where id = %s", [user]
        )
        assert create(conn) == "actor_isolation"
        conn.rollback()
        conn.isolation_level = psycopg.IsolationLevel.READ_COMMITTED
        conn.execute("select 1 from pg_class")
        assert create(conn) == "actor_active"
        conn.rollback()
    scene.owner.execute("delete from rowlock.db_principal where db_role = %s", [name])
    scene.owner.execute(f"revoke rowlock_{kind} from {name}")
