"""The pool and how a statement is run on it. Holds no SQL and knows no HTTP."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

import psycopg
import structlog
from psycopg import AsyncConnection
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.rows import DictRow, TupleRow, dict_row

from rowlock import functions, patience
from rowlock.connection import Connection
from rowlock.errors import RETRIED
from rowlock.functions import Function, Peer, Statement
from rowlock.settings import Settings

CONNECT, RECONNECT = 5.0, 5.0
# What a connection that breaks is told by; a pool that lends none in time is among the first.
LOST = (psycopg.Error, TimeoutError, OSError)

log = structlog.get_logger("rowlock.database")

Value = str | bytes | int | None
Pool = patience.Pool[Connection]


@dataclass(slots=True)
class Database:
    """The pool, and the functions that its login may call."""

    pool: Pool
    schema: str
    functions: Mapping[str, Function] = field(default_factory=dict)

    async def read_catalog(self) -> dict[str, Function]:
        """The functions as the schema declares them now."""
        async with self.pool.connection() as conn:
            return await functions.read_catalog(conn, self.schema)

    async def fetch(
        self, statement: Statement, given: Mapping[str, str | None]
    ) -> tuple[int, bytes]:
        """Run a request's statement; once more when the server chose us as the loser."""
        values = [given.get(name) for name in statement.names]
        try:
            return await self._fetch(statement, values)
        except RETRIED:
            return await self._fetch(statement, values)

    async def _fetch(self, statement: Statement, values: list[str | None]) -> tuple[int, bytes]:
        conn = await self.pool.getconn()
        try:
            return await conn.row(statement, values)
        finally:
            await self.pool.putconn(conn)

    async def call(self, name: str, **given: Value) -> list[DictRow]:
        """The rows of one function, for what the service itself asks."""
        async with self.pool.connection() as conn:
            return await call(conn, self.functions[name], **given)


async def call(
    conn: AsyncConnection[TupleRow], function: Function, **given: Value
) -> list[DictRow]:
    """The rows of one function on a connection of the caller's."""
    async with conn.cursor(row_factory=dict_row) as cursor:
        await cursor.execute(functions.call(function, frozenset(given)), given)
        return await cursor.fetchall()


def conninfo(settings: Settings, dsn: str, name: str) -> str:
    """The connection string as every connection of the service has it."""
    defaults = {"application_name": f"{settings.schema_name} {name}", "connect_timeout": "5"}
    # A server that vanished without a word is noticed within half a minute.
    alive = {"keepalives_idle": "10", "keepalives_interval": "5", "keepalives_count": "3"}
    alive["tcp_user_timeout"] = "30000"
    # What a Connection sends and reads is UTF-8, whatever the database holds.
    given = {**conninfo_to_dict(dsn), "client_encoding": "UTF8"}
    return make_conninfo(make_conninfo("", **defaults, **alive), **given)


async def begin(settings: Settings, conn: AsyncConnection[TupleRow]) -> Peer:
    """Make a new connection the service's: time-outs, and what a pooler cannot do left out."""
    peer = await functions.begin_session(conn, settings.lock_timeout, settings.statement_timeout)
    if not peer.is_direct:
        conn.prepare_threshold = None
        if not peer.has_timeout:
            _warn_once(
                "a pooler is in front of the database, so the service cannot set time-outs; "
                "set them for its login: alter role … set statement_timeout = '30s', "
                "lock_timeout = '2s'"
            )
    return peer


@cache
def _warn_once(text: str) -> None:
    log.warning(text)


def make_pool(settings: Settings, name: str = "http", size: int | None = None) -> Pool:
    """A closed pool; the application opens it in its own loop."""
    size = size or settings.pool_size

    async def configure(conn: AsyncConnection[TupleRow]) -> None:
        with patience.deadline(conn, CONNECT):
            await begin(settings, conn)

    return patience.Pool(
        conninfo(settings, settings.database_url.get_secret_value(), name),
        connection_class=Connection,
        kwargs={"autocommit": True},
        configure=configure,
        min_size=min(2, size),
        max_size=size,
        patience=settings.statement_timeout + patience.MARGIN,
        timeout=settings.pool_wait,
        # Its back-off has no limit of its own: after a long outage it would sleep as long again.
        reconnect_timeout=RECONNECT,
        max_waiting=1000,
        open=False,
        name=name,
    )
