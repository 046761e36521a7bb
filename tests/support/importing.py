"""Runs `rowlock import`, and looks at what it left."""

from __future__ import annotations

from pathlib import Path
from typing import Any, LiteralString

import psycopg

from tests.support.command import Done, answer, rowlock

DATA = Path(__file__).resolve().parents[3] / "shared/data"
HEAD = "case_id,activity,timestamp,org:resource,org:group"


def command(dsn: str, *argv: str | Path) -> Done:
    """The command, as admin, on a database."""
    return rowlock(*argv, env={"DATABASE_URL": dsn, "ROWLOCK_ACTOR": "admin"})


def imported(dsn: str, *argv: str | Path) -> dict[str, Any]:
    """What a successful import says."""
    return answer(command(dsn, "--json", "import", *argv))


def refused(dsn: str, *argv: str | Path, code: int = 1) -> dict[str, Any]:
    """What a refused import says."""
    return answer(command(dsn, "--json", "import", *argv), code)


def query(dsn: str, statement: LiteralString) -> list[tuple[Any, ...]]:
    with psycopg.connect(dsn, autocommit=True) as conn:
        return conn.execute(statement).fetchall()


def log_file(path: Path, *lines: str, head: str = HEAD) -> Path:
    path.write_text("\n".join([head, *lines]) + "\n")
    return path


def rows(dsn: str) -> list[tuple[Any, ...]]:
    """Every row in the order of cases and times."""
    return query(
        dsn,
        "select origin_id, type, role, status, to_char(created_at at time zone 'UTC', 'HH24:MI'),"
        " to_char(resolved_at at time zone 'UTC', 'HH24:MI') from rowlock.escalation"
        " order by origin_id, created_at, resolved_at nulls last, type",
    )
