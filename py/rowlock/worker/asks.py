"""The questions of one command: each is put to the service once, each answer handed on once."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from rowlock.worker.api import Api, Say
from rowlock.worker.job import Job
from rowlock.worker.protocol import Ask

# How long the service is asked to hold an answer back, and what the line may take besides.
HELD, SLACK = 25, 15


class Asks:
    """What was asked and is not answered; kept in the job's folder, so that a restart goes on."""

    def __init__(self, job: Job, api: Api, say: Say) -> None:
        self._job = job
        self._api = api
        self._say = say
        self._path = f"/api/runs/{job.spec.run}"
        known = job.read("state") or {}
        # Questions that end before this place in the output were put.
        self._put_until = int(known.get("put", 0))
        self._open: dict[str, int] = {
            key: number
            for key, number in dict(known.get("open", {})).items()
            if number not in job.told
        }
        # Answers that came before their question was put by this attempt.
        self._early: dict[str, Mapping[str, Any]] = {}
        self._some = asyncio.Event()
        if self._open:
            self._some.set()

    async def put(self, ask: Ask) -> None:
        """Put a question, unless it was put before a restart."""
        if ask.end <= self._put_until:
            return
        if ask.asked is None:
            self._job.tell(ask.number, {"error": ask.problem})
            self._say("refused", self._job.spec, reason=ask.problem)
        else:
            await self._send(ask, ask.asked)
        self._put_until = ask.end
        self._save()

    async def _send(self, ask: Ask, asked: Mapping[str, object]) -> None:
        key = asked.get("wait_key")
        body = {**asked, "attempt": self._job.spec.attempt}
        answer = await self._api.deliver("POST", f"{self._path}/ask", body)
        if answer.refused:
            told = {k: answer.body.get(k) for k in ("error", "code", "detail", "hint")}
            self._job.tell(ask.number, {"wait_key": key, **told})
            self._say("refused", self._job.spec, wait_key=key, reason=answer.body.get("error"))
            return
        row = str(answer.body["escalation"]["id"])
        self._open[row] = ask.number
        self._say("asked", self._job.spec, wait_key=key)
        if row in self._early:
            self._hand_on(self._early.pop(row))
        self._some.set() if self._open else self._some.clear()

    async def listen(self) -> None:
        """Hand on answers as they come, for as long as the task is let live."""
        after: object = None
        while True:
            await self._some.wait()
            query = {"after": after, "timeout": HELD}
            found = await self._api.deliver(
                "GET", f"{self._path}/answers", query=query, timeout=HELD + SLACK
            )
            for answer in found.body["answers"]:
                self._hand_on(answer)
            after = found.body["next"]

    def _hand_on(self, answer: Mapping[str, Any]) -> None:
        row = str(answer["escalation_id"])
        if row not in self._open:
            self._early[row] = answer
            return
        number = self._open.pop(row)
        said = {name: answer.get(name) for name in ("wait_key", "outcome", "payload")}
        self._job.tell(number, said)
        self._say("answered", self._job.spec, wait_key=said["wait_key"], outcome=said["outcome"])
        if not self._open:
            self._some.clear()
        self._save()

    def _save(self) -> None:
        self._job.write("state", {"put": self._put_until, "open": self._open})
