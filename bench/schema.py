"""Checking a payload against a form's schema, and the schema itself: p50 of one call."""

from __future__ import annotations

import argparse
import json
import time
from typing import Any

import psycopg

from support import bench, median, table

FIELDS: tuple[tuple[dict[str, Any], Any], ...] = (
    ({"type": "string", "title": "Text", "minLength": 1, "maxLength": 80}, "some words"),
    ({"type": "integer", "minimum": 0, "maximum": 1000}, 5),
    ({"type": "string", "enum": ["approve", "reject", "ask"]}, "ask"),
    ({"type": "boolean"}, True),
    ({"type": "string", "pattern": r"^[A-Z]{2}-\d{4}$"}, "AB-1234"),
)
NESTED: tuple[dict[str, Any], Any] = (
    {"type": "array", "items": {"$ref": "#/$defs/line"}},
    [{"sku": "A-1", "amount": 2}] * 5,
)
LINE = {
    "type": "object",
    "required": ["sku", "amount"],
    "properties": {"sku": {"type": "string"}, "amount": {"type": "number", "minimum": 0}},
    "unevaluatedProperties": False,
}


def form(count: int, *, nested: bool = False) -> tuple[str, str]:
    """A schema of so many fields, and a payload that is valid."""
    fields = [NESTED if nested and i % 5 == 4 else FIELDS[i % 5] for i in range(count)]
    schema = {
        "$defs": {"line": LINE},
        "type": "object",
        "required": [f"field_{i}" for i in range(count)],
        "properties": {f"field_{i}": field for i, (field, _) in enumerate(fields)},
        "additionalProperties": False,
    }
    if not nested:
        del schema["$defs"]
    return json.dumps(schema), json.dumps({f"field_{i}": v for i, (_, v) in enumerate(fields)})


def middle(conn: psycopg.Connection, query: str, values: tuple[str, ...], times: int) -> float:
    """The middle time of a call, in milliseconds; it must find nothing."""
    seen = []
    for _ in range(times):
        start = time.perf_counter()
        found = conn.execute(query.encode(), values).fetchall()
        seen.append((time.perf_counter() - start) * 1000)
        assert not found, found
    return median(seen)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=100)
    args = parser.parse_args()
    errors = "select path from rowlock.schema_errors(%s::jsonb, %s::jsonb)"
    problems = "select path from rowlock.schema_problems(%s::jsonb)"
    cases = [("flat", 20, False), ("flat", 200, False), ("a fifth nested", 200, True)]
    with bench() as running, psycopg.connect(running.database("schema"), autocommit=True) as conn:
        rows = []
        for name, count, nested in cases:
            schema, payload = form(count, nested=nested)
            rows.append(
                [
                    f"{count} fields, {name}",
                    f"{middle(conn, errors, (schema, payload), args.times):.2f}",
                    f"{middle(conn, problems, (schema,), args.times):.2f}",
                ]
            )
        table("one call", ["form", "schema_errors p50 ms", "schema_problems p50 ms"], rows)
