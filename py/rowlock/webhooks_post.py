"""Posts one delivery, and says in a status or a word how that went. Knows no database."""

from __future__ import annotations

import asyncio
import contextlib
import ssl
from collections.abc import Mapping
from dataclasses import dataclass

import aiohttp
from yarl import URL

from rowlock import __version__
from rowlock.webhooks_target import Allowed, RefusedError, Resolver

# From the look-up of the name to the head of the answer.
SECONDS = 10.0
# What is taken of an answer, and how long; its status is all that counts.
ANSWER_BYTES, ANSWER_SECONDS = 64 * 1024, 2.0
HEADERS = {"Content-Type": "application/json", "User-Agent": f"rowlock/{__version__}"}


@dataclass(frozen=True, slots=True)
class Outcome:
    """The status that was answered, or why there was none."""

    status: int | None = None
    error: str | None = None


class Sender:
    """A client that follows nothing, keeps nothing, and reaches what it may."""

    def __init__(self, allowed: Allowed, seconds: float = SECONDS) -> None:
        self._allowed = allowed
        self._seconds = seconds
        self._session = aiohttp.ClientSession(
            # A kept connection may be closed by the time it is used, and a POST is not repeated.
            connector=aiohttp.TCPConnector(
                resolver=Resolver(allowed), use_dns_cache=False, force_close=True, limit=0
            ),
            cookie_jar=aiohttp.DummyCookieJar(),
            timeout=aiohttp.ClientTimeout(total=None),
            auto_decompress=False,
            trust_env=False,
        )

    async def post(self, url: str, headers: Mapping[str, str], body: bytes) -> Outcome:
        """Post it once."""
        try:
            to = URL(url)
            self._allowed.check(to.host)
            async with asyncio.timeout(self._seconds):
                answer = await self._session.post(
                    to, data=body, headers={**HEADERS, **headers}, allow_redirects=False
                )
        except Exception as e:
            return Outcome(error=_word(e))
        try:
            await _drain(answer)
        finally:
            answer.close()
        return Outcome(status=answer.status)

    async def close(self) -> None:
        """Let go of everything."""
        await self._session.close()


async def _drain(answer: aiohttp.ClientResponse) -> None:
    left = ANSWER_BYTES
    with contextlib.suppress(aiohttp.ClientError, OSError, TimeoutError):
        async with asyncio.timeout(ANSWER_SECONDS):
            while left > 0 and (chunk := await answer.content.read(left)):
                left -= len(chunk)


def _word(error: Exception) -> str:
    """What went wrong; never the error's own text, in which the address stands."""
    cause = getattr(error, "os_error", error)
    if isinstance(error, RefusedError) or isinstance(cause, RefusedError):
        return "address_refused"
    if isinstance(error, TimeoutError):
        return "timeout"
    if isinstance(error, aiohttp.ClientConnectorDNSError):
        return "name_unknown"
    if isinstance(error, aiohttp.ClientSSLError | ssl.SSLError):
        return "tls"
    if isinstance(error, aiohttp.ClientOSError | aiohttp.ServerDisconnectedError | OSError):
        return "connection"
    if isinstance(error, aiohttp.ClientPayloadError | aiohttp.ClientResponseError):
        return "no_http"
    return "not_sent"
