"""A command's connection: which database, who acts, and the calls. Holds no SQL."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import uuid
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from types import TracebackType

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.rows import DictRow

from rowlock import database, functions, values
from rowlock.bound import Bound, kinds
from rowlock.cli.options import Options
from rowlock.cli.outcome import Unreachable, Usage
from rowlock.connection import Connection
from rowlock.embedded import Embedded
from rowlock.embedded_host import home_path
from rowlock.errors import Refusal, refusal
from rowlock.functions import ACTOR, Function

DEFAULT_SCHEMA = "rowlock"


class Null(Enum):
    """What is said to be nothing, where None leaves it unsaid."""

    NULL = None


Given = str | int | bool | list[str] | Null | None


@dataclass(frozen=True, slots=True)
class Target:
    """The database a command talks to."""

    conninfo: str
    embedded: bool
    psql: str = "psql"
    # What a service beside this database encrypts with, where that is known here.
    secret_key: str | None = None


def schema_of(options: Options) -> str | None:
    """The schema that somebody named, if anybody did."""
    return options.schema or os.environ.get("ROWLOCK_SCHEMA") or None


@contextlib.contextmanager
def target(options: Options) -> Iterator[Target]:
    """DATABASE_URL's database, else the embedded server where it runs; starts nothing."""
    if url := os.environ.get("DATABASE_URL"):
        yield Target(url, embedded=False, secret_key=os.environ.get("ROWLOCK_SECRET_KEY") or None)
        return
    embedded = Embedded.attach(options.data)
    if embedded is None:
        raise Unreachable(
            "the embedded server is not running: start it with `rowlock up`, "
            "or set DATABASE_URL to a server of your own"
        )
    try:
        psql = str(embedded.bindir / "psql")
        yield Target(embedded.conninfo(), True, psql, _kept_key(embedded.home))
    finally:
        embedded.stop()


def service_of(options: Options) -> str | None:
    """Where the service of the embedded server answered last; None: it is not known."""
    if os.environ.get("DATABASE_URL"):
        return None
    with contextlib.suppress(OSError):
        return address_file(home_path(options.data), schema_of(options)).read_text()
    return None


def address_file(home: Path, schema: str | None) -> Path:
    """Beside the data of an embedded server: where its service answers."""
    return home / f"address-{schema or DEFAULT_SCHEMA}"


