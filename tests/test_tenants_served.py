"""One service for three tenants of one database and one of another server: none hears another."""

from __future__ import annotations

import gc
import json
import os
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

import psycopg
import pytest
from aiohttp import web, web_app
from aiohttp.test_utils import make_mocked_request
from prometheus_client.parser import text_string_to_metric_families
from psycopg import sql
from psycopg.conninfo import make_conninfo

from rowlock.auth import issue
from rowlock.embedded import Embedded
from rowlock.host import host_of
from rowlock.keys import PLACE
from tests.http.service import SECRET, Client, Stream, serving, settings_for, until
from tests.support.command import answer, rowlock
from tests.support.installing import schema_roles
from tests.support.receiver import receiving
from tests.support.servers import FAST, Server, temporary_home

pytestmark = pytest.mark.slow

# Of the home, two beside it, and one far away whose schema has the name of another.
NAMES = ("main", "acme", "beta", "far")
SCHEMAS = {"main": "rowlock", "acme": "acme", "beta": "beta", "far": "acme"}
# Every tenant has this account, as copies of one schema would.
TWIN = "00000000-0000-4000-8000-0000000000aa"
TENANT = "X-Rowlock-Tenant"


@dataclass(frozen=True, slots=True)
class Hosted(Client):
    """Asks under a host."""

    host: str = ""

    def open(
        self, method: str, path: str, body: bytes | None, headers: Mapping[str, str], timeout: float
    ) -> Any:
        return Client.open(self, method, path, body, {"Host": self.host, **headers}, timeout)


@dataclass(frozen=True, slots=True)
class Tenant:
    """One of them: its name, its database, and its superadmin's session."""

    name: str
    dsn: str
    url: str

    @property
    def schema(self) -> str:
        return SCHEMAS[self.name]

    @property
    def token(self) -> str:
        realm = "rowlock" if self.name == "main" else f"rowlock/{self.name}"
        return issue(SECRET, TWIN, realm)[0]

    def client(self, token: str | None = None) -> Hosted:
        return Hosted(self.url, token or self.token, host=f"{self.name}.example.org")

    def ask(self, **more: object) -> str:
        body = {"role": "reviewer", "type": "approval", **more}
        answered = self.client()("POST", "/api/escalations", body)
        assert answered.status == 201, answered.text
        return str(answered.body["id"])

    def rows(self) -> set[str]:
        page = self.client()("GET", "/api/escalations?limit=500").body
        return {row["id"] for row in page["escalations"]}

    def value(self, statement: str, *given: object) -> Any:
        """The one value of a statement in which {} is its schema."""
        query = sql.SQL(statement).format(sql.Identifier(self.schema))  # type: ignore[arg-type,unused-ignore]
        with psycopg.connect(self.dsn, autocommit=True) as conn:
            row = conn.execute(query, given).fetchone()
            return row[0] if row else None


@dataclass(frozen=True, slots=True)
class Scene:
    tenants: Mapping[str, Tenant]
    env: Mapping[str, str]
    url: str
    away: Embedded

    @property
    def home(self) -> Tenant:
        return self.tenants["main"]

    def all(self) -> list[Tenant]:
        return [self.tenants[name] for name in NAMES]

    def put(self, name: str, **given: object) -> None:
        answered = self.home.client()("PUT", f"/api/namespaces/{name}", given)
        assert answered.status == 200, answered.text

    def cli(self, *argv: str) -> dict[str, Any]:
        return answer(rowlock("--json", *argv, env=self.env))


def populate(dsn: str, schema: str) -> None:
    with psycopg.connect(dsn, autocommit=True) as conn:
        for statement in (
            "insert into {}.user_account (id, external_id, account_type, status)"
            f" values ('{TWIN}', 'twin', 'user', 'active')",
            "insert into {}.membership (user_id, role, type, read_scope, write_scope)"
            f" values ('{TWIN}', 'superadmin', 'superadmin', 'all', 'all')",
        ):
            conn.execute(sql.SQL(statement).format(sql.Identifier(schema)))  # type: ignore[arg-type,unused-ignore]


