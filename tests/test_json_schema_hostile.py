"""Schemas and values that are meant to hurt get an answer within a second: no crash, no raise."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import psycopg
import pytest


def nested(keyword: str, depth: int, leaf: Any) -> Any:
    return leaf if depth == 0 else {keyword: nested(keyword, depth - 1, leaf)}


def boxed(depth: int) -> Any:
    return 1 if depth == 0 else [boxed(depth - 1)]


def chain(length: int, link: int = 1) -> dict[str, Any]:
    """Definitions of which each refers to the next, so many times."""
    named = {f"d{i}": {"allOf": [{"$ref": f"#/$defs/d{i + 1}"}] * link} for i in range(length)}
    return {"$defs": {**named, f"d{length}": {"type": "string"}}, "$ref": "#/$defs/d0"}


def numbered(count: int, name: str, schema: Any) -> dict[str, Any]:
    return {name.format(i): schema for i in range(count)}


CIRCLE = {"$ref": "#"}
TWO = {"$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}, "$ref": "#/$defs/a"}
ANCHORS = {f"a{i}": {"$anchor": f"a{i}", "$ref": f"#a{(i + 1) % 5000}"} for i in range(5000)}
ONE = {"$ref": "#/$defs/a"}
COSTLY = [{"pattern": f"(a{{0,10}}){{0,50}}{i}"} for i in range(3000)]
TO_CHECK = [rf"(a?b?)\d.{{2}}(?=x)[\s\w]{i}" for i in range(5000)]
APART = {
    "allOf": [{"properties": numbered(8000, "p{}", True)}],
    "unevaluatedProperties": False,
}
REFUSED: dict[str, tuple[Any, Any]] = {
    "a circle": (CIRCLE, 1),
    "a circle under not": ({"not": CIRCLE}, 1),
    "a circle of two": (TWO, 1),
    "a circle that doubles": ({"anyOf": [CIRCLE, CIRCLE]}, 1),
    "a long chain": (chain(100), "x"),
    "3 to the 20th": (chain(20, 3), "x"),
    "nested too deep": (nested("not", 300, True), 1),
    "a value too deep": ({"items": CIRCLE}, boxed(200)),
    "10,000 references": ({"$defs": {"a": {"type": "object"}}, "oneOf": [ONE] * 10_000}, 1),
    "5,000 anchors": ({"$defs": ANCHORS, "$ref": "#a0"}, 1),
    "a huge enum, often": ({"items": {"enum": list(range(20_000))}}, [-1] * 20_000),
    "5,000 patterns of names": (
        {"patternProperties": numbered(5000, "^a{}[b-z]+x$", True)},
        numbered(5000, "k{}", 1),
    ),
    "3,000 costly patterns": ({"allOf": COSTLY}, "aaa"),
    "a pattern whose automaton grows": ({"pattern": "(a?b?){0,200}c"}, "a" * 1000),
    "counts in counts": ({"pattern": "((a{0,100}){0,100}){0,100}"}, "a"),
    "a lookahead at each character": ({"pattern": "(?=.*c)d"}, "a" * 250_000),
    "a back-reference": ({"pattern": r"^(a+)\1+$"}, "a" * 100_000),
    "many states, a long string": ({"pattern": "(a|b)*a(a|b){400}c"}, "ab" * 125_000),
    "a huge pattern": ({"pattern": "a" * 100_000}, "a"),
    "patterns to check, often": ({"items": {"format": "regex"}}, TO_CHECK),
    "no schema": ({"properties": 3, "minimum": "x"}, {"a": 1}),
}
ANSWERED: dict[str, tuple[Any, Any, int]] = {
    "as deep as it may": (nested("items", 63, {"type": "string"}), boxed(63), 1),
    "5,000 branches": ({"anyOf": [{"const": i} for i in range(5000)]}, -1, 1),
    "8,000 members that fail": (
        {"properties": numbered(8000, "p{}", {"type": "string"})},
        numbered(8000, "p{}", 1),
        1000,
    ),
    "10,000 required, often": (
        {"items": {"required": list(numbered(10_000, "k{}", 1))}},
        [{}] * 30_000,
        1000,
    ),
    "a huge enum": ({"enum": list(range(40_000))}, -1, 1),
    "nested quantifiers": ({"pattern": "^(a+)+$"}, "a" * 200_000 + "b", 1),
    "15,000 items, each once": ({"uniqueItems": True}, [{"a": i} for i in range(15_000)], 0),
    "8,000 members to tell apart": (APART, numbered(8001, "p{}", 1), 1),
    "a long address": ({"format": "email"}, "a." * 120_000 + "@x", 1),
    "a long host": ({"format": "hostname"}, "xn--" + "a" * 250_000, 1),
    "a long URI": ({"format": "uri"}, "http://" + "a" * 250_000, 0),
    "a number beyond floats": ({"type": "integer", "multipleOf": 0.001}, "1e130000", 1),
}
ERRORS = "select keyword from rowlock.schema_errors(%s::jsonb, %s::jsonb)"


@pytest.fixture(scope="module")
def conn(dsn: str) -> Iterator[psycopg.Connection]:
    with psycopg.connect(dsn, autocommit=True) as conn:
        # The first call reads the functions, which is not what is limited.
        conn.execute(ERRORS, (json.dumps(chain(3)), "1"))
        conn.execute("set statement_timeout = '20s'")
        yield conn


def text(value: Any) -> str:
    return value if value == "1e130000" else json.dumps(value)


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_checked_is_one_error(conn: psycopg.Connection, name: str) -> None:
    schema, value = REFUSED[name]
    found = conn.execute(ERRORS, (json.dumps(schema), text(value))).fetchall()
    assert len(found) == 1


@pytest.mark.parametrize("name", ANSWERED)
def test_what_is_large_is_checked(conn: psycopg.Connection, name: str) -> None:
    schema, value, errors = ANSWERED[name]
    assert len(conn.execute(ERRORS, (json.dumps(schema), text(value))).fetchall()) == errors


@pytest.mark.parametrize("name", [*REFUSED, *ANSWERED])
def test_its_problems_are_told(conn: psycopg.Connection, name: str) -> None:
    schema = (REFUSED.get(name) or ANSWERED[name])[0]
    conn.execute("select keyword from rowlock.schema_problems(%s::jsonb)", (json.dumps(schema),))
