"""The line breaks under a command: it says so, and the same command again ends well."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import psycopg
import pytest

from tests.support.command import answer
from tests.support.importing import command, imported, log_file
from tests.support.proxy import proxy
from tests.support.wire import Wire

pytestmark = pytest.mark.fault

CATALOG, UNREACHABLE = "from pg_catalog.pg_proc", 3
STEPS = 5010


@dataclass(frozen=True, slots=True)
class Desk:
    """Where commands are typed: their database is behind a line that breaks."""

    dsn: str
    wire: Wire
    conn: psycopg.Connection

    def ask(self, key: str) -> str:
        """A new row; its id."""
        row = self.conn.execute(
            "select ((rowlock.escalation_create(role => 'reviewer', type => 't',"
            " signal_key => %s, actor => id)).escalation).id::text"
            " from rowlock.user_account where external_id = 'admin'",
            [key],
        ).fetchone()
        return str(row[0]) if row else ""

    def topics(self, row: str) -> list[str]:
        query = "select topic from rowlock.event where subject_id = %s order by seq"
        return [topic for (topic,) in self.conn.execute(query, [row])]

    def lost(self, *argv: str | Path) -> str:
        """What a command says whose line broke."""
        done = command(self.dsn, "--json", *argv)
        assert self.wire.broken
        told = answer(done, UNREACHABLE)
        assert (told["code"], told["detail"]) == ("unavailable", None)
        assert "Traceback" not in done.stderr
        return done.stderr


@pytest.fixture(scope="module")
def desk(dsn: str) -> Iterator[Desk]:
    with psycopg.connect(dsn, autocommit=True) as conn, proxy(dsn) as line:
        conn.execute("select rowlock.user_create_first(external_id => 'admin')")
        yield Desk(line.conninfo(dsn), Wire(line), conn)


@pytest.mark.parametrize("point", ["without its end", "before the answer"])
def test_a_verb(desk: Desk, point: str) -> None:
    row = desk.ask(point)
    desk.wire.arm(CATALOG, point)
    desk.lost("claim", row)
    desk.wire.arm("escalation_claim", point)
    desk.lost("claim", row)
    done = point == "before the answer"
    assert desk.topics(row)[1:] == (["escalation.claimed"] if done else [])
    # Who has it may claim it again.
    assert answer(command(desk.dsn, "--json", "claim", row))["escalation"]["id"] == row
    desk.wire.arm("escalation_resolve", point)
    desk.lost("resolve", row)
    again = command(desk.dsn, "--json", "resolve", row)
    if done:
        assert answer(again, 1)["code"] == "escalation_resolved"
    else:
        assert answer(again)["escalation"]["status"] == "resolved"
    assert desk.topics(row).count("escalation.resolved") == 1


def test_a_row_that_a_stranger_keeps(desk: Desk) -> None:
    row = desk.ask("kept")
    with psycopg.connect(desk.dsn) as stranger:
        stranger.execute("select from rowlock.escalation where id = %s for update", [row])
        told = answer(command(desk.dsn, "--json", "claim", row), 1)
        assert told["code"] == "55P03"
    assert answer(command(desk.dsn, "--json", "claim", row))["escalation"]["id"] == row


def test_an_import(desk: Desk, tmp_path: Path) -> None:
    lines = (
        f"case-{n},{step},2026-03-0{day} 10:00:00,ada,packers"
        for n in range(STEPS)
        for day, step in ((1, "ask"), (2, "answer"))
    )
    file = log_file(tmp_path / "log.csv", *lines)

    def left() -> tuple[int, int]:
        rows = "select count(*)::int, count(distinct origin_id)::int from rowlock.escalation"
        events = "select count(*)::int from rowlock.event where topic = 'escalation.resolved'"
        where = " where role = 'packers'"
        [made, cases] = desk.conn.execute(rows.encode() + where.encode()).fetchone() or (0, 0)
        [told] = desk.conn.execute(
            f"{events} and subject_id in (select id::text from rowlock.escalation{where})".encode()
        ).fetchone() or (0,)
        assert (cases, told) == (made, made)
        return made, told

    desk.wire.arm("escalation_import", "without its end")
    assert "had been imported" not in desk.lost("import", file)
    assert left() == (0, 0)
    desk.wire.arm("escalation_import", "before the answer", passing=1)
    assert "5000 steps had been imported" in desk.lost("import", file)
    assert left() == (STEPS, STEPS)
    said = imported(desk.dsn, file)
    assert (said["steps"], said["created"], said["existing"]) == (STEPS, 0, STEPS)
    assert left() == (STEPS, STEPS)
