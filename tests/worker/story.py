"""The loop from an item of the plan to its end, told by clients that never give up."""

from __future__ import annotations

import asyncio
import json
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import aiohttp

from tests.support.command import begun
from tests.support.forked import Forked
from tests.worker.gate import AWAY, Gate

PATIENCE = 90.0
QUICK = ("--poll", "0.1", "--progress", "0.1", "--watch", "0.2", "--grace", "2")
# Asks once, waits, and keeps what it was told, so that a second start or answer would be seen.
AGENT = """
echo "$ROWLOCK_RUN_ID $ROWLOCK_ATTEMPT $1" >> starts
echo working
echo '::ask {"wait_key": "go", "role": "reviewer", "question": "May I?"}'
read -r answer
echo "$answer" >> answers
echo "told $answer"
"""
ANSWER = {"decision": "yes"}


@dataclass(slots=True)
class Client:
    """One who asks until there is an answer."""

    url: str
    token: str
    session: aiohttp.ClientSession

    async def once(self, method: str, path: str, **body: object) -> tuple[int, Any]:
        """One request; a service that is away counts as no answer."""
        async with self.session.request(
            method,
            self.url + path,
            json=body or None,
            headers={"Authorization": f"Bearer {self.token}"},
        ) as got:
            if got.status >= 500:
                raise aiohttp.ClientConnectionError(f"{got.status} for {method} {path}")
            return got.status, await got.json()

    async def get(self, path: str) -> Any:
        """What is there."""
        return await self.until_done(lambda: self._got(path))

    async def _got(self, path: str) -> Any:
        status, body = await self.once("GET", path)
        assert status == 200, body
        return body

    async def until_done(self, attempt: Callable[[], Any]) -> Any:
        """Try until it went through."""
        async with asyncio.timeout(PATIENCE):
            while True:
                try:
                    return await attempt()
                except AWAY:
                    await asyncio.sleep(0.05)

    async def write(self, done: Callable[[], Any], method: str, path: str, **body: object) -> Any:
        """Write once: whether a request that went unanswered was done is looked up first."""

        async def attempt() -> Any:
            if (found := await done()) is not None:
                return found
            status, said = await self.once(method, path, **body)
            assert status in (200, 201), said
            return said

        return await self.until_done(attempt)


@dataclass(slots=True)
class Worker:
    """A worker that can be killed and comes back."""

    argv: list[str]
    env: dict[str, str]
    log: Path
    data: Path
    process: Forked | None = None
    lives: int = 0
    dying: asyncio.Lock = field(default_factory=asyncio.Lock)

    def start(self) -> None:
        with self.log.open("ab") as log:
            self.process = begun(*self.argv, env=self.env, stdout=log, stderr=log)
        self.lives += 1

    def stop(self, number: int = signal.SIGTERM) -> int:
        assert self.process is not None
        self.process.send_signal(number)
        return self.process.wait(60)

    async def die(self) -> None:
        """Killed, and started anew; of two at once the second kills what the first has started."""
        async with self.dying:
            await asyncio.to_thread(self.stop, signal.SIGKILL)
            self.start()

    def said(self) -> list[dict[str, Any]]:
        """What it told, of all its lives."""
        lines = self.log.read_text().splitlines()
        return [json.loads(line) for line in lines if line.startswith("{")]


@asynccontextmanager
async def worker(
    client: Client, url: str, name: str, folder: Path, command: str, *more: str
) -> AsyncIterator[Worker]:
    """A host with a bot and a key of its own, and its worker."""
    _, bot = await client.once("POST", "/api/bot-accounts", external_id=f"bot-{name}")
    _, key = await client.once(
        "POST", f"/api/bot-accounts/{bot['id']}/api-keys", name="host", scopes=["host"]
    )
    argv = ["worker", "--json", "--host", name, "--exec", command, "--url", url, *QUICK, *more]
    data = folder / f"worker-{name}"
    made = Worker(
        [*argv, "--data", str(data)],
        {"ROWLOCK_KEY": key["key"]},
        folder / f"worker-{name}.log",
        data,
    )
    made.start()
    try:
        yield made
    finally:
        assert made.process is not None
        if made.process.poll() is None:
            await asyncio.to_thread(made.stop)


@dataclass(slots=True)
class Story:
    """One item and its run, over a gate."""

    client: Client
    gate: Gate
    project: str
    name: str
    cwd: Path
    person: str
    item: str = ""
    run: str = ""
    ask: str = ""

    async def tell(self) -> None:
        """From the item to its end."""
        told = self.client
        items = f"/api/work-items?project_id={self.project}"
        self.item = (
            await told.write(
                self._first(items, "work_items", title=self.name),
                "POST", "/api/work-items", project_id=self.project, kind="task", title=self.name,
            )
        )["id"]  # fmt: skip
        runs = f"/api/runs?work_item_id={self.item}"
        self.run = (
            await told.write(
                self._first(runs, "runs"),
                "POST", "/api/runs", work_item_id=self.item, provider="claude", cwd=str(self.cwd),
            )
        )["id"]  # fmt: skip
        asks = f"/api/escalations/available?origin_id={self.item}"
        self.ask = (await self.until(self._first(asks, "escalations")))["id"]
        row = f"/api/escalations/{self.ask}"
        await told.write(self._is(row, assigned_to=self.person), "POST", f"{row}/claim")
        await told.write(
            self._is(row, status="resolved"), "POST", f"{row}/resolve", resolver_payload=ANSWER
        )
        await self.until(self._is(f"/api/runs/{self.run}", status="exited"))
        item = f"/api/work-items/{self.item}"
        await told.write(
            self._is(item, status="done"), "POST", f"{item}/transition", to_status="done"
        )

    async def until(self, found: Callable[[], Any]) -> Any:
        async with asyncio.timeout(PATIENCE):
            while (got := await self.client.until_done(found)) is None:  # noqa: ASYNC110
                await asyncio.sleep(0.05)
            return got

    def _first(self, path: str, kind: str, **facts: object) -> Callable[[], Any]:
        async def look() -> Any:
            rows = (await self.client._got(path))[kind]
            return next((r for r in rows if facts.items() <= r.items()), None)

        return look

    def _is(self, path: str, **facts: object) -> Callable[[], Any]:
        async def look() -> Any:
            row = await self.client._got(path)
            return row if facts.items() <= row.items() else None

        return look