@pytest.fixture(scope="module")
def scene(server: Server) -> Iterator[Scene]:
    """All four, registered by nothing but `rowlock tenant add`; and one that is lost."""
    with ExitStack() as stack:
        stack.enter_context(schema_roles(server, "acme"))
        stack.enter_context(schema_roles(server, "beta"))
        dsn = server.conninfo(stack.enter_context(server.database()))
        away = Embedded(stack.enter_context(temporary_home(quick=True)), settings=FAST).start()
        stack.callback(away.stop)
        far = away.conninfo("postgres")
        with psycopg.connect(dsn, autocommit=True) as conn:
            conn.execute("select rowlock.user_create_first(external_id => 'root')")
        given = {"webhook_allow": ("127.0.0.0/8",), "log_level": "warning", "tenants": True}
        settings = settings_for(dsn, **given)
        env = {
            "DATABASE_URL": dsn,
            "ROWLOCK_ACTOR": "root",
            "FAR_OWNER": far,
            "ROWLOCK_DSN_FAR": make_conninfo(far, user="far_http"),
        }
        made = Scene({}, env, "", away)
        for name in ("acme", "beta"):
            told = made.cli("tenant", "add", name, "--host", f"{name}.example.org")
            assert (told["schema_name"], told["logins"]) == (name, ["rowlock_http"])
            assert told["admin"]["external_id"] == "admin"
        place = ("--schema-name", "acme", "--dsn-name", "FAR", "--owner", "FAR_OWNER")
        assert made.cli("tenant", "add", "far", "--host", "far.example.org", *place)["applied"]
        made.cli("tenant", "add", "main", "--host", "main.example.org", "--schema-name", "rowlock")
        made.cli("tenant", "add", "lost", "--host", "lost.example.org", "--dsn-name", "LOST")
        for name, schema in SCHEMAS.items():
            populate(far if name == "far" else dsn, schema)
        patch = stack.enter_context(pytest.MonkeyPatch.context())
        patch.setenv("ROWLOCK_DSN_FAR", env["ROWLOCK_DSN_FAR"])
        url = stack.enter_context(serving(settings))
        tenants = {n: Tenant(n, far if n == "far" else dsn, url) for n in NAMES}
        yield Scene(tenants, env, url, away)


def test_each_has_its_own_rows_under_the_same_key(scene: Scene) -> None:
    made = {t.name: t.ask(signal_key="same", idempotency_key="same") for t in scene.all()}
    assert len({*made.values()}) == len(NAMES)
    for tenant in scene.all():
        assert tenant.rows() & {*made.values()} == {made[tenant.name]}
        for other in set(NAMES) - {tenant.name}:
            assert tenant.client()("GET", f"/api/escalations/{made[other]}").status == 404
        claimed = tenant.client()("POST", "/api/escalations/claim-next", {"roles": ["reviewer"]})
        assert [row["id"] for row in claimed.body["claimed"]] == [made[tenant.name]]


def test_what_signs_in_at_one_signs_in_nowhere_else(scene: Scene) -> None:
    for tenant in scene.all():
        bot = tenant.client()("POST", "/api/bot-accounts", {"external_id": "robot"}).body["id"]
        body = {"name": "k", "scopes": []}
        key = tenant.client()("POST", f"/api/bot-accounts/{bot}/api-keys", body).body["key"]
        ticket = tenant.client()("POST", "/api/events/tickets").body["ticket"]
        name = f"{tenant.schema}_session"
        cookie = {"Cookie": f"{name}={tenant.token}", "Sec-Fetch-Site": "same-origin"}
        for at in scene.all():
            here = at is tenant
            assert at.client(tenant.token)("GET", "/api/me").status == (200 if here else 401)
            assert at.client(key)("GET", "/api/me").status == (200 if here else 401)
            jar = Hosted(at.url, host=f"{at.name}.example.org")
            same = {**cookie, "Cookie": f"{at.schema}_session={tenant.token}"}
            assert jar("GET", "/api/me", headers=same).status == (200 if here else 401)
            # Nor does the header take a session anywhere.
            moved = Client(at.url, tenant.token)("GET", "/api/me", headers={TENANT: at.name})
            assert moved.status == (200 if here else 401)
        others = [t for t in scene.all() if t is not tenant]
        for at in others:
            with Hosted(at.url, host=f"{at.name}.example.org").stream(f"?ticket={ticket}") as s:
                assert s.status == 401


def test_a_password_is_good_for_its_own_tenant(scene: Scene) -> None:
    acme, beta = scene.tenants["acme"], scene.tenants["beta"]
    made = {"external_id": "ada", "password": "of acme alone"}
    assert acme.client()("POST", "/api/users", made).status == 201
    asked = {"username": "ada", "password": "of acme alone"}
    signed = Hosted(acme.url, host="acme.example.org")("POST", "/api/auth/login", asked)
    assert signed.status == 200
    assert signed.headers["Set-Cookie"].startswith("acme_session=")
    assert acme.client(signed.body["token"])("GET", "/api/me").status == 200
    elsewhere = Hosted(beta.url, host="beta.example.org")("POST", "/api/auth/login", asked)
    assert elsewhere.code == (401, "login_valid")
    document = beta.client()("GET", "/api/openapi.json").body
    assert document["components"]["securitySchemes"]["session"]["name"] == "beta_session"
    assert beta.client()("GET", "/").headers["Content-Type"].startswith("text/html")


