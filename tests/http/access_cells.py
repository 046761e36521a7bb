"""The cells of the access matrix: who calls, what is there before, and the request that is sent.

Each cell is of its own making, and would be answered if the caller were entitled to it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, LiteralString

from tools.access_matrix import Line

from rowlock.routes import ROUTES, Route

from .access_variants import (
    ALONE,
    MATRIX_BEFORE,
    PERSONAL,
    VARIANTS,
    Caller,
    Change,
    nothing,
    role_elsewhere,
)
from .conftest import PASSWORD, World
from .service import Answer, Client
from .test_openapi_answers import BEFORE, Values, asked, credential, values_of

ROUTED = {(r.method, r.path): r for r in ROUTES}
STREAMS = ("/api/events/stream", "/api/v1/events/stream")
# Bodies of what is no row of the route table.
BODIES: Mapping[str, Callable[[World], object]] = {
    "/api/auth/login": lambda _: {"external_id": "root", "password": PASSWORD},
    "/api/me/password": lambda _: {"old_password": PASSWORD, "password": PASSWORD},
    "/api/credentials": lambda _: {"value": "4711"},
    "/api/credentials/exchange": lambda world: {"token": credential(world)},
}
# A cell is not disturbed by what the ones before it left.
CLEAN: tuple[LiteralString, ...] = (
    "update rowlock.user_account set external_id = id::text where external_id like 'answers %%'"
    " or external_id in ('ada', 'ada-lovelace', 'importer', 'nightly-importer')",
    "update rowlock.user_account set external_id = 'root' where id = %(root)s::uuid",
    "delete from rowlock.escalation where signal_key = 'ship-7'",
    "delete from rowlock.task",
    "delete from rowlock.webhook",
    "delete from rowlock.host where name in ('mac-mini-7', 'mac-mini-8')",
    "delete from rowlock.role_escalation where target_role = 'manager'",
    "delete from rowlock.role where role in ('answers', 'fresh')",
    "select d from rowlock.persona p,"
    " rowlock.persona_delete(key => p.key, actor => %(root)s::uuid) d",
)


def prepare_roles(world: World) -> None:
    """The roles that lines speak of."""
    for role in ("manager", "packer"):
        world.call("role_create", role=role, actor=world.root)


def callers(world: World) -> dict[str, Caller]:
    """The columns of the table, by name."""
    prepare_roles(world)

    def person(name: str, *grants: tuple[str, dict[str, str]]) -> Caller:
        user = world.user(f"caller {name}", *grants)
        return Caller(world.client(user), user)

    def key(name: str, *scopes: str, grants: bool = True) -> tuple[Caller, dict[str, Any]]:
        user = world.bot(f"caller {name}")
        if grants:
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
        "host": key("host", "host", grants=False)[0],
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
            body = BODIES.get(self.line.path, nothing)(self.world)
            return caller.client(self.line.method, path, body)
        change, members = VARIANTS[self.line.variant]
        if self._values is None or change in PERSONAL:
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
        if change is role_elsewhere:
            change(world, caller, values)
        if route.function in MATRIX_BEFORE:
            MATRIX_BEFORE[route.function](world, caller, values)
        else:
            BEFORE.get(route.function, nothing)(world, values)
        if change is not role_elsewhere:
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
