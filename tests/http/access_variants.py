"""What a line of the access matrix says after its path: how its request is not the usual one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

import psycopg

from .conftest import PASSWORD, World
from .test_openapi_answers import (
    BEFORE,
    HOST,
    INSTANCE,
    SHOWN,
    Values,
    delivery,
    levelled,
    persona,
    task,
    webhook,
)


@dataclass(frozen=True, slots=True)
class Caller:
    """Who calls; nobody has no account of its own."""

    client: Any
    user_id: str


Change = Callable[[World, Caller, Values], object]


def _id(values: Values) -> str:
    return "id" if "id" in values else "user_id"


def own(_: World, caller: Caller, values: Values) -> None:
    values[_id(values)] = caller.user_id


def _elsewhere(world: World, _: Caller, values: Values) -> None:
    world.call("membership_grant", user_id=values[_id(values)], role="packer", actor=world.root)


def _superadmin(world: World, _: Caller, values: Values) -> None:
    given = {"user_id": values[_id(values)], "role": "superadmin", "type": "superadmin"}
    world.call("membership_grant", **given, actor=world.root)


def role_elsewhere(_: World, __: Caller, values: Values) -> None:
    values["role"] = "packer"


def _row_elsewhere(world: World, _: Caller, values: Values) -> None:
    values["id"] = world.row(role="packer")


def _shown_elsewhere(world: World, _: Caller, __: Values) -> None:
    world.conn.execute("update rowlock.escalation set role = 'packer' where id = %s", [SHOWN])


def routed(world: World, caller: Caller, values: Values) -> None:
    values["id"] = world.row()
    query = "update rowlock.escalation set assigned_to = %s where id = %s"
    world.conn.execute(query, [caller.user_id, values["id"]])


def claimed(world: World, caller: Caller, values: Values) -> None:
    routed(world, caller, values)
    try:
        world.call("escalation_claim", id=values["id"], actor=caller.user_id)
    except psycopg.Error:  # who may not claim meets a row that somebody else has
        world.call("escalation_claim", id=values["id"], actor=world.root)


def _held_elsewhere(world: World, _: Caller, values: Values) -> None:
    values["id"] = world.row(role="packer")
    world.call("escalation_claim", id=values["id"], actor=world.root)


def stored(world: World, caller: Caller, values: Values) -> None:
    given = {"token": str(uuid4()), "value": b"c" * 28, "key_id": "k"}
    try:
        made = world.call("credential_store", **given, actor=caller.user_id)
    except psycopg.Error:  # who may not store meets what somebody else did
        made = world.call("credential_store", **given, actor=world.root)
    values["token"] = made["token"]


def _task_own(world: World, caller: Caller, values: Values) -> None:
    values["id"] = task(world, initiated_by=caller.user_id)


def _task_tied(world: World, _: Caller, values: Values) -> None:
    values["id"] = task(world)
    world.row(task_id=values["id"])


def _webhook_own(world: World, caller: Caller, values: Values) -> None:
    # Who has no account any more meets somebody else's.
    mine = caller.user_id if caller.user_id in _active(world) else ""
    if "webhook_id" in values:
        values["webhook_id"] = webhook(world, mine)
    else:
        # An id is a webhook's, or a delivery's where the path says so.
        made = webhook if _is_webhook(world, values["id"]) else delivery
        values["id"] = made(world, mine)


def _active(world: World) -> set[str]:
    found = world.conn.execute("select id from rowlock.user_account where status = 'active'")
    return {str(row[0]) for row in found}


def _is_webhook(world: World, name: str) -> bool:
    query = "select from rowlock.webhook where id = %s"
    return world.conn.execute(query, [name]).fetchone() is not None


def _host_own(world: World, caller: Caller, values: Values) -> None:
    # People have no hosts: they meet one of somebody else's.
    if values.get("host_id") != HOST:
        values["host_id"] = world.machine()
    query = (
        "update rowlock.host h set instance_id = %s, bot_id = coalesce((select u.id"
        " from rowlock.user_account u where u.id = %s and u.account_type = 'bot'), h.bot_id)"
        " where h.id = %s"
    )
    world.conn.execute(query, [INSTANCE, caller.user_id, values["host_id"]])


def _consumer_own(world: World, caller: Caller, values: Values) -> None:
    given = {"name": values["name"], "seq": 0, "user_id": caller.user_id}
    world.call("event_consumer_put", **given, actor=world.root)


def _run_own(world: World, caller: Caller, _: Values) -> None:
    _host_own(world, caller, {"host_id": HOST})


def _chain(world: World, _: Caller, __: Values) -> None:
    chain = {"source_role": "packer", "target_role": "manager"}
    world.call("role_escalation_create", **chain, actor=world.root)


def _holding(world: World, _: Caller, values: Values) -> None:
    values["key"] = persona(world)
    world.call("persona_put_role", key=values["key"], role="packer", actor=world.root)


def nothing(*_: object) -> None:
    pass


def _chained(world: World, _: Caller, values: Values) -> None:
    BEFORE["role_escalation_create"](world, values)


# What must be so before a route can answer everybody who is entitled.
MATRIX_BEFORE: Mapping[str, Change] = {
    "escalation_escalate": _chained,
    "escalation_level_up": lambda world, _, values: levelled(world, values),
}

# What a line says after its path: what of the usual request is otherwise, and members of the body.
VARIANTS: Mapping[str, tuple[Change, Mapping[str, object]]] = {
    "": (nothing, {}),
    "the caller's own": (own, {}),
    "of an account in another role": (_elsewhere, {}),
    "of a superadmin": (_superadmin, {}),
    "another role": (role_elsewhere, {"role": "packer"}),
    "from another role": (nothing, {"source_role": "packer"}),
    "a chain from another role": (_chain, {"source_role": "packer"}),
    "without a chain": (nothing, {"target_role": "packer"}),
    "a query of another role": (nothing, {"query": {"role": "packer"}}),
    "a new role": (nothing, {"role": "fresh"}),
    "as superadmin": (nothing, {"type": "superadmin"}),
    "as admin": (nothing, {"type": "admin"}),
    "the status": (nothing, {"status": "suspended"}),
    "the name": (nothing, {"display_name": "Ada"}),
    "a password": (nothing, {"password": PASSWORD}),
    "a persona with another role": (_holding, {}),
    "a task of the caller's": (_task_own, {}),
    "a task with a row in the role": (_task_tied, {}),
    "a consumer of the caller's": (_consumer_own, {}),
    "a host of the caller's": (_host_own, {}),
    "for a host of the caller's": (_run_own, {}),
    "a row of another role": (_row_elsewhere, {}),
    "the row of another role": (_shown_elsewhere, {}),
    "a row of another role, claimed": (_held_elsewhere, {}),
    "a row routed to the caller": (routed, {}),
    "a row that the caller claimed": (claimed, {}),
    "stored by the caller": (stored, {}),
    "for the caller": (nothing, {"from_user": None}),
    "a webhook of the caller's": (_webhook_own, {}),
}
# A patch of these lines is of nothing else.
ALONE = frozenset({"the status", "the name", "a password"})
# Where these are about, no two callers meet the same.
PERSONAL = (
    own,
    routed,
    claimed,
    stored,
    _task_own,
    _host_own,
    _run_own,
    _consumer_own,
    _webhook_own,
)
