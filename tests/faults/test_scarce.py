"""The server runs out of something, or ends sessions: verbs are refused, and go on afterwards."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import LiteralString

import psycopg
import pytest
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict

from tests.http.conftest import World
from tests.http.service import Answer, serving, settings_for, until
from tests.support.servers import FAST, running_server

pytestmark = pytest.mark.fault

SMALL = {
    **FAST,
    "shared_buffers": "32MB",
    "max_connections": "40",
    "max_locks_per_transaction": "10",
}
POOL = 4
STATEMENT, LOCK = 1.5, 1.0


@dataclass(slots=True)
class Small(World):
    """A server that soon has nothing left, and the service in front of it."""

    dsn: str

    def claim(self, row: str) -> Answer:
        return self.admin("POST", f"/api/escalations/{row}/claim")

    def create(self) -> tuple[int, str]:
        answer = self.admin("POST", "/api/escalations", {"role": "reviewer", "type": "t"})
        assert answer.status in (201, 503), answer.text
        return (201, "") if answer.status == 201 else answer.code

    def recovers(self) -> None:
        until(lambda: self.create()[0] == 201 and self.nobody("GET", "/readyz").status == 200)

    @contextmanager
    def locked(self, row: str) -> Iterator[psycopg.Connection]:
        """A stranger has locked a row, and sits idle in the transaction."""
        with psycopg.connect(self.dsn) as other:
            other.execute("select from rowlock.escalation where id = %s for update", [row])
            yield other

    @contextmanager
    def waiting(self, row: str) -> Iterator[Future[Answer]]:
        """A claim that waits for the lock, or has waited long enough."""
        with ThreadPoolExecutor(1) as pool:
            asked = pool.submit(self.claim, row)
            query = "select from pg_stat_activity where wait_event_type = 'Lock'"
            until(lambda: asked.done() or self.conn.execute(query).fetchone() is not None)
            yield asked

    def end(self, which: sql.SQL) -> None:
        query = "select pg_terminate_backend(pid, 10000) from pg_stat_activity where "
        self.conn.execute(sql.SQL(query) + which)

    def consistent(self) -> None:
        """Each row has the events of its version, and of no other."""
        odd = self.conn.execute(
            "select e.id, e.version, array_agg(v.version order by v.seq)"
            " from rowlock.escalation e left join rowlock.event v on v.subject_id = e.id::text"
            " group by e.id having array_agg(v.version order by v.seq)"
            " is distinct from array(select generate_series(1, e.version))"
        ).fetchall()
        assert odd == []


@pytest.fixture(scope="module")
def small() -> Iterator[Small]:
    with running_server(settings=SMALL) as server, server.database() as name:
        dsn = server.conninfo(name)
        given = {"pool_size": POOL, "pool_wait": 0.5, "statement_timeout": STATEMENT}
        settings = settings_for(dsn, lock_timeout=LOCK, **given)
        with psycopg.connect(dsn, autocommit=True) as conn, serving(settings) as url:
            first = World.first(url, conn)
            made = Small(url, conn, first.root, "", dsn)
            yield made
            made.consistent()
        server.close()


def test_no_connection_is_left(small: Small) -> None:
    assert small.create() == (201, "")
    with ExitStack() as strangers:

        def take() -> None:
            with suppress(psycopg.OperationalError):
                while True:
                    strangers.enter_context(psycopg.connect(small.dsn))

        take()
        # Who has a line keeps it.
        assert small.create() == (201, "")
        small.end(sql.SQL("application_name = 'rowlock http'"))
        until(lambda: (take(), small.create())[1] == (503, "busy"))
        assert small.nobody("GET", "/healthz").status == 200
        assert small.nobody("GET", "/readyz").status == 503
        assert "rowlock_pool_available 0" in small.nobody("GET", "/metrics").text
    small.recovers()


def test_no_lock_is_left(small: Small) -> None:
    take = "select pg_advisory_lock(7, n) from generate_series(1, 1000000) n"
    with psycopg.connect(small.dsn, autocommit=True) as stranger:
        with pytest.raises(psycopg.errors.OutOfMemory):
            stranger.execute(take)
        told = {small.create() for _ in range(5)}
        assert told == {(503, "unavailable")}
        assert small.nobody("GET", "/metrics").status == 200
    small.recovers()
    small.consistent()


def test_a_stranger_that_sits_idle_in_a_transaction(small: Small) -> None:
    row = small.row()
    with suppress(psycopg.errors.IdleInTransactionSessionTimeout), small.locked(row) as stranger:
        # Longer than a statement may wait for a lock.
        assert small.claim(row).code == (503, "busy")
        assert small.claim(row).headers["Retry-After"]
        stranger.execute("set idle_in_transaction_session_timeout = '100ms'")
        until(lambda: small.claim(row).status == 200)


def test_a_statement_that_takes_too_long(small: Small) -> None:
    row = small.row()
    slow: tuple[LiteralString, ...] = (
        "create function rowlock.slow() returns trigger language plpgsql"
        " as $$ begin perform pg_sleep(60); return new; end $$",
        "create trigger slow before update on rowlock.escalation for each row"
        " execute function rowlock.slow()",
    )
    for statement in slow:
        small.conn.execute(statement)
    try:
        began = time.monotonic()
        assert small.claim(row).code == (504, "timeout")
        assert STATEMENT <= time.monotonic() - began < 30
    finally:
        small.conn.execute("drop function rowlock.slow cascade")
    assert small.claim(row).status == 200
    assert small.topics(row) == ["escalation.created", "escalation.claimed"]


def test_an_administrator_ends_the_session_amid_a_call(small: Small) -> None:
    row = small.row()

    def ended() -> bool:
        with small.waiting(row) as asked:
            small.end(sql.SQL("wait_event_type = 'Lock'"))
            code = asked.result(30).code
        # It may have been tired of waiting before anybody saw it wait.
        assert code in {(503, "unavailable"), (503, "busy")}
        return code == (503, "unavailable")

    with small.locked(row):
        until(ended)
    assert small.topics(row) == ["escalation.created"]
    assert small.claim(row).status == 200


def test_sessions_that_sit_idle_are_ended(small: Small) -> None:
    database = sql.Identifier(str(conninfo_to_dict(small.dsn)["dbname"]))
    setting = sql.SQL("alter database {} {} idle_session_timeout {}")
    service = sql.SQL("application_name = 'rowlock http'")
    small.conn.execute(setting.format(database, sql.SQL("set"), sql.SQL("= '1s'")))
    try:
        small.end(service)
        small.recovers()
        there = sql.SQL("select pid from pg_stat_activity where ") + service
        for _ in range(2):
            # The socket is closed when the process ends, a moment after the session is gone.
            pids = [pid for (pid,) in small.conn.execute(there)]
            until(lambda: small.conn.execute(there).fetchone() is None)
            until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in pids))  # noqa: B023
            assert small.create() == (201, "")
    finally:
        small.conn.execute(setting.format(database, sql.SQL("reset"), sql.SQL("")))
    small.end(service)
    small.recovers()


def test_a_database_that_writes_intervals_in_another_style(small: Small) -> None:
    database = sql.Identifier(str(conninfo_to_dict(small.dsn)["dbname"]))
    style = sql.SQL("alter database {} {}")
    small.conn.execute(style.format(database, sql.SQL("set intervalstyle = 'iso_8601'")))
    try:
        small.end(sql.SQL("application_name = 'rowlock http'"))
        rules = small.admin("GET", "/api/retention/rules").body["rules"]
        assert {rule["older_than"] for rule in rules if rule["name"] == "events"} == {"30 days"}
    finally:
        small.conn.execute(style.format(database, sql.SQL("reset intervalstyle")))
