"""Every public function with odd arguments: it answers, or refuses in a way that callers know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from hypothesis import given

from rowlock.errors import refusal
from tests.support.scene import Scene, keep_alive, one, scene
from tests.support.servers import Server

from .arguments import Function, catalog, given_of
from .conftest import fuzzed

pytestmark = pytest.mark.slow

TABLES = (
    "escalation", "task", "host", "run", "project", "work_item", "webhook", "delivery", "api_key",
    "user_account",
)  # fmt: skip


@pytest.fixture(name="scene", scope="module")
def _scene(server: Server, db: str) -> Iterator[Scene]:
    with scene(server, db) as made:
        populate(made)
        yield made


def populate(made: Scene) -> None:
    """Something of each kind."""
    root, owner = made.root, made.owner
    for key in ("ship-7", None):
        made.row(
            signal_key=key, metadata={"region": "north"}, workflow_id="wf-7", origin_id="order-7"
        )
    one(owner, "escalation_claim", id=made.row(), actor=root)
    one(owner, "task_open", workflow_id="wf-7", workflow_type="t", origin_id="order-7", actor=root)
    project = one(owner, "project_create", name="Plan", slug="plan", actor=root)["id"]
    item = {"project_id": project, "kind": "task", "actor": root}
    tops = [one(owner, "work_item_create", title=t, **item)["id"] for t in "ab"]
    one(owner, "work_item_create", title="c", parent_id=tops[0], **item)
    bot = one(owner, "user_create", external_id="a-bot", account_type="bot", actor=root)["id"]
    one(owner, "api_key_mint", user_id=bot, name="host", scopes=["host"], actor=root)
    host = one(owner, "host_register", name="box", platform="linux", actor=bot)["host"]["id"]
    one(owner, "host_heartbeat", host_id=host, instance_id=host, actor=bot)
    keep_alive(owner, host)
    for top in tops:
        one(owner, "run_create", work_item_id=top, provider="claude", cwd="/srv", actor=root)
    one(owner, "run_claim", host_id=host, instance_id=host, actor=bot)
    one(owner, "topic_create", topic="app.a", actor=root)
    one(owner, "persona_create", key="clerk", actor=root)
    one(owner, "event_consumer_put", name="warehouse", seq=0, actor=root)


@pytest.fixture(scope="module")
def known(scene: Scene) -> dict[str, list[str]]:
    """The ids of what is there, by its table."""
    found = {
        t: [str(i) for (i,) in scene.owner.execute(f"select id from rowlock.{t}".encode())]
        for t in TABLES
    }
    bots = "select id from rowlock.user_account where account_type = 'bot'"
    return {**found, "bot": [str(i) for (i,) in scene.owner.execute(bots)]}


@pytest.fixture(scope="module")
def service(scene: Scene) -> Iterator[psycopg.Connection]:
    with scene.connect() as conn:
        conn.execute("set statement_timeout = '30s'")
        yield conn


def complaint(error: psycopg.Error) -> str | None:
    """What is wrong with how it was refused."""
    state, told = error.sqlstate or "", refusal(error)
    # A body may use no table that the owner may not, and reads what it is given by itself.
    if told.status >= 500 or state == "42501" or state.startswith("22"):
        return f"{state}: {error}"
    if state.startswith("PT") and not (told.code and isinstance(told.detail, dict) and told.hint):
        return f"{state} says too little: {error}"
    return None


def test_odd_arguments_are_answered_or_refused(
    scene: Scene, service: psycopg.Connection, known: dict[str, list[str]]
) -> None:
    everything = [i for ids in known.values() for i in ids]
    actors = [scene.root, scene.account("reviewer"), scene.account("reviewer", scope="self")]
    actors += [scene.account(), known["bot"][0], scene.root]
    wrong: dict[str, str] = {}
    ends: Counter[str] = Counter()

    def ending(function: Function, given: dict[str, Any]) -> str:
        try:
            with service.transaction(force_rollback=True):
                service.execute(function.called(given), given).fetchall()
        except psycopg.Error as e:
            if said := complaint(e):
                wrong.setdefault(function.name, f"{said} {str(given)[:600]}")
            return e.sqlstate or ""
        return "done"

    for function in catalog(scene):
        noun = next((ids for t, ids in known.items() if function.name.startswith(f"{t}_")), [])

        @fuzzed(8)
        @given(given_of(function, [*noun, *noun, *everything], actors))
        def call(given: dict[str, Any]) -> None:
            ends[ending(function, given)] += 1  # noqa: B023

        call()
    assert wrong == {}
    # The arguments are good enough to get past the checks, and bad enough to be refused.
    assert min(ends["done"], ends["PT400"], ends["PT404"], ends["PT403"]) > 100, ends
    locks = "select count(*) from pg_locks where locktype = 'advisory' and pid = %s"
    assert scene.owner.execute(locks, [service.info.backend_pid]).fetchone() == (0,)
    settings = "select coalesce(current_setting('rowlock.actor', true), '')"
    assert service.execute(settings).fetchone() == ("",)
