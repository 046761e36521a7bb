"""One attempt of a run, from its keeper's start until the service knows how it ended."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial

from rowlock.worker.api import Answer, Api, Away, Say
from rowlock.worker.asks import Asks
from rowlock.worker.job import Exit, Job
from rowlock.worker.protocol import Output

OVER = ("exited", "failed", "stopped")
# Seconds that a keeper has to take its command on; then another is started.
PROMPT = 10.0


@dataclass(frozen=True, slots=True)
class Pace:
    """How often the worker looks and speaks, in seconds."""

    tick: float = 0.1
    beat: float = 30.0
    reconcile: float = 60.0
    poll: float = 2.0
    watch: float = 5.0
    progress: float = 5.0
    grace: float = 10.0


class Attendance:
    """The worker at the side of one command."""

    def __init__(self, job: Job, api: Api, say: Say, pace: Pace) -> None:
        self.job = job
        self._api = api
        self._say = say
        self._pace = pace
        self._path = f"/api/runs/{job.spec.run}"
        self._asks = Asks(job, api, say)
        self._out = Output(job.folder / "out")
        self._err = Output(job.folder / "err")
        self._told = 0
        self._next_progress = 0.0

    async def attend(self, earlier: Iterable[Job]) -> str:
        """How it was told: the kind of the last signal, or why there is none to send."""
        await self._begin(earlier)
        end = self.job.ended()
        if end is not None and end.code is None:
            return await self._finish(end)
        if not await self._signal("started"):
            self.job.halt()
        watching = asyncio.create_task(self._watch())
        listening = asyncio.create_task(self._asks.listen())
        try:
            end = await self._follow((watching, listening))
        finally:
            for task in (watching, listening):
                task.cancel()
            await asyncio.gather(watching, listening, return_exceptions=True)
        return "lost" if end is None else await self._finish(end)

    def close(self) -> None:
        """Let go of the files."""
        self._out.close()
        self._err.close()

    async def _begin(self, earlier: Iterable[Job]) -> None:
        """See to it that the command has been started, and that it is the only one of its run."""
        for before in earlier:
            before.halt()
            await self._until(partial(_left, before))
            before.clear()
        while not self.job.begun():
            self.job.begin(self._pace.grace)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(PROMPT):
                    await self._until(lambda: self.job.begun() or not self.job.kept())
            if not self.job.begun() and not self.job.kept():
                # Why stands in its log; at once it would hardly go better.
                self._say("trouble", self.job.spec, reason="its keeper did not take it on")
                await asyncio.sleep(self._pace.watch)
        self.job.ring()
        await self._until(lambda: bool(self.job.started() or self.job.ended() or self.job.lost()))

    async def _until(self, so: Callable[[], bool]) -> None:
        """Look at the folder, which other processes write, until it is so."""
        while not so():  # noqa: ASYNC110
            await asyncio.sleep(self._pace.tick / 5)

    async def _follow(self, beside: Iterable[asyncio.Task[None]]) -> Exit | None:
        """Carry what the command says, until it has ended; None when nobody knows how."""
        while True:
            # One that failed leaves the command without its answers: all is taken up anew.
            for task in beside:
                if task.done():
                    task.result()
            # In this order: what it said last was written before its end.
            end, lost = self.job.ended(), self.job.lost()
            for ask in self._out.asks(last=end is not None):
                await self._asks.put(ask)
            for _ in self._err.asks(last=end is not None):
                pass
            await self._progress(last=end is not None)
            if end is not None or lost:
                return end
            await asyncio.sleep(self._pace.tick)

    async def _progress(self, *, last: bool) -> None:
        """How much it said; the number of bytes orders these, also over a restart."""
        size = self._out.bytes + self._err.bytes
        if size == self._told or not (last or time.monotonic() >= self._next_progress):
            return
        lines = self._out.lines + self._err.lines
        facts = {"lines": lines, "bytes": size, "at": datetime.now(UTC).isoformat()}
        answer = await self._send("progress", facts, seq=size)
        if not answer.refused:
            self._told = size
        self._next_progress = time.monotonic() + self._pace.progress

    async def _finish(self, end: Exit) -> str:
        if end.code is None:
            self._say("failed", self.job.spec, reason=end.reason)
            await self._signal("failed")
            return "failed"
        self._say("ended", self.job.spec, exit_code=end.code)
        await self._signal("finished", {"exit_code": end.code})
        return "finished"

    async def _signal(self, kind: str, payload: dict[str, object] | None = None) -> bool:
        """Report until it is answered; False when the run went on without this attempt."""
        while True:
            answer = await self._send(kind, payload or {})
            if not answer.refused:
                return answer.body.get("outcome") != "stale"
            with contextlib.suppress(Away):
                if await self._wanted() is False:
                    return False
            self._say("refused", self.job.spec, signal=kind, reason=answer.body.get("error"))
            await asyncio.sleep(self._pace.watch)

    async def _send(self, kind: str, payload: dict[str, object], **more: object) -> Answer:
        body = {"attempt": self.job.spec.attempt, "kind": kind, "payload": payload, **more}
        return await self._api.deliver("POST", f"{self._path}/signals", body)

    async def _watch(self) -> None:
        """End the command once nobody waits for this attempt any more."""
        while True:
            await asyncio.sleep(self._pace.watch)
            with contextlib.suppress(Away):
                if await self._wanted() is False:
                    self._say("unwanted", self.job.spec)
                    self.job.halt()
                    return

    async def _wanted(self) -> bool | None:
        """Whether the run still is at this attempt; None when that cannot be told."""
        answer = await self._api.call("GET", self._path)
        if answer.status == 404:
            return False
        if answer.refused:
            return None
        now = answer.body
        return now["attempt"] == self.job.spec.attempt and now["status"] not in OVER


def _left(job: Job) -> bool:
    return not job.kept()
