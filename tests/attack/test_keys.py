"""Keys and sessions against what is others': every route, with things that are there and are not.

The routes and their requests come from the table of routes and the OpenAPI document.
"""

from __future__ import annotations

import http.client
import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

import jwt
import psycopg
import pytest
from psycopg import sql

from rowlock.auth import issue
from rowlock.routes import ROUTES, Route
from tests.http.access_cells import CLEAN
from tests.http.conftest import World, password_hash
from tests.http.contract import DOCUMENT
from tests.http.service import SECRET, Answer, serving, settings_for
from tests.http.test_openapi_answers import BEFORE, Values, asked, values_of
from tests.support.scene import keep_alive

__all__ = ["password_hash"]

pytestmark = pytest.mark.slow

UUID = re.compile(r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}")
# What others' things are called in the examples; a word of the same length is nobody's.
NAMES = {"ship-7": "shun-0", "order-7": "odder-0", "wf-7": "wg-0", "north": "nowhe"}
LEFT = re.compile(r'"request_id": ?"[^"]*"|\d{4}-\d\d-\d\dT[0-9:.]+Z')


# Everybody who is signed in sees these, and so learns whether one is there.
PUBLIC = ("project_", "work_item_", "run_", "host_", "persona_", "role_", "topic_")
# Who administers a role sees all accounts.
ACCOUNTS = ("user_", "bot_", "membership_", "api_key_")
# What tells whether something is there to who may not see it, and why that is no secret.
TELLS = {
    "credential_revoke": "whoever has a token knows that it is one",
    "signal_send": "a key that others wait by is not free for an answer in advance",
    **dict.fromkeys(
        (
            "escalation_priority", "escalation_bulk_claim", "escalation_bulk_assign",
            "escalation_bulk_escalate", "escalation_bulk_triage", "escalation_bulk_cancel",
        ),
        "one row of another role refuses the whole list; nobody guesses the id of a row",
    ),
}  # fmt: skip
# These make something of the caller's own, or change it.
OWN = {"user_patch_preferences", "webhook_create", "task_open", "host_register"}
# What stands in others' things, and in what is told to nobody else.
MARKS = ('"reviewer"', "shop.example", "ship-order", "order-7")
ADMIN, DELEGATE = "an admin of another role", "a delegate at another time"
# An admin of any role plans, makes accounts, and names personas.
ADMINS = (
    "project_",
    "work_item_",
    "run_",
    "user_create",
    "bot_create",
    "persona_create",
    "persona_patch",
)
# Who trusts these would take the caller for whom they name.
FORGED = (
    "X-Rowlock-Actor", "Rowlock-Actor", "X-Actor", "X-Forwarded-User", "X-Remote-User",
    "On-Behalf-Of", "X-Original-User", "X-User-Id",
)  # fmt: skip


@dataclass(slots=True)
class Line:
    """A connection that is kept, for hundreds of requests of one caller."""

    url: str
    token: str
    headers: Mapping[str, str] = field(default_factory=dict)
    conn: http.client.HTTPConnection = field(init=False)

    def __post_init__(self) -> None:
        to = urlsplit(self.url)
        self.conn = http.client.HTTPConnection(to.hostname or "", to.port, timeout=30)

    def __call__(self, method: str, path: str, body: object = None) -> Answer:
        sent = None if body is None else json.dumps(body).encode()
        bearer = {"Authorization": f"Bearer {self.token}"}
        self.conn.request(method, path, sent, {**self.headers, **bearer})
        got = self.conn.getresponse()
        return Answer(got.status, got.headers, got.read().decode())


@pytest.fixture(scope="module")
def world(dsn: str, password_hash: str) -> Iterator[World]:
    """One in which nothing happens but what is asked for."""
    settings = settings_for(dsn, timers=False, webhooks=False)
    with psycopg.connect(dsn, autocommit=True) as conn, serving(settings) as url:
        made = World.first(url, conn, password_hash)
        for role in ("manager", "packer", "reviewer"):
            made.call("role_create", role=role, actor=made.root)
        yield made


def key(world: World, name: str, *scopes: str, role: str = "packer") -> tuple[str, dict[str, Any]]:
    """A bot with a role, and its key."""
    bot = world.bot(name)
    world.call("membership_grant", user_id=bot, role=role, actor=world.root)
    given = {"user_id": bot, "name": name, "scopes": list(scopes)}
    return bot, world.call("api_key_mint", **given, actor=world.root)


