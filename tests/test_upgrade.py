"""From every release one arrives at the schema of a fresh install, with all data, by either way."""

from __future__ import annotations

import json
import lzma
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import psycopg
import pytest
from psycopg import sql
from tools.dist import dist

from rowlock.install import install, prepare_service_login, status
from tests.support.filling import TOKEN, fill
from tests.support.installing import MIGRATIONS, by_file, dump
from tests.support.scene import call
from tests.support.servers import Server

pytestmark = pytest.mark.slow

RELEASES = sorted((Path(__file__).parent / "releases").glob("rowlock-*.sql.xz"))
Stored = dict[str, list[dict[str, object]]]
TABLES = "select c.relname from pg_class c where c.relnamespace = 'rowlock'::regnamespace and "
# What a service may ask that changes nothing, and what each must be told.
READS = """
    select p.proname, array(
      select a.name from unnest(p.proargnames) with ordinality a (name, i)
      where a.i <= p.pronargs - p.pronargdefaults or a.name = 'actor' and a.i <= p.pronargs)
    from pg_proc p
    where p.pronamespace = 'rowlock'::regnamespace and p.proname !~ '^_|_answer$'
      and (p.provolatile = 's' or p.proname ~ '_list$')
      and has_function_privilege('rowlock_service', p.oid, 'execute')
    order by p.proname"""


@pytest.fixture(params=RELEASES, ids=lambda p: p.name.removesuffix(".sql.xz"))
def release(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """The file of a release, unpacked."""
    path = tmp_path / "release.sql"
    path.write_bytes(lzma.decompress(request.param.read_bytes()))
    return path


def test_an_upgrade_ends_where_a_fresh_install_does(
    any_server: Server, release: Path, tmp_path: Path
) -> None:
    fresh = dump(any_server.conninfo(any_server.template()), "-s")
    now = tmp_path / "now.sql"
    now.write_text(dist())
    with any_server.database(template="template0") as name:
        dsn = any_server.conninfo(name)
        by_file(dsn, release)
        with psycopg.connect(dsn, autocommit=True) as conn:
            admin = fill(conn)
            prepare_service_login(dsn)
            stored, told = rows(conn), answers(conn, admin)
        assert [t for t, found in stored.items() if not found] == []
        with any_server.database(template=name) as other:
            by_file(any_server.conninfo(other), now)
            install(dsn)
            for upgraded in (dsn, any_server.conninfo(other)):
                assert status(upgraded).applied == tuple(MIGRATIONS)
                assert dump(upgraded, "-s") == fresh
                with psycopg.connect(upgraded, autocommit=True) as conn:
                    kept(stored, rows(conn))
                    after = answers(conn, admin)
                    assert told == {verb: after.get(verb) for verb in told}
                    assert [v for v, some in shown(conn).items() if not some] == []


def rows(conn: psycopg.Connection) -> Stored:
    """Every row of every table; the ledger tells of itself."""
    found = {}
    tables = f"{TABLES} c.relkind = 'r' and c.relname <> 'migration'"
    for (table,) in conn.execute(tables).fetchall():
        query = sql.SQL("select to_jsonb(r) from only rowlock.{} r").format(sql.Identifier(table))
        found[table] = [row for (row,) in conn.execute(query)]
    return found


def shown(conn: psycopg.Connection) -> dict[str, bool]:
    """Whether each view has rows."""
    views = conn.execute(f"{TABLES} c.relkind = 'v'").fetchall()
    query = sql.SQL("select * from rowlock.{}")
    return {v: bool(conn.execute(query.format(sql.Identifier(v))).fetchall()) for (v,) in views}


def kept(before: Stored, after: Stored) -> None:
    """Each row is there, with what it held; a migration may add columns, rows and tables."""
    for table, held in before.items():
        columns = held[0].keys()
        left = Counter(_text({c: row.get(c) for c in columns}) for row in after[table])
        lost = Counter(map(_text, held)) - left
        assert not lost, f"{table} lost {lost}"


def _text(row: Mapping[str, object]) -> str:
    return json.dumps(row, sort_keys=True)


def answers(conn: psycopg.Connection, admin: str) -> dict[str, str]:
    """How each verb that reads answers: with some rows, with none, or the state it refuses with."""
    newest = "select r.id from rowlock.{} r order by 1 limit 1"
    ids = {}
    for noun in ("escalation", "work_item", "run", "project", "host", "webhook", "task"):
        row = conn.execute(sql.SQL(newest).format(sql.Identifier(noun))).fetchone()
        ids[noun] = str(row[0]) if row else ""
    known = {
        "actor": admin, "user_id": admin, "since": "2026-01-01", "role": "press",
        "machine": "run", "topic": "app.printed", "webhook_id": ids["webhook"], "key": "n",
        "run_id": ids["run"], "name": "events", "value": "1", "query": '{"role": "press"}',
        "workflow_id": "w1", "origin_id": "order-1", "signal_key": "wait-1", "after": None,
        "step": "1 day", "ids": [admin], "token": str(TOKEN),
    }  # fmt: skip
    said = {}
    for verb, needs in conn.execute(READS).fetchall():
        noun = next((n for n in ids if verb.startswith(f"{n}_")), "")
        given = {**known, "id": ids.get(noun, admin)}
        if given.keys() >= set(needs):
            try:
                said[verb] = "some" if call(conn, verb, **{n: given[n] for n in needs}) else "none"
            except psycopg.Error as e:
                said[verb] = e.sqlstate or ""
    return said
