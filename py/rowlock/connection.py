"""A pooled connection that runs a request's statement with little between it and libpq."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from psycopg import AsyncConnection, DataError, errors
from psycopg.pq import ExecStatus
from psycopg.pq.abc import PGresult
from psycopg.rows import TupleRow

from rowlock.functions import FORGET, Statement

# How often a statement is sent before connections prepare it, and how many one of them keeps:
# each set of keys is a statement of its own, and clients choose the keys.
OFTEN, KEPT = 5, 400


class Connection(AsyncConnection[TupleRow]):
    """psycopg's connection, and beside its cursors `row`, which takes a third of their CPU.

    One statement at a time: whoever has taken it from the pool is alone with it.
    """

    _names: dict[bytes, bytes] | None = None

    async def row(self, statement: Statement, values: Sequence[str | None]) -> tuple[int, bytes]:
        """The status and the body of a request's statement; raises what a cursor would."""
        bound = [None if v is None else _text(v) for v in values]
        names = self._names = {} if self._names is None else self._names
        statement.uses += 1
        name = names.get(statement.text)
        # No threshold: a pooler may give the next statement to another session.
        keeps = self.prepare_threshold is not None
        if name is None and keeps and statement.uses > OFTEN:
            if len(names) == KEPT:
                # Else whoever sends many sets of keys once keeps all others out for ever.
                names.clear()
                await self.execute(FORGET)
            name = b"s%d" % len(names)
            self.pgconn.send_prepare(name, statement.text)
            await self._result(ExecStatus.COMMAND_OK)
            names[statement.text] = name
        if name is None:
            self.pgconn.send_query_params(statement.text, bound)
        else:
            self.pgconn.send_query_prepared(name, bound)
        result = await self._result(ExecStatus.TUPLES_OK)
        status, body = result.get_value(0, 0), result.get_value(0, 1)
        if result.ntuples != 1 or status is None or body is None:
            raise LookupError("the statement of a request returned no answer")
        return int(status), body

    async def _result(self, wanted: ExecStatus) -> PGresult:
        """The result of what was just sent."""
        pgconn = self.pgconn
        results: list[PGresult] = []
        try:
            while pgconn.flush():
                await self._ready(writes=True)
                pgconn.consume_input()
            while True:
                while not pgconn.is_busy():
                    if (result := pgconn.get_result()) is None:
                        if results[-1].status != wanted:
                            raise errors.error_from_result(results[-1])
                        return results[-1]
                    results.append(result)
                await self._ready()
                pgconn.consume_input()
        except asyncio.CancelledError:
            # Else the next to use the connection would be given this answer.
            pgconn.finish()
            raise

    async def _ready(self, *, writes: bool = False) -> None:
        """Wait for the server.

        The descriptor is let go of before libpq goes on, which may close it: somebody else's next
        connection would have its number, and a later removal would make that one deaf.
        """
        loop, number = asyncio.get_running_loop(), self.pgconn.socket
        ready: asyncio.Future[None] = loop.create_future()

        def wake() -> None:
            if not ready.done():
                ready.set_result(None)

        loop.add_reader(number, wake)
        try:
            if writes:
                loop.add_writer(number, wake)
            await ready
        finally:
            loop.remove_reader(number)
            if writes:
                loop.remove_writer(number)


def _text(value: str) -> bytes:
    if "\0" in value:  # libpq would end the text there
        raise DataError("a text holds a NUL character")
    return value.encode()
