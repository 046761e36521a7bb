"""Patterns mean what Python's re says, and schema_problems says what the metaschema says."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import psycopg
import pytest
from jsonschema import Draft202012Validator

pytestmark = pytest.mark.slow

# What ECMA 262 and Python's re (with its flag A) read the same.
ATOMS = (
    ("a", "b", "1", "-", "_", "é", " ", ".", r"\d", r"\w", r"\D", r"\W", r"\.", r"\x61", r"\u00e9")
    + ("[^a]", "[a-c]", r"[\d_-]", r"[^\w]", r"[b\-d]", r"[\W1]", r"[^\D2]")
)  # fmt: skip
QUANTIFIERS = ("", "", "", "*", "+", "?", "{2}", "{1,2}", "{0,3}", "{2,}", "*?", "+?")
STRINGS = ["", "a", "b", "ab", "aab", "ba", "1", "a1", "a-b", "é", "aé", "  ", "a b", "_", "1é"]
FITS = """
    select array_agg(not exists (
        select from rowlock.schema_errors(
          jsonb_build_object('pattern', %s::text), to_jsonb(s.value))) order by s.n)
    from unnest(%s::text[]) with ordinality s (value, n)"""
KEYWORDS = (
    "$id", "$anchor", "$dynamicAnchor", "$comment", "$defs", "type", "enum", "const", "minimum",
    "exclusiveMaximum", "multipleOf", "minLength", "pattern", "format", "minItems", "maxContains",
    "uniqueItems", "minProperties", "required", "dependentRequired", "properties",
    "patternProperties", "dependentSchemas", "allOf", "anyOf", "oneOf", "prefixItems", "items",
    "additionalProperties", "propertyNames", "contains", "not", "if", "then", "else",
    "unevaluatedItems", "unevaluatedProperties", "title", "deprecated", "examples",
    "contentEncoding", "contentSchema", "default", "x-own",
)  # fmt: skip
VALUES: tuple[Any, ...] = (
    None, True, 0, 1, -1, 1.0, 1.5, "", "a", "a b", "#a", "a#", "string", [], ["a"], ["a", "a"],
    [1], [{}], [True], ["string", "null"], ["string", "string"], {}, {"a": 1}, {"a": {}},
    {"a": True}, {"a": ["b"]}, {"a": ["b", "b"]}, {"type": 1}, [{"type": 1}], {"a": {"type": 1}},
)  # fmt: skip


def pattern(chance: random.Random, depth: int = 2) -> str:
    """A few terms, now and then two alternatives."""

    def term() -> str:
        if depth and chance.random() < 0.3:
            kind = chance.choice(("(", "(?:", "(?=", "(?!"))
            group = f"{kind}{pattern(chance, depth - 1)})"
            # What looks around is not repeated.
            return group if kind[-1] in "=!" else group + chance.choice(QUANTIFIERS)
        return chance.choice(ATOMS) + chance.choice(QUANTIFIERS)

    one, two = ("".join(term() for _ in range(chance.randint(1, 3))) for _ in "12")
    return f"{one}|{two}" if chance.random() < 0.3 else one


def test_patterns_find_what_re_finds(dsn: str) -> None:
    chance, compared = random.Random(7), 0
    with psycopg.connect(dsn, autocommit=True) as conn:
        while compared < 400:
            begin, end = chance.choice(("", "^")), chance.choice(("", "$"))
            text = f"{begin}(?:{pattern(chance)}){end}"
            # Lookarounds in each other are refused.
            if re.search(r"\(\?[=!].*\(\?[=!]", text):
                continue
            compiled = re.compile(text.replace("$", r"\Z"), re.A)
            row = conn.execute(FITS, (text, STRINGS)).fetchone()
            assert row == ([bool(compiled.search(s)) for s in STRINGS],), text
            compared += 1


def test_problems_are_what_the_metaschema_refuses(dsn: str) -> None:
    schemas: list[dict[str, Any]] = [{k: v} for k in KEYWORDS for v in VALUES]
    metaschema = Draft202012Validator(Draft202012Validator.META_SCHEMA)
    query = """
        select array_agg(not exists (select from rowlock.schema_problems(s.value)) order by s.n)
        from jsonb_array_elements(%s::jsonb) with ordinality s (value, n)"""
    with psycopg.connect(dsn, autocommit=True) as conn:
        row = conn.execute(query, (json.dumps(schemas),)).fetchone()
    assert row
    theirs = [metaschema.is_valid(schema) for schema in schemas]
    assert [s for s, our, their in zip(schemas, row[0], theirs, strict=True) if our != their] == []
