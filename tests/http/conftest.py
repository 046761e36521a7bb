"""Fixtures: a service a module, people with roles, and clients that speak for them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from functools import lru_cache
from time import time
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from psycopg import sql

from rowlock import auth
from rowlock.auth import issue
from rowlock.login import Passwords
from tests.support.scene import keep_alive

from .service import SECRET, Client, serving, settings_for

PASSWORD = "correct horse"


@lru_cache(256)
def session(user_id: str, second: int, lasts: timedelta) -> str:
    """The token of a session that begins in this second: of each there is one."""
    return issue(SECRET, user_id)[0]


@dataclass(slots=True)
class World:
    """A database with people in it, and the service in front of it."""

    url: str
    conn: psycopg.Connection
    root: str
    password_hash: str

    @classmethod
    def first(cls, url: str, conn: psycopg.Connection, password_hash: str | None = None) -> World:
        """That of a database in which nobody was, with its first superadmin, `root`."""
        row = conn.execute(
            "select id from rowlock.user_create_first(external_id => 'root', password_hash => %s)",
            [password_hash],
        ).fetchone()
        assert row
        return cls(url, conn, str(row[0]), password_hash or "")

    @property
    def nobody(self) -> Client:
        return Client(self.url)

    def client(self, user_id: str) -> Client:
        return Client(self.url, session(user_id, int(time()), auth.SESSION))

    @property
    def admin(self) -> Client:
        return self.client(self.root)

    def call(self, function: str, **arguments: object) -> Any:
        """One function of the schema, as its owner calls it; the first row of a set."""
        return next(iter(self.call_all(function, **arguments)), None)

    def call_all(self, function: str, **arguments: object) -> list[Any]:
        """As call, all rows."""
        given = [
            sql.SQL("{} => {}").format(sql.Identifier(n), sql.Placeholder(n)) for n in arguments
        ]
        query = sql.SQL("select to_jsonb(r) from {}({}) r").format(
            sql.Identifier("rowlock", function), sql.SQL(", ").join(given)
        )
        return [row[0] for row in self.conn.execute(query, arguments)]

    def user(self, external_id: str, *grants: tuple[str, dict[str, str]]) -> str:
        """A new account with memberships (role, further arguments); returns its id."""
        made = self.call("user_create", external_id=external_id, actor=self.root)
        for role, more in grants:
            self.call("membership_grant", user_id=made["id"], role=role, actor=self.root, **more)
        return str(made["id"])

    def bot(self, external_id: str) -> str:
        """A new bot without memberships; returns its id."""
        made = self.call(
            "user_create", external_id=external_id, account_type="bot", actor=self.root
        )
        return str(made["id"])

    def box(self, name: str) -> tuple[str, Client]:
        """A new bot without memberships, and a client with its key of the scope host."""
        bot = self.bot(name)
        made = self.call("api_key_mint", user_id=bot, name="host", scopes=["host"], actor=self.root)
        return bot, Client(self.url, made["key"])

    def machine(self, name: str = "") -> str:
        """A new host, online, of a bot of its own; its id is its pinned instance too."""
        name = name or f"machine {uuid4()}"
        bot, _ = self.box(name)
        made = self.call("host_register", name=name, platform="linux", actor=bot)
        host = str(made["host"]["id"])
        self.call("host_heartbeat", host_id=host, instance_id=host, actor=bot)
        keep_alive(self.conn, host)
        return host

    def row(self, role: str = "reviewer", **more: object) -> str:
        """A new pending row; returns its id."""
        body = {"role": role, "type": "approval", **more}
        answer = self.admin("POST", "/api/escalations", body)
        assert answer.status == 201, answer.text
        return str(answer.body["id"])

    def last_seq(self) -> int:
        """The number of the newest event."""
        row = self.conn.execute("select coalesce(max(seq), 0) from rowlock.event").fetchone()
        assert row
        return int(row[0])

    def journaled(self, after: int) -> list[int]:
        """The numbers of the events after a cursor."""
        query = "select seq from rowlock.event where seq > %s order by seq"
        return [row[0] for row in self.conn.execute(query, [after])]

    def topics(self, subject: str) -> list[str]:
        """What the journal says of one subject, in order."""
        query = "select topic from rowlock.event where subject_id = %s order by seq"
        return [row[0] for row in self.conn.execute(query, [subject])]

    def snapshot(self) -> str:
        """Everything that a refused request must leave as it was."""
        tables = (
            "escalation", "task", "event", "user_account", "membership", "api_key", "host",
            "role", "role_schema", "role_list_schema", "role_upstream", "role_escalation",
            "role_level",
        )  # fmt: skip
        query = sql.SQL(" union all ").join(
            # Each write gives a row another xmin: cheaper to add up than what the rows say.
            sql.SQL("select {}, count(*), sum(xmin::text::int8) from {}").format(
                sql.Literal(t), sql.Identifier("rowlock", t)
            )
            for t in tables
        )
        return str(self.conn.execute(query).fetchall())


@contextmanager
def alone(dsn: str, **changes: Any) -> Iterator[World]:
    """A service on a database of its own, with an admin."""
    with (
        psycopg.connect(dsn, autocommit=True) as conn,
        serving(settings_for(dsn, **changes)) as url,
    ):
        yield World.first(url, conn)


@pytest.fixture(scope="session")
def password_hash() -> str:
    passwords = Passwords()
    try:
        return passwords.hash_now(PASSWORD)
    finally:
        passwords.close()


@pytest.fixture(scope="module")
def world(dsn: str, password_hash: str) -> Iterator[World]:
    """A service on a database of the module's, with its first superadmin `root`.

    Its timers are off: they write what a test would take for its own doing.
    """
    with (
        psycopg.connect(dsn, autocommit=True) as conn,
        serving(settings_for(dsn, timers=False)) as url,
    ):
        yield World.first(url, conn, password_hash)
