"""schema_errors against the public JSON-Schema-Test-Suite; the page tells what it cannot pass."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.support.conformance import PROPERTY
from tests.support.importing import DATA

SUITE = DATA / "json-schema-test-suite"
FILES = sorted(str(p.relative_to(SUITE)) for p in SUITE.rglob("*.json")) or ["none"]
PAGE = Path(__file__).parents[1] / "docs" / "json-schema.md"
# Part of each description: schemas that are in other documents, which are never fetched.
REMOTE = ("strict-tree schema", "$ref and $dynamicAnchor are independent of order")
QUERY = "select exists (select from rowlock.schema_errors(%s::jsonb, %s::jsonb, %s))"

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not SUITE.exists(), reason="the JSON-Schema-Test-Suite is not in ../shared/data"
    ),
]


def refused(conn: psycopg.Connection, schema: str, instance: str, file: str) -> bool:
    row = conn.execute(QUERY, (schema, instance, file.startswith("format/"))).fetchone()
    assert row
    return bool(row[0])


def groups(file: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((SUITE / file).read_text(encoding="utf-8"))
    return found


@pytest.mark.parametrize("file", FILES)
def test_a_file_of_the_suite(
    file: str, dsn: str, record_property: Callable[[str, object], None]
) -> None:
    total, failed = 0, []
    with psycopg.connect(dsn, autocommit=True) as conn:
        for group in groups(file):
            schema = json.dumps(group["schema"])
            for case in group["tests"]:
                total += 1
                instance = json.dumps(case["data"])
                what = f"{group['description']}: {case['description']}"
                if r"\u0000" in schema + instance:
                    failed.append("NUL")  # jsonb holds no such text
                elif refused(conn, schema, instance, file) == case["valid"]:
                    failed.append(what)
    record_property(PROPERTY, f"{file} {total - len(failed)} {total}")
    assert [f for f in failed if f != "NUL" and not f.startswith(REMOTE)] == []
    line = f"| {file} | {total - len(failed)} | {total} |"
    assert line in PAGE.read_text(encoding="utf-8"), f"docs/json-schema.md should have: {line}"


def test_schemas_of_the_suite_have_no_problems(dsn: str) -> None:
    with psycopg.connect(dsn, autocommit=True) as conn:
        for file in FILES:
            for group in groups(file):
                schema = json.dumps(group["schema"])
                if r"\u0000" in schema or group["description"].startswith(REMOTE):
                    continue
                query = "select path, keyword, message from rowlock.schema_problems(%s::jsonb)"
                assert conn.execute(query, (schema,)).fetchall() == [], (file, group["description"])
