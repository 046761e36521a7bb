"""Every route answers its own example, and refuses, as the document tells: Client looks at that."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any
from urllib.parse import quote
from uuid import uuid4

import pytest

from rowlock.routes import ROUTES, Route
from tests.support.scene import keep_alive

from .conftest import World
from .contract import DOCUMENT
from .service import Answer, Client

YES = {"resolver_payload": {"decision": "yes"}}
NOBODY = "00000000-0000-4000-8000-000000000000"
Values = dict[str, str]


def account(world: World) -> str:
    """A new account."""
    row = world.conn.execute("select count(*) from rowlock.user_account").fetchone()
    return world.user(f"answers {row[0] if row else 0}")


def bot(world: World) -> str:
    row = world.conn.execute("select count(*) from rowlock.user_account").fetchone()
    return world.bot(f"answers {row[0] if row else 0}")


def persona(world: World, key: str = "clerk") -> str:
    known = world.admin("GET", "/api/personas").body["personas"]
    if key not in [p["key"] for p in known]:
        world.call("persona_create", key=key, actor=world.root)
    return key


def waited(world: World) -> str:
    """The key of a wait."""
    row = world.conn.execute("select count(*) from rowlock.escalation").fetchone()
    key = f"answers-{row[0] if row else 0}"
    world.row(signal_key=key)
    return key


def credential(world: World) -> str:
    """The token of a secret of the admin's."""
    return str(world.admin("POST", "/api/credentials", {"value": "4711"}).body["token"])


def task(world: World, **more: object) -> str:
    """A new task of the admin's; its id."""
    made = {"workflow_id": str(uuid4()), "workflow_type": "ship-order", "origin_id": "order-7"}
    return str(world.call("task_open", **{**made, **more}, actor=world.root)["task"]["id"])


def process(world: World) -> str:
    task(world)
    return "order-7"


def origin(world: World) -> str:
    """The origin of a new task, and of nothing else."""
    name = str(uuid4())
    task(world, origin_id=name)
    return name


# The project and the items that the examples speak of: one at the top, and one below it.
PROJECT = "3a1c5e7f-9b2d-4f60-8e1a-7c6b5d4e3f20"
TOP, ITEM = "a1b2c3d4-5e6f-4708-91a2-b3c4d5e6f708", "6e5d4c3b-2a19-4807-b6f5-e4d3c2b1a099"


def planned(world: World, *_: Values) -> str:
    """The plan of the examples, as new."""
    no_project(world)
    world.conn.execute(
        "insert into rowlock.project (id, name, slug, created_at, updated_at)"
        " values (%s, 'Plan', 'plan', now(), now())",
        [PROJECT],
    )
    world.conn.execute(
        "insert into rowlock.work_item"
        " (id, project_id, parent_id, kind, title, path, created_at, updated_at)"
        " select i.id::uuid, %s, i.parent_id::uuid, i.kind, i.kind, i.path, now(), now()"
        " from (values (%s, null, 'epic', 'a1b2c3d4'), (%s, %s, 'task', 'a1b2c3d4/6e5d4c3b'))"
        " i (id, parent_id, kind, path)",
        [PROJECT, TOP, ITEM, TOP],
    )
    return ITEM


def no_project(world: World, *_: Values) -> None:
    ours = "delete from rowlock.project where id = %s or slug in ('launch', 'plan')"
    world.conn.execute(ours, [PROJECT])


def consumer(world: World) -> str:
    world.call("event_consumer_put", name="warehouse", seq=0, actor=world.root)
    return "warehouse"


def rule(world: World) -> str:
    given = {"subject": "escalation", "action": "archive", "older_than": "90 days"}
    world.call("retention_rule_put", name="answers", **given, actor=world.root)
    return "answers"


def tenant(world: World) -> str:
    world.call("namespace_put", name="answers", schema_name="answers", actor=world.root)
    return "answers"


def topic(world: World) -> str:
    no_topic(world)
    return str(world.call("topic_create", topic="app.answers", actor=world.root)["topic"])


def no_topic(world: World, *_: Values) -> None:
    world.conn.execute("delete from rowlock.topic_catalog where category = 'app'")


