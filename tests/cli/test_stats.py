"""rowlock stats: the figures of the queue, for whoever asks."""

from __future__ import annotations

import psycopg
import pytest

from tests.support.command import answer, rowlock


@pytest.fixture
def env(fresh_dsn: str) -> dict[str, str]:
    with psycopg.connect(fresh_dsn, autocommit=True) as conn:
        conn.execute("select rowlock.user_create_first(external_id => 'admin')")
    return {"DATABASE_URL": fresh_dsn, "ROWLOCK_ACTOR": "admin"}


def test_stats_are_told_in_json_and_in_tables(env: dict[str, str]) -> None:
    for n in range(3):
        assert rowlock("create", "reviewer", f"kind-{n % 2}", env=env).returncode == 0
    held = answer(rowlock("--json", "claim", "--next", env=env))["claimed"][0]["id"]
    answer(rowlock("--json", "resolve", held, "{}", env=env))
    said = answer(rowlock("--json", "stats", env=env))
    assert said["oldest_pending_minutes"] >= 0
    assert {k: v for k, v in said.items() if k != "oldest_pending_minutes"} == {
        "pending": 2,
        "claimed": 0,
        "available": 2,
        "created": 3,
        "resolved": 1,
        "cancelled": 0,
        "expired": 0,
        "by_role": [{"role": "reviewer", "pending": 2, "claimed": 0}],
        "by_type": [
            {"type": "kind-0", "pending": 1, "claimed": 0, "resolved": 1},
            {"type": "kind-1", "pending": 1, "claimed": 0, "resolved": 0},
        ],
    }
    shown = rowlock("stats", "--period", "7d", env=env).stdout
    figures = [line.split()[0] for line in shown.splitlines() if len(line.split()) == 2]
    assert figures[:4] == ["pending", "available", "claimed", "oldest_pending_minutes"]
    assert [line.split() for line in shown.splitlines() if "kind-0" in line] == [
        ["kind-0", "1", "0", "1"]
    ]


def test_a_period_that_is_none_is_refused(env: dict[str, str]) -> None:
    refused = answer(rowlock("--json", "stats", "--period", "15m", env=env), 1)
    assert (refused["code"], refused["detail"]["field"]) == ("argument_invalid", "period")
