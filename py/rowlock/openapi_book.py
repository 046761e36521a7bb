"""What operations of the OpenAPI document share: refusals by name, records by reference."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

from rowlock import errors, guard
from rowlock.handler import PASSWORD, PASSWORD_HASH
from rowlock.openapi_shapes import Json, Shapes

JSON, CSV = "application/json", "text/csv"
# What says who calls, in the statement of any request.
PROOFS = ("api_key_verify", "user_identify", "user_provision")
ERROR: Json = {
    "type": "object",
    "required": ["error", "code", "detail", "hint", "request_id"],
    "properties": {
        "error": {"type": "string", "description": "What is wrong; constant for a code."},
        "code": {"type": "string", "description": "Stable; for programs."},
        "detail": {"description": "Facts: an object with a reason, or null."},
        "hint": {"type": ["string", "null"], "description": "What to do."},
        "request_id": {"type": "string", "description": "As in the header X-Request-Id."},
    },
}
# The facts of the detail stand at the top of the body too.
ERROR_422: Json = {**ERROR, "additionalProperties": True}


@dataclass(frozen=True, slots=True)
class Refusals:
    """What tools/refusals.py found in the sources."""

    refusals: Mapping[str, Json]
    functions: Mapping[str, list[str]]
    modules: Mapping[str, list[str]]
    ranges: Mapping[str, Mapping[str, tuple[int, int]]]


@cache
def known_refusals() -> Refusals:
    """The file that the package ships."""
    text = files("rowlock").joinpath("refusals.json").read_text(encoding="utf-8")
    return Refusals(**json.loads(text))


def general(writes: bool) -> Iterator[tuple[str, Json]]:
    """What any route can meet: limits of the service, states of Postgres."""
    said, code, hint = guard.ANSWERS[413]
    yield code, _refusal(413, said, code, {"reason": "http"}, hint)
    for status, sentence, code in dict.fromkeys(errors.STATES.values()):
        if code == "transaction_active" or (code == "conflict" and not writes):
            continue
        detail: Json | None = {"reason": "invalid" if status == 400 else code}
        detail = None if status >= 500 else detail
        said = sentence or errors.SENTENCES[status]
        advice = errors.HINTS.get(status)
        # argument_invalid stands for several refusals, which have names of their own.
        name = code if status != 400 else f"{code}-{'large' if 'large' in said else 'invalid'}"
        yield name, _refusal(status, said, code, detail, advice)
    yield "failed", _refusal(500, errors.SENTENCES[500], "failed", None, errors.HINTS[500])


def _refusal(
    status: int, error: str, code: str, detail: Json | None, hint: str | None = None
) -> Json:
    return {"status": status, "error": error, "code": code, "detail": detail, "hint": hint}


@dataclass(slots=True)
class Book:
    """The document in the making: operations refer to what it keeps."""

    shapes: Shapes
    functions: Mapping[str, Json]
    glossary: Mapping[str, Json]
    examples: Json = field(default_factory=dict)
    schemas: Json = field(default_factory=lambda: {"Error": ERROR, "Error422": ERROR_422})

    def refer(self, schema: object) -> None:
        """Keep every record that a schema names."""
        if isinstance(schema, list):
            for part in schema:
                self.refer(part)
        elif isinstance(schema, dict):
            name = str(schema.get("$ref", "")).removeprefix("#/components/schemas/")
            if name and name not in self.schemas:
                self.schemas[name] = made = self.shapes.schema(name)
                self.refer(made)
            for part in schema.values():
                self.refer(part)

    def refused(
        self,
        fields: Iterable[str],
        functions: Iterable[str],
        modules: Iterable[str],
        single: Iterable[str],
        general: Iterable[tuple[str, Json]],
    ) -> Json:
        """The responses that are refusals, by status."""
        known, accepted = known_refusals(), {"", *fields}
        if PASSWORD in accepted:
            accepted.add(PASSWORD_HASH)
        names = {n for f in functions for n in known.functions.get(f, ())}
        names |= {n for m in modules for n in known.modules.get(m, ())} | {*single}
        found = dict(general)
        for name in names:
            entry = known.refusals[name]
            detail = entry["detail"]
            about = str(detail.get("field", "")) if isinstance(detail, dict) else ""
            if entry["code"] != "argument_invalid" or about.strip("…") in accepted:
                found[name] = entry
        by_status: dict[int, dict[str, Json]] = {}
        for name, entry in sorted(found.items()):
            by_status.setdefault(int(str(entry["status"])), {})[name] = entry
        return {str(s): self._refused(by_status[s]) for s in sorted(by_status)}

    def _refused(self, entries: Mapping[str, Json]) -> Json:
        for name, entry in entries.items():
            value = {k: v for k, v in entry.items() if k != "status"}
            value = {**value, "request_id": "0f8fad5bd9cb469fa16570867728950e"}
            self.examples[name] = {"summary": entry["error"], "value": value}
        codes = list(dict.fromkeys(str(e["code"]) for e in entries.values()))
        code: Json = {"enum": codes}
        if "conflict" in codes:
            # Or the name of the constraint, where two were first at once.
            code = {"anyOf": [code, {"type": "string"}]}
        said = dict.fromkeys(str(e["error"]) for e in entries.values())
        lifted = any(errors.is_lifted(e["status"], e["code"]) for e in entries.values())
        kind = "Error422" if lifted else "Error"
        error = {"$ref": f"#/components/schemas/{kind}"}
        schema = {"allOf": [error, {"properties": {"code": code}}]}
        examples = {n: {"$ref": f"#/components/examples/{n}"} for n in entries}
        return response("; ".join(said), JSON, schema, {"examples": examples})


def response(
    about: str, media: str, schema: Mapping[str, object], more: Mapping[str, object]
) -> Json:
    """One response, with the header that every one has."""
    return {
        "description": about,
        "headers": {"X-Request-Id": {"$ref": "#/components/headers/X-Request-Id"}},
        "content": {media: {"schema": schema, **more}},
    }


def summary(about: str) -> str:
    """The first thing that a text says."""
    return about.partition(". ")[0].partition("; ")[0].rstrip(".")


def tag(path: str) -> str:
    """The group that a path belongs to: what stands behind /api."""
    first, _, rest = path.strip("/").partition("/")
    second = rest.partition("/")[0]
    return second if first == "api" and second not in ("docs", "openapi.json") else "service"
