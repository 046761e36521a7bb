"""rowlock config: the settings in force, where they come from, and no secret."""

from __future__ import annotations

import pytest

from tests.support.command import answer, rowlock

URL = "postgresql://app:very%20secret@db.example:6432/x"


def test_it_says_what_is_set_and_what_is_not_known() -> None:
    env = {"DATABASE_URL": URL, "ROWLOCK_JWT_SECRET": "very secret", "ROWLOCK_TIMER": "off"}
    done = rowlock("--json", "config", "--schema", "acme", env=env)
    found = answer(done)
    by_name = {s["name"]: s for s in found["settings"]}
    assert by_name["DATABASE_URL"]["value"] == (
        "host=db.example port=6432 dbname=x user=app password=***"
    )
    assert by_name["ROWLOCK_JWT_SECRET"]["value"] == "***"
    assert {n: s["from"] for n, s in by_name.items() if s["from"] != "default"} == {
        "DATABASE_URL": "environment",
        "ROWLOCK_JWT_SECRET": "environment",
        "ROWLOCK_SCHEMA": "option",
    }
    assert found["unknown"] == {"ROWLOCK_TIMER": "ROWLOCK_TIMERS"}
    assert "very" not in done.stdout + done.stderr


def test_it_is_a_table_for_people() -> None:
    done = rowlock("config", env={"ROWLOCK_POOLSIZE": "3", "ROWLOCK_PORT": "9000"})
    assert done.returncode == 0
    lines = {line.split()[0]: line.split()[1:] for line in done.stdout.splitlines() if line.split()}
    assert lines["ROWLOCK_PORT"] == ["9000", "environment"]
    assert lines["DATABASE_URL"] == ["embedded", "server"]
    assert "ROWLOCK_POOLSIZE is not known; ROWLOCK_POOL_SIZE is" in done.stderr


def test_a_wrong_value_is_a_usage_error() -> None:
    done = rowlock("config", env={"ROWLOCK_PORT": "99999"})
    assert done.returncode == 2
    assert "ROWLOCK_PORT" in done.stderr


@pytest.mark.parametrize("argv", [("status",), ("config",), ("up",)], ids="".join)
def test_a_connection_string_that_cannot_be_read_is_not_told(argv: tuple[str, ...]) -> None:
    env = {"DATABASE_URL": "postgres//app:geheim@h/db", "ROWLOCK_JWT_SECRET": "x" * 32}
    done = rowlock(*argv, env=env)
    assert done.returncode == 2
    assert "geheim" not in done.stdout + done.stderr
    assert "postgresql://" in done.stderr
