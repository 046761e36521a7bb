"""A statement of a request on a connection: what a cursor would give, and nothing left over."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import psycopg
import pytest
import pytest_asyncio

from rowlock.connection import KEPT, OFTEN, Connection
from rowlock.database import call
from rowlock.functions import Statement, read_catalog

ECHO = b"select 200, $1::text"


@pytest_asyncio.fixture
async def conn(dsn: str) -> AsyncIterator[Connection]:
    async with await Connection.connect(dsn, autocommit=True) as made:
        yield made


async def prepared(conn: Connection) -> int:
    row = await (await conn.execute("select count(*) from pg_prepared_statements")).fetchone()
    assert row is not None
    return int(row[0])


async def test_a_statement_is_prepared_once_it_is_sent_often(conn: Connection) -> None:
    echo = Statement(ECHO, ("a",))
    for i in range(2 * OFTEN):
        assert await conn.row(echo, [f"ä {i}"]) == (200, f"ä {i}".encode())
    assert await prepared(conn) == 1


async def test_what_the_service_asks_often_survives_a_changed_type(fresh_dsn: str) -> None:
    async with await psycopg.AsyncConnection.connect(fresh_dsn, autocommit=True) as conn:
        await conn.execute("select rowlock.user_create_first(external_id => 'me')")
        find = (await read_catalog(conn, "rowlock"))["user_find"]
        for _ in range(7):
            assert "later" not in (await call(conn, find, external_id="me"))[0]
        async with await psycopg.AsyncConnection.connect(fresh_dsn) as other:
            # As an install does: its migrations, then every function again.
            await other.execute("alter table rowlock.user_account add column later text")
            again = "select pg_get_functiondef('rowlock.user_find'::regproc)"
            [text] = await (await other.execute(again)).fetchone() or [""]
            await other.execute(text)
        for _ in range(7):
            assert "later" in (await call(conn, find, external_id="me"))[0]


async def test_a_pooler_may_have_no_prepared_statements(conn: Connection) -> None:
    conn.prepare_threshold = None
    echo = Statement(ECHO, ("a",))
    for _ in range(2 * OFTEN):
        assert await conn.row(echo, ["x"]) == (200, b"x")
    assert await prepared(conn) == 0


async def test_clients_cannot_fill_a_connection_with_statements(conn: Connection) -> None:
    for i in range(KEPT + 20):
        seen_often = Statement(ECHO + b" -- %d" % i, ("a",), uses=OFTEN)
        assert await conn.row(seen_often, ["x"]) == (200, b"x")
    # Nor keep the next ones out: the last twenty are there.
    assert await prepared(conn) == 20


async def test_what_no_buffer_holds_goes_through_both_ways(conn: Connection) -> None:
    large = "é" * 5_000_000
    for _ in range(OFTEN + 2):
        assert await conn.row(Statement(ECHO, ("a",), uses=OFTEN), [large]) == (200, large.encode())


async def test_an_error_is_the_cursor_s_and_leaves_the_connection_usable(conn: Connection) -> None:
    for uses in (0, OFTEN):
        with pytest.raises(psycopg.errors.DivisionByZero) as caught:
            await conn.row(Statement(b"select 200, (1 / $1::int)::text", ("a",), uses), ["0"])
        assert caught.value.diag.message_primary
        with pytest.raises(psycopg.errors.UndefinedFunction):
            await conn.row(Statement(b"select 200, nothing_like_it($1)", ("a",), uses), ["0"])
    assert await conn.row(Statement(ECHO, ("a",)), ["x"]) == (200, b"x")


async def test_a_text_with_nul_is_refused_and_not_cut(conn: Connection) -> None:
    with pytest.raises(psycopg.DataError):
        await conn.row(Statement(ECHO, ("a",)), ["x\0y"])
    with pytest.raises(UnicodeEncodeError):
        await conn.row(Statement(ECHO, ("a",)), ["\ud800"])
    assert await conn.row(Statement(ECHO, ("a",)), ["x"]) == (200, b"x")


async def test_no_row_and_null_are_no_answer(conn: Connection) -> None:
    for text in (b"select 200, $1::text where false", b"select 200, nullif($1, $1)"):
        with pytest.raises(LookupError):
            await conn.row(Statement(text, ("a",)), ["x"])


async def test_an_answer_that_nobody_waits_for_is_nobody_s(conn: Connection) -> None:
    slow = Statement(b"select 200, $1::text from pg_sleep(30)", ("a",))
    waiting = asyncio.create_task(conn.row(slow, ["secret"]))
    await asyncio.sleep(0.1)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert conn.closed
    with pytest.raises(psycopg.OperationalError):
        await conn.row(Statement(ECHO, ("a",)), ["x"])


async def test_a_server_that_ends_the_session_is_an_operational_error(
    conn: Connection, dsn: str
) -> None:
    slow = Statement(b"select 200, $1::text from pg_sleep(30)", ("a",))
    waiting = asyncio.create_task(conn.row(slow, ["x"]))
    await asyncio.sleep(0.1)
    async with await psycopg.AsyncConnection.connect(dsn, autocommit=True) as other:
        await other.execute("select pg_terminate_backend(%s)", [conn.info.backend_pid])
    with pytest.raises(psycopg.OperationalError):
        await waiting
    assert conn.closed