def test_who_names_nobody_that_is_served_gets_nothing(scene: Scene) -> None:
    def asked(host: str, **headers: str) -> tuple[int, str | None]:
        client = Hosted(scene.url, scene.home.token, told=False, host=host)
        got = client("GET", "/api/me", headers={k.replace("_", "-"): v for k, v in headers.items()})
        return got.status, None if got.status == 200 else got.body["code"]

    named = {"X_Rowlock_Tenant": "main"}
    assert asked("other.example.org") == asked("acme.example.org.evil") == (421, "tenant_host")
    # Addresses and this machine are the default's.
    for host in ("127.0.0.1:1", "[::1]:80", "localhost", "MAIN.example.org.", "main.example.org:9"):
        assert asked(host)[0] == 200, host
    assert asked("other.example.org", **named)[0] == asked("main.example.org", **named)[0] == 200
    assert asked("acme.example.org", **named) == (421, "tenant_differs")
    assert asked("localhost", X_Rowlock_Tenant="none") == (404, "tenant_exists")
    assert asked("localhost", X_Rowlock_Tenant="") == (404, "tenant_exists")
    # Without a proxy that is trusted anybody may have written this.
    assert asked("localhost", X_Forwarded_Host="acme.example.org")[0] == 200
    assert asked("lost.example.org") == (503, "tenant_away")


def test_proxies_say_the_host_as_far_as_they_are_trusted() -> None:
    def host(trusted: int, forwarded: str = "", own: str = "inner:8080") -> str:
        headers = {"Host": own, **({"X-Forwarded-Host": forwarded} if forwarded else {})}
        return host_of(make_mocked_request("GET", "/", headers=headers), trusted)

    assert host(0, "acme.org") == "inner"
    assert host(1) == "inner"
    assert host(1, "Acme.org:443") == "acme.org"
    assert host(1, "evil.org, acme.org") == "acme.org"
    assert host(2, "evil.org, acme.org, inner.org") == host(2, "acme.org") == "acme.org"
    assert [host(0, own=o) for o in ("[::1]:80", "[::1]", "::1", "a.org.")] == [
        "[::1]", "[::1]", "::1", "a.org",
    ]  # fmt: skip


def test_an_address_in_the_request_line_goes_before_the_header() -> None:
    def host(target: str, **headers: str) -> str:
        return host_of(make_mocked_request("GET", target, headers=headers), 0)

    assert host("http://Acme.org:80/api/me", Host="beta.org") == "acme.org"
    assert host("http://[::1]:80/api/me", Host="beta.org") == "::1"
    assert host("/api/me", Host="beta.org") == "beta.org"
    assert host("http:///api/me", Host="beta.org") == "beta.org"
    assert host("/api/me") == ""


def test_each_has_its_own_channel_setting_lock_class_and_connections(scene: Scene) -> None:
    near = [t for t in scene.all() if t.name != "far"]
    assert len({t.value("select class from {}.event_watermark") for t in near}) == len(near)
    names = "select array_agg(distinct split_part(application_name, ' ', 1)) from pg_stat_activity"
    names += " where application_name like '%% journal'"
    assert {*scene.home.value(names)} == {"rowlock", "acme", "beta"}
    with psycopg.connect(scene.home.dsn, autocommit=True) as ear:
        ear.execute("select set_config('rowlock.actor', %s, false)", [TWIN])
        known = ear.execute("select rowlock.actor_current()::text").fetchone()
        assert known == (TWIN,)
        assert ear.execute("select acme.actor_current()").fetchone() == (None,)
        for tenant in near:
            ear.execute(sql.SQL("listen {}").format(sql.Identifier(tenant.schema)))
        for tenant in (*near, near[0]):
            tenant.ask()
            heard = [n.channel for n in ear.notifies(timeout=60, stop_after=1)]
            ear.execute("select 1")
            heard += [n.channel for n in ear.notifies(timeout=0)]
            assert {*heard} == {tenant.schema}


def test_a_stream_carries_its_own_tenants_events(scene: Scene) -> None:
    with ExitStack() as stack:
        streams: dict[str, Stream] = {}
        for tenant in scene.all():
            asked = tenant.client().stream("?topic=escalation.created")
            streams[tenant.name] = stack.enter_context(asked)
        for tenant in scene.all():
            begun = tenant.ask()
            while streams[tenant.name].take(1)[0].data["subject_id"] != begun:
                pass
        made: dict[str, list[str]] = {name: [] for name in NAMES}
        for _ in range(3):
            for tenant in scene.all():
                made[tenant.name].append(tenant.ask())
        for name, stream in streams.items():
            assert [f.data["subject_id"] for f in stream.take(3)] == made[name]
        assert all(stream.quiet(0.3) for stream in streams.values())


