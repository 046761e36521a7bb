"""The OpenAPI document and its page. No rows of the route table: static files, and no database row.

Public, as the document is the same for everybody.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from aiohttp import web

from rowlock import openapi, static
from rowlock.handler import Endpoint
from rowlock.keys import DATABASE, DOCUMENT, ENDPOINTS


@dataclass(slots=True)
class Document:
    """The document as a file, made anew when the routes were bound anew."""

    file: static.File = static.EMPTY
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
            text = json.dumps(made, ensure_ascii=False)
            kept.file = await asyncio.to_thread(static.File.of, text.encode(), "application/json")
            kept.made_of = bound
        file = kept.file
    return static.answer(request, file)


async def page(request: web.Request) -> web.Response:
    """GET /api/docs and its two files: the page that shows the document."""
    name = f"docs.{request.match_info.get('file', 'html')}"
    response = static.answer(request, static.read(name))
    response.headers["Content-Security-Policy"] = static.POLICY
    return response
