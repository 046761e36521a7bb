"""The host's side: who it is, that it lives, what it takes on, and what it still has."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from rowlock.errors import Refusal
from rowlock.worker.api import Answer, Api, Away, Say
from rowlock.worker.attend import Pace
from rowlock.worker.home import Home
from rowlock.worker.job import Spec
from rowlock.worker.protocol import filled
from rowlock.worker.runs import Runs


class Host:
    """One host, as the service knows it."""

    def __init__(
        self, name: str, words: list[str], slots: int, home: Home, api: Api, say: Say, pace: Pace
    ) -> None:
        self._name = name
        self._words = words
        self._slots = slots
        self._home = home
        self._api = api
        self._say = say
        self._pace = pace
        self._id = ""
        self._pinned = False
        self._reasons: dict[str, str] = {}
        self.runs = Runs(home, api, say, pace)
        self.leaving = asyncio.Event()

    async def register(self, platform: str) -> None:
        """Say who this is. Raises Refusal where that is not accepted."""
        body = {"name": self._name, "platform": platform, "instance_id": self._home.instance}
        answer = await self._api.deliver("POST", "/api/hosts/register", body, needs_key=True)
        if answer.refused:
            told = answer.body
            raise Refusal(
                answer.status, str(told["error"]), answer.code, told.get("detail"), told.get("hint")
            )
        self._id = str(answer.body["host"]["id"])
        self._meet(answer)

    async def beat(self) -> None:
        """A sign of life, for as long as the task is let live."""
        while True:
            await asyncio.sleep(self._pace.beat)
            await self._beat(self._api.deliver)

    async def _beat(self, send: Callable[..., Awaitable[Answer]]) -> str | None:
        """One of them; when it was, by the clock of the service."""
        instance = {"instance_id": self._home.instance}
        answer = await send("POST", f"/api/hosts/{self._id}/heartbeat", instance)
        if self._is_refused(answer, "beat"):
            return None
        self._meet(answer)
        return str(answer.body["host"]["last_seen_at"])

    def _meet(self, answer: Answer) -> None:
        before = self._pinned
        self._pinned = answer.body["host"]["instance_id"] == self._home.instance
        if self._pinned and not before:
            self._say("registered", host=self._name)
        elif not self._pinned:
            self._say("suspect", reason="another instance speaks for this host; see docs/worker.md")

    async def work(self) -> None:
        """Take on runs, and tell now and then what there is; until the worker is leaving."""
        clock = asyncio.get_running_loop().time
        due = 0.0
        while not self.leaving.is_set():
            took = False
            try:
                # What a new instance did not start, it does not have either.
                if self._home.is_new and await self._reconcile():
                    self._home.is_new = False
                # In this order: a run that it takes on is among those that it tells of.
                took = await self._adopt()
                if (self.runs.lost or clock() >= due) and await self._reconcile():
                    due = clock() + self._pace.reconcile
                took = await self._claim() or took
                self._reasons["service"] = ""
            except Away as e:
                self._is_refused(Answer(503, {"error": str(e)}), "service")
            except OSError as e:
                self._say("trouble", reason=str(e))
            if not took:
                with contextlib.suppress(TimeoutError):
                    pause = self._pace.poll * random.uniform(0.5, 1.5)  # noqa: S311
                    await asyncio.wait_for(self.leaving.wait(), pause)

    async def _adopt(self) -> bool:
        """Take on what was given to this host and not begun: dispatched, or claimed unheard."""
        if not self._pinned or self._home.is_new:
            return False
        took = False
        query = {"host_id": self._id, "status": "spawning", "after": None}
        while True:
            answer = await self._api.call("GET", "/api/runs", query=query)
            if self._is_refused(answer, "runs"):
                return took
            for run in answer.body["runs"]:
                if not self._home.knows(run["id"], run["attempt"]):
                    await self._take(run)
                    took = True
            query["after"] = answer.body["next"]
            if query["after"] is None:
                return took

    async def _claim(self) -> bool:
        if not self._pinned or self._home.is_new or len(self.runs) >= self._slots:
            return False
        body = {"host_id": self._id, "instance_id": self._home.instance}
        answer = await self._api.call("POST", "/api/runs/claim", body)
        run = None if self._is_refused(answer, "claim") else answer.body["run"]
        if run is not None:
            await self._take(run)
        return run is not None

    async def _take(self, run: Mapping[str, Any]) -> None:
        item = await self._api.call("GET", f"/api/work-items/{run['work_item_id']}")
        if self._is_refused(item, "item"):
            return
        facts = {
            "task": item.body["title"],
            "run_id": run["id"],
            "attempt": str(run["attempt"]),
            "work_item_id": run["work_item_id"],
            "provider": run["provider"],
            "session": run["session_name"],
        }
        spec = Spec(
            run=run["id"],
            attempt=run["attempt"],
            session=run["session_name"],
            task=facts["task"],
            argv=filled(self._words, facts),
            cwd=run["cwd"],
            env={f"ROWLOCK_{name.upper()}": value for name, value in facts.items()},
        )
        self._say("claimed", spec)
        self.runs.attend(self._home.make(spec))

    async def _reconcile(self) -> bool:
        """Tell which sessions there are; whether that was accepted."""
        # A claim that is under way somewhere, unheard, is younger than this.
        at = await self._beat(self._api.call)
        if at is None or not self._pinned:
            return False
        lost = self.runs.lost
        sessions = self.runs.sessions()
        body = {"instance_id": self._home.instance, "sessions": sessions, "listed_at": at}
        answer = await self._api.call("POST", f"/api/hosts/{self._id}/reconcile", body)
        accepted = not self._is_refused(answer, "reconcile")
        if accepted:
            self.runs.forget(lost)
        return accepted

    def _is_refused(self, answer: Answer, what: str) -> bool:
        """Whether it is; told once for as long as the reason stays the same."""
        reason = str(answer.body.get("error")) if answer.refused else ""
        if reason and reason != self._reasons.get(what):
            self._say("refused", what=what, reason=reason, code=answer.code or None)
        self._reasons[what] = reason
        return answer.refused
