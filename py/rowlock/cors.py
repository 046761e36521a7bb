"""Pages of other origins: which may ask, by bearer token. A cookie is for our own pages alone."""

from __future__ import annotations

from aiohttp import hdrs, web

from rowlock.guard import Handler
from rowlock.keys import SETTINGS

# Named one by one: the header that a cookie's writes need is not among them.
_HEADERS = "Authorization, Content-Type, Idempotency-Key, Last-Event-ID, X-Request-Id"
_EXPOSED = "X-Request-Id, X-Rowlock-Epoch, Retry-After, Allow, ETag"
_SECONDS = "600"


def allowed(request: web.Request) -> str | None:
    """The origin of the page that asks, if it is one of the settings'."""
    origin = request.headers.get(hdrs.ORIGIN)
    return origin if origin in request.app[SETTINGS].cors_origins else None


async def add_headers(request: web.Request, response: web.StreamResponse) -> None:
    """Signal: let the page of an allowed origin read the answer."""
    response.headers.add(hdrs.VARY, hdrs.ORIGIN)
    if (origin := allowed(request)) is not None:
        response.headers[hdrs.ACCESS_CONTROL_ALLOW_ORIGIN] = origin
        response.headers[hdrs.ACCESS_CONTROL_EXPOSE_HEADERS] = _EXPOSED


@web.middleware
async def preflight(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Middleware: what a browser asks before it sends a page's request."""
    if (
        request.method == hdrs.METH_OPTIONS
        and hdrs.ACCESS_CONTROL_REQUEST_METHOD in request.headers
        and allowed(request) is not None
    ):
        try:
            return await handler(request)
        except web.HTTPMethodNotAllowed as e:
            methods = ", ".join(sorted(e.allowed_methods))
        return web.Response(
            status=204,
            headers={
                hdrs.ACCESS_CONTROL_ALLOW_METHODS: methods,
                hdrs.ACCESS_CONTROL_ALLOW_HEADERS: _HEADERS,
                hdrs.ACCESS_CONTROL_MAX_AGE: _SECONDS,
            },
        )
    return await handler(request)
