"""Clients that never give up: askers who ask again, and followers who resume where they were."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from time import monotonic
from typing import Any

import aiohttp
import psycopg

# What a client may be told while things die; anything else is a fault of ours.
AGAIN = (503, 504)
AWAY = (aiohttp.ClientError, OSError, TimeoutError)
PATIENCE = 60.0


@dataclass(frozen=True, slots=True)
class Said:
    """An answer, and whether an earlier request for it went unanswered."""

    status: int
    body: Any
    doubtful: bool


@dataclass(slots=True)
class Load:
    """What clients did and saw: the resolves that were accepted, and every follower's ids."""

    url: str
    token: str
    accepted: dict[str, str] = field(default_factory=dict)
    unanswered: int = 0
    refused: int = 0
    # How many requests were answered, and how long the slowest of these took.
    answered: int = 0
    slowest: float = 0
    # Seconds that an asker rests after each row.
    rest: float = 0
    followers: list[Follower] = field(default_factory=list)
    stopped: asyncio.Event = field(default_factory=asyncio.Event)
    tasks: list[asyncio.Task[None]] = field(default_factory=list)

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}

    async def begin(self, askers: int, *followers: Follower) -> None:
        """Start all of them."""
        self.followers.extend(followers)
        self.tasks += [asyncio.create_task(f.run(self)) for f in followers]
        self.tasks += [asyncio.create_task(self._ask(n)) for n in range(askers)]

    async def progress(self, resolves: int) -> None:
        """Wait until so many more resolves were accepted; a client that failed fails it."""
        enough = len(self.accepted) + resolves
        async with asyncio.timeout(PATIENCE):
            while len(self.accepted) < enough:
                await asyncio.sleep(0.01)
                for task in self.tasks:
                    if task.done():
                        task.result()

    async def end(self, last: Callable[[], int]) -> None:
        """Let askers finish what they do, and followers come to the end of the journal."""
        self.stopped.set()
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*self.tasks[len(self.followers) :])
            # Asked for now: what was in flight has left its events.
            end = last()
            for follower in self.followers:
                await follower.reaches(end)
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    async def _ask(self, number: int) -> None:
        random = Random(number)
        async with aiohttp.ClientSession(headers=self.headers) as session:
            turn = 0
            while not self.stopped.is_set():
                turn += 1
                await self._one(session, f"asker-{number}-{turn}", random)
                await asyncio.sleep(self.rest)

    async def _one(self, session: aiohttp.ClientSession, key: str, random: Random) -> None:
        asked = {"role": "reviewer", "type": "t", "signal_key": key}
        row = (await self.insist(session, "/api/escalations", asked, 200, 201)).body["id"]
        if random.random() < 0.5:
            await self.insist(session, f"/api/escalations/{row}/claim", {}, 200)
        # Two answer at once, by the id and by the key: one of them wins, once.
        answers = await asyncio.gather(
            self.insist(
                session, f"/api/escalations/{row}/resolve",
                {"resolver_payload": {"by": f"{key} id"}}, 200, 409,
            ),
            self.insist(
                session, "/api/escalations/resolve-by-signal-key",
                {"signal_key": key, "resolver_payload": {"by": f"{key} key"}}, 200, 409,
            ),
        )  # fmt: skip
        winners = [w for w, a in zip(("id", "key"), answers, strict=True) if a.status == 200]
        assert len(winners) <= 1, f"{key} was resolved by two"
        assert winners or any(a.doubtful for a in answers), f"{key} was resolved by none"
        if winners:
            self.accepted[row] = f"{key} {winners[0]}"

    async def insist(
        self, session: aiohttp.ClientSession, path: str, body: object, *wanted: int
    ) -> Said:
        """Ask until there is an answer."""
        doubtful = False
        while True:
            began = monotonic()
            try:
                async with session.post(
                    f"{self.url}{path}", json=body, timeout=aiohttp.ClientTimeout(25)
                ) as got:
                    text = await got.text()
                    self.answered += 1
                    self.slowest = max(self.slowest, monotonic() - began)
                    if got.status in wanted:
                        return Said(got.status, json.loads(text), doubtful)
                    assert got.status in AGAIN, f"{path}: {got.status} {text}"
                    self.refused += 1
            except AWAY:
                self.unanswered += 1
            doubtful = True
            await asyncio.sleep(0.05)


