"""The catalog and the statements made from it: all SQL of the service. Knows no rule."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from psycopg import AsyncConnection, sql
from psycopg.rows import TupleRow, dict_row

# Set by the service, never by a request; an argument name cannot hold a dot.
ACTOR, KEY_PREFIX, KEY_SHA256, NEEDS = "who.actor", "who.prefix", "who.sha256", "who.needs"
SUBJECT, ROUTE_SCOPE = "who.subject", "who.route_scope"

# How a statement learns who calls: an id, or a function of the schema and what it is given.
BY_ID, BY_KEY, BY_SUBJECT = "", "api_key_verify", "user_identify"
_PROOFS: Mapping[str, Mapping[str, tuple[str, str]]] = {
    BY_KEY: {
        "key_prefix": (KEY_PREFIX, "text"),
        "key_sha256": (KEY_SHA256, "bytea"),
        "needs": (NEEDS, "text"),
        "route_scope": (ROUTE_SCOPE, "text"),
    },
    BY_SUBJECT: {"external_id": (SUBJECT, "text")},
}

_NAMED = re.compile(r"%\(([^)]+)\)s")

# Ends what a connection has prepared; psycopg forgets with it.
FORGET = sql.SQL("deallocate all")

_CATALOG = sql.SQL("""
  select p.proname as name, p.proretset as returns_set, p.provolatile <> 'v' as reads,
    coalesce(obj_description(p.oid, 'pg_proc'), '') as comment,
    coalesce(a.arguments, '[]') as arguments
  from pg_catalog.pg_proc p
  join pg_catalog.pg_namespace s on s.oid = p.pronamespace
  left join lateral (
    select jsonb_agg(jsonb_build_object(
      'name', p.proargnames[a.i], 'type_schema', n.nspname, 'type_name', t.typname,
      'required', a.i <= p.pronargs - p.pronargdefaults) order by a.i) as arguments
    from unnest(p.proargtypes::oid[]) with ordinality a (type, i)
    join pg_catalog.pg_type t on t.oid = a.type
    join pg_catalog.pg_namespace n on n.oid = t.typnamespace
  ) a on true
  where s.nspname = %(schema)s and p.prokind = 'f'
    and pg_catalog.has_function_privilege(p.oid, 'execute')
""")

_LOGIN = sql.SQL("""
  select r.rolsuper as is_superuser, session_user as login,
    coalesce(pg_catalog.pg_has_role(session_user, n.nspowner, 'member'), false) as is_owner,
    n.oid is not null as installed
  from pg_catalog.pg_roles r
  left join pg_catalog.pg_namespace n on n.nspname = %(schema)s
  where r.rolname = session_user
""")

# A pooler lends a connection for a statement: what is set there would be set for others.
_SESSION = sql.SQL("""
  select c.is_direct, pg_catalog.pg_is_in_recovery() as is_standby,
    case when c.is_direct then
      set_config('lock_timeout', %(lock_timeout)s, false)
      || set_config('statement_timeout', %(statement_timeout)s, false)
      || set_config('intervalstyle', 'postgres', false)
    else nullif(current_setting('statement_timeout'), '0') end is not null as has_timeout
  from (select pg_catalog.pg_backend_pid() = %(pid)s as is_direct) c
""")


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument as the catalog declares it. Array types are named as the catalog does: _text."""

    name: str
    type_schema: str
    type_name: str
    required: bool


@dataclass(frozen=True, slots=True)
class Function:
    """One function that the login of the service may execute."""

    schema: str
    name: str
    arguments: tuple[Argument, ...]
    returns_set: bool
    # Declared to change nothing, so that a replica may be asked.
    reads: bool
    comment: str

    def argument(self, name: str) -> Argument | None:
        """The argument of that name, if it has one."""
        return next((a for a in self.arguments if a.name == name), None)


@dataclass(slots=True, eq=False)
class Statement:
    """The one statement of a request, the names that it binds, and how often it was sent."""

    text: bytes
    names: tuple[str, ...]
    reads: bool = False
    uses: int = 0


@dataclass(frozen=True, slots=True)
class Login:
    """Who the service is to the database."""

    login: str
    is_superuser: bool
    is_owner: bool
    installed: bool


@dataclass(frozen=True, slots=True)
class Peer:
    """What is at the other end of a connection."""

    is_direct: bool
    is_standby: bool
    has_timeout: bool


async def begin_session(
    conn: AsyncConnection[TupleRow], lock_timeout: float, statement_timeout: float
) -> Peer:
    """Set the time-outs, unless a pooler is between us and the server."""
    given = {
        "pid": conn.info.backend_pid,
        "lock_timeout": f"{lock_timeout:.3f}s",
        "statement_timeout": f"{statement_timeout:.3f}s",
    }
    async with conn.cursor(row_factory=dict_row) as cursor:
        await cursor.execute(_SESSION, given, prepare=False)
        row = await cursor.fetchone()
    assert row is not None  # noqa: S101  # a select without a table has one row
    return Peer(**row)


