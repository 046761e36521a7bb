"""What surrounds every answer: request id, headers, errors as JSON, a log line. Knows no route."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from uuid import uuid4

import psycopg
import structlog
from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError
from structlog.contextvars import bind_contextvars, clear_contextvars, get_contextvars

from rowlock import metrics
from rowlock.errors import Refusal, refusal
from rowlock.keys import PLACE, SETTINGS

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Server": "rowlock",
}
# What a page of ours may say otherwise.
DEFAULTS = {
    "Content-Security-Policy": "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
    "Cache-Control": "no-store",
}
QUIET = frozenset({"/healthz", "/readyz", "/metrics"})
# Nobody gets it: as what the log and the metrics know a client that left before its answer.
GONE = 499
_REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
ANSWERS = {
    404: ("not found", "route_exists", "GET /api/docs lists every path."),
    405: ("method not allowed", "route_method", "This path takes …."),
    413: ("body is too large", "body_size", "Send at most 1 MB."),
}

log = structlog.get_logger("rowlock.http")


async def read_body(request: web.Request) -> bytes:
    """The body of a request, which has to come in time. Empty when there is none."""
    if not request.can_read_body:
        return b""
    try:
        async with asyncio.timeout(request.app[SETTINGS].body_timeout):
            return await request.read()
    except TimeoutError:
        raise Refusal(
            408,
            "body did not come in time",
            "body_time",
            {"reason": "timeout"},
            "Send all of it at once.",
        ) from None
    except ConnectionError as e:
        raise web.RequestPayloadError("the client left") from e


async def add_headers(_: web.Request, response: web.StreamResponse) -> None:
    """Signal: the headers of every answer, streams included."""
    response.headers.update(HEADERS)
    for name, value in DEFAULTS.items():
        response.headers.setdefault(name, value)
    response.headers.setdefault("X-Request-Id", str(get_contextvars().get("request_id", "")))


@web.middleware
async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Middleware: whatever happens inside becomes an answer, and leaves one line in the log."""
    asked = request.headers.get("X-Request-Id", "")
    request_id = asked if _REQUEST_ID.fullmatch(asked) else uuid4().hex
    clear_contextvars()
    bind_contextvars(request_id=request_id)
    if tenant := request.app[PLACE].tenant:
        bind_contextvars(tenant=tenant)
    began = time.perf_counter()
    try:
        if request.headers.get("Content-Encoding", "identity").lower() != "identity":
            raise Refusal(
                415,
                "body coding is not supported",
                "body_coding",
                {"reason": "coded"},
                "Send the body as it is.",
            )
        response = await handler(request)
    except Exception as e:
        if isinstance(e, ConnectionResetError) and _is_gone(request):
            log.info("client left", route=_path(request))
            metrics.observe(request.method, _path(request), GONE, None)
            return web.Response(status=GONE)
        refused = _refused(e)
        if refused.status >= 500:
            cause = e.__cause__ if isinstance(e, Refusal) and e.__cause__ else e
            state = cause.sqlstate if isinstance(cause, psycopg.Error) else None
            # An outage fails every request: one line each says enough.
            ours = refused.status == 500
            (log.error if ours else log.warning)(
                "failed",
                status=refused.status,
                sqlstate=state,
                error=type(cause).__name__,
                exc_info=cause if ours else None,
            )
        response = web.Response(
            status=refused.status,
            text=refused.body(request_id),
            content_type="application/json",
            headers=_headers(e, refused.status),
        )
    path = _path(request)
    seconds = time.perf_counter() - began
    # A stream, and what is held back, take as long as they are asked to.
    timed = seconds if type(response) is web.Response else None
    metrics.observe(request.method, path, response.status, timed)
    (log.debug if path in QUIET else log.info)(
        "answered",
        method=request.method,
        route=path,
        status=response.status,
        ms=round(seconds * 1000, 1),
    )
    return response


def _path(request: web.Request) -> str:
    resource = request.match_info.route.resource
    return resource.canonical if resource else "-"


def _is_gone(request: web.Request) -> bool:
    return request.transport is None or request.transport.is_closing()


def _refused(error: Exception) -> Refusal:
    if isinstance(error, Refusal):
        return error
    if isinstance(error, web.HTTPException):
        status = error.status
        reason = "not_found" if status == 404 else "http"
        # The standard library's own phrases change from one Python to the next.
        phrase = HTTPStatus(status).phrase.lower()
        said, code, hint = ANSWERS.get(status, (phrase, f"http_{status}", None))
        if isinstance(error, web.HTTPMethodNotAllowed):
            hint = f"This path takes {' and '.join(sorted(error.allowed_methods))}."
        return Refusal(status, said, code, {"reason": reason}, hint)
    # A body that breaks off.
    if isinstance(error, HttpProcessingError | web.RequestPayloadError):
        return Refusal(
            400,
            "body is not valid",
            "body_invalid",
            {"reason": "transfer"},
            "Send all of it, as long as its headers say.",
        )
    return refusal(error)


def _headers(error: Exception, status: int) -> dict[str, str]:
    if status == 401:
        return {"WWW-Authenticate": "Bearer"}
    if isinstance(error, web.HTTPMethodNotAllowed):
        return {"Allow": ", ".join(sorted(error.allowed_methods))}
    return {"Retry-After": "1"} if status == 503 else {}
