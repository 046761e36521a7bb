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
        # The rows of open questions, with their numbers.
        self._open: dict[str, int] = {
            row: number
            for row, number in dict(known.get("open", {})).items()
            if number not in job.told
        }
        # Settled rows that were told before it was known which question they are of.
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
            # Listening, so that an answer cannot come between the question and the first look.
            self._some.set()
            await self._send(ask, ask.asked)
            if not self._open:
                self._some.clear()
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
        if answer.body["outcome"] == "stale":
            return  # nobody waits for this attempt, and it is about to be ended
        self._say("asked", self._job.spec, wait_key=key)
        row = str(answer.body["escalation_id"])
        self._open[row] = ask.number
        if answer.body["outcome"] != "pending":
            self._hand_on(row, {**answer.body, "wait_key": key})
        elif row in self._early:
            self._hand_on(row, self._early.pop(row))

    async def listen(self) -> None:
        """Hand on answers as they come, until the run goes on without this attempt."""
        after = 0
        while True:
            await self._some.wait()
            query = {"attempt": self._job.spec.attempt, "after": after, "timeout": HELD}
            found = await self._api.deliver(
                "GET", f"{self._path}/answers", query=query, timeout=HELD + SLACK
            )
            if found.refused or found.body["outcome"] in ("ended", "stale"):
                return
            for answer in found.body["answers"]:
                row = str(answer["escalation_id"])
                if row in self._open:
                    self._hand_on(row, answer)
                else:
                    self._early[row] = answer
            after = found.body["next"]

    def _hand_on(self, row: str, answer: Mapping[str, Any]) -> None:
        """The line for the command; none where it has put another question in its place."""
        number = self._open.pop(row)
        said = {name: answer.get(name) for name in ("wait_key", "outcome", "payload")}
        if answer.get("reason") != "superseded":
            self._job.tell(number, said)
            key, outcome = said["wait_key"], said["outcome"]
            self._say("answered", self._job.spec, wait_key=key, outcome=outcome)
        if not self._open:
            self._some.clear()
        self._save()

    def _save(self) -> None:
        self._job.write("state", {"put": self._put_until, "open": self._open})