def webhook(world: World, owner: str = "") -> str:
    """A new webhook, the superadmin's where nobody is named; its id. Its name is nobody's."""
    given = {"secret_id": str(uuid4()), "sealed_secret": b"c" * 28, "key_id": "k"}
    to = {"url": "https://shop.example/", "topics": ["app.answers"]}
    return str(world.call("webhook_create", **to, **given, actor=owner or world.root)["id"])


def delivery(world: World, owner: str = "") -> str:
    """One that is dead, of such a webhook; its id."""
    row = world.conn.execute(
        "insert into rowlock.delivery (id, webhook_id, seq, topic, subject_type, subject_id,"
        " status, ended_at, created_at)"
        " values (gen_random_uuid(), %s, 1, 'app.answers', 'app', '7', 'dead', now(), now())"
        " returning id",
        [webhook(world, owner)],
    ).fetchone()
    return str(row[0]) if row else ""


# The people whom the example of a delegation names, by what they do there.
GIVER, DELEGATE = "0b9d5f0e-3c7a-4d52-8a4e-6f1d2c3b4a59", "7f0c2f4e-6a53-4d0e-9c39-1f2b3c4d5e6f"


def lent(world: World) -> str:
    """A delegation of the one to the other that has not begun; its id."""
    undelegated(world)
    window = {"since": "2099-03-01T09:00:00Z", "until": "2099-03-15T09:00:00Z"}
    given = {"from_user": GIVER, "to_user": DELEGATE, "role": "reviewer", "actor": world.root}
    return str(world.call("delegation_create", **window, **given)["id"])


def undelegated(world: World, *_: Values) -> None:
    """Those two, of whom nothing is delegated."""
    world.conn.execute("delete from rowlock.delegation")
    for who in (GIVER, DELEGATE):
        world.conn.execute(
            "insert into rowlock.user_account (id, external_id) values (%s, %s)"
            " on conflict do nothing",
            [who, who],
        )
    world.call("membership_grant", user_id=GIVER, role="reviewer", actor=world.root)


# What stands for a variable of a path, by the first word of the path and the variable.
VALUES: Mapping[tuple[str, str], Callable[[World], str]] = {
    ("escalations", "workflow_id"): lambda _: "wf-7",
    ("escalations", "id"): lambda world: world.row(),
    ("roles", "role"): lambda _: "reviewer",
    ("projects", "id"): lambda world: (planned(world), PROJECT)[1],
    ("tasks", "id"): task,
    ("tasks", "origin_id"): process,
    ("origins", "origin_id"): origin,
    ("users", "id"): account,
    ("signals", "signal_key"): waited,
    ("waits", "signal_key"): waited,
    ("work-items", "id"): planned,
    ("users", "user_id"): account,
    ("users", "role"): lambda _: "reviewer",
    ("users", "key"): persona,
    ("bot-accounts", "id"): bot,
    ("bot-accounts", "role"): lambda _: "reviewer",
    ("personas", "key"): persona,
    ("personas", "role"): lambda _: "reviewer",
    ("bot-accounts", "user_id"): bot,
    ("bot-accounts", "key_id"): lambda _: NOBODY,
    ("credentials", "token"): credential,
    ("hosts", "id"): lambda world: world.machine(),
    ("hosts", "host_id"): lambda world: world.machine(),
    ("runs", "id"): lambda world: run(world),
    ("events", "name"): consumer,
    ("retention", "name"): rule,
    ("namespaces", "name"): tenant,
    ("runs", "run_id"): lambda world: run(world),
    ("topics", "topic"): topic,
    ("webhooks", "id"): webhook,
    ("webhooks", "webhook_id"): webhook,
    ("deliveries", "id"): delivery,
    ("delegations", "id"): lent,
}

# What is a list of nothing for a name that nobody has used.
LISTS = frozenset({
    "escalation_cancel_workflow", "escalation_list_by_workflow", "topic_subscribers",
})  # fmt: skip


def minted(world: World, values: Values) -> None:
    path = f"/api/bot-accounts/{values['user_id']}/api-keys"
    values["key_id"] = world.admin("POST", path, {"name": "k"}).body["id"]


def role(world: World, values: Values) -> None:
    """One that nothing names yet."""
    values["role"] = "answers"
    world.call("role_create", role=values["role"], actor=world.root)


