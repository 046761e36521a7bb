"""One row of the route table as an operation of the OpenAPI document."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rowlock.handler import KEY, KEY_HEADER, PASSWORD, PASSWORD_HASH, Endpoint
from rowlock.openapi_book import (
    CSV,
    JSON,
    PROOFS,
    Book,
    general,
    known_refusals,
    response,
    summary,
    tag,
)
from rowlock.openapi_shapes import Json, Notes, shaped, typed
from rowlock.routes import ROUTES

_EVERY_ROUTE = ("guard", "auth", "errors", "json_body")
_NO_KEY = "secret_key_missing-not_configured"
_READS = ("GET", "DELETE")
# What a patch may have, by an example of it; an object stands for anything.
_KINDS = {bool: "boolean", int: "number", float: "number", str: "string"}


def scope_key(scope: str) -> str:
    """How the document calls an API key that has this scope alone."""
    return f"{scope}_key"


def _described(about: str, spellings: Iterable[str]) -> str:
    also = ", ".join(f"`{s}`" for s in spellings)
    return f"{about} Also: {also}." if also else about


@dataclass(slots=True)
class Operation:
    """One route of the table as an operation."""

    book: Book
    endpoint: Endpoint

    def made(self) -> Json:
        """The operation."""
        route, book = self.endpoint.route, self.book
        name, answer = route.function, f"{route.function}_answer"
        notes = Notes.of(str(book.functions[name]["comment"]))
        told = Notes.of(str(book.functions.get(answer, {}).get("comment", "")))
        told = told if told.answer is not None else notes
        arguments = {a: self._argument(a) for a in self.endpoint.accepts}
        in_path = [a for a in arguments if f"{{{a}}}" in route.path]
        in_query = [a for a in arguments if a not in in_path and route.method in _READS]
        in_body = [a for a in arguments if a not in in_path and a not in in_query]
        made: Json = {
            "operationId": self._name(),
            "tags": [tag(route.path)],
            "summary": summary(notes.about),
            "description": notes.about,
        }
        if route.needs:
            made["security"] = [{"bearer": []}, {"session": []}, {scope_key(route.needs): []}]
        request = notes.request if isinstance(notes.request, dict) else {}
        made["parameters"] = (
            [self._parameter(a, arguments[a], "path") for a in in_path]
            + [self._parameter(a, arguments[a], "query", request.get(a)) for a in in_query]
            + [
                {**self._parameter(a, arguments[a], "header"), "name": KEY_HEADER}
                for a in in_body
                if a == KEY
            ]
        )
        if in_query:
            needed = {a: arguments[a]["example"] for a in in_query if arguments[a]["required"]}
            made["x-query"] = request or needed
        patched = self._patched(request) if route.body else {}
        if in_body or patched:
            told_in_body = {**patched, **{a: arguments[a] for a in in_body}}
            made["requestBody"] = self._body(told_in_body, request)
        answers = self._answers(told)
        refused = book.refused(
            [*self.endpoint.accepts, *patched],
            (name, *PROOFS),
            _EVERY_ROUTE,
            (_NO_KEY,) if route.sealed else (),
            general(writes=route.method != "GET"),
        )
        return {**made, "responses": {**answers, **refused}}

    def _name(self) -> str:
        """The function's name; with its group when another path has that already."""
        route = self.endpoint.route
        first = next(r for r in ROUTES if r.function == route.function)
        group = tag(route.path).replace("-", "_")
        return route.function if first == route else f"{group}_{route.function}"

    def _argument(self, name: str) -> Json:
        """What is known of an argument: type, default, sentence, example."""
        route, book = self.endpoint.route, self.book
        stored = PASSWORD_HASH if name == PASSWORD else name
        sources = (route.function, f"{route.function}_answer")
        found: Json = {}
        for source in reversed(sources):
            listed = book.functions.get(source, {}).get("arguments", [])
            assert isinstance(listed, list)  # noqa: S101  # as function_list makes it
            for argument in listed:
                if argument["name"] == stored:
                    word = book.glossary.get(f"{source}.{stored}") or book.glossary.get(stored)
                    found = {**argument, **(word or {})}
        schema = typed(str(found["type"]))
        if "default" in found:
            schema["default"] = found["default"]
        if limits := known_refusals().ranges.get(route.function, {}).get(name):
            schema["minimum"], schema["maximum"] = limits
        others = [k for k, n in self.endpoint.spellings.items() if n == name != k]
        return {
            "schema": schema,
            "description": _described(str(found.get("about", "")), others),
            "required": found["required"],
            "example": found.get("example"),
        }

    def _patched(self, request: Mapping[str, object]) -> dict[str, Json]:
        """The members of a patch, of which the catalog knows none: the example names them all."""
        function, glossary = self.endpoint.route.function, self.book.glossary
        found: dict[str, Json] = {}
        for name, example in request.items():
            if name not in self.endpoint.accepts:
                kind = _KINDS.get(type(example))
                word = glossary.get(f"{function}.{name}") or glossary.get(name) or {}
                schema: Json = {"type": kind} if kind else {}
                schema = shaped(example) if isinstance(example, list) else schema
                found[name] = {
                    "schema": schema,
                    "description": str(word.get("about", "")),
                    "required": False,
                    "example": example,
                }
        return found

    @staticmethod
    def _parameter(name: str, argument: Json, place: str, example: object = None) -> Json:
        schema = argument["schema"]
        made: Json = {
            "name": name,
            "in": place,
            "required": place == "path" or argument["required"],
            "description": argument["description"],
        }
        known = argument["example"] if example is None else example
        if isinstance(schema, dict) and schema.get("type") is None:
            return {**made, "content": {JSON: {"schema": schema, "example": known}}}
        if isinstance(schema, dict) and schema["type"] == "array":
            made |= {"style": "form", "explode": False}
        return {**made, "schema": schema, "example": known}

    def _body(self, arguments: Mapping[str, Json], request: Mapping[str, object]) -> Json:
        required = [name for name, a in arguments.items() if a["required"]]
        properties: Json = {}
        for name, argument in arguments.items():
            kind = argument["schema"]
            assert isinstance(kind, dict)  # noqa: S101  # made above
            if not argument["required"] and "type" in kind:
                kind = {**kind, "type": [kind["type"], "null"]}
            properties[name] = {**kind, "description": argument["description"]}
        example = request or {name: arguments[name]["example"] for name in required}
        schema: Json = {"type": "object", "properties": properties, "required": required}
        if self.endpoint.route.verbatim:
            schema = {"type": "object"}
        return {
            "required": bool(required),
            "content": {JSON: {"schema": schema, "example": example}},
        }

    def _answers(self, told: Notes) -> Json:
        book, route = self.book, self.endpoint.route
        if told.answer is not None:
            schema, example = shaped(told.answer), book.shapes.example(told.answer)
        else:
            function = book.functions[route.function]
            returns = str(function["returns"])
            schema, example = typed(returns), book.shapes.of_type(returns)
            if function["returns_set"]:
                schema, example = {"type": "array", "items": schema}, [example]
        book.refer(schema)
        answers: Json = {
            str(status): response(told.about, JSON, schema, {"example": example})
            for status in told.statuses or (route.ok,)
        }
        if route.table:
            page = answers[str(route.ok)]
            assert isinstance(page, dict)  # noqa: S101  # made above
            page["content"][CSV] = {"schema": {"type": "string"}}
        return answers
