"""The OpenAPI document and its page. No rows of the route table: static files, and no database row.

Public, as the document is the same for everybody.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

from aiohttp import web

from rowlock import openapi
from rowlock.handler import Endpoint
from rowlock.keys import DATABASE, DOCUMENT, ENDPOINTS

TYPES = {"html": "text/html", "css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}
# The page loads its own files and asks its own service; nothing stands inline.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


@dataclass(slots=True)
class Document:
    """The document as text, made anew when the routes were bound anew."""

    text: str = ""
    made_of: Mapping[tuple[str, str], Endpoint] | None = None
    making: asyncio.Lock = field(default_factory=asyncio.Lock)


async def openapi_json(request: web.Request) -> web.Response:
    """GET /api/openapi.json: the document of the schema as it is now."""
    kept, endpoints = request.app[DOCUMENT], request.app[ENDPOINTS]
    async with kept.making:
        if kept.made_of is not (bound := endpoints.bound):
            database = request.app[DATABASE]
            [row] = await database.call("function_list")
            made = openapi.document(row["r"], bound.values(), database.schema)
            kept.text = json.dumps(made, ensure_ascii=False)
            kept.made_of = bound
        text = kept.text
    return _answer(request, text.encode(), "application/json")


@cache
def _file(name: str) -> bytes:
    return files("rowlock").joinpath("web", name).read_bytes()


async def page(request: web.Request) -> web.Response:
    """GET /api/docs and its two files: the page that shows the document."""
    name = f"docs.{request.match_info.get('file', 'html')}"
    response = _answer(request, _file(name), TYPES[name.rpartition(".")[2]])
    response.headers["Content-Security-Policy"] = POLICY
    return response


def _answer(request: web.Request, body: bytes, kind: str) -> web.Response:
    tag = hashlib.sha256(body).hexdigest()[:32]
    headers = {"ETag": f'"{tag}"', "Cache-Control": "no-cache"}
    if any(t.value in (tag, "*") for t in request.if_none_match or ()):
        return web.Response(status=304, headers=headers)
    response = web.Response(body=body, content_type=kind, charset="utf-8", headers=headers)
    response.enable_compression()
    return response
