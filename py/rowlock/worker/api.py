"""The service as the worker speaks to it: one key, JSON, and patience while it is away."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Mapping
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Protocol

import aiohttp

from rowlock.worker.job import Spec

# The first and the longest pause before a request is made again, in seconds.
SOON, LATE = 0.1, 5.0
ANSWERED = 30.0


class Say(Protocol):
    """Is told of what happened, with the attempt it happened to and the facts by their names."""

    def __call__(self, what: str, spec: Spec | None = None, /, **facts: object) -> None: ...


class Away(Exception):
    """No answer that counts: whether the service did it is not known."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the service answered; a refusal has a status from 400 on, and a code."""

    status: int
    body: Mapping[str, Any]

    @property
    def refused(self) -> bool:
        """Whether it did nothing."""
        return self.status >= 400

    @property
    def code(self) -> str:
        """Which rule refused it."""
        return str(self.body.get("code", ""))


class Api:
    """A session with the service."""

    def __init__(self, url: str, key: str, say: Say) -> None:
        self._url = url.rstrip("/")
        self._key = key
        self._say = say
        self._gone = False
        self._session: aiohttp.ClientSession | None = None

    async def __aenter__(self) -> Api:
        self._session = aiohttp.ClientSession(headers={"Authorization": f"Bearer {self._key}"})
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._session is not None:
            await self._session.close()

    async def call(
        self,
        method: str,
        path: str,
        body: Mapping[str, object] | None = None,
        *,
        query: Mapping[str, object] | None = None,
        timeout: float = ANSWERED,
    ) -> Answer:
        """One request. Raises Away where nothing certain came back."""
        assert self._session is not None  # noqa: S101  # there is none outside of the with-block
        try:
            async with self._session.request(
                method,
                self._url + path,
                params={k: str(v) for k, v in (query or {}).items() if v is not None},
                json=body,
                timeout=aiohttp.ClientTimeout(total=timeout),
                allow_redirects=False,
            ) as got:
                said = await got.read()
                status = got.status
        except (aiohttp.ClientError, TimeoutError, OSError) as e:
            raise Away(str(e) or type(e).__name__) from e
        try:
            found = json.loads(said)
        except ValueError:
            found = None
        if status >= 500 or status == 429 or not isinstance(found, dict):
            raise Away(f"{status} for {method} {path}")
        return Answer(status, found)

    async def deliver(
        self,
        method: str,
        path: str,
        body: Mapping[str, object] | None = None,
        *,
        query: Mapping[str, object] | None = None,
        timeout: float = ANSWERED,
        needs_key: bool = False,
    ) -> Answer:
        """The same, again and again until it is answered; only for what may be done twice.

        A key that is not accepted may be one that is being replaced, unless it `needs_key`.
        """
        pause = SOON
        while True:
            try:
                answer = await self.call(method, path, body, query=query, timeout=timeout)
                if answer.status != 401 or needs_key:
                    if self._gone:
                        self._say("back")
                    self._gone = False
                    return answer
                reason = str(answer.body.get("error"))
            except Away as e:
                reason = str(e)
            if not self._gone:
                self._say("away", reason=reason)
            self._gone = True
            await asyncio.sleep(pause * random.uniform(0.5, 1.5))  # noqa: S311
            pause = min(2 * pause, LATE)
