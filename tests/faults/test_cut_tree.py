"""Every command of the tree, cut amid each of its calls: it says so, and goes well the next time.

ROWLOCK_FAULT_ROUTES=all takes them all; else those that make several calls.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import psycopg
import pytest
from typer.main import get_command

from rowlock.cli import app
from tests.support.command import Done, answer
from tests.support.importing import command
from tests.support.proxy import proxy
from tests.support.scene import one
from tests.support.wire import Wire

pytestmark = pytest.mark.fault

EVERY = os.environ.get("ROWLOCK_FAULT_ROUTES") == "all"
SEVERAL = {"user set", "item add", "retention"}
UNREACHABLE = 3
UNTIL = f"{datetime.now(UTC).date() + timedelta(days=30)}"
# These go on for long, talk to nobody, or are tested by themselves.
OTHERS = {
    "config", "demo", "doctor", "import", "install", "psql", "status", "up", "watch",
    "worker",
}  # fmt: skip
# Of a run that no host has: refused, which takes the same calls.
REFUSED = {"run requeue", "run stop"}
MORE = {
    "claim": ["--next"], "retention": ["--now"], "user set": ["--name", "Ada L."],
    "role targets": ["reviewer"], "item move": ["--root"],
}  # fmt: skip


def commands(found: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, list[str]]]:
    """The name of each, and what it must be given."""
    if hasattr(found, "commands"):
        for name, inner in found.commands.items():
            yield from commands(inner, (*path, name))
    else:
        needed = [p for p in found.params if p.required]
        told = [p.name if p.param_type_name == "argument" else p.opts[0] for p in needed]
        yield " ".join(path), told


TREE = dict(commands(get_command(app)))


class Desk:
    """Where commands are typed, with something of each kind to name."""

    def __init__(self, dsn: str, wire: Wire, conn: psycopg.Connection) -> None:
        self.dsn, self.wire, self.conn = dsn, wire, conn
        self.root = one(conn, "user_create_first", external_id="admin")["id"]
        self.number = 0

    def make(self, verb: str, **given: Any) -> Any:
        return one(self.conn, verb, actor=self.root, **given)

    def argv(self, name: str) -> list[str]:
        """The command with what it must be given, each of its own and new."""
        self.number += 1
        new, account, role, key = (f"{w}-{self.number}" for w in ("new", "person", "role", "key"))
        user = self.make("user_create", external_id=account)["id"]
        self.make("role_create", role=role)
        self.make("persona_create", key=key)
        project = self.make("project_create", name=new, slug=f"plan-{self.number}")["id"]
        item = self.make("work_item_create", project_id=project, kind="task", title="a")["id"]
        row = self.make("escalation_create", role="reviewer", type="t")["escalation"]["id"]
        values = {
            "id": row, "role": role, "kind": "approval", "role_name": role, "key": key,
            "what": "escalations", "name": new, "account": account, "external_id": new,
            "slug": new, "title": "b",
            "project": f"plan-{self.number}", "item": item, "order": "0", "status": "doing",
            "patch": '{"description": "other"}', "--cwd": "/srv", "--until": UNTIL,
        }  # fmt: skip
        match name:
            case "persona add":
                values["key"] = new
            case "persona deny" | "persona take":
                self.make("persona_put_role", key=key, role=role)
                self.make("user_persona_grant", user_id=user, key=key)
            case "revoke":
                self.make("membership_grant", user_id=user, role=role)
            case "project unarchive":
                self.make("project_archive", id=project)
            case "key revoke":
                bot = self.make("user_create", external_id=f"{new}-bot", account_type="bot")["id"]
                self.make("api_key_mint", user_id=bot, name=new)
                values["account"] = f"{new}-bot"
            case "key new" | "key list":
                self.make("user_create", external_id=f"{new}-bot", account_type="bot")
                values["account"] = f"{new}-bot"
            case "delegate give" | "delegate end":
                self.make("membership_grant", user_id=self.root, role=role)
                if name == "delegate end":
                    given = {"to_user": user, "role": role, "until": UNTIL}
                    values["delegation_id"] = self.make("delegation_create", **given)["id"]
            case "tenant remove":
                self.make("namespace_put", name=new, schema_name=f"new_{self.number}")
            case _ if name.startswith("host "):
                values["host"] = self.make("host_create", name=new, platform="linux")["id"]
            case _ if name.startswith("run ") and name != "run create":
                run = {"work_item_id": item, "provider": "claude", "cwd": "/srv"}
                values["run"] = self.make("run_create", **run)["id"]
        told = [[n, values[n]] if n.startswith("--") else [values[n]] for n in TREE[name]]
        return [*name.split(), *(word for words in told for word in words), *MORE.get(name, [])]

    def run(self, argv: list[str]) -> Done:
        return command(self.dsn, "--json", *argv)


@pytest.fixture(scope="module")
def desk(dsn: str) -> Iterator[Desk]:
    with psycopg.connect(dsn, autocommit=True) as conn, proxy(dsn) as line:
        yield Desk(line.conninfo(dsn), Wire(line), conn)


@pytest.mark.parametrize("name", sorted(TREE.keys() - OTHERS if EVERY else SEVERAL))
def test_a_command_that_is_cut(desk: Desk, name: str) -> None:
    reference = desk.run(desk.argv(name))
    usual = 1 if name in REFUSED else 0
    assert reference.returncode == usual, reference.stdout + reference.stderr
    calls = 0
    while True:
        argv = desk.argv(name)
        desk.wire.arm('"rowlock"."', "before the answer", passing=calls)
        done = desk.run(argv)
        if not desk.wire.broken:
            break
        told = answer(done, UNREACHABLE)
        assert (told["code"], told["detail"]) == ("unavailable", None)
        assert "Traceback" not in done.stderr
        # Done already, as it is told, or done now.
        again = desk.run(argv)
        assert again.returncode in (0, 1), again.stderr
        assert "Traceback" not in again.stderr
        calls += 1
    desk.wire.arm("", "before")
    assert (done.returncode, calls > 0) == (usual, True), done.stderr