def delegate(world: World) -> str:
    """A person to whom reviewer is delegated in all ways that do not count now."""
    to = world.user("delegate")
    for name in ("over", "to come", "of a suspended giver", "of a giver without the role"):
        giver = world.user(name, ("reviewer", {}))
        given = {"from_user": giver, "to_user": to, "role": "reviewer", "reason": name}
        until = datetime.now(UTC) + timedelta(days=1)
        world.call("delegation_create", **given, until=until, actor=world.root)
    for statement in (
        "update rowlock.delegation set since = since - interval '2 days',"
        " until = until - interval '2 days' where reason = 'over'",
        "update rowlock.delegation set since = until - interval '1 hour' where reason = 'to come'",
        "update rowlock.user_account set status = 'suspended' where external_id like '%suspended%'",
        "delete from rowlock.membership m using rowlock.user_account u"
        " where u.id = m.user_id and u.external_id like '%without%'",
    ):
        world.conn.execute(statement.encode())
    # What is asked about delegations begins without any.
    world.conn.execute("create temp table lent as table rowlock.delegation")
    return to


@pytest.fixture(scope="module")
def callers(world: World) -> dict[str, Line]:
    """Those who are somebody, and have nothing to do with what is asked for."""
    forged = dict.fromkeys(FORGED, world.root)

    def person(name: str, **more: str) -> Line:
        user = world.user(name, *([("packer", more)] if more else []))
        return Line(world.url, issue(SECRET, user)[0], forged)

    host, host_key = key(world, "another host", "host")
    made = world.call("host_register", name="another", platform="linux", actor=host)["host"]
    world.call("host_heartbeat", host_id=made["id"], instance_id=made["id"], actor=host)
    keep_alive(world.conn, made["id"])
    return {
        "a stranger": person("stranger"),
        ADMIN: person("boss", type="admin"),
        "the key of another role": Line(world.url, key(world, "writer")[1]["key"], forged),
        "its key to read": Line(world.url, key(world, "reader", "read")[1]["key"], forged),
        "the key of another host": Line(world.url, host_key["key"], forged),
        DELEGATE: Line(world.url, issue(SECRET, delegate(world))[0]),
    }


@pytest.fixture(scope="module")
def dead(world: World) -> dict[str, Line]:
    """What was once good for a reviewer, or looks so."""
    bots = {n: key(world, n, role="reviewer") for n in ("revoked", "expired", "suspended", "gone")}
    tokens = {f"a key, {name}": str(made["key"]) for name, (_, made) in bots.items()}
    tokens["a key with another secret"] = tokens["a key, revoked"][:-1] + "0"
    users = {n: world.user(f"{n} person", ("reviewer", {})) for n in ("suspended", "gone", "good")}
    tokens |= {f"a session, {n}": issue(SECRET, u)[0] for n, u in users.items() if n != "good"}
    claims = {"iss": "rowlock", "sub": users["good"], "iat": 0, "exp": 1}
    late = {**claims, "exp": datetime.now(UTC) + timedelta(hours=1)}
    tokens["a session that is over"] = jwt.encode(claims, SECRET, algorithm="HS256")
    tokens["a session of another service"] = issue(
        "another secret, which is as long as ours", users["good"]
    )[0]
    tokens["a session of another tenant"] = issue(SECRET, users["good"], "acme")[0]
    tokens["a session that nobody signed"] = jwt.encode(late, "", algorithm="none")
    lines = {name: Line(world.url, token) for name, token in tokens.items()}
    for name in ("a key, suspended", "a session, suspended", "a key, gone", "a session, gone"):
        assert lines[name]("GET", "/api/me").status == 200
    bot, made = bots["revoked"]
    world.call("api_key_revoke", user_id=bot, key_id=made["id"], actor=world.root)
    world.conn.execute(
        "update rowlock.api_key set created_at = created_at - interval '1 day',"
        " expires_at = now() - interval '1 second' where name = 'expired'"
    )
    for who in (bots["suspended"][0], users["suspended"]):
        query = "update rowlock.user_account set status = 'suspended' where id = %s"
        world.conn.execute(query, [who])
    for who in (bots["gone"][0], users["gone"]):
        world.call("user_delete", id=who, actor=world.root)
    return lines


def tables(world: World) -> dict[str, str]:
    """What each table holds; a key's own stamp aside."""
    names = world.conn.execute(
        "select relname from pg_class"
        " where relnamespace = 'rowlock'::regnamespace and relkind = 'r' order by relname"
    ).fetchall()
    query = sql.SQL(" union all ").join(
        sql.SQL("select {}, (count(*), {})::text from {} t").format(
            sql.Literal(name),
            sql.SQL(
                "md5(string_agg((to_jsonb(t) - 'last_used_at')::text, ',' order by t.id))"
                if name == "api_key"
                else "sum(t.xmin::text::int8)"
            ),
            sql.Identifier("rowlock", name),
        )
        for (name,) in names
    )
    return dict(world.conn.execute(query).fetchall())


@pytest.fixture(scope="module")
def document(world: World) -> dict[str, Any]:
    return dict(world.nobody("GET", DOCUMENT).body)


