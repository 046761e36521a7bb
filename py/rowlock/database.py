"""The pool and how a statement is run on it. Holds no SQL and knows no HTTP."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from time import monotonic
from typing import Protocol

import psycopg
import structlog
from psycopg import AsyncConnection
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.pq import Escaping
from psycopg.rows import DictRow, TupleRow, dict_row
from pydantic import SecretStr

from rowlock import functions, metrics, patience
from rowlock.connection import Connection
from rowlock.errors import is_retried
from rowlock.functions import Function, Peer, Statement
from rowlock.settings import Settings

CONNECT, RECONNECT = 5.0, 5.0
# Requests of one moment find out together that the server became a standby.
DRAINED = 1.0
# What a connection that breaks is told by; a pool that lends none in time is among the first.
LOST = (psycopg.Error, TimeoutError, OSError)

log = structlog.get_logger("rowlock.database")

POOLED = (
    "a pooler is in front of the database, so the service cannot set time-outs; set them for its "
    "login: alter role {0} set statement_timeout = '{1:g}s'; alter role {0} set "
    "lock_timeout = '{2:g}s'"
)

Value = str | bytes | int | None
Pool = patience.Pool[Connection]
Begin = Callable[[Settings, Connection], Awaitable[object]]


class Reads(Protocol):
    """Another server that may answer what only reads, and how it does."""

    problem: str | None
    lag_seconds: float | None
    lag_bytes: int | None

    async def fetch(
        self, statement: Statement, values: list[str | None]
    ) -> tuple[int, bytes] | None:
        """Its answer, or nothing: then the primary has to be asked."""


@dataclass(slots=True)
class Database:
    """The pool, and the functions that its login may call."""

    pool: Pool
    schema: str
    functions: Mapping[str, Function] = field(default_factory=dict)
    replica: Reads | None = None
    _drained: float = float("-inf")

    async def read_catalog(self) -> dict[str, Function]:
        """The functions as the schema declares them now."""
        async with self.pool.connection() as conn:
            return await functions.read_catalog(conn, self.schema)

    async def fetch(
        self, statement: Statement, given: Mapping[str, str | None]
    ) -> tuple[int, bytes]:
        """Run a request's statement; once more when another one or an upgrade got in its way."""
        values = [given.get(name) for name in statement.names]
        if self.replica is not None and statement.reads:
            found = await self.replica.fetch(statement, values)
            metrics.read("replica" if found else "primary")
            if found:
                return found
        try:
            return await self._fetch(statement, values)
        except psycopg.errors.ReadOnlySqlTransaction:
            # It was a primary when we connected. Nothing was written; another may be one by now.
            if monotonic() - self._drained > DRAINED:
                self._drained = monotonic()
                await self.pool.drain()
            return await self._fetch(statement, values)
        except psycopg.Error as e:
            if not is_retried(e):
                raise
            return await self._fetch(statement, values)

    async def _fetch(self, statement: Statement, values: list[str | None]) -> tuple[int, bytes]:
        conn = await self.pool.getconn()
        try:
            return await conn.row(statement, values)
        except psycopg.errors.ReadOnlySqlTransaction:
            await conn.close()
            raise
        finally:
            await self.pool.putconn(conn)

    async def call(self, name: str, **given: Value) -> list[DictRow]:
        """The rows of one function, for what the service itself asks."""
        async with self.pool.connection() as conn:
            return await call(conn, self.functions[name], **given)


async def call(
    conn: AsyncConnection[TupleRow], function: Function, **given: Value
) -> list[DictRow]:
    """The rows of one function on a connection of the caller's, which is not in a transaction."""
    try:
        return await _call(conn, function, given)
    except psycopg.Error as e:
        if not is_retried(e):
            raise
        # A statement that was prepared before an upgrade may fail for good.
        if conn.prepare_threshold is not None:
            await conn.execute(functions.FORGET)
        return await _call(conn, function, given)


async def _call(
    conn: AsyncConnection[TupleRow], function: Function, given: Mapping[str, Value]
) -> list[DictRow]:
    async with conn.cursor(row_factory=dict_row) as cursor:
        try:
            await cursor.execute(functions.call(function, frozenset(given)), given)
        except psycopg.errors.ReadOnlySqlTransaction:
            # Whoever opens the next one may find the server that takes writes.
            await conn.close()
            raise
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
            login = Escaping(conn.pgconn).escape_identifier(conn.info.user.encode()).decode()
            _warn_once(POOLED.format(login, settings.statement_timeout, settings.lock_timeout))
    return peer


async def begin_primary(settings: Settings, conn: AsyncConnection[TupleRow]) -> Peer:
    """As begin, of a connection that will write."""
    peer = await begin(settings, conn)
    if peer.is_standby:
        _warn_once(
            "DATABASE_URL leads to a standby; give the primary's address, or several hosts "
            "with target_session_attrs=read-write"
        )
        raise psycopg.OperationalError("the server is a standby")
    return peer


@cache
def _warn_once(text: str) -> None:
    log.warning(text)


def make_pool(
    settings: Settings,
    name: str = "http",
    size: int | None = None,
    dsn: SecretStr | None = None,
    prepare: Begin = begin_primary,
    least: int = 2,
) -> Pool:
    """A closed pool; the application opens it in its own loop."""
    size = size or settings.pool_size

    async def configure(conn: Connection) -> None:
        with patience.deadline(conn, CONNECT):
            await prepare(settings, conn)

    return patience.Pool(
        conninfo(settings, (dsn or settings.database_url).get_secret_value(), name),
        connection_class=Connection,
        kwargs={"autocommit": True},
        configure=configure,
        min_size=min(least, size),
        max_size=size,
        patience=settings.statement_timeout + patience.MARGIN,
        timeout=settings.pool_wait,
        # Its back-off has no limit of its own: after a long outage it would sleep as long again.
        reconnect_timeout=RECONNECT,
        max_waiting=1000,
        open=False,
        name=name,
    )