def test_each_sweeps_what_is_due(scene: Scene) -> None:
    due = [(t, t.ask(timeout="1 second")) for t in scene.all()]
    state = "select status from {}.escalation where id = %s"
    for tenant, row in due:
        until(lambda t=tenant, r=row: t.value(state, r) == "expired")  # type: ignore[misc]


def test_retention_of_one_leaves_the_others_alone(scene: Scene) -> None:
    old = "select count(*) from {}.signal where signal_key = 'old'"
    for tenant in scene.all():
        tenant.client()("PATCH", "/api/retention/rules/signals", {"enabled": False})
        with psycopg.connect(tenant.dsn, autocommit=True) as conn:
            made = (
                "insert into {}.signal select 'default', 'default', 'old', gen_random_uuid(), '1',"
                " now() - interval '2 days', now() - interval '1 day'"
            )
            conn.execute(sql.SQL(made).format(sql.Identifier(tenant.schema)))
    asked = {"rules": ["signals"], "dry_run": False}
    assert scene.tenants["acme"].client()("POST", "/api/retention/run", asked).status == 200
    counts = {t.name: t.value(old) for t in scene.all()}
    assert counts == {"main": 1, "acme": 0, "beta": 1, "far": 1}


def test_webhooks_tell_what_happened_at_their_own_tenant(scene: Scene) -> None:
    with receiving() as receiver:
        for tenant in scene.all():
            to = {"url": f"{receiver.url}/{tenant.name}", "topics": ["escalation.created"]}
            assert tenant.client()("POST", "/api/webhooks", to).status == 201
        made = {t.name: t.ask() for t in scene.all()}
        for name, row in made.items():
            receiver.wait(f"/{name}", 1)
            assert [g.event["subject_id"] for g in receiver.to(f"/{name}")] == [row]


def samples(scene: Scene) -> dict[tuple[str, str | None, str | None], float]:
    """What the whole process measured, by metric, tenant and route."""
    answered = Client(scene.url, told=False)("GET", "/metrics")
    assert answered.status == 200
    return {
        (s.name, s.labels.get("tenant"), s.labels.get("route")): s.value
        for family in text_string_to_metric_families(answered.text)
        for s in family.samples
    }


def test_monitors_see_each_of_them_and_the_whole(scene: Scene) -> None:
    before = samples(scene)
    for name in NAMES:
        scene.tenants[name].client()("GET", "/api/me")
    found = samples(scene)
    for name in NAMES:
        assert found["rowlock_tenant_ready", name, None] == 1
        assert found["rowlock_journal_alive", name, None] == 1
        assert found["rowlock_http_requests_total", name, "/api/me"] >= 1
    assert found["rowlock_tenant_ready", "lost", None] == 0
    # Services of other tests in this process have counted there too.
    nobodys = ("rowlock_http_requests_total", None, "/api/me")
    assert found.get(nobodys) == before.get(nobodys)
    # Under an address the process is asked, under a name the tenant.
    whole = Client(scene.url, told=False)("GET", "/readyz")
    assert (whole.status, whole.body["tenants"]) == (200, {"ready": 4, "away": 1})
    assert scene.tenants["beta"].client()("GET", "/readyz").body["checks"]["journal"] is True
    assert Hosted(scene.url, told=False, host="lb.internal")("GET", "/readyz").text == whole.text
    lost = Hosted(scene.url, told=False, host="lost.example.org")
    assert lost("GET", "/readyz").code == (503, "tenant_away")
    assert lost("GET", "/healthz").status == 200


