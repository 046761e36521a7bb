"""rowlock retention: counting first, and then doing it to its end."""

from __future__ import annotations

import psycopg

from tests.support.command import answer, rowlock

OLD = """
    insert into rowlock.signal
    select 'default', 'default', n::text, gen_random_uuid(), '1', now() - interval '2 days',
      now() - interval '1 day'
    from generate_series(1, 25) n"""


def test_it_counts_and_then_does_it_batch_by_batch(fresh_dsn: str) -> None:
    env = {"DATABASE_URL": fresh_dsn, "ROWLOCK_ACTOR": "root"}
    with psycopg.connect(fresh_dsn, autocommit=True) as conn:
        conn.execute("select rowlock.user_create_first(external_id => 'root')")
        conn.execute(OLD)
        conn.execute("update rowlock.retention_rule set batch_rows = 10 where name = 'signals'")

        def told(*argv: str, code: int = 0) -> dict[str, tuple[str, int]]:
            found = answer(rowlock("--json", "retention", *argv, env=env), code)
            return {r["rule"]: (r["outcome"], r["row_count"]) for r in found["rules"]}

        assert told()["signals"] == ("counted", 25)
        assert "escalations-delete" not in told()
        assert told("escalations-delete") == {"escalations-delete": ("counted", 0)}
        assert told("--now")["signals"] == ("done", 25)
        assert told("--now", "signals") == {"signals": ("done", 0)}

        conn.execute("revoke delete on rowlock.signal from rowlock_owner")
        conn.execute(OLD)
        assert told("--now", "signals", code=1) == {"signals": ("failed", 0)}
        shown = rowlock("retention", "--now", env=env)
    assert shown.returncode == 1
    assert "the database refused it (42501)" in shown.stdout
