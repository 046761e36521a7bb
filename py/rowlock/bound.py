"""What a statement binds: which value the database could not read, and what that should be."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType

# The names of what is bound, in their order, and their types.
Bound = Mapping[str, str]
NOTHING: Bound = MappingProxyType({})

_CAST = re.compile(rb'\$([0-9]+)::(?:"[^"]+"\.)?"?(\w+)')
# What the server says, in its own language, when it cannot read one bound value.
_PARAMETER = re.compile(r"[^\n]*\$(\d+)[^\n]*")
_WANTED = {
    "uuid": "a whole id, such as 0195f3a0-7c1e-7b2a-9d3f-5e4c8b6a7d10",
    "interval": "an interval, such as 30 minutes or 2 days",
    "timestamptz": "a time in ISO 8601, such as 2026-03-01T09:00:00Z",
    "jsonb": "JSON",
    "int2": "a smaller number",
    "int4": "a smaller number",
    "int8": "a smaller number",
}


def kinds(names: Iterable[str], text: bytes) -> Bound:
    """Of what types the names are that a statement of the service binds."""
    casts = {int(number): kind.decode() for number, kind in _CAST.findall(text)}
    return {name: casts.get(number, "") for number, name in enumerate(names, 1)}


def unread(context: str | None, bound: Bound) -> str | None:
    """The name of the value that an error is about, if it is about one."""
    # The outermost line; lines before it quote what the client sent.
    found = _PARAMETER.fullmatch((context or "").rpartition("\n")[2])
    number = int(found[1]) if found else 0
    return [*bound][number - 1] if 0 < number <= len(bound) else None


def advice(field: str, bound: Bound) -> str:
    """What to give as this instead."""
    kind = bound.get(field, "")
    one = _WANTED.get(kind.removeprefix("_"))
    if one is None:
        return f"{field} cannot be read as it is; GET /api/docs has an example."
    return f"Give {field} as {one if kind[0] != '_' else f'a list, each of it {one}'}."
