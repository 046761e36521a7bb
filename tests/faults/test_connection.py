"""A request's statement on a connection that dies: it fails, and takes no other with it."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import psycopg
import pytest
import uvloop

from rowlock.connection import Connection
from rowlock.functions import Statement

pytestmark = pytest.mark.fault

TERMINATE = """
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'rowlock dying' and random() < 0.7"""


def test_the_next_to_have_its_descriptor_is_answered(dsn: str) -> None:
    uvloop.run(churn(dsn))


async def churn(dsn: str) -> None:
    info = psycopg.conninfo.make_conninfo(dsn, application_name="rowlock dying")
    statement = Statement(b"select 200, '{}'::text, pg_sleep(0.001)", ())
    ended = asyncio.Event()
    answers = failures = 0

    async def ask() -> None:
        nonlocal answers, failures
        while not ended.is_set():
            with suppress(psycopg.OperationalError):
                async with await Connection.connect(info, autocommit=True) as conn:
                    while not ended.is_set():
                        try:
                            async with asyncio.timeout(30):
                                await conn.row(statement, ())
                            answers += 1
                        except psycopg.OperationalError:
                            failures += 1
                            break

    async def come_and_go() -> None:
        while not ended.is_set():
            async with asyncio.timeout(30), await Connection.connect(dsn, autocommit=True) as conn:
                await conn.row(statement, ())

    askers = [asyncio.create_task(ask()) for _ in range(16)]
    askers += [asyncio.create_task(come_and_go()) for _ in range(8)]
    async with await psycopg.AsyncConnection.connect(dsn, autocommit=True) as admin:
        rounds = 0
        while rounds < 60 or min(answers, failures) <= 100:
            rounds += 1
            await admin.execute(TERMINATE)
            await asyncio.sleep(0.03)
            if failed := [a for a in askers if a.done()]:
                failed[0].result()
            assert rounds < 2000, f"{answers} answers, {failures} failures"
    ended.set()
    await asyncio.gather(*askers)