def elsewhere(shown: Any, others: dict[str, str]) -> Any:
    """The same with ids and names of nothing; which those are is added to what is known."""
    text = json.dumps(shown)
    for word in (*UUID.findall(text), *(n for n in NAMES if f'"{n}"' in text)):
        others.setdefault(word, NAMES.get(word) or str(uuid4()))
    for there, not_there in others.items():
        text = text.replace(there, not_there)
    return json.loads(text)


def plain(answer: Answer, words: Iterable[str]) -> tuple[int, str]:
    """What is told beside the words, and beside what is otherwise each time."""
    text = LEFT.sub("", answer.text)
    for word in words:
        text = text.replace(word, "\N{HORIZONTAL ELLIPSIS}")
    return answer.status, text


@dataclass(frozen=True, slots=True)
class Asked:
    """The request of a route, of what is there and of what is not."""

    route: Route
    shown: dict[str, Any]
    values: Values
    not_shown: dict[str, Any]
    no_values: Values
    words: dict[str, str]

    @classmethod
    def of(cls, world: World, document: dict[str, Any], route: Route) -> Asked:
        """With things of reviewer, or of the superadmin, that are made for it."""
        name = route.function
        for statement in CLEAN:
            world.conn.execute(statement, {"root": world.root})
        values = values_of(route, world)
        BEFORE.get(name, lambda *_: None)(world, values)
        world.conn.execute("insert into rowlock.delegation table lent on conflict do nothing")
        user = values.get("user_id") or values.get("id")
        if user and route.path.startswith(("/api/users", "/api/bot-accounts")):
            world.call("membership_grant", user_id=user, role="reviewer", actor=world.root)
        if name.startswith(("persona_", "user_persona_")):
            held = "insert into rowlock.persona_role (persona_id, role, relationship)"
            world.conn.execute(
                f"{held} select id, 'reviewer', 'write-all' from rowlock.persona"
                " where key = 'clerk' on conflict do nothing".encode()
            )
        words = {
            v: NAMES.get(v) or (str(uuid4()) if UUID.fullmatch(v) else v[:-1] + "~")
            for n, v in values.items()
            if n != "role"
        }
        shown = document["paths"][route.path][route.method.lower()]
        parts = {k: shown[k] for k in ("requestBody", "x-query") if k in shown}
        not_shown = {**shown, **elsewhere(parts, words)}
        no_values = {n: words.get(v, v) for n, v in values.items()}
        return cls(route, shown, values, not_shown, no_values, words)

    def there(self, who: Line) -> Answer:
        return self._sent(self.shown, self.values, who)

    def not_there(self, who: Line) -> Answer:
        return self._sent(self.not_shown, self.no_values, who)

    def _sent(self, operation: dict[str, Any], values: Values, who: Line) -> Answer:
        at = {self.route.path: {self.route.method.lower(): operation}}
        return asked({"paths": at}, self.route, who, values)  # type: ignore[arg-type]


def test_what_is_others_is_neither_changed_nor_told_of(
    world: World, document: dict[str, Any], callers: dict[str, Line], dead: dict[str, Line]
) -> None:
    for line in callers.values():
        line("GET", "/api/me")
    tells, wrong = set(), []
    thirds = 1 if os.environ.get("ROWLOCK_FUZZ_EXAMPLES") else 3
    for number, route in enumerate(ROUTES):
        name = route.function
        request = Asked.of(world, document, route)
        before = tables(world)
        # In a long run all of them everywhere.
        for who, line in list(dead.items())[number % thirds :: thirds]:
            answer = request.there(line)
            if answer.status != 401:
                wrong.append((name, who, answer.text[:300]))
        found = {
            who: request.there(line)
            for who, line in callers.items()
            if name not in OWN and not (who == ADMIN and name.startswith(ADMINS))
        }
        after = tables(world)
        if changed := [t for t in before if before[t] != after[t]]:
            wrong.append((name, str(changed), str({w: a.status for w, a in found.items()})))
        for who, answer in found.items():
            if name.startswith((*PUBLIC, *ACCOUNTS) if who == ADMIN else PUBLIC):
                continue
            # A delegate sees the delegations, which are of reviewer.
            own = (name, who) == ("delegation_list", DELEGATE)
            if answer.status < 400 and not own and any(m in answer.text for m in MARKS):
                wrong.append((name, who, answer.text[:300]))
            if '"key_scope"' in answer.text:
                continue  # said before anything is looked for
            there = plain(answer, request.words)
            if there != plain(request.not_there(callers[who]), request.words.values()):
                if name in TELLS:
                    tells.add(name)
                else:
                    wrong.append((name, who, answer.text[:300]))
    assert wrong == []
    assert tells == set(TELLS)
