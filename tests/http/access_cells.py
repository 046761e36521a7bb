"""The cells of the access matrix: who calls, what is there before, and the request that is sent.

Each cell is of its own making, and would be answered if the caller were entitled to it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, LiteralString

import psycopg
from tools.access_matrix import Line

from rowlock.routes import ROUTES, Route

from .conftest import PASSWORD, World
from .service import Answer, Client
from .test_openapi_answers import BEFORE, Values, asked, persona, values_of

ROUTED = {(r.method, r.path): r for r in ROUTES}
STREAMS = ("/api/events/stream", "/api/v1/events/stream")
# Bodies of what is no row of the route table.
BODIES: Mapping[str, object] = {
    "/api/auth/login": {"external_id": "root", "password": PASSWORD},
    "/api/me/password": {"old_password": PASSWORD, "password": PASSWORD},
}
# A cell is not disturbed by what the ones before it left.
CLEAN: tuple[LiteralString, ...] = (
    "update rowlock.user_account set external_id = id::text where external_id like 'answers %%'"
    " or external_id in ('ada', 'ada-lovelace', 'importer', 'nightly-importer')",
    "delete from rowlock.escalation where signal_key = 'ship-7'",
    "delete from rowlock.role_escalation where target_role = 'manager'",
    "delete from rowlock.role where role in ('answers', 'fresh')",
    "select d from rowlock.persona p,"
    " rowlock.persona_delete(key => p.key, actor => %(root)s::uuid) d",
)


@dataclass(frozen=True, slots=True)
class Caller:
    """Who calls; nobody has no account of its own."""

    client: Client
    user_id: str


def callers(world: World) -> dict[str, Caller]:
    """The columns of the table, by name."""
    for role in ("manager", "packer"):
        world.call("role_create", role=role, actor=world.root)

    def person(name: str, *grants: tuple[str, dict[str, str]]) -> Caller:
        user = world.user(f"caller {name}", *grants)
        return Caller(world.client(user), user)

    def key(name: str, *scopes: str) -> tuple[Caller, dict[str, Any]]:
        user = world.bot(f"caller {name}")
        world.call(
            "membership_grant", user_id=user, role="admin", type="superadmin", actor=world.root
        )
        made = world.call(
            "api_key_mint", user_id=user, name=name, scopes=list(scopes), actor=world.root
        )
        return Caller(Client(world.url, made["key"]), user), made

    narrow = {"read_scope": "self", "write_scope": "self"}
    suspended = person("suspended", ("admin", {"type": "superadmin"}))
    revoked, gone = key("revoked")
    found = {
        "nobody": Caller(world.nobody, world.root),
        "suspended": suspended,
        "revoked": revoked,
        "read": key("read", "read")[0],
        "stranger": person("stranger"),
        "member": person("member", ("reviewer", {})),
        "self": person("self", ("reviewer", narrow)),
        "admin": person("admin", ("reviewer", {"type": "admin"})),
        "global": person("global", ("admin", {"type": "admin"})),
        "super": Caller(world.admin, world.root),
    }
    # What they could do before is all there is to do, so it is the end of it that refuses them.
    for caller in (suspended, revoked):
        assert caller.client("GET", "/api/users").status == 200
    world.conn.execute(
        "update rowlock.user_account set status = 'suspended' where id = %s", [suspended.user_id]
    )
    world.call("api_key_revoke", user_id=revoked.user_id, key_id=gone["id"], actor=world.root)
    world.conn.execute(
        "update rowlock.user_account set password_hash = %s where account_type = 'user'",
        [world.password_hash],
    )
    return found


Change = Callable[[World, Caller, Values], object]


def _id(values: Values) -> str:
    return "id" if "id" in values else "user_id"


def _own(_: World, caller: Caller, values: Values) -> None:
    values[_id(values)] = caller.user_id


def _elsewhere(world: World, _: Caller, values: Values) -> None:
    world.call("membership_grant", user_id=values[_id(values)], role="packer", actor=world.root)


def _superadmin(world: World, _: Caller, values: Values) -> None:
    given = {"user_id": values[_id(values)], "role": "superadmin", "type": "superadmin"}
    world.call("membership_grant", **given, actor=world.root)


def _role(_: World, __: Caller, values: Values) -> None:
    values["role"] = "packer"


def _row_elsewhere(world: World, _: Caller, values: Values) -> None:
    values["id"] = world.row(role="packer")


def _routed(world: World, caller: Caller, values: Values) -> None:
    values["id"] = world.row()
    query = "update rowlock.escalation set assigned_to = %s where id = %s"
    world.conn.execute(query, [caller.user_id, values["id"]])


def _claimed(world: World, caller: Caller, values: Values) -> None:
    _routed(world, caller, values)
    try:
        world.call("escalation_claim", id=values["id"], actor=caller.user_id)
    except psycopg.Error:  # who may not claim meets a row that somebody else has
        world.call("escalation_claim", id=values["id"], actor=world.root)


def _held_elsewhere(world: World, _: Caller, values: Values) -> None:
    values["id"] = world.row(role="packer")
    world.call("escalation_claim", id=values["id"], actor=world.root)


def _chain(world: World, _: Caller, __: Values) -> None:
    chain = {"source_role": "packer", "target_role": "manager"}
    world.call("role_escalation_create", **chain, actor=world.root)


def _holding(world: World, _: Caller, values: Values) -> None:
    values["key"] = persona(world)
    world.call("persona_put_role", key=values["key"], role="packer", actor=world.root)


def _nothing(*_: object) -> None:
    pass


def _chained(world: World, _: Caller, values: Values) -> None:
    BEFORE["role_escalation_create"](world, values)


# What must be so before a route can answer everybody who is entitled.
MATRIX_BEFORE: Mapping[str, Change] = {
    "escalation_escalate": _chained,
}

# What a line says after its path: what of the usual request is otherwise, and members of the body.
VARIANTS: Mapping[str, tuple[Change, Mapping[str, object]]] = {
    "": (_nothing, {}),
    "the caller's own": (_own, {}),
    "of an account in another role": (_elsewhere, {}),
    "of a superadmin": (_superadmin, {}),
    "another role": (_role, {"role": "packer"}),
    "from another role": (_nothing, {"source_role": "packer"}),
    "a chain from another role": (_chain, {"source_role": "packer"}),
    "without a chain": (_nothing, {"target_role": "packer"}),
    "a new role": (_nothing, {"role": "fresh"}),
    "as superadmin": (_nothing, {"type": "superadmin"}),
    "as admin": (_nothing, {"type": "admin"}),
    "the status": (_nothing, {"status": "suspended"}),
    "the name": (_nothing, {"display_name": "Ada"}),
    "a password": (_nothing, {"password": PASSWORD}),
    "a persona with another role": (_holding, {}),
    "a row of another role": (_row_elsewhere, {}),
    "a row of another role, claimed": (_held_elsewhere, {}),
    "a row routed to the caller": (_routed, {}),
    "a row that the caller claimed": (_claimed, {}),
}
# A patch of these lines is of nothing else.
ALONE = frozenset({"the status", "the name", "a password"})


# Where these are about, no two callers meet the same.
_PERSONAL = (_own, _routed, _claimed)


@dataclass(slots=True)
class Cells:
    """The cells of one line, each with a request of its own making."""

    world: World
    document: dict[str, Any]
    line: Line
    _values: Values | None = None

    def send(self, caller: Caller) -> Answer:
        """The answer to the caller."""
        route = ROUTED.get((self.line.method, self.line.path))
        if self.line.path in STREAMS:
            with caller.client.stream(path=self.line.path) as stream:
                return Answer(stream.status, stream.response.headers, "")
        if route is None:
            path = self.line.path.replace("{file}", "css")
            return caller.client(self.line.method, path, BODIES.get(self.line.path))
        change, members = VARIANTS[self.line.variant]
        if self._values is None or change in _PERSONAL:
            self._values = self._prepare(route, change, caller)
        shown = _with(self.document, route, self.line, members)
        answer = asked(shown, route, caller.client, self._values)
        if answer.status < 400:
            # A refusal leaves all as it was, so the next caller asks the same; this didn't.
            self._values = None
        return answer

    def _prepare(self, route: Route, change: Change, caller: Caller) -> Values:
        world = self.world
        for statement in CLEAN:
            world.conn.execute(statement, {"root": world.root})
        values = values_of(route, world)
        if change is _role:
            change(world, caller, values)
        if route.function in MATRIX_BEFORE:
            MATRIX_BEFORE[route.function](world, caller, values)
        else:
            BEFORE.get(route.function, _nothing)(world, values)
        if change is not _role:
            change(world, caller, values)
        return values


def _with(
    document: dict[str, Any], route: Route, line: Line, members: Mapping[str, object]
) -> dict[str, Any]:
    """The document with the example that this line sends."""
    operation = dict(document["paths"][route.path][route.method.lower()])
    body = operation.get("requestBody")
    if members and body:
        shown = body["content"]["application/json"]["example"]
        example = dict(members) if line.variant in ALONE else {**shown, **members}
        operation["requestBody"] = {"content": {"application/json": {"example": example}}}
    elif members:
        query = operation.get("x-query", {})
        operation["x-query"] = {**query, **{k: v for k, v in members.items() if k in query}}
    return {"paths": {route.path: {route.method.lower(): operation}}}
