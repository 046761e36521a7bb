"""What a worker does besides the usual: stops, refuses, loses, waits its turn, and leaves."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from rowlock.auth import issue
from tests.support.command import answer, rowlock
from tests.support.house import SECRET, House
from tests.worker.gate import gate
from tests.worker.story import Client, Worker, worker

pytestmark = pytest.mark.slow

WAITS = "while [ ! -e go ]; do sleep 0.05; done"


@pytest.fixture(scope="module")
def url(house: House) -> Iterator[str]:
    with house.service():
        yield f"http://127.0.0.1:{house.port}"


class Bench:
    """A project, a worker whose command is a shell script, and runs of it."""

    def __init__(self, client: Client, working: Worker, project: str, folder: Path) -> None:
        self.client = client
        self.working = working
        self.project = project
        self.folder = folder
        self.items: list[str] = []

    async def run(self, title: str = "task", cwd: str | None = None) -> str:
        """A run of a new item."""
        _, item = await self.client.once(
            "POST", "/api/work-items", project_id=self.project, kind="task", title=title
        )
        self.items.append(item["id"])
        _, run = await self.client.once(
            "POST", "/api/runs", work_item_id=item["id"], provider="claude",
            cwd=cwd or str(self.folder),
        )  # fmt: skip
        return str(run["id"])

    async def until(self, run: str, **facts: object) -> dict[str, Any]:
        async with asyncio.timeout(60):
            while True:
                got = await self.client.get(f"/api/runs/{run}")
                if facts.items() <= got.items():
                    return dict(got)
                await asyncio.sleep(0.05)

    async def said(self, what: str, times: int = 1) -> dict[str, Any]:
        async with asyncio.timeout(60):
            while True:
                found = [said for said in self.working.said() if said["did"] == what]
                if len(found) >= times:
                    return found[times - 1]
                await asyncio.sleep(0.05)

    async def wrote(self, name: str) -> None:
        """Until a command has written a line to a file of its folder."""
        async with asyncio.timeout(60):
            while not ((path := self.folder / name).exists() and path.read_text()):  # noqa: ASYNC110
                await asyncio.sleep(0.05)

    def file(self, run: str, name: str) -> Path:
        return self.working.data / "runs" / f"{run}.1" / name


@asynccontextmanager
async def bench(
    url: str, house: House, folder: Path, command: str, *more: str
) -> AsyncIterator[Bench]:
    name = f"host-{folder.name}".replace("_", "-").lower()
    token = issue(SECRET, str(house.root))[0]
    async with aiohttp.ClientSession() as session:
        client = Client(url, token, session)
        _, project = await client.once("POST", "/api/projects", name=name, slug=name)
        async with worker(client, url, name, folder, command, *more) as working:
            made = Bench(client, working, project["id"], folder)
            yield made
            # What failed would be tried again, by the worker of another test.
            for item in made.items:
                await client.once("DELETE", f"/api/work-items/{item}")


async def test_runs_beside_each_other_that_go_wrong(url: str, house: House, tmp_path: Path) -> None:
    for name, script in SCRIPTS.items():
        (tmp_path / name).write_text(script)
    async with bench(url, house, tmp_path, f"sh {tmp_path}/{{task}}", "--slots", "4") as b:
        await asyncio.gather(
            a_stopped_run_ends_its_command(b),
            questions_that_are_refused_are_answered(b),
            what_cannot_be_started_says_so(b, house),
            a_killed_keeper_is_a_lost_session_and_tried_again(b, house),
        )


SCRIPTS = {
    "stopped": "echo $$ > pid; sleep 60; sleep 60",
    "asks": """
        echo '::ask {"wait_key": "a", "role": "nobody-has-it", "question": "?"}'; read -r a
        echo '::ask [1]'; read -r b
        echo '::ask {"wait_key": "a", "role": "reviewer", "question": "?", "other": 1}'; read -r c
        printf '%s\\n' "$a" "$b" "$c"
    """,
    "lost": 'echo "$ROWLOCK_ATTEMPT" >> starts; [ "$ROWLOCK_ATTEMPT" = 1 ] && sleep 60; exit 0',
}


async def a_stopped_run_ends_its_command(b: Bench) -> None:
    run = await b.run("stopped")
    await b.until(run, status="running")
    await b.wrote("pid")
    await b.client.once("POST", f"/api/runs/{run}/stop")
    ended = await b.until(run, status="stopped", exit_code=143)
    assert ended["finished_at"] is not None
    assert not alive(int((b.folder / "pid").read_text()))


async def questions_that_are_refused_are_answered(b: Bench) -> None:
    run = await b.run("asks")
    await b.until(run, status="exited")
    one, two, three = b.file(run, "out").read_text().splitlines()[-3:]
    assert '"code": "role_exists"' in one
    assert "JSON object" in two
    assert '"other"' in three


async def what_cannot_be_started_says_so(b: Bench, house: House) -> None:
    run = await b.run(cwd="/no/such/folder")
    await b.said("failed")
    async with asyncio.timeout(60):
        while not house_says(house, run, "run.failed"):  # noqa: ASYNC110
            await asyncio.sleep(0.05)
    assert house_says(house, run, "run.failed")[0] == "spawn_failed"


async def a_killed_keeper_is_a_lost_session_and_tried_again(b: Bench, house: House) -> None:
    run = await b.run("lost")
    await b.until(run, status="running")
    # It runs, and the shell may not have come to its first word yet.
    await b.wrote("starts")
    pid = int(b.file(run, "begun").read_text().split(":")[1].strip(" }"))
    os.kill(pid, signal.SIGKILL)
    assert (await b.until(run, status="exited"))["attempt"] == 2
    assert (b.folder / "starts").read_text() == "1\n2\n"
    assert house_says(house, run, "run.failed") == ["session_lost"]


async def test_it_leaves_its_commands_and_takes_them_up_again(
    url: str, house: House, tmp_path: Path
) -> None:
    async with bench(url, house, tmp_path, f"sh -c '{WAITS}; echo over'") as b:
        run = await b.run()
        await b.until(run, status="running")
        assert await asyncio.to_thread(b.working.stop) == 0
        assert (await b.said("left"))["running"] == 1
        (tmp_path / "go").touch()
        async with asyncio.timeout(60):
            while not b.file(run, "exit").exists():  # noqa: ASYNC110
                await asyncio.sleep(0.05)
        b.working.start()
        await b.until(run, status="exited")
        assert b.file(run, "out").read_text() == "over\n"
        assert house_says(house, run, "run.spawning") == [None]


async def test_draining_waits_for_the_last_command(url: str, house: House, tmp_path: Path) -> None:
    async with bench(url, house, tmp_path, f"sh -c '{WAITS}'", "--drain") as b:
        run = await b.run()
        await b.until(run, status="running")
        assert b.working.process is not None
        b.working.process.terminate()
        await b.said("leaving")
        late = await b.run()
        (tmp_path / "go").touch()
        assert await asyncio.to_thread(b.working.process.wait, 60) == 0
        assert (await b.client.get(f"/api/runs/{run}"))["status"] == "exited"
        assert (await b.client.get(f"/api/runs/{late}"))["status"] == "pending"
        await b.client.once("POST", f"/api/runs/{late}/dispatch", host_id=await host(b, run))
        b.working.start()
        await b.until(late, status="exited")


ASKS = """
echo '::ask {"wait_key": "go", "role": "reviewer", "question": "?"}'
read -r answer; case "$answer" in *yes*) exit 0;; esac; exit 3"""


async def test_an_answer_that_makes_no_sense_is_asked_for_again(
    url: str, house: House, tmp_path: Path
) -> None:
    (tmp_path / "asks").write_text(ASKS)
    async with gate(url) as between:
        between.garbled = re.compile("GET /api/runs/.*/answers ")
        async with bench(between.url, house, tmp_path, f"sh {tmp_path}/asks") as b:
            run = await b.run()
            await b.said("trouble")
            asks = await b.client.get(f"/api/escalations/available?origin_id={b.items[0]}")
            row = f"/api/escalations/{asks['escalations'][0]['id']}"
            await b.client.once("POST", f"{row}/claim")
            await b.client.once("POST", f"{row}/resolve", resolver_payload={"decision": "yes"})
            await b.until(run, status="exited", exit_code=0)


def test_who_may_not_register_is_told(url: str, tmp_path: Path) -> None:
    env = {"ROWLOCK_URL": url, "XDG_STATE_HOME": str(tmp_path)}
    argv = ("worker", "--json", "--host", "h", "--exec", "true")
    assert answer(rowlock(*argv, env=env), 2)["code"] == "usage"
    wrong = {**env, "ROWLOCK_KEY": f"rl_{'0' * 12}_{'0' * 64}"}
    assert answer(rowlock(*argv, env=wrong), 1)["code"] == "key_valid"
    bad = rowlock(*argv[:-1], "'open", env={**env, "ROWLOCK_KEY": "x"})
    assert answer(bad, 2)["code"] == "usage"


async def host(b: Bench, run: str) -> str:
    return str((await b.client.get(f"/api/runs/{run}"))["host_id"])


def house_says(house: House, run: str, topic: str) -> list[Any]:
    """The reason in each event of a topic."""
    query = (
        "select payload ->> 'failure_reason' from rowlock.event"
        " where subject_id = %s and topic = %s order by seq"
    )
    with house.connect() as conn:
        return [reason for (reason,) in conn.execute(query, [run, topic])]


def alive(pid: int) -> bool:
    done = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True)
    return done.stdout.strip()[:1] not in ("", "Z")
