"""Cuts JSON apart without reading it anew: what SQL wrote is handed on as it wrote it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{},:]')


def items(text: str) -> list[str]:
    """The elements of an array, each as it stands there."""
    return list(_parts(text))


def members(text: str) -> dict[str, str]:
    """The names of an object, and its values as they stand there."""
    parts = _parts(text)
    return {json.loads(name): value for name, value in zip(parts, parts, strict=True)}


def cell(text: str) -> str:
    """A value for a table: a string itself, nothing for null, all else as JSON."""
    if text.startswith('"'):
        return str(json.loads(text))
    return "" if text == "null" else text


def _parts(text: str) -> Iterator[str]:
    # By its tokens and not by recursion: no depth is too deep.
    depth, begin = 0, 1
    for token in _TOKEN.finditer(text, 1):
        kind = token[0]
        if kind in "[{":
            depth += 1
        elif depth and kind in "]}":
            depth -= 1
        elif not depth and kind in ",:]}":
            part = text[begin : token.start()].strip()
            if part:
                yield part
            begin = token.end()
