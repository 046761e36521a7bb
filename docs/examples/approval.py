"""A step that waits for an approval. Kill it at any time and start it again: it asks once.

    DATABASE_URL=… ROWLOCK_ACTOR=<account id> python approval.py order-7

With a login of an account of its own (rowlock.login_grant, kind user) ROWLOCK_ACTOR is not needed.
"""

from __future__ import annotations

import os
import sys

import psycopg

ASK = """
    select created from rowlock.escalation_create(
      role => 'reviewer', type => 'approval', description => %(text)s, signal_key => %(key)s,
      timeout => '1 day', on_timeout => '{"decision": "no"}')"""
TOLD = "select outcome, payload from rowlock.wait_status(signal_key => %(key)s)"


def approval(conn: psycopg.Connection, order: str) -> tuple[str, object]:
    """The outcome and the answer, however long it takes, and however often this is begun."""
    asked = {"key": f"approve-{order}", "text": f"May we ship {order}?"}
    # LISTEN comes before the look: an answer between the two rings, or is seen.
    conn.execute("listen rowlock")
    conn.execute(ASK, asked)
    print("waiting", flush=True)
    while True:
        [outcome, payload] = conn.execute(TOLD, asked).fetchone()
        if outcome != "pending":
            return outcome, payload
        # The bell is a hint and may be silent, so look every five seconds anyway.
        for bell in conn.notifies(timeout=5):
            if bell.payload in ("escalation.resolved", "escalation.cancelled"):
                break


if __name__ == "__main__":
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as conn:
        if actor := os.environ.get("ROWLOCK_ACTOR"):
            conn.execute("select set_config('rowlock.actor', %s, false)", [actor])
        print(*approval(conn, sys.argv[1]), flush=True)