@dataclass(slots=True)
class Follower:
    """A stream's client that resumes by Last-Event-ID whenever it is cut off."""

    after: int
    query: str = ""
    ids: list[int] = field(default_factory=list)
    other: list[str] = field(default_factory=list)
    # What a reset passed over: the cursor before, and the one after.
    resets: list[tuple[int, int]] = field(default_factory=list)
    connections: int = 0
    # The cursor, once there was something.
    at: int | None = None
    # Asked before each block: true hangs up at this place.
    leave: Callable[[], bool] = lambda: False
    pause: Callable[[], Awaitable[None]] = lambda: asyncio.sleep(0)

    @property
    def cursor(self) -> int:
        return self.after if self.at is None else self.at

    async def reaches(self, last: int) -> None:
        while self.cursor < last:  # noqa: ASYNC110
            await asyncio.sleep(0.01)

    async def run(self, load: Load) -> None:
        timeout = aiohttp.ClientTimeout(total=None, sock_connect=5, sock_read=40)
        async with aiohttp.ClientSession(headers=load.headers, timeout=timeout) as session:
            while True:
                with suppress(AWAY):
                    await self._follow(session, load.url)
                await asyncio.sleep(0.05)

    async def _follow(self, session: aiohttp.ClientSession, url: str) -> None:
        last = {"Last-Event-ID": str(self.cursor)}
        async with session.get(f"{url}/api/events/stream{self.query}", headers=last) as got:
            if got.status in AGAIN:
                return
            assert got.status == 200, f"{got.status} {await got.text()}"
            self.connections += 1
            block: dict[str, str] = {}
            async for raw in got.content:
                name, _, value = raw.decode().rstrip("\n").partition(": ")
                if name:
                    block[name] = value
                    continue
                if self.leave():
                    return
                if block.get("event") == "reset":
                    self.resets.append((self.cursor, int(block["id"])))
                    self.at = self.resets[-1][1]
                elif "id" in block:
                    self.take(int(block["id"]))
                elif "event" in block:
                    self.other.append(block["event"])
                block = {}
                await self.pause()

    def take(self, seq: int) -> None:
        assert seq > self.cursor, f"{seq} came after {self.cursor}"
        self.ids.append(seq)
        self.at = seq


def check(conn: psycopg.Connection, load: Load, after: int, *, resets: bool = False) -> None:
    """Rows, journal, what clients were told and what followers saw: all tell one story.

    With resets, followers were told what they did not see.
    """
    rows = conn.execute(
        """select e.id::text, e.status, e.resolver_payload::text, e.version,
             array_agg(v.version order by v.seq),
             count(*) filter (where v.topic = 'escalation.resolved')
           from rowlock.escalation e left join rowlock.event v on v.subject_id = e.id::text
           group by e.id"""
    ).fetchall()
    resolved = {}
    for row, status, payload, version, versions, ends in rows:
        assert versions == list(range(1, version + 1)), (row, versions)
        assert ends == (status == "resolved"), (row, status, ends)
        if status == "resolved":
            resolved[row] = json.loads(payload)["by"]
    lost = {row: by for row, by in load.accepted.items() if resolved.get(row) != by}
    assert not lost, f"accepted and not stored: {lost}"
    query = "select seq, topic from rowlock.event where seq > %s order by seq"
    events = conn.execute(query, [after]).fetchall()
    for follower in load.followers:
        topic = follower.query.partition("topic=")[2]
        assert resets or follower.resets == []
        passed = [range(first + 1, last + 1) for first, last in follower.resets]
        wanted = [seq for seq, of in events if topic in ("", of)]
        assert follower.ids == [seq for seq in wanted if not any(seq in r for r in passed)]
        assert follower.other == []
