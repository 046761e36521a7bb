"""From what a request gives to argument values: keys by name, and each value of its kind.

Knows kinds of values and not what they mean; ranges and forms are the database's to judge.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping

from rowlock.errors import invalid
from rowlock.json_body import Json, Number, value_at

_CAMEL = re.compile(r"[a-z][a-z0-9]*(?:[A-Z][a-z0-9]*)+")
_INTEGER = re.compile(r"-?[0-9]+")

Raw = Json | str  # a str comes from a path or a query


class _WrongKindError(Exception):
    def __init__(self, reason: str, wanted: str) -> None:
        super().__init__(reason)
        self.reason, self.wanted = reason, wanted


def spellings(names: Iterable[str], aliases: Mapping[str, str]) -> dict[str, str]:
    """Every accepted key and the argument it names: snake_case, camelCase, aliases."""
    known = {name: name for name in names}
    camel = {re.sub(r"_([a-z])", lambda m: m[1].upper(), name): name for name in known}
    return {**{a: name for a, name in aliases.items() if name in known}, **camel, **known}


def named(pairs: Iterable[tuple[str, Raw]], accepted: Mapping[str, str]) -> dict[str, Raw]:
    """The pairs of one source by argument name; an unknown or repeated key is refused."""
    found: dict[str, Raw] = {}
    for key, value in pairs:
        name = accepted.get(key)
        if name is None:
            known = sorted(set(accepted.values()))
            hint = "Leave it out, or name one that this route knows: detail.known has them."
            raise invalid(key, "unknown", hint, known=known)
        if name in found:
            raise invalid(name, "repeated", "Give it once, in one spelling.")
        found[name] = value
    return found


def gathered(members: Iterable[tuple[str, Json]], verbatim: bool = False) -> str:
    """The members as one JSON object, for the database to judge its keys, in snake_case."""
    found: dict[str, str] = {}
    for key, value in members:
        camel = not verbatim and _CAMEL.fullmatch(key)
        name = re.sub(r"([A-Z])", lambda m: f"_{m[1].lower()}", key) if camel else key
        if name in found:
            raise invalid(name, "repeated", "Give it once, in one spelling.")
        try:
            for text in (key, *_texts(value.value)):
                _text(text)
        except _WrongKindError as e:
            raise invalid(name, e.reason, f"Give {name} as {e.wanted}.") from None
        found[name] = f"{json.dumps(name)}: {value.text}"
    return f"{{{', '.join(found.values())}}}"


def _texts(value: object) -> Iterator[str]:
    """All strings of a JSON value, its keys too; not by recursion, because it may be deep."""
    waiting = [value]
    while waiting:
        match waiting.pop():
            case str() as text:
                yield text
            case dict() as members:
                yield from members
                waiting.extend(members.values())
            case list() as items:
                waiting.extend(items)


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise _WrongKindError("not_string", "a string")
    if "\0" in value:
        raise _WrongKindError("nul", "a string without NUL characters")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise _WrongKindError("not_text", "a string without lone surrogates") from None
    return value


def _integer(value: object) -> str:
    text = value.text if isinstance(value, Number) else ""
    if not _INTEGER.fullmatch(text):
        raise _WrongKindError("not_integer", "an integer")
    return text


def _boolean(value: object) -> str:
    if not isinstance(value, bool):
        raise _WrongKindError("not_boolean", "true or false")
    return "true" if value else "false"


Kind = Callable[[object], str]
_KINDS: Mapping[str, Kind] = {
    "bool": _boolean,
    "int2": _integer,
    "int4": _integer,
    "int8": _integer,
    "interval": _text,
    "text": _text,
    "timestamptz": _text,
    "uuid": _text,
}
# What a bare word of a path or query is, before its kind is asked.
_WORDS: Mapping[Kind, Callable[[str], object]] = {
    _boolean: {"true": True, "false": False}.get,
    _integer: Number,
    _text: str,
}


def supported(type_name: str) -> bool:
    """Whether values of a catalog type can be read from a request."""
    kind = _KINDS.get(type_name.removeprefix("_"))
    # Numbers of an array are not kept as they were written.
    return type_name == "jsonb" or kind is _text or (kind is not None and type_name[0] != "_")


def convert(field: str, type_name: str, raw: Raw) -> str | None:
    """The value as the text that the database reads; a wrong kind is refused naming the field."""
    try:
        if type_name == "jsonb":
            if isinstance(raw, str):
                return _text(raw)
            # The database would quote what stands around it in its log, and that may be secret.
            for text in _texts(raw.value) if "\\u" in raw.text else ():
                _text(text)
            return raw.text
        if isinstance(raw, Json) and raw.value is None:
            return None
        kind = _KINDS[type_name.removeprefix("_")]
        if type_name.startswith("_"):
            return _array(kind, _items(kind, field, raw))
        return kind(_WORDS[kind](raw) if isinstance(raw, str) else raw.value)
    except _WrongKindError as e:
        raise invalid(field, e.reason, f"Give {field} as {e.wanted}.") from None


def _items(kind: Kind, field: str, raw: Raw) -> object:
    if isinstance(raw, Json):
        return raw.value
    if raw.lstrip().startswith("["):
        value, end = value_at(raw, len(raw) - len(raw.lstrip()), field)
        if raw[end:].strip():
            raise _WrongKindError("not_json", "a JSON array or a comma list")
        return value
    return [_WORDS[kind](word) for word in raw.split(",")] if raw else []


def _array(kind: Kind, items: object) -> str:
    if not isinstance(items, list):
        raise _WrongKindError("not_array", "an array")
    quoted = (kind(item).replace("\\", "\\\\").replace('"', '\\"') for item in items)
    return "{" + ",".join(f'"{text}"' for text in quoted) + "}"


def words(raw: Raw) -> tuple[str, ...]:
    """The texts of an array argument, for the few that are used here."""
    items = _items(_text, "topics", raw)
    return tuple(_text(item) for item in items) if isinstance(items, list) else ()
