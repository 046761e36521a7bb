"""What is answered where no handler was reached: requests that are no HTTP, or ask the impossible.

Knows nothing of routes; aiohttp by itself would say these in plain text and without our headers.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from http import HTTPStatus
from typing import Any
from uuid import uuid4

import structlog
from aiohttp import web
from aiohttp.http_exceptions import LineTooLong

from rowlock.errors import Refusal, failed
from rowlock.guard import DEFAULTS, HEADERS, Handler

# A client that takes nothing of its answer for so long is cut off: all of it is kept in memory.
STALLED = 30.0

log = structlog.get_logger("rowlock.http")


def _refused(status: int, error: BaseException | None) -> Refusal:
    if isinstance(error, LineTooLong):
        return Refusal(
            431,
            "request line or header is too large",
            "request_size",
            {"reason": "too_long"},
            "Keep the address and each header under 8 KiB.",
        )
    if status == HTTPStatus.EXPECTATION_FAILED:
        return Refusal(
            417,
            "expectation is not known",
            "request_expectation",
            {"reason": "unknown"},
            "Expect 100-continue, or nothing.",
        )
    if status < HTTPStatus.INTERNAL_SERVER_ERROR:
        return Refusal(
            400,
            "request is not valid HTTP",
            "request_invalid",
            {"reason": "not_http"},
            "Send a request of HTTP/1.1.",
        )
    return failed(status)


def _answer(status: int, error: BaseException | None) -> web.Response:
    refused, request_id = _refused(status, error), uuid4().hex
    say = log.error if refused.status >= HTTPStatus.INTERNAL_SERVER_ERROR else log.info
    say("answered", route="-", status=refused.status, request_id=request_id, error=refused.code)
    return web.Response(
        status=refused.status,
        text=refused.body(request_id),
        content_type="application/json",
        headers={**HEADERS, **DEFAULTS, "X-Request-Id": request_id},
    )


class _Protocol(web.RequestHandler):
    __slots__ = ()

    def handle_error(
        self,
        request: web.BaseRequest,
        status: int = 500,
        exc: BaseException | None = None,
        message: str | None = None,
    ) -> web.StreamResponse:
        if request.writer.output_size > 0:
            raise ConnectionError("the answer has begun, so its failure can only be a cut")
        response = _answer(status, exc)
        response.force_close()
        return response

    async def finish_response(
        self, request: web.BaseRequest, resp: web.StreamResponse, start_time: float | None
    ) -> tuple[web.StreamResponse, bool]:
        # Raised before the guard was entered.
        if isinstance(resp, web.HTTPException):
            resp = _answer(resp.status, resp)
            resp.force_close()
        stall = _Stall(self.transport)
        try:
            return await super().finish_response(request, resp, start_time)
        finally:
            stall.end()


class _Stall:
    """Cuts a connection off when nothing of what waits to be sent goes out any more."""

    __slots__ = ("_left", "_timer", "_transport")

    def __init__(self, transport: asyncio.Transport | None) -> None:
        self._transport, self._left = transport, 0
        self._timer = asyncio.get_running_loop().call_later(STALLED, self._look)

    def _look(self) -> None:
        if self._transport is None or self._transport.is_closing():
            return
        left = self._transport.get_write_buffer_size()
        if left and left == self._left:
            log.info("client takes no answer", route="-", left=left)
            self._transport.abort()
            return
        self._left = left
        self._timer = asyncio.get_running_loop().call_later(STALLED, self._look)

    def end(self) -> None:
        """The answer is out."""
        self._timer.cancel()


class _Server(web.Server):
    def __call__(self) -> web.RequestHandler:
        return _Protocol(self, loop=self._loop, **self._kwargs)


class Runner(web.AppRunner):
    """Runs an application whose connections answer in JSON, whatever they get.

    `dispatch`: makes of its handler the one that is asked first.
    """

    def __init__(
        self,
        app: web.Application,
        *,
        dispatch: Callable[[Handler], Handler] | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(app, **kwargs)
        self._dispatch = dispatch

    async def _make_server(self) -> web.Server:
        made = await super()._make_server()
        handler: Any = made.request_handler
        if self._dispatch is not None:
            handler = self._dispatch(handler)
        return _Server(
            handler,
            request_factory=made.request_factory,
            handler_cancellation=made.handler_cancellation,
            loop=made._loop,
            **made._kwargs,
        )
