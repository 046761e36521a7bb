"""Worker, service and Postgres killed at each arrow from an item to its end: it ends as always.

Each is killed when a request has been done and before its answer is heard, which is the worst
instant: who asked cannot know.
"""

from __future__ import annotations

import asyncio
import re
import signal
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import psycopg
import pytest

from rowlock.auth import issue
from tests.support.house import SECRET, House
from tests.support.up import Up
from tests.worker.gate import Trap, gate
from tests.worker.story import AGENT, ANSWER, Client, Story, Worker, worker

pytestmark = pytest.mark.fault

UUID = "[0-9a-f-]{36}"
ARROWS = {
    "item": "POST /api/work-items ",
    "run": "POST /api/runs ",
    "claim": "POST /api/runs/claim ",
    "started": f'POST /api/runs/{UUID}/signals .*"started"',
    "ask": f"POST /api/runs/{UUID}/ask ",
    "claim by a person": f"POST /api/escalations/{UUID}/claim ",
    "resolve": f"POST /api/escalations/{UUID}/resolve ",
    "answer": f"GET /api/runs/{UUID}/answers ",
    "finished": f'POST /api/runs/{UUID}/signals .*"finished"',
    "item done": f"POST /api/work-items/{UUID}/transition ",
}
# What the journal says of a run and of its question, besides how much was written meanwhile.
RUN = ["run.created", "run.spawning", "run.started", "run.finished"]
ASK = ["escalation.created", "escalation.claimed", "escalation.resolved"]
ITEM = ["work_item.created", "work_item.status_changed"]


class Stage:
    """The house, its one service, and a client of it."""

    def __init__(self, house: House, stack: ExitStack) -> None:
        self.house = house
        self._stack = stack
        self._kills = asyncio.Lock()
        self._service = self._serve()

    def _serve(self) -> Up:
        return self._stack.enter_context(self.house.service())

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.house.port}"

    async def kill_service(self) -> None:
        async with self._kills:
            await asyncio.to_thread(self._service.stop, signal.SIGKILL)
            self._service = await asyncio.to_thread(self._serve)

    async def kill_postgres(self) -> None:
        async with self._kills:
            await asyncio.to_thread(self.house.kill_postmaster)


@pytest.fixture
def stage(house: House) -> Iterator[Stage]:
    with ExitStack() as stack:
        yield Stage(house, stack)


@asynccontextmanager
async def told(stage: Stage, name: str, folder: Path) -> AsyncIterator[tuple[Story, Worker]]:
    """A story that can begin: a gate before the service, a project, a worker behind the gate."""
    cwd = folder / name
    cwd.mkdir()
    script = folder / "agent.sh"
    script.write_text(AGENT)
    token = issue(SECRET, str(stage.house.root))[0]
    async with aiohttp.ClientSession() as session, gate(stage.url) as before:
        client = Client(before.url, token, session)
        _, project = await client.once("POST", "/api/projects", name=name, slug=name)
        async with worker(client, before.url, name, folder, f"sh {script} {{task}}") as working:
            person = str(stage.house.root)
            yield Story(client, before, project["id"], name, cwd, person), working


def trap(story: Story, spring: Callable[[], Awaitable[object]]) -> None:
    story.gate.traps += [
        Trap(name, re.compile(request), spring) for name, request in ARROWS.items()
    ]


async def test_nothing_is_killed(stage: Stage, tmp_path: Path) -> None:
    async with told(stage, "nobody-killed", tmp_path) as (story, working):
        await story.tell()
        check(stage.house, story)
        did = [said["did"] for said in working.said()]
        assert did == ["registered", "claimed", "asked", "answered", "ended"]


async def test_a_killed_worker(stage: Stage, tmp_path: Path) -> None:
    async with told(stage, "killed-worker", tmp_path) as (story, working):
        trap(story, working.die)
        await story.tell()
        check(stage.house, story)
        assert working.lives == 1 + sum(t.sprung for t in story.gate.traps)


async def test_a_killed_service(stage: Stage, tmp_path: Path) -> None:
    async with told(stage, "killed-service", tmp_path) as (story, working):
        trap(story, stage.kill_service)
        await story.tell()
        check(stage.house, story)
        assert working.lives == 1


async def test_a_killed_postgres(stage: Stage, tmp_path: Path) -> None:
    async with told(stage, "killed-postgres", tmp_path) as (story, working):
        trap(story, stage.kill_postgres)
        await story.tell()
        check(stage.house, story)
        assert working.lives == 1


def check(house: House, story: Story) -> None:
    """However often something was killed: one of each, and nobody did anything twice."""
    # An ask that was sent again may bring the answer itself: then nobody reads the inbox.
    assert {t.name for t in story.gate.traps if not t.sprung} <= {"answer"}
    with house.connect() as conn:
        assert (
            one(conn, "select to_jsonb(w) from rowlock.work_item w where id = %s", story.item)[
                "status"
            ]
            == "done"
        )
        run = one(conn, "select to_jsonb(r) from rowlock.run r where id = %s", story.run)
        assert (run["status"], run["attempt"], run["exit_code"]) == ("exited", 1, 0)
        asks = conn.execute(
            "select id::text, status, resolver_payload from rowlock.escalation where run_id = %s",
            [story.run],
        ).fetchall()
        assert asks == [(story.ask, "resolved", ANSWER)]
        ledger = "select kind from rowlock.processed_signal where run_id = %s order by 1"
        assert [k for (k,) in conn.execute(ledger, [story.run])] == ["finished", "started"]
        assert [t for t in topics(conn, story.run) if t != "run.output_appended"] == RUN
        assert topics(conn, story.ask) == ASK
        assert topics(conn, story.item) == ITEM
        versions = "select subject_id, version from rowlock.event where subject_id = any (%s)"
        seen = Counter(conn.execute(versions, [[story.run, story.ask, story.item]]).fetchall())
        assert set(seen.values()) == {1}
    assert lines(story.cwd / "starts") == [f"{story.run} 1 {story.name}"]
    assert len(lines(story.cwd / "answers")) == 1


def one(conn: psycopg.Connection, query: Any, *values: object) -> Any:
    found = conn.execute(query, values).fetchone()
    assert found is not None
    return found[0]


def topics(conn: psycopg.Connection, subject: str) -> list[str]:
    query = "select topic from rowlock.event where subject_id = %s order by seq"
    return [topic for (topic,) in conn.execute(query, [subject])]


def lines(path: Path) -> list[str]:
    return path.read_text().splitlines()