def test_what_the_registry_says_holds_without_a_restart(scene: Scene) -> None:
    def status(host: str) -> int:
        got = Hosted(scene.url, scene.tenants["acme"].token, told=False, host=host)
        return got("GET", "/api/me").status

    # What a tenant writes into a registry of its own is read by nobody.
    own = {"schema_name": "evil", "hosts": ["evil.example.org"]}
    assert scene.tenants["acme"].client()("PUT", "/api/namespaces/evil", own).status == 200
    assert (status("localhost"), status("evil.example.org")) == (401, 421)
    home = {"schema_name": "rowlock", "hosts": ["main.example.org"]}
    scene.put("main", **home)
    until(lambda: status("localhost") == 421)
    scene.put("main", **home, is_default=True)
    until(lambda: status("localhost") == 401)
    assert status("evil.example.org") == 421

    scene.put("acme", schema_name="acme", hosts=["new.example.org", "acme.example.org"])
    until(lambda: status("new.example.org") == 200)
    scene.put("acme", schema_name="acme", hosts=["acme.example.org"], status="disabled")
    until(lambda: status("acme.example.org") == 421)
    scene.put("acme", schema_name="acme", hosts=["acme.example.org"], settings={"pool_size": 2})
    until(lambda: status("acme.example.org") == 200)
    size = 'rowlock_pool_size_max{tenant="acme"} 2.0'
    until(lambda: size in Client(scene.url, told=False)("GET", "/metrics").text)
    with pytest.MonkeyPatch.context() as patch:
        # Tried again and again; the variable appears here as it would at the next start.
        patch.setenv("ROWLOCK_DSN_LOST", os.environ["ROWLOCK_DSN_FAR"])
        scene.put("lost", schema_name="acme", hosts=["lost.example.org"], dsn_name="LOST")
        until(lambda: status("lost.example.org") == 401)
    assert json.dumps(scene.cli("tenant", "list")).count('"active"') == 5
    assert scene.cli("tenant", "remove", "lost")["name"] == "lost"
    until(lambda: status("lost.example.org") == 421)
    # Named again, it keeps what is not said; the schema is there already.
    again = scene.cli("tenant", "add", "acme", "--description", "The people of Acme.")
    assert (again["applied"], again["hosts"]) == ([], ["acme.example.org"])
    assert again["settings"] == {"pool_size": 2} and "admin" not in again
    # So does one that is not served: it is not served by that.
    away = {"schema_name": "acme", "hosts": ["lost.example.org"], "dsn_name": "LOST"}
    scene.put("lost", **away, status="disabled")
    assert scene.cli("tenant", "add", "lost", "--description", "Away.")["status"] == "disabled"
    assert scene.cli("tenant", "remove", "lost")["description"] == "Away."


def test_who_may_not_register_makes_nothing(scene: Scene) -> None:
    assert scene.home.client()("POST", "/api/users", {"external_id": "plain"}).status == 201
    add = ("--json", "tenant", "add", "gamma")
    refused = answer(rowlock(*add, "--as", "plain", env=scene.env), 1)
    assert refused["code"] == "actor_global"
    unset = answer(rowlock(*add, "--dsn-name", "EU", "--owner", "NONE", env=scene.env), 2)
    assert unset["error"] == "NONE is not set"
    nobody = {**scene.env, "OWNER": scene.env["FAR_OWNER"], "ROWLOCK_DSN_EU": "dbname=postgres"}
    unnamed = answer(rowlock(*add, "--dsn-name", "EU", "--owner", "OWNER", env=nobody), 2)
    assert unnamed["error"].startswith("ROWLOCK_DSN_EU names no user")
    assert scene.home.value("select to_regnamespace('gamma') is null") is True


def test_one_whose_database_is_away_keeps_nobody_from_working(scene: Scene) -> None:
    far = scene.tenants["far"]
    scene.away.stop()
    until(lambda: far.client()("GET", "/api/me").status == 503)
    assert [t.client()("GET", "/api/me").status for t in scene.all()] == [200, 200, 200, 503]
    assert far.client()("GET", "/readyz").status == 503
    until(
        lambda: (
            Client(scene.url, told=False)("GET", "/readyz").body["tenants"]
            == {"ready": 3, "away": 1}
        )
    )
    scene.away.start()
    until(lambda: far.client()("GET", "/api/me").status == 200)
    row = far.ask(timeout="1 second")
    state = "select status from {}.escalation where id = %s"
    until(lambda: far.value(state, row) == "expired")


def test_nothing_is_left_of_one_that_has_gone(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rowlock.served.LEAVE", 0.0)
    hosts = ["acme.example.org"]
    acme = Hosted(scene.url, scene.tenants["acme"].token, told=False, host=hosts[0])
    scene.put("acme", schema_name="acme", hosts=hosts, status="disabled")
    until(lambda: acme("GET", "/api/me").status == 421)

    def kept() -> int:
        # aiohttp keeps some of what it has built, of whoever was asked last: that is let be.
        web_app._cached_build_middleware.cache_clear()
        gc.collect()
        apps = [found for found in gc.get_objects() if isinstance(found, web.Application)]
        return sum(PLACE in app and app[PLACE].tenant == "acme" for app in apps)

    until(lambda: kept() == 0, 20)
    scene.put("acme", schema_name="acme", hosts=hosts)
    until(lambda: acme("GET", "/api/me").status == 200)
