"""The JSON of a request: its top-level keys, each value as it was written. Knows no argument."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from urllib.parse import parse_qsl

from rowlock.errors import Refusal, invalid

_SPACE = re.compile(r"[ \t\n\r]*")


@dataclass(frozen=True, slots=True)
class Number:
    """A number as it was written; nothing is rounded on its way to the database."""

    text: str


@dataclass(frozen=True, slots=True)
class Json:
    """A JSON value and the very text it was read from."""

    text: str
    value: object


class _MalformedError(ValueError):
    pass


def _constant(_: str) -> object:
    raise _MalformedError("not_finite")


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    if len(found := dict(pairs)) < len(pairs):
        raise _MalformedError("repeated_key")
    return found


# Whether it is a number is all that is asked of one inside of a value, and a float is made quickly:
# a body of half a million numbers, which anybody may send, would hold up everybody else.
_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_constant, parse_int=float)
# More than any route has arguments.
KEYS = 1000


def _body_refusal(reason: str, hint: str) -> Refusal:
    return Refusal(400, "body is not valid", "body_invalid", {"reason": reason}, hint)


def _no_json(at: int) -> Refusal:
    """A body that is no JSON from there on; what stands there may be secret."""
    return _body_refusal("not_json", f"Send one JSON object; at offset {at} it breaks off.")


def value_at(text: str, at: int, field: str | None) -> tuple[object, int]:
    """The JSON value that begins there, and where it ends; a refusal names the field."""
    try:
        return _DECODER.raw_decode(text, at)
    except RecursionError:
        reason = "too_deep"
    except _MalformedError as e:
        reason = str(e)
    except ValueError as e:
        if field is None:
            raise _no_json(e.pos if isinstance(e, json.JSONDecodeError) else at) from None
        reason = "not_json"
    if field is None:
        raise _body_refusal(reason, "Send one JSON object.")
    raise invalid(field, reason, f"Give {field} as plain JSON.")


def members(body: bytes) -> list[tuple[str, Json]]:
    """The keys of a JSON object with the text of each value. Empty for an empty body."""
    try:
        text = body.decode()
    except UnicodeDecodeError:
        raise _body_refusal("not_utf8", "Send the body as UTF-8.") from None

    def skip(at: int) -> int:
        found = _SPACE.match(text, at)
        return found.end() if found else at

    at = skip(0)
    if at == len(text):
        return []
    if text[at] != "{":
        raise _body_refusal("not_object", "Send one JSON object.")
    found: list[tuple[str, Json]] = []
    at = skip(at + 1)
    more = text[at : at + 1] != "}"
    while more:
        if text[at : at + 1] != '"':
            raise _no_json(at)
        key, at = value_at(text, at, None)
        at = skip(at)
        if text[at : at + 1] != ":":
            raise _no_json(at)
        begin = skip(at + 1)
        value, end = value_at(text, begin, str(key))
        if isinstance(value, float):
            value = Number(text[begin:end])
        if len(found) == KEYS:
            raise _body_refusal("too_many_keys", "Send the arguments of the route alone.")
        found.append((str(key), Json(text[begin:end], value)))
        at = skip(end)
        more = text[at : at + 1] == ","
        if more:
            at = skip(at + 1)
    if text[at : at + 1] != "}":
        raise _no_json(at)
    if (end := skip(at + 1)) != len(text):
        raise _no_json(end)
    return found


def query(raw: str) -> list[tuple[str, str]]:
    """The pairs of a query string, as they were sent."""
    try:
        return parse_qsl(raw, keep_blank_values=True, errors="strict")
    except UnicodeDecodeError:
        raise Refusal(
            400, "query is not valid", "query_invalid", {"reason": "not_utf8"}, "Send UTF-8."
        ) from None
