"""The OpenAPI document: route table, catalog and refusals put together. Knows no single route."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping

from rowlock import __version__, auth
from rowlock.handler import Endpoint
from rowlock.openapi_book import JSON, Book, general, response, summary, tag
from rowlock.openapi_own import OWN, Own
from rowlock.openapi_routes import Operation, scope_key
from rowlock.openapi_shapes import Json, Notes, Shapes, shaped, typed
from rowlock.routes import ROUTES

ABOUT = """\
Every rule is a function of the schema; a path calls one of them, and the keys of a request are
the names of its arguments. A body is one JSON object of up to 1 MB.

- `snake_case` and `camelCase` name the same argument; giving both is refused. `limit` is
  `max_rows`, `offset` is `skip_rows`.
- The path counts before the body, the body before the query. In a query an array is a comma list
  or JSON text.
- Unknown keys, values of another kind and NUL characters are 400 and name the field.
- Where `Idempotency-Key` is listed, a request sent again unchanged under its key within a day gets
  the first result. Other writes refuse the header.
- `$TOKEN` in the examples is the `token` that `POST /api/auth/login` answers, or an API key.
- Every answer has an `X-Request-Id`; a harmless one of yours is kept.
- A refusal is `{"error", "code", "detail", "hint", "request_id"}`; the code is stable.
"""


def _schemes(schema: str) -> Json:
    return {
        "bearer": {
            "type": "http",
            "scheme": "bearer",
            "description": "A token of /api/auth/login, or an API key that begins with `rl_`.",
        },
        **{
            scope_key(scope): {
                "type": "http",
                "scheme": "bearer",
                "description": f"An API key with the scope `{scope}`, which is for these routes.",
            }
            for scope in sorted({r.needs for r in ROUTES if r.needs})
        },
        "session": {
            "type": "apiKey",
            "in": "cookie",
            "name": auth.cookie_name(schema),
            "description": f"Set by /api/auth/login. Writes need `{auth.WRITE_HEADER}: 1`.",
        },
    }


def _own(own: Own, book: Book) -> Json:
    notes = Notes.of(own.text)
    told = Notes.of(str(book.functions[own.answer]["comment"])) if own.answer else notes
    made: Json = {
        "operationId": own.name,
        "tags": [tag(own.path)],
        "summary": summary(notes.about),
        "description": notes.about,
        "parameters": [
            {
                "name": name,
                "in": "query",
                "required": False,
                "description": about,
                "schema": typed(kind),
                **({"style": "form", "explode": False} if kind.startswith("_") else {}),
            }
            for name, kind, about in own.query
        ],
    }
    if own.public:
        made["security"] = []
    fields = [name for name, _, _ in own.query]
    if isinstance(notes.request, dict):
        fields += notes.request
        body: Json = {"schema": book.shapes.request(notes.request), "example": notes.request}
        made["requestBody"] = {"required": True, "content": {JSON: body}}
    ok = told.statuses or (200,)
    answers: Json = {}
    for status, note in [(s, told.answer) for s in ok] + [
        (s, json.loads(text)) for s, text in own.others.items()
    ]:
        schema: Json = {"type": "string"} if own.media != JSON else shaped(note)
        more = {} if own.media != JSON else {"example": book.shapes.example(note)}
        answers[str(status)] = response(summary(told.about), own.media, schema, more)
    anywhere = general(writes=False) if own.modules else ()
    refused = book.refused(fields, own.functions, own.modules, own.refusals, anywhere)
    return {**made, "responses": {**refused, **answers}}


def document(
    listing: Mapping[str, object], endpoints: Iterable[Endpoint], schema: str = "rowlock"
) -> Json:
    """The whole document, from what function_list answers and the bound routes."""
    functions, glossary = listing["functions"], listing["glossary"]
    assert isinstance(functions, dict) and isinstance(glossary, dict)  # noqa: S101
    book = Book(Shapes.of(listing), functions, glossary)
    paths: dict[str, Json] = {}
    for endpoint in endpoints:
        route = endpoint.route
        operation = Operation(book, endpoint).made()
        paths.setdefault(route.path, {})[route.method.lower()] = operation
    for own in OWN:
        paths.setdefault(own.path, {})[own.method.lower()] = _own(own, book)
    tags = dict.fromkeys(t for p in paths for t in [tag(p)])
    return {
        "openapi": "3.1.0",
        "info": {"title": "rowlock", "version": __version__, "description": ABOUT},
        "servers": [{"url": "/"}],
        "security": [{"bearer": []}, {"session": []}],
        "tags": [{"name": t} for t in tags],
        "paths": paths,
        "components": {
            "securitySchemes": _schemes(schema),
            "headers": {
                "X-Request-Id": {
                    "description": "Names the answer in the log of the service.",
                    "schema": {"type": "string"},
                }
            },
            "schemas": dict(sorted(book.schemas.items())),
            "examples": dict(sorted(book.examples.items())),
        },
    }
