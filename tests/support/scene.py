"""A database at work: people, a login that calls, rows, and what must hold of rows and journal."""

from __future__ import annotations

import itertools
import json
import os
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, LiteralString

import psycopg
from psycopg import sql
from psycopg.conninfo import make_conninfo
from psycopg.types.json import Jsonb

from tests.support.race import Move
from tests.support.servers import Server, connection

TERMINAL = ("escalation.resolved", "escalation.cancelled", "escalation.expired")
Row = dict[str, Any]

_logins = itertools.count()


def call(conn: psycopg.Connection, verb: str, **arguments: object) -> list[Any]:
    """What a function of the schema returns, as JSON values, one an element."""
    given = {k: Jsonb(v) if isinstance(v, dict) else v for k, v in arguments.items()}
    named = [sql.SQL("{} => {}").format(sql.Identifier(k), sql.Placeholder(k)) for k in given]
    query = sql.SQL("select to_jsonb(r) from {}({}) r").format(
        sql.Identifier("rowlock", verb), sql.SQL(", ").join(named)
    )
    return [value for (value,) in conn.execute(query, given)]


def one(conn: psycopg.Connection, verb: str, **arguments: object) -> Any:
    """As call, of a function that returns one value."""
    [value] = call(conn, verb, **arguments)
    return value


def keep_alive(conn: psycopg.Connection, host: str) -> None:
    """A host that beats no more does not fall silent, however slow the machine is."""
    query = """update rowlock.host set last_seen_at = clock_timestamp() + interval '1 day'
        where id = %s"""
    conn.execute(query, [host])


def detail(error: psycopg.Error | None) -> Row:
    """The facts in the DETAIL of a refusal."""
    assert error is not None
    return dict(json.loads(error.diag.message_detail or "{}"))


@dataclass(slots=True)
class Scene:
    """The superuser's connection beside a login of kind service, for which everybody calls."""

    dsn: str
    owner: psycopg.Connection
    login: str
    root: str = ""
    _names: Iterator[int] = field(default_factory=itertools.count)

    def connect(self, login: str | None = None) -> psycopg.Connection:
        """A session that calls: of the service, or of another login."""
        name = login or self.login
        conn = psycopg.connect(make_conninfo(self.dsn, user=name, password=name), autocommit=True)
        # A verb that waits where it must not fails the test, and does not hang it.
        conn.execute("set lock_timeout = '20s'")
        return conn

    def own(self) -> psycopg.Connection:
        """One more session of the superuser."""
        return connection(self.dsn)

    def value(self, query: LiteralString, *values: object) -> Any:
        """One value, as the superuser sees it."""
        found = self.owner.execute(query, values).fetchone()
        return found[0] if found else None

    def account(self, *roles: str, kind: str = "member", scope: str = "all") -> str:
        """A new account, member of these roles; returns its id."""
        number = next(self._names)
        made = one(self.owner, "user_create", external_id=f"person-{number}", actor=self.root)
        for role in roles:
            one(
                self.owner, "membership_grant", user_id=made["id"], role=role, type=kind,
                read_scope=scope, write_scope=scope, actor=self.root,
            )  # fmt: skip
        return str(made["id"])

    def roles(self, *kinds: str) -> str:
        """New roles, one a kind (desk), that share a number; returns the number."""
        number = next(self._names)
        for kind in kinds or ("desk",):
            one(self.owner, "role_create", role=f"{kind}-{number}", actor=self.root)
        return str(number)

    def rows(self, count: int, role: str = "reviewer", **more: object) -> list[str]:
        """New pending rows; returns their ids."""
        make = {"role": role, "type": "approval", "actor": self.root, **more}
        with self.owner.transaction():
            made = [one(self.owner, "escalation_create", **make) for _ in range(count)]
        return [m["escalation"]["id"] for m in made]

    def row(self, role: str = "reviewer", **more: object) -> str:
        """One new pending row; returns its id."""
        [made] = self.rows(1, role, **more)
        return made

    def state(self, row: str) -> Row:
        """The row as it is stored."""
        query = "select to_jsonb(e) from rowlock.escalation e where e.id = %s"
        return dict(self.value(query, row))

    def watch(self, conn: psycopg.Connection, row: str, key: str = "status") -> Any:
        """One fact of a row, as another session sees it."""
        return one(conn, "escalation_get", id=row, actor=self.root)[key]

    def lapse(self, row: str) -> None:
        """The claim window passes: nobody writes, so the time is moved instead of the clock."""
        self.owner.execute(
            "update rowlock.escalation set assigned_until = clock_timestamp() where id = %s", [row]
        )

    def topics(self, subject: str) -> list[str]:
        """What the journal says of one subject, in order."""
        query = "select topic from rowlock.event where subject_id = %s order by seq"
        return [topic for (topic,) in self.owner.execute(query, [subject])]

    def check_history(self) -> None:
        """Every transition left one event, in order: versions 1 to the row's, one end at most."""
        query = """
            select e.id::text, e.status, e.version, array_agg(v.version order by v.seq),
              array_agg(v.topic order by v.seq) filter (where v.topic = any (%s))
            from rowlock.escalation e join rowlock.event v on v.subject_id = e.id::text
            group by e.id"""
        rows = self.owner.execute(query, [list(TERMINAL)]).fetchall()
        assert len(rows) == self.value("select count(*) from rowlock.escalation")
        for row, status, version, versions, ends in rows:
            assert versions == list(range(1, version + 1)), (row, versions)
            assert ends == (None if status == "pending" else [f"escalation.{status}"]), (row, ends)


def behind(scene: Scene, first: Move, second: Move) -> object:
    """What `second` ends with that begins while `first` is done and not yet committed."""
    with scene.connect() as ahead, scene.connect() as late, ThreadPoolExecutor(1) as pool:
        ahead.execute("begin")
        first(ahead, "")
        waiting = pool.submit(second, late, "")
        query = "select count(*) from pg_locks where pid = %s and not granted"
        while not (waiting.done() or scene.value(query, late.info.backend_pid)):
            time.sleep(0.01)
        ahead.execute("commit")
        return waiting.result(20)


@contextmanager
def login(server: Server, name: str) -> Iterator[str]:
    """A Postgres login, whose password is its name, for servers that ask for one."""
    make = sql.SQL("create role {} login password {}")
    with psycopg.connect(server.admin, autocommit=True) as conn:
        conn.execute(make.format(sql.Identifier(name), sql.Literal(name)))
    try:
        yield name
    finally:
        server.execute("drop role {}", name)


@contextmanager
def scene(server: Server, dbname: str) -> Iterator[Scene]:
    """The scene of a database: a service login of its own, and a superadmin."""
    dsn = server.conninfo(dbname)
    name = f"rowlock_test_caller_{os.getpid()}_{next(_logins)}"
    with login(server, name), connection(dsn) as owner:
        one(owner, "login_grant", db_role=name, kind="service")
        made = Scene(dsn, owner, name)
        made.root = one(owner, "user_create_first", external_id="root")["id"]
        yield made