def chained(world: World, _: Values) -> None:
    world.call("role_create", role="manager", actor=world.root)
    chain = {"source_role": "reviewer", "target_role": "manager"}
    world.call("role_escalation_create", **chain, actor=world.root)


def levelled(world: World, _: Values) -> None:
    """Rows of reviewer have a level to reach."""
    levels = [{"after_minutes": 30, "action": "notify"}]
    world.admin("PUT", "/api/roles/reviewer/levels", {"levels": levels})


def given(world: World, values: Values) -> None:
    world.call("user_persona_grant", user_id=values["user_id"], key=values["key"], actor=world.root)


def no_clerk(world: World, _: Values) -> None:
    world.call("persona_delete", key=persona(world), actor=world.root)


# The row that the examples with ids speak of.
SHOWN = "0195f3a0-7c1e-7b2a-9d3f-5e4c8b6a7d10"


def shown(world: World, _: Values) -> None:
    world.conn.execute("delete from rowlock.escalation where id = %s", [SHOWN])
    query = "update rowlock.escalation set id = %s where id = %s"
    world.conn.execute(query, [SHOWN, world.row()])


def northern(world: World, _: Values) -> None:
    world.row(metadata={"region": "north"}, origin_id="order-7")
    query = "delete from rowlock.escalation where origin_id = 'order-7' and assigned_until > now()"
    world.conn.execute(query)


def shown_chained(world: World, values: Values) -> None:
    chained(world, values)
    shown(world, values)


# The host that the examples speak of, and its instance.
HOST, INSTANCE = "3d6c5b4a-9f8e-4d7c-8b6a-5f4e3d2c1b0a", "0b9f6f0e-5f0c-4a7e-9d0a-6f1f3f6c2a11"


def hosted(world: World, *_: Values) -> None:
    """That host, which may take runs for as long as the tests take."""
    world.conn.execute(
        "insert into rowlock.host (id, name, platform, status, instance_id, last_seen_at,"
        " created_at, updated_at)"
        " values (%s, 'example', 'linux', 'online', %s, now(), now(), now())"
        " on conflict (id) do update set status = 'online', bot_id = null",
        [HOST, INSTANCE],
    )
    keep_alive(world.conn, HOST)


def run(world: World) -> str:
    """The run of a new plan; its id."""
    planned(world, {})
    given = {"work_item_id": ITEM, "provider": "claude", "cwd": "/srv/shop", "actor": world.root}
    return str(world.call("run_create", **given)["id"])


def come_to(*statuses: str) -> Callable[[World, Values], object]:
    """The run of the path goes on that host from status to status."""

    def go(world: World, values: Values) -> None:
        hosted(world)
        for status in statuses:
            world.conn.execute(
                "update rowlock.run set status = %s, host_id = %s, failure_reason = %s"
                " where id = %s",
                # For this reason no timer of the service starts it again.
                [
                    status,
                    HOST,
                    {"failed": "dispatch_timeout"}.get(status),
                    values.get("id") or values["run_id"],
                ],
            )

    return go


def attached(world: World, values: Values) -> None:
    come_to("spawning", "running")(world, values)
    given = {"id": values["id"], "holder": "ada at laptop-3", "actor": world.root}
    world.call("run_lease_acquire", **given)


def asking(world: World, values: Values) -> None:
    """Something has been asked, and is answered."""
    come_to("spawning", "running")(world, values)
    run_id = values.get("run_id") or values["id"]
    given = {"run_id": run_id, "role": "reviewer", "actor": world.root}
    asks = {"attempt": 1, "wait_key": "deploy", "question": '"May I?"'}
    told = world.call("run_ask", **given, **asks)
    world.admin("POST", f"/api/escalations/{told['escalation']['id']}/resolve", YES)


def waiting(world: World, _: Values) -> None:
    hosted(world)
    run(world)


def no_mini(world: World, _: Values) -> None:
    world.conn.execute("delete from rowlock.host where name in ('mac-mini-7', 'mac-mini-8')")


# What must be so before a route can answer; most need nothing.
def unversioned(world: World, _: Values) -> None:
    """No role has a version, as the example of a patch expects."""
    world.conn.execute("delete from rowlock.role_schema")
    world.conn.execute("delete from rowlock.role_list_schema")
    world.conn.execute(
        "update rowlock.role set current_schema_version = null, current_list_schema_version = null"
    )


