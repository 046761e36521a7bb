"""Two schemas in one database, each with its service: both work, and neither hears the other."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg import sql

from tests.http.service import Client, Stream
from tests.support.command import answer, rowlock
from tests.support.follow import running
from tests.support.installing import schema_roles
from tests.support.servers import Server
from tests.support.up import up

pytestmark = pytest.mark.slow

SECRET = "0123456789abcdef0123456789abcdef"
SCHEMAS = ("rowlock", "acme")


@dataclass(slots=True)
class Tenant:
    """One schema, its running service, and its admin's session."""

    schema: str
    dsn: str
    url: str
    token: str
    admin: str
    cookie: str

    @property
    def client(self) -> Client:
        return Client(self.url, self.token)

    def ask(self, **more: object) -> str:
        body = {"role": "reviewer", "type": "approval", **more}
        answered = self.client("POST", "/api/escalations", body)
        assert answered.status == 201, answered.text
        return str(answered.body["id"])

    def rows(self) -> set[str]:
        page = self.client("GET", "/api/escalations?limit=500").body
        return {row["id"] for row in page["escalations"]}

    def connect(self) -> psycopg.Connection:
        """The superuser's session, with this tenant's admin as the actor of its setting."""
        conn = psycopg.connect(self.dsn, autocommit=True)
        conn.execute("select set_config(%s, %s, false)", [f"{self.schema}.actor", self.admin])
        return conn

    def run(self, conn: psycopg.Connection, statement: str) -> Any:
        """A statement in which {} is this schema; its one value."""
        query = sql.SQL(statement).format(sql.Identifier(self.schema))  # type: ignore[arg-type,unused-ignore]
        row = conn.execute(query).fetchone()
        return row[0] if row else None


@pytest.fixture(scope="module")
def tenants(server: Server) -> Iterator[tuple[Tenant, Tenant]]:
    """Both, made by nothing but `rowlock up`."""
    with ExitStack() as stack:
        stack.enter_context(schema_roles(server, "acme", "acme_http"))
        dsn = server.conninfo(stack.enter_context(server.database(template="template0")))
        found = []
        for schema in SCHEMAS:
            env = {"DATABASE_URL": dsn, "ROWLOCK_JWT_SECRET": SECRET, "ROWLOCK_SCHEMA": schema}
            log = stack.enter_context(Path("/dev/null").open("w"))
            service = stack.enter_context(up(log=log, **env))
            url = service.ready()
            signed = Client(url)("POST", "/api/auth/login", service.said["admin"])
            assert signed.status == 200, signed.text
            session, cookie = signed.body, signed.headers["Set-Cookie"].split(";")[0]
            me = Client(url, session["token"])("GET", "/api/me").body
            found.append(Tenant(schema, dsn, url, session["token"], me["actor"], cookie))
        yield found[0], found[1]


def test_each_has_its_own_rows_people_and_sessions(tenants: tuple[Tenant, Tenant]) -> None:
    one, two = tenants
    mine, theirs = one.ask(signal_key="same"), two.ask(signal_key="same")
    assert mine in one.rows() and mine not in two.rows()
    assert theirs in two.rows() and theirs not in one.rows()
    assert one.client("GET", f"/api/escalations/{theirs}").status == 404
    # Both sign with one secret, and yet a session is of the schema that knows the account.
    assert Client(two.url, one.token)("GET", "/api/me").status == 401
    claimed = two.client("POST", "/api/escalations/claim-next", {"roles": ["reviewer"]}).body
    assert [row["id"] for row in claimed["claimed"]] == [theirs]


def test_one_browser_is_signed_in_at_both(tenants: tuple[Tenant, Tenant]) -> None:
    # The ports of a host share a browser's cookies.
    jar = {"Cookie": "; ".join(t.cookie for t in tenants)}
    for tenant in tenants:
        me = Client(tenant.url)("GET", "/api/me", headers=jar)
        assert me.status == 200 and me.body["actor"] == tenant.admin
        document = tenant.client("GET", "/api/openapi.json").body
        session = document["components"]["securitySchemes"]["session"]
        assert tenant.cookie.startswith(f"{session['name']}=")


def test_each_has_its_own_roles_login_settings_and_lock_class(
    tenants: tuple[Tenant, Tenant],
) -> None:
    one, two = tenants
    with one.connect() as conn:
        logins = "select distinct usename from pg_stat_activity where usename like '%%_http'"
        assert set(conn.execute(logins)) == {("rowlock_http",), ("acme_http",)}
        classes = {t.run(conn, "select class from {}.event_watermark") for t in tenants}
        assert len(classes) == 2
        for own, other in ((one, two), (two, one)):
            may = "select has_schema_privilege(%s, %s, 'usage')"
            asked = conn.execute(may, [f"{own.schema}_http", other.schema]).fetchone()
            assert asked == (False,)
            asked = conn.execute(may, [f"{own.schema}_http", own.schema]).fetchone()
            assert asked == (True,)
    with one.connect() as conn:
        made = "select (c).created from {}.escalation_create(role => 'reviewer', type => 't') c"
        assert one.run(conn, made) is True
        with pytest.raises(psycopg.Error, match="no actor is known"):
            two.run(conn, made)


def test_a_notification_rings_one_channel(tenants: tuple[Tenant, Tenant]) -> None:
    one, two = tenants
    with psycopg.connect(one.dsn, autocommit=True) as ear:
        for schema in SCHEMAS:
            ear.execute(sql.SQL("listen {}").format(sql.Identifier(schema)))
        for tenant in (two, one, two):
            tenant.ask()
            heard = [n.channel for n in ear.notifies(timeout=60, stop_after=1)]
            # Who committed before this round trip began has rung before it ends.
            ear.execute("select 1")
            heard += [n.channel for n in ear.notifies(timeout=0)]
            assert set(heard) == {tenant.schema}


