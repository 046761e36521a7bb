"""Data in every table of the schema, by verbs that every release has."""

from __future__ import annotations

import uuid
from datetime import timedelta
from typing import Any

import psycopg

from tests.support.scene import call, one

DAY, TOKEN, SEALED = timedelta(days=1), uuid.UUID(int=1), b"sealed" * 10


def fill(conn: psycopg.Connection) -> str:
    """Work of every kind; returns the account that began, which is global."""
    admin = one(conn, "user_create_first", external_id="admin")["id"]
    _people(conn, admin)
    _queue(conn, admin)
    _plan(conn, admin)
    _readers(conn, admin)
    call(conn, "retention_run", actor=admin)
    one(conn, "escalation_fold", min_rows=0, anew=True)
    one(conn, "event_restore")
    return str(admin)


def _people(conn: psycopg.Connection, admin: str) -> None:
    for role in ("press", "press-lead"):
        call(conn, "role_create", role=role, actor=admin)
    form = {"type": "object", "properties": {"ok": {"type": "boolean"}}}
    patch = {"form_schema": form, "list_schema": {"columns": []}, "upstream_roles": ["reviewer"]}
    call(conn, "role_patch", role="press", patch=patch, actor=admin)
    call(conn, "role_escalation_put", role="press", target_roles=["press-lead"], actor=admin)
    worker = one(conn, "user_create", external_id="worker", actor=admin)["id"]
    for role in ("press", "planner"):
        call(conn, "membership_grant", user_id=worker, role=role, actor=admin)
    call(conn, "persona_create", key="printer", actor=admin)
    call(conn, "persona_put_role", key="printer", role="press-lead", actor=admin)
    call(conn, "user_persona_grant", user_id=worker, key="printer", actor=admin)
    call(conn, "login_attempt_start", external_id="worker", address="192.0.2.1")


def _queue(conn: psycopg.Connection, admin: str) -> None:
    def ask(**given: object) -> Any:
        return one(
            conn, "escalation_create", **{"role": "press", "type": "t", "actor": admin, **given}
        )

    rows = [ask(metadata={"n": n}, origin_id="order-1")["escalation"]["id"] for n in range(20)]
    ask(idempotency_key="once", approvals_required=2, signal_key="wait-1")
    answer = {"resolver_payload": {"ok": True, "decision": "yes"}, "actor": admin}
    call(conn, "escalation_resolve_by_signal_key", signal_key="wait-1", **answer)
    for row in rows[:10]:
        call(conn, "escalation_claim", id=row, actor=admin)
    for row in rows[:5]:
        call(conn, "escalation_resolve", id=row, **answer)
    call(conn, "escalation_escalate", id=rows[11], target_role="press-lead", actor=admin)
    call(conn, "escalation_cancel", id=rows[12], reason="no more", actor=admin)
    call(conn, "signal_send", signal_key="early", payload={"ok": True}, actor=admin)
    stored = {"token": TOKEN, "value": SEALED, "key_id": "k1"}
    call(conn, "credential_store", **stored, actor=admin)
    task = one(conn, "task_open", workflow_id="w1", workflow_type="print", actor=admin)["task"][
        "id"
    ]
    call(conn, "task_milestone", id=task, what="begun", actor=admin)


def _plan(conn: psycopg.Connection, admin: str) -> None:
    bot = one(conn, "bot_create", external_id="robot", actor=admin)["id"]
    call(conn, "api_key_mint", user_id=bot, name="key", scopes=["host"], actor=admin)
    instance = uuid.UUID(int=2)
    at_work = {"instance_id": instance, "actor": bot}
    registered = one(conn, "host_register", name="mini", platform="linux", **at_work)
    host = registered["host"]["id"]
    call(conn, "host_reconcile", host_id=host, sessions=["stray"], **at_work)
    project = one(conn, "project_create", name="Book", slug="book", actor=admin)["id"]
    item = one(conn, "work_item_create", project_id=project, kind="task", title="Set", actor=admin)[
        "id"
    ]
    run = one(conn, "run_create", work_item_id=item, provider="claude", cwd="/", actor=admin)["id"]
    call(conn, "run_claim", host_id=host, **at_work)
    call(conn, "run_signal", id=run, attempt=1, kind="started", actor=bot)
    question = {"run_id": run, "attempt": 1, "wait_key": "go", "role": "press"}
    call(conn, "run_ask", **question, question={"text": "Go?"}, actor=bot)
    call(conn, "run_lease_acquire", id=run, holder="ada", actor=admin)


def _readers(conn: psycopg.Connection, admin: str) -> None:
    call(conn, "event_consumer_put", name="warehouse", seq=1, max_lag=DAY, actor=admin)
    call(conn, "event_ticket_create", actor=admin)
    hook = {"url": "https://hooks.example", "topics": ["*"], "secret_id": uuid.UUID(int=3)}
    call(conn, "webhook_create", **hook, sealed_secret=SEALED, key_id="k1", actor=admin)
    call(conn, "topic_create", topic="app.printed", actor=admin)
    call(conn, "topic_publish", topic="app.printed", payload={"n": 1}, actor=admin)
    call(conn, "delivery_enqueue")