BEFORE: Mapping[str, Callable[[World, Values], object]] = {
    "api_key_list": minted,
    "api_key_revoke": minted,
    "delegation_create": undelegated,
    "delegation_list": lambda world, _: lent(world),
    "escalation_available": lambda world, _: world.row(),
    "escalation_bulk_assign": shown,
    "escalation_bulk_cancel": shown,
    "escalation_bulk_claim": shown,
    "escalation_bulk_escalate": shown_chained,
    "escalation_bulk_triage": shown,
    "escalation_claim_by_facets": northern,
    "escalation_claim_by_metadata": northern,
    "escalation_claim_groups": northern,
    "escalation_claim_next": lambda world, _: world.row(),
    "escalation_escalate": lambda world, _: world.call(
        "role_create", role="manager", actor=world.root
    ),
    "escalation_level_up": levelled,
    "escalation_list": lambda world, _: world.row(),
    "escalation_release": lambda world, values: world.admin(
        "POST", f"/api/escalations/{values['id']}/claim"
    ),
    "escalation_resolve_all_or_none": shown,
    "escalation_resolve_by_ids": shown,
    "escalation_resolve_by_metadata": lambda world, _: world.row(metadata={"region": "north"}),
    "escalation_resolve_by_signal_key": lambda world, _: world.admin(
        "POST", "/api/escalations", {"role": "reviewer", "type": "t", "signal_key": "ship-7"}
    ),
    "escalation_priority": shown,
    "event_since": lambda world, _: world.row(),
    "host_create": no_mini,
    "host_list": lambda world, _: world.machine(),
    "host_patch": no_mini,
    "host_reconcile": lambda world, values: world.conn.execute(
        "update rowlock.host set instance_id = %s where id = %s", [INSTANCE, values["host_id"]]
    ),
    "membership_grant": lambda world, _: world.row(),
    "persona_create": no_clerk,
    "persona_delete_role": lambda world, values: world.call(
        "persona_put_role", key=values["key"], role=values["role"], actor=world.root
    ),
    "project_create": no_project,
    "retention_run": lambda world, _: rule(world),
    "retention_run_list": lambda world, _: world.call_all(
        "retention_run", rules=[rule(world)], actor=world.root
    ),
    "role_delete": role,
    "role_patch": unversioned,
    "run_answers": asking,
    "run_ask": come_to("spawning", "running"),
    "run_asks": asking,
    "run_attempts": come_to("spawning", "running"),
    "run_claim": waiting,
    "run_create": planned,
    "run_dispatch": hosted,
    "run_interrupt": come_to("spawning", "running"),
    "run_lease_acquire": come_to("spawning", "running"),
    "run_lease_release": attached,
    "run_list": lambda world, _: run(world),
    "run_requeue": come_to("spawning", "failed"),
    "run_signal": come_to("spawning", "running"),
    "run_stop": come_to("spawning", "running"),
    "process_list": lambda world, _: task(world),
    "task_list": lambda world, _: task(world),
    "task_siblings": lambda world, _: task(world),
    "user_persona_grant": lambda world, _: persona(world),
    "project_list": planned,
    "work_item_create": planned,
    "work_item_list": planned,
    "topic_create": no_topic,
    "topic_subscribers": lambda world, _: webhook(world),
    "webhook_list": lambda world, _: webhook(world),
    "user_persona_revoke": given,
    "role_level_put": lambda world, _: world.call("role_create", role="manager", actor=world.root),
    "role_escalation_create": chained,
    "role_escalation_delete": chained,
    "membership_revoke": lambda world, values: world.call(
        "membership_grant", user_id=values["user_id"], role=values["role"], actor=world.root
    ),
}


def ids(route: Route) -> str:
    return route.function


def values_of(route: Route, world: World) -> Values:
    first = route.path.split("/")[2]
    names = re.findall(r"\{(\w+)\}", route.path)
    missing = [n for n in names if (first, n) not in VALUES]
    assert not missing, f"say in VALUES what stands for {missing} of {route.path}"
    return {n: VALUES[first, n](world) for n in names}