class Session:
    """One connection and the functions that its login may call."""

    def __init__(self, found: Target, schema: str) -> None:
        self._runner = asyncio.Runner()
        self._target = found
        self._schema = schema
        self._conn: Connection | None = None
        self._actor: str | None = None
        self.functions: Mapping[str, Function] = {}

    def __enter__(self) -> Session:
        try:
            self._runner.run(self._open())
        except BaseException:
            self._runner.close()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            if self._conn is not None:
                self._runner.run(self._conn.close())
        finally:
            self._runner.close()

    async def _open(self) -> None:
        given = conninfo_to_dict(self._target.conninfo)
        given.setdefault("application_name", "rowlock cli")
        given.setdefault("connect_timeout", 5)
        given["client_encoding"] = "UTF8"
        self._conn = await Connection.connect(make_conninfo("", **given), autocommit=True)
        await functions.wait_no_longer(self._conn)
        self.functions = await functions.read_catalog(self._conn, self._schema)

    def login(self) -> functions.Login:
        """Who this connection is to the database."""
        return self._runner.run(functions.read_login(self._open_connection(), self._schema))

    def rows(self, name: str, /, **given: str | None) -> list[DictRow]:
        """The rows of a function that takes no actor."""
        function = self._function(name)
        try:
            return self._runner.run(database.call(self._open_connection(), function, **given))
        except psycopg.Error as e:
            bound = {a.name: a.type_name for a in function.arguments if a.name in given}
            raise _told(e, bound) from e

    def act_as(self, name: str | None) -> None:
        """Settle who acts in the calls that follow."""
        name = name or os.environ.get("ROWLOCK_ACTOR") or None
        if name is None and not self._target.embedded:
            found = self.rows("actor_current")[0]["r"]
            if found is None:
                raise Usage("say who acts: --as EXTERNAL_ID, or ROWLOCK_ACTOR")
            self._actor = str(found)
            return
        self._actor = self.user_id(name)

    def user_id(self, name: str | None) -> str:
        """The id of an account, by its external id or the id itself; None: of the first admin."""
        self._check_schema()
        known = "user_find" in self.functions
        found = self.rows("user_find", external_id=name) if known else []
        if not found and name is not None and (named := _uuid(name)):
            return named
        if not known:
            raise Usage("this login does not own the schema: name accounts by their ids")
        if not found:
            option = option_of(self._schema)
            hint = (
                f"Make it with `rowlock user add{option}`."
                if name
                else f"Make one with `rowlock up{option}`."
            )
            detail = {"reason": "not_found", "external_id": name}
            raise Refusal(404, "account does not exist", "user_exists", detail, hint)
        return str(found[0]["id"])

    def speak_for(self, user_id: str) -> None:
        """Act as this account from now on."""
        self._actor = user_id

    def listen(self) -> None:
        """Let `wait` hear the schema's channel."""
        self._runner.run(self._listen())

    async def _listen(self) -> None:
        await self._open_connection().execute(functions.listen(self._schema))

    def wait(self, seconds: float) -> None:
        """Until the channel rings, and no longer than this."""
        self._runner.run(self._wait(seconds))

    async def _wait(self, seconds: float) -> None:
        async for _ in self._open_connection().notifies(timeout=seconds, stop_after=1):
            pass

    def ask(self, name: str, /, **given: Given) -> str:
        """What a verb answers over HTTP, as text; what was not given is left to its default."""
        function, answer = self._function(name), self.functions.get(f"{name}_answer")
        bound = {
            key: _converted(key, value, function, answer)
            for key, value in given.items()
            if value is not None
        }
        try:
            return self._answer(function, answer, bound)
        except Refusal as refused:
            if refused.code != "password_fields":
                raise
            # The libraries that encrypt take longer to load than most commands take.
            from rowlock.secrets_answer import CREDENTIALS, sealed
            from rowlock.secrets_box import make_box

            credentials = sealed(make_box(self._target.secret_key), refused, bound)
            if credentials is None:
                raise
            return self._answer(function, answer, {**bound, CREDENTIALS: credentials})

    def _answer(
        self, function: Function, answer: Function | None, bound: Mapping[str, str | None]
    ) -> str:
        statement = functions.request(function, answer, frozenset(bound), 200, functions.BY_ID)
        given = {**bound, ACTOR: self._actor}
        row = self._open_connection().row(statement, [given.get(p) for p in statement.names])
        try:
            return self._runner.run(row)[1].decode()
        except psycopg.Error as e:
            raise _told(e, kinds(statement.names, statement.text)) from e

    def _open_connection(self) -> Connection:
        assert self._conn is not None  # noqa: S101  # there is none outside of the with-block
        return self._conn

    def _check_schema(self) -> None:
        # Not when it is opened: `rowlock up` asks who it is, and then makes the schema.
        if not self.functions:
            detail = {"reason": "no_schema", "schema": self._schema}
            option = option_of(self._schema)
            hint = f"Make it with `rowlock up{option}`, or connect as a registered login."
            raise Refusal(404, "schema does not exist", "schema_exists", detail, hint)

    def _function(self, name: str) -> Function:
        self._check_schema()
        if name not in self.functions:
            detail = {"reason": "no_function", "function": f"{self._schema}.{name}"}
            hint = "Install the schema with `rowlock install`, or connect as a registered login."
            raise Refusal(404, "the function cannot be called", "function_exists", detail, hint)
        return self.functions[name]


@contextlib.contextmanager
def session(options: Options) -> Iterator[Session]:
    """A session in which somebody acts."""
    with target(options) as found, Session(found, schema_of(options) or DEFAULT_SCHEMA) as made:
        made.act_as(options.actor)
        yield made


def option_of(schema: str) -> str:
    """What a recommended command needs behind it, to be of the schema that was asked for."""
    return "" if schema == DEFAULT_SCHEMA else f" --schema {schema}"


def _told(error: psycopg.Error, given: Bound) -> Exception:
    """A refusal that names the argument; what is no refusal stays what it is."""
    refused = refusal(error, given)
    return refused if refused.status < 500 else error


def _kept_key(home: Path) -> str | None:
    """The key of an embedded server's service: the one that is set, else the one it keeps."""
    with contextlib.suppress(OSError):
        return os.environ.get("ROWLOCK_SECRET_KEY") or (home / "secret_key").read_text()
    return None


def _uuid(text: str) -> str | None:
    try:
        return str(uuid.UUID(text))
    except ValueError:
        return None


def _converted(key: str, value: Given, function: Function, answer: Function | None) -> str | None:
    argument = function.argument(key) or (answer.argument(key) if answer else None)
    if argument is None:
        detail = {"reason": "unknown", "field": key, "function": function.name}
        raise Refusal(400, "argument is not valid", "argument_invalid", detail)
    if isinstance(value, Null):
        return None
    text = json.dumps(value) if isinstance(value, list | bool | int) else value
    return values.convert(key, argument.type_name, text) if text is not None else None
