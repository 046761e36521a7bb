"""Where forms have no rules of their own, they refuse the fields that JSON Schema refuses."""

from __future__ import annotations

import random
from typing import Any

import psycopg
from psycopg.types.json import Jsonb

CASES = 600
# No null, no empty text: a form takes these for a field that was left alone.
VALUES: list[Any] = [
    "a", "ab", "abc", "x y", " ", "1", "true", "2026-01-02", "https://x.y", "no uri", "é💡",
    0, 1, -1, 1.0, 1.5, 3, 1e3, True, False, [], [1], ["a", "a"], {}, {"k": 1}, {"k": False},
]  # fmt: skip
QUERY = """
    select
      array(select distinct split_part(e.path, '/', 2)
        from rowlock.schema_errors(schema => c.form, instance => c.answer) e order by 1),
      array(select f.field
        from rowlock.form_errors(form_schema => c.form, payload => c.answer) f order by 1)
    from jsonb_to_recordset(%s) c (form jsonb, answer jsonb)"""


def field(pick: random.Random) -> dict[str, Any]:
    """The schema of a field: a few keywords, of all that a form passes on or looks at itself."""
    kinds = ["string", "number", "integer", "boolean", "array", "object", "null"]
    keywords: dict[str, Any] = {
        "type": pick.choice([*kinds, ["string", "number"]]),
        "minLength": pick.randint(0, 3),
        "maxLength": pick.randint(0, 4),
        "pattern": pick.choice(["^a", "b$", "^[a-z]+$", r"\d"]),
        "minimum": pick.choice([-1, 0, 1, 1.5]),
        "maximum": pick.choice([0, 1, 2.5]),
        "exclusiveMinimum": 0,
        "exclusiveMaximum": 3,
        "enum": pick.sample(VALUES, 3),
        "const": pick.choice(VALUES),
        "multipleOf": pick.choice([1, 0.5]),
        "format": pick.choice(["uri", "date", "uuid"]),
        "minItems": 1,
        "uniqueItems": True,
        "properties": {"k": {"type": "number"}},
        "required": ["k"],
        "not": {"type": "string"},
        "anyOf": [{"type": "string"}, {"minimum": 1}],
    }
    return {k: v for k, v in keywords.items() if pick.random() < (0.5 if k == "type" else 0.12)}


def case(pick: random.Random) -> dict[str, Any]:
    """A form of three fields, and an answer to some of them and to one that it does not have."""
    whole: dict[str, Any] = {
        "additionalProperties": False,
        "minProperties": 2,
        "maxProperties": 2,
        "dependentRequired": {"a": ["b"]},
    }
    form = {k: v for k, v in whole.items() if pick.random() < 0.1}
    form["properties"] = {name: field(pick) for name in "abc"}
    answer = {name: pick.choice(VALUES) for name in "abcz" if pick.random() < 0.7}
    return {"form": form, "answer": answer}


def test_forms_and_schemas_refuse_the_same_fields(dsn: str) -> None:
    pick = random.Random(20261130)  # the same cases in every run
    cases = [case(pick) for _ in range(CASES)]
    with psycopg.connect(dsn) as conn:
        found = conn.execute(QUERY, [Jsonb(cases)]).fetchall()
    told = zip(cases, found, strict=True)
    assert [(c, schema, form) for c, (schema, form) in told if schema != form] == []
    refused = sum(bool(schema) for schema, _ in found)
    assert CASES * 0.2 < refused < CASES * 0.9, "the cases are neither all good nor all bad"
