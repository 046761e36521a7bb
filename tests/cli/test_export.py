"""rowlock export: everything once, in the actor's scope, as SQL made it, and importable again."""

from __future__ import annotations

import csv
import io
import json
import subprocess
from pathlib import Path

import psycopg
import pytest

from rowlock.cli.raw import cell, items, members
from tests.support.command import PROGRAM, Done, answer, environment, rowlock
from tests.support.importing import imported, query
from tests.support.servers import Server

FILL = """
    insert into rowlock.escalation (
      id, role, type, origin_id, status, claimed_at, resolved_at, ended_at, created_at, updated_at)
    select
      rowlock._uuid_v7(), case when i % 3 = 0 then 'engineer' else 'reviewer' end,
      'kind ' || i % 2, 'case ' || i % 40, q.status,
      case when i % 8 = 1 then q.at + interval '1 minute' end,
      case when q.status = 'resolved' then q.at + interval '1 hour' end,
      case when q.status <> 'pending' then q.at + interval '1 hour' end, q.at, q.at
    from generate_series(1, 1300) i, lateral (select
      timestamptz '2020-01-01 00:00Z' + i / 3 * interval '1 minute' as at,
      (array['pending', 'resolved', 'cancelled', 'expired'])[1 + i % 4] as status) q"""


@pytest.fixture(scope="module")
def base(dsn: str) -> str:
    """1,300 rows, with many of one instant, and a worker beside the admin."""
    with psycopg.connect(dsn, autocommit=True) as conn:
        conn.execute("select rowlock.user_create_first(external_id => 'admin')")
        conn.execute(FILL)
    for argv in (("user", "add", "worker"), ("grant", "worker", "reviewer")):
        assert export(dsn, command=argv).returncode == 0
    return dsn


def export(
    dsn: str, *argv: str | Path, actor: str = "admin", command: tuple[str, ...] = ("export",)
) -> Done:
    env = {"DATABASE_URL": dsn, "ROWLOCK_ACTOR": actor}
    return rowlock(*command, *argv, env=env)


def lines(done: Done) -> list[dict[str, object]]:
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_every_row_comes_once_and_in_order(base: str) -> None:
    found = lines(export(base, "escalations"))
    assert len(found) == len({r["id"] for r in found}) == 1300
    assert [r["created_at"] for r in found] == sorted(str(r["created_at"]) for r in found)
    assert lines(export(base, "--json", "escalations")) == found


def test_what_is_exported_is_what_the_actor_reads_and_asked_for(base: str) -> None:
    own = lines(export(base, "escalations", actor="worker"))
    assert {r["role"] for r in own} == {"reviewer"}
    assert len(own) == 1300 - 433
    asked = ("--role", "engineer", "--status", "resolved", "--status", "expired")
    some = lines(export(base, "escalations", *asked, "--type", "kind 1"))
    assert {(r["role"], r["status"], r["type"]) for r in some} == {
        ("engineer", "resolved", "kind 1"),
        ("engineer", "expired", "kind 1"),
    }
    times = ("--since", "2020-01-01T01:00Z", "--until", "2020-01-01T01:01Z")
    assert len(lines(export(base, "escalations", *times, "--origin", "case 20"))) == 1


def test_events_come_once_and_by_topic(base: str) -> None:
    for n in range(3):
        made = answer(
            export(base, "--json", "create", "reviewer", "ask", "--origin", f"o{n}", command=())
        )
        assert export(base, "cancel", str(made["id"]), command=()).returncode == 0
    everything = lines(export(base, "events"))
    stored = query(base, "select seq from rowlock.event order by seq")
    assert [(e["id"],) for e in everything] == stored
    cancelled = lines(export(base, "events", "--topic", "escalation.cancelled"))
    assert [e["origin_id"] for e in cancelled] == ["o0", "o1", "o2"]
    last = str(cancelled[1]["id"])
    assert len(lines(export(base, "events", "--topic", "*.cancelled", "--after", last))) == 1
    assert lines(export(base, "events", "--origin", "o1", "--role", "engineer")) == []
    table = export(base, "events", "--csv", "--topic", "escalation.cancelled")
    rows = list(csv.DictReader(io.StringIO(table.stdout)))
    assert [json.loads(r["data"]) for r in rows] == [e["data"] for e in cancelled]