def begin(*streams: tuple[Tenant, Stream]) -> None:
    """From now on: what was written just before may come too, while a writer was open."""
    for tenant, stream in streams:
        begun = tenant.ask()
        while stream.take(1)[0].data["subject_id"] != begun:
            pass


def test_a_stream_carries_its_own_tenants_events(tenants: tuple[Tenant, Tenant]) -> None:
    one, two = tenants
    topic = "?topic=escalation.created"
    with one.client.stream(topic) as first, two.client.stream(topic) as second:
        begin((one, first), (two, second))
        mine, theirs = [], []
        for _ in range(5):
            mine.append(one.ask())
            theirs += [two.ask(), two.ask()]
        assert [f.data["subject_id"] for f in first.take(5)] == mine
        assert [f.data["subject_id"] for f in second.take(10)] == theirs
        assert first.quiet(1) and second.quiet(0.2)


def test_a_writer_who_lingers_holds_up_its_own_journal_alone(
    tenants: tuple[Tenant, Tenant],
) -> None:
    topic = "?topic=escalation.created"
    for late, free in (tenants, tenants[::-1]):
        with (
            late.client.stream(topic) as waits,
            free.client.stream(topic) as goes,
            late.connect() as conn,
        ):
            begin((late, waits), (free, goes))
            with conn.transaction():
                made = "select (c.escalation).id from {}.escalation_create('reviewer', 't') c"
                first = str(late.run(conn, made))
                second = late.ask()
                other = free.ask()
                assert [f.data["subject_id"] for f in goes.take(1)] == [other]
                with late.connect() as reader:
                    page = late.run(
                        reader,
                        "select (p).events from {}.event_since(after => 0, max_rows => 1000) p",
                    )
                    assert not {first, second} & {e["subject_id"] for e in page}
            assert [f.data["subject_id"] for f in waits.take(2)] == [first, second]


def test_each_sweeps_what_is_due(tenants: tuple[Tenant, Tenant]) -> None:
    ids = [t.ask(timeout="1 second") for t in tenants]
    for tenant, row in zip(tenants, ids, strict=True):
        with tenant.connect() as conn:
            until = time.monotonic() + 60
            stamped = f"select status from {{}}.escalation where id = '{row}'"
            while tenant.run(conn, stamped) != "expired":
                assert time.monotonic() < until
                time.sleep(0.2)


def test_every_command_honours_the_schema(tenants: tuple[Tenant, Tenant], tmp_path: Path) -> None:
    one, two = tenants
    before = one.rows()
    env = {"DATABASE_URL": two.dsn, "ROWLOCK_ACTOR": "admin"}
    named = {**env, "ROWLOCK_SCHEMA": "acme"}

    def both(*argv: str | Path) -> tuple[dict[str, Any], dict[str, Any]]:
        """Named by the option, and by the environment."""
        return (
            answer(rowlock("--json", *argv, "--schema", "acme", env=env)),
            answer(rowlock("--json", *argv, env=named)),
        )

    made = both("create", "reviewer", "told", "--origin", "acme case")
    assert {m["id"] for m in made} <= two.rows()
    assert {r["id"] for r in both("queue", "--origin", "acme case")[0]["escalations"]} == {
        m["id"] for m in made
    }
    for shown in both("show", made[0]["id"]):
        assert shown["id"] == made[0]["id"]
    both("claim", made[0]["id"])
    answer(rowlock("--json", "resolve", made[0]["id"], "{}", env=named))
    answer(rowlock("--json", "cancel", made[1]["id"], "--schema", "acme", env=env))
    assert both("stats")[0].keys() == both("stats")[1].keys()
    assert {said["state"] for said in both("status")} == {"up to date"}
    assert {said["schema"] for said in both("install")} == {"acme"}
    answer(rowlock("--json", "user", "add", "only-acme", env=named))
    answer(rowlock("--json", "role", "add", "acme-desk", "--schema", "acme", env=env))
    answer(rowlock("--json", "grant", "only-acme", "acme-desk", env=named))
    answer(rowlock("--json", "user", "add", "robot", "--bot", env=named))
    assert answer(rowlock("--json", "key", "new", "robot", "k", env=named))["name"] == "k"
    log = tmp_path / "log.csv"
    log.write_text("case_id,activity,timestamp\n1,A,2020-01-01\n1,B,2020-01-02\n")
    assert [said["created"] for said in both("import", log)] == [1, 0]
    exported = rowlock("export", "escalations", "--origin", "1", env=named).stdout
    assert [json.loads(row)["type"] for row in exported.splitlines()] == ["B"]
    with running("watch", "--after", "0", "--origin", "acme case", "--json", **named) as watch:
        assert watch.json()["subject_id"] == made[0]["id"]
    told = rowlock("demo", "--yes", "--seconds", "1", "--quiet", "--schema", "acme", env=env)
    assert told.returncode == 0, told.stderr
    assert answer(rowlock("--json", "purge", "--older-than", "1 day", env=named))["removed"] == 0
    assert answer(rowlock("--json", "doctor", env=named))["fail"] == 0
    assert one.rows() == before
    with one.connect() as conn:
        assert one.run(conn, "select count(*) from {}.user_account") == 1
        assert one.run(conn, "select count(*) from {}.role where role like 'acme%'") == 0