@pytest.fixture(scope="module")
def document(world: World) -> dict[str, Any]:
    return dict(world.nobody("GET", DOCUMENT).body)


def asked(document: dict[str, Any], route: Route, who: Client, values: Values) -> Answer:
    """The route, with the request that the document shows."""
    operation = document["paths"][route.path][route.method.lower()]
    path = re.sub(r"\{(\w+)\}", lambda m: values[m[1]], route.path)
    query = "&".join(
        f"{n}={quote(v if isinstance(v, str) else json.dumps(v))}"
        for n, v in operation.get("x-query", {}).items()
    )
    body = operation.get("requestBody")
    example = body["content"]["application/json"]["example"] if body else None
    return who(route.method, path + (f"?{query}" if query else ""), example)


@pytest.mark.parametrize("route", ROUTES, ids=ids)
def test_a_route_answers_the_request_that_it_shows(
    world: World, document: dict[str, Any], route: Route
) -> None:
    values = values_of(route, world)
    BEFORE.get(route.function, lambda *_: None)(world, values)
    answer = asked(document, route, world.admin, values)
    assert answer.status in (200, 201), answer.text
    times = re.findall(r'"(\d{4}-\d\d-\d\dT[^"]+)"', answer.text)
    assert [t for t in times if not re.fullmatch(r"[^.]+\.\d{6}Z", t)] == []


@pytest.mark.parametrize("route", ROUTES, ids=ids)
def test_a_route_refuses_as_it_tells(world: World, document: dict[str, Any], route: Route) -> None:
    values = values_of(route, world)
    unknown = dict.fromkeys(values, NOBODY)
    stranger = world.client(account(world))
    path = re.sub(r"\{(\w+)\}", lambda m: values[m[1]], route.path)
    refused = [
        asked(document, route, world.nobody, values),
        asked(document, route, world.client(NOBODY), values),
        asked(document, route, Client(world.url, "rl_no_key"), values),
        world.admin(route.method, path, {"no_such_argument": 1}),
        world.admin(route.method, path, raw=b"{"),
        world.admin(route.method, path, raw=b"\xff"),
        world.admin(route.method, path, raw=b" " * (1024 * 1024 + 1)),
        world.admin(route.method, path, headers={"Content-Encoding": "gzip"}),
    ]
    # The keys of one body are the caller's own words.
    unknown_key = 200 if route.verbatim else 400
    assert [a.status for a in refused] == [401, 401, 401, unknown_key, 400, 400, 413, 415]
    # These may be allowed; what counts is that nothing untold is said.
    asked(document, route, stranger, values)
    if values:
        found = (200,) if route.function in LISTS else (400, 404)
        # An answer may come before its question.
        found = (202,) if route.function == "signal_send" else found
        assert asked(document, route, world.admin, unknown).status in found


def lists(document: dict[str, Any]) -> Iterator[tuple[Route, str, Any]]:
    """Each argument that is a list, with its example."""
    for route in ROUTES:
        operation = document["paths"][route.path][route.method.lower()]
        body = operation.get("requestBody", {"content": {}})["content"].get("application/json", {})
        told = {p["name"]: p.get("schema", {}) for p in operation["parameters"]}
        told |= body.get("schema", {}).get("properties", {})
        for name, schema in told.items():
            if "array" in (schema.get("type"), *schema.get("type", ())):
                yield route, name, schema


def test_every_list_has_a_length(world: World, document: dict[str, Any]) -> None:
    found = list(lists(document))
    assert len(found) >= 6
    for route, name, schema in found:
        values = values_of(route, world)
        path = re.sub(r"\{(\w+)\}", lambda m, v=values: v[m[1]], route.path)  # type: ignore[misc]
        item = NOBODY if schema["items"].get("format") == "uuid" else "read"
        operation = document["paths"][route.path][route.method.lower()]
        body = operation.get("requestBody")
        given = body["content"]["application/json"]["example"] if body else {}
        needed = [p for p in operation["parameters"] if p["in"] == "query" and p["required"]]
        given |= {p["name"]: p["example"] for p in needed if "example" in p}
        answer = world.admin(route.method, path, {**given, name: [item] * 10_001})
        assert (*answer.code, answer.field) == (400, "argument_invalid", name), route.path