async def wait_no_longer(conn: AsyncConnection[TupleRow]) -> None:
    """Where nothing is set, wait for locks as the service does, and not for ever."""
    query = """select set_config('lock_timeout', '2s', false)
        where current_setting('lock_timeout') = '0' and pg_catalog.pg_backend_pid() = %s"""
    await conn.execute(query, [conn.info.backend_pid], prepare=False)


async def read_login(conn: AsyncConnection[TupleRow], schema: str) -> Login:
    """What the session's login is."""
    async with conn.cursor(row_factory=dict_row) as cursor:
        await cursor.execute(_LOGIN, {"schema": schema})
        row = await cursor.fetchone()
    assert row is not None  # noqa: S101  # a session always has its own row in pg_roles
    return Login(**row)


async def read_catalog(conn: AsyncConnection[TupleRow], schema: str) -> dict[str, Function]:
    """The functions of the schema that the session's login may execute, by name."""
    async with conn.cursor(row_factory=dict_row) as cursor:
        await cursor.execute(_CATALOG, {"schema": schema})
        rows = await cursor.fetchall()
    return {
        row["name"]: Function(
            schema=schema,
            name=row["name"],
            arguments=tuple(Argument(**a) for a in row["arguments"]),
            returns_set=row["returns_set"],
            reads=row["reads"],
            comment=row["comment"],
        )
        for row in rows
    }


def _bound(argument: Argument, value: sql.Composable) -> sql.Composed:
    return sql.SQL("{} => {}::{}").format(
        sql.Identifier(argument.name),
        value,
        sql.Identifier(argument.type_schema, argument.type_name),
    )


def _called(function: Function, arguments: Iterable[sql.Composable]) -> sql.Composed:
    return sql.SQL("{}({})").format(
        sql.Identifier(function.schema, function.name), sql.SQL(", ").join(arguments)
    )


def _given(
    function: Function, names: frozenset[str], besides: frozenset[str]
) -> list[sql.Composed]:
    # What has no default and was not given is bound as null: the function says what is missing.
    return [
        _bound(a, sql.Placeholder(a.name))
        for a in function.arguments
        if a.name not in besides and (a.name in names or a.required)
    ]


@lru_cache(maxsize=1024)
def call(function: Function, names: frozenset[str]) -> str:
    """A statement that calls one function with the named arguments and returns its columns."""
    arguments = _given(function, names, frozenset())
    return sql.SQL("select * from {} r").format(_called(function, arguments)).as_string(None)


@lru_cache(maxsize=1024)
def request(
    function: Function, answer: Function | None, names: frozenset[str], status: int, by: str
) -> Statement:
    """The one statement of a request: who is calling, the verb, the answer; (status, body text)."""
    actor: sql.Composable = sql.SQL("{}::uuid").format(sql.Placeholder(ACTOR))
    if by:
        proofs = [
            sql.SQL("{} => {}::{}").format(
                sql.Identifier(name), sql.Placeholder(parameter), sql.Identifier(type_name)
            )
            for name, (parameter, type_name) in _PROOFS[by].items()
        ]
        actor = sql.SQL("{}({})").format(
            sql.Identifier(function.schema, by), sql.SQL(", ").join(proofs)
        )
    who = sql.SQL("with who as materialized (select {} as actor) ").format(actor)
    verb = _called(
        function,
        [*_given(function, names, frozenset({"actor"})), sql.SQL("actor => who.actor")],
    )
    made = sql.SQL("from who, lateral {} r").format(verb)

    if answer is None:
        body = sql.SQL(
            "coalesce(jsonb_agg(to_jsonb(r)), '[]')" if function.returns_set else "to_jsonb(r)"
        )
        query = sql.SQL("select {}, {}::text {}").format(sql.Literal(status), body, made)
        return _statement(who + query, function.reads)

    result = sql.SQL(
        "result => coalesce(array_agg(r), '{}')" if function.returns_set else "result => r"
    )
    arguments: list[sql.Composable] = [result]
    arguments += _given(answer, names, frozenset({"result", "actor"}))
    if answer.argument("actor"):
        # A set is aggregated, so the actor comes from a query of its own.
        arguments.append(
            sql.SQL(
                "actor => (select actor from who)" if function.returns_set else "actor => who.actor"
            )
        )
    # `offset 0` keeps the answer from being evaluated once for each of its columns.
    query = sql.SQL(
        "select (q.a).status, (q.a).body::text from (select {} as a {} offset 0) q"
    ).format(_called(answer, arguments), made)
    return _statement(who + query, function.reads and answer.reads)


def probe(function: Function) -> Statement:
    """A statement in the form of a request's that asks what is nobody's."""
    return _statement(sql.SQL("select 200, {}::text").format(_called(function, ())))


def _statement(composed: sql.Composed, reads: bool = False) -> Statement:
    text = composed.as_string(None)
    names = tuple(dict.fromkeys(_NAMED.findall(text)))
    numbered = _NAMED.sub(lambda found: f"${names.index(found[1]) + 1}", text)
    return Statement(numbered.encode(), names, reads)


def listen(channel: str) -> sql.Composed:
    """LISTEN on the schema's channel."""
    return sql.SQL("listen {}").format(sql.Identifier(channel))
