"""Holds every answer that a test gets against the document that the service gives of itself."""

from __future__ import annotations

import http.client
import json
import re
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from jsonschema_rs import Draft202012Validator

DOCUMENT = "/api/openapi.json"


def strict(schema: Any) -> Any:
    """The schema without keys that it does not name, so that an answer says nothing untold."""
    if isinstance(schema, list):
        return [strict(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    made = {k: v if k in ("allOf", "example") else strict(v) for k, v in schema.items()}
    if schema.get("type") == "object" and "properties" in schema:
        made.setdefault("additionalProperties", False)
    return made


@dataclass(slots=True)
class Contract:
    """The document of one service."""

    document: dict[str, Any]
    validators: dict[tuple[str, str, int], Draft202012Validator] = field(default_factory=dict)
    seen: set[tuple[object, ...]] = field(default_factory=set)
    shapes: dict[str, re.Pattern[str]] = field(default_factory=dict)

    def path_of(self, path: str) -> str | None:
        """The path of the document that an address belongs to; one without a variable first."""
        if path in self.document["paths"]:
            return path
        if not self.shapes:
            self.shapes.update(
                (known, re.compile(re.sub(r"\{\w+\}", "[^/]+", known)))
                for known in self.document["paths"]
                if "{" in known
            )
        return next((known for known, shape in self.shapes.items() if shape.fullmatch(path)), None)

    def responses(self, method: str, path: str) -> dict[str, Any] | None:
        """What the document says that this may be answered with."""
        known = self.path_of(path)
        operation = self.document["paths"][known].get(method.lower()) if known else None
        return operation["responses"] if operation else None

    def whole(self, schema: Any) -> Any:
        """The schema with records in place of references, which take long to follow."""
        if isinstance(schema, list):
            return [self.whole(part) for part in schema]
        if not isinstance(schema, dict):
            return schema
        if "$ref" in schema:
            name = schema["$ref"].rpartition("/")[2]
            return self.whole(strict(self.document["components"]["schemas"][name]))
        return {k: v if k == "example" else self.whole(v) for k, v in schema.items()}

    def complaints(self, method: str, path: str, status: int, text: str) -> list[str]:
        """What of an answer the document does not tell."""
        responses = self.responses(method, path)
        if responses is None:
            return []
        if str(status) not in responses:
            return [f"{status} is not told: {text}"]
        content = responses[str(status)]["content"].get("application/json")
        if content is None:
            return []
        key = (method, self.path_of(path) or "", status)
        if key not in self.validators:
            self.validators[key] = Draft202012Validator(
                self.whole(strict(content["schema"])), validate_formats=True
            )
        # Only kinds are looked at, and neither Python nor the validator reads all that jsonb holds.
        body = json.loads(
            text,
            parse_int=lambda digits: int(digits[:18]),
            parse_float=lambda digits: min(max(float(digits), -1e300), 1e300),
        )
        # Of refusals with the same code one is enough: the tests ask for thousands.
        alike = (*key, body.get("code"), *sorted(body)) if status >= 400 else ()
        if alike and alike in self.seen:
            return []
        found = [
            f"{e.instance_path}: {e.message}: {text}"
            for e in self.validators[key].iter_errors(body)
        ]
        if not found:
            self.seen.add(alike)
        return found


_kept: dict[str, Contract] = {}


def fetch(url: str) -> Contract | None:
    """The document as the service has it now, if it has one."""
    to = urlsplit(url)
    conn = http.client.HTTPConnection(to.hostname or "", to.port, timeout=30)
    try:
        conn.request("GET", DOCUMENT)
        got = conn.getresponse()
        body = got.read()
        return Contract(json.loads(body)) if got.status == 200 else None
    except OSError:
        return None
    finally:
        conn.close()


def check(url: str, method: str, path: str, status: int, text: str) -> None:
    """Fail when the service answers what its document does not tell."""
    path = urlsplit(path).path
    if method == "HEAD" or status == 304 or path == DOCUMENT or not path.startswith("/api/"):
        return
    # Services of one code and one template have one document, unless a test has changed its schema.
    kept = _kept.get(url) or next(reversed(_kept.values()), None)
    complaints = kept.complaints(method, path, status, text) if kept else ["nothing is kept"]
    if complaints and status < 500:
        # The schema may have changed since, or there was another service at this address.
        kept = fetch(url)
        complaints = kept.complaints(method, path, status, text) if kept else []
    if kept is not None:
        _kept[url] = kept
        assert complaints == [], f"{method} {path} answered what {DOCUMENT} does not tell"
