"""A client that goes while its answer is made: one quiet line, and no failure of the service."""

from __future__ import annotations

import socket
import time
from urllib.parse import urlsplit

import psycopg
import pytest
from structlog.testing import capture_logs

from .conftest import alone
from .service import until

LOCKED = """
    select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'"""


@pytest.mark.slow
def test_a_client_that_leaves_before_the_answer_begins(fresh_dsn: str) -> None:
    with capture_logs() as logs, alone(fresh_dsn, lock_timeout=60) as world:
        to = urlsplit(world.url)
        head = f"Host: x\r\nAuthorization: Bearer {world.admin.token}"
        with psycopg.connect(fresh_dsn) as other:
            other.execute("lock table rowlock.user_account in access exclusive mode")
            with socket.create_connection((to.hostname or "", to.port or 0)) as sock:
                sock.sendall(f"GET /api/events/stream HTTP/1.1\r\n{head}\r\n\r\n".encode())
                until(lambda: world.conn.execute(LOCKED).fetchone() is not None)
            time.sleep(0.2)  # the service hears of it
        until(lambda: "client left" in [line["event"] for line in logs])
        assert [line for line in logs if line["log_level"] in ("warning", "error")] == []
        assert world.admin("GET", "/api/me").status == 200