def test_values_are_as_sql_wrote_them(fresh_dsn: str) -> None:
    with psycopg.connect(fresh_dsn, autocommit=True) as conn:
        conn.execute("select rowlock.user_create_first(external_id => 'admin')")
        conn.execute(
            """select rowlock.escalation_create(role => 'reviewer', type => 't',
              description => E'a "b",\\n{c} [d]: é', actor => (select id from rowlock.user_find()),
              metadata => ('{"n": 12345678901234567890.1234567890, "deep": '
                || repeat('[', 3000) || repeat(']', 3000) || '}')::jsonb)"""
        )
    [line] = export(fresh_dsn, "escalations").stdout.splitlines()
    found = members(line)
    assert members(found["metadata"])["n"] == "12345678901234567890.1234567890"
    assert members(found["metadata"])["deep"] == "[" * 3000 + "]" * 3000
    [row] = csv.DictReader(io.StringIO(export(fresh_dsn, "escalations", "--csv").stdout))
    assert row["description"] == 'a "b",\n{c} [d]: é'
    assert row["metadata"] == found["metadata"]
    assert (row["claimed_at"], row["available"], row["priority"]) == ("", "true", "2")


@pytest.mark.parametrize(
    "text",
    ["[]", "{}", '{"a": [1, {"b": "]}"}], "c": "\\"\\\\", "d": null, "é": 1e400}', "[ 1 ,2 ]"],
)
def test_json_is_cut_where_it_is_joined(text: str) -> None:
    whole = json.loads(text)
    if isinstance(whole, list):
        assert [json.loads(part) for part in items(text)] == whole
    else:
        assert {name: json.loads(part) for name, part in members(text).items()} == whole
    assert (cell('"x\\n"'), cell("null"), cell("[1]")) == ("x\n", "", "[1]")


def test_an_exported_table_is_imported_as_it_was(base: str, server: Server, tmp_path: Path) -> None:
    table = tmp_path / "rows.csv"
    done = export(base, "escalations", "--csv", "--output", table)
    assert (done.returncode, done.stdout) == (0, "")
    assert list(tmp_path.iterdir()) == [table]
    kept = (
        "select role, type, origin_id, status, created_at, claimed_at, resolved_at, ended_at"
        " from rowlock.escalation where status in ('pending', 'resolved') order by 1, 2, 3, 4, 5"
    )
    with server.database() as other:
        there = server.conninfo(other)
        with psycopg.connect(there, autocommit=True) as conn:
            conn.execute("select rowlock.user_create_first(external_id => 'admin')")
        said = imported(there, table)
        assert (said["bad"], said["created"], said["ignored"]) == (0, 650, 653)
        assert query(there, kept) == query(base, kept)
        assert imported(there, table)["created"] == 0


def test_a_file_is_there_in_whole_or_not_at_all(base: str, tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    path.write_text("before")
    assert export(base, "escalations", "--role", "-", "-o", path, actor="nobody").returncode == 1
    assert path.read_text() == "before"
    assert export(base, "events", "-o", path).returncode == 0
    assert path.read_text() != "before"
    assert export(base, "events", "-o", tmp_path / "no" / "folder").returncode == 2
    assert list(tmp_path.iterdir()) == [path]


def test_a_reader_that_has_enough_is_no_error(base: str) -> None:
    env = environment(DATABASE_URL=base, ROWLOCK_ACTOR="admin")
    with subprocess.Popen(
        [*PROGRAM, "export", "escalations"], env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0


@pytest.mark.parametrize(
    "argv",
    [
        ("nothing",),
        ("escalations", "--topic", "x"),
        ("escalations", "--after", "1"),
        ("events", "--status", "resolved"),
        ("events", "--role", "a", "--role", "b"),
        ("escalations", "--csv", "--json"),
    ],
)
def test_what_makes_no_sense_is_usage(base: str, argv: tuple[str, ...]) -> None:
    assert export(base, *argv).returncode == 2
