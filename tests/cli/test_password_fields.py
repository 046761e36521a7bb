"""rowlock resolve, where the form asks for a password."""

from __future__ import annotations

import json

import psycopg

from tests.support.command import answer, rowlock


def test_a_password_is_encrypted_by_the_command(fresh_dsn: str) -> None:
    form = {"form_schema": {"properties": {"pin": {"format": "password"}}}}
    with psycopg.connect(fresh_dsn, autocommit=True) as conn:
        conn.execute("select rowlock.user_create_first(external_id => 'admin')")
        conn.execute(
            "select rowlock.role_patch(role => 'reviewer', patch => %s, actor => id)"
            " from rowlock.user_account",
            [json.dumps(form)],
        )
    env = {"DATABASE_URL": fresh_dsn, "ROWLOCK_ACTOR": "admin"}
    made = answer(rowlock("--json", "create", "reviewer", "approval", env=env))
    argv = ("--json", "resolve", made["id"], "-")
    payload = '{"pin": "s3cret"}'
    refused = rowlock(*argv, env=env, stdin=payload)
    assert answer(refused, 1)["code"] == "password_fields"
    assert "s3cret" not in refused.stdout + refused.stderr

    done = rowlock(*argv, env={**env, "ROWLOCK_SECRET_KEY": "5e" * 32}, stdin=payload)
    stored = json.loads(answer(done)["escalation"]["resolver_payload"])
    assert stored["pin"].startswith("eph:v1:pin:")
    assert "s3cret" not in done.stdout
