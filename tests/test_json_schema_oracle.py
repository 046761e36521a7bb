"""schema_errors and the Python library jsonschema agree on random schemas and values."""

from __future__ import annotations

import json
from typing import Any

import psycopg
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

KEYS = ("a", "b", "ab", "c/d", "é")
TEXTS = ("", "a", "b", "ab", "aab", "😀", "1", "é~")
# What both dialects read the same.
PATTERNS = ("^a", "b$", "^[a-z]+$", "a{2}", "^(a|b)*$", "[0-9]", "^$", ".")
# Halves are exact in floating point too.
NUMBERS = st.one_of(st.integers(-3, 5), st.sampled_from((0.5, 1.0, -1.5, 2.0, 2.5, 1e3)))
SCALARS = st.one_of(st.none(), st.booleans(), NUMBERS, st.sampled_from(TEXTS))
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(st.sampled_from(KEYS), inner, max_size=4)
    ),
    max_leaves=8,
)
COUNTS = st.integers(0, 3)
TYPES = st.sampled_from(("string", "number", "integer", "object", "array", "boolean", "null"))
NAMES = st.lists(st.sampled_from(KEYS), max_size=3, unique=True)
ASSERTIONS: dict[str, st.SearchStrategy[Any]] = {
    "type": st.one_of(TYPES, st.lists(TYPES, min_size=1, max_size=3, unique=True)),
    "const": VALUES,
    "enum": st.lists(VALUES, min_size=1, max_size=3),
    "minimum": NUMBERS,
    "maximum": NUMBERS,
    "exclusiveMinimum": NUMBERS,
    "exclusiveMaximum": NUMBERS,
    "multipleOf": st.sampled_from((1, 2, 0.5, 1.5)),
    "minLength": COUNTS,
    "maxLength": COUNTS,
    "pattern": st.sampled_from(PATTERNS),
    "minItems": COUNTS,
    "maxItems": COUNTS,
    "uniqueItems": st.booleans(),
    "minProperties": COUNTS,
    "maxProperties": COUNTS,
    "required": NAMES,
    "dependentRequired": st.dictionaries(st.sampled_from(KEYS), NAMES, max_size=2),
}
ONE = {"$ref": "#/$defs/one"}
LEAVES = st.one_of(
    st.booleans(),
    *(value.map(lambda v, k=key: {k: v}) for key, value in ASSERTIONS.items()),
)


def applicators(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Schemas with up to five keywords."""
    few = st.lists(inner, min_size=1, max_size=3)
    by_name = st.dictionaries(st.sampled_from(KEYS), inner, max_size=3)
    keywords: dict[str, st.SearchStrategy[Any]] = {
        "properties": by_name,
        "patternProperties": st.dictionaries(st.sampled_from(PATTERNS), inner, max_size=2),
        "additionalProperties": inner,
        "propertyNames": inner,
        "dependentSchemas": by_name,
        "items": inner,
        "prefixItems": few,
        "contains": inner,
        "minContains": COUNTS,
        "maxContains": COUNTS,
        "allOf": few,
        "anyOf": few,
        "oneOf": few,
        "not": inner,
        "if": inner,
        "then": inner,
        "else": inner,
        "unevaluatedItems": inner,
        "unevaluatedProperties": inner,
    }
    chosen = st.sets(st.sampled_from((*ASSERTIONS, *keywords)), min_size=1, max_size=5)
    return chosen.flatmap(
        lambda names: st.fixed_dictionaries(
            {n: {**ASSERTIONS, **keywords}[n] for n in sorted(names)}
        )
    )


SCHEMAS = st.recursive(st.one_of(LEAVES, st.just(ONE)), applicators, max_leaves=10)
# A definition may come to itself only further down in the value: in one place it is a circle.
DEFINITIONS = st.recursive(LEAVES, applicators, max_leaves=6).flatmap(
    lambda s: st.sampled_from(
        [s] if isinstance(s, bool) else [s, {**s, "items": ONE}, {**s, "additionalProperties": ONE}]
    )
)
QUERY = """
    select
      exists (select from rowlock.schema_problems(%(schema)s::jsonb)),
      (select array_agg(
         not exists (select from rowlock.schema_errors(%(schema)s::jsonb, v.value)) order by v.n)
       from jsonb_array_elements(%(values)s::jsonb) with ordinality v (value, n))"""


@pytest.mark.slow
def test_the_library_and_the_database_agree(dsn: str) -> None:
    with psycopg.connect(dsn, autocommit=True) as conn:

        @settings(
            max_examples=400,
            deadline=None,
            derandomize=True,
            database=None,
            phases=(Phase.generate, Phase.shrink),
            suppress_health_check=list(HealthCheck),
        )
        @given(SCHEMAS, DEFINITIONS, st.lists(VALUES, min_size=3, max_size=6))
        def agree(schema: Any, one: Any, values: list[Any]) -> None:
            whole = {"$defs": {"one": one}, "allOf": [schema]}
            validator = Draft202012Validator(whole)
            theirs = [validator.is_valid(value) for value in values]
            row = conn.execute(
                QUERY, {"schema": json.dumps(whole), "values": json.dumps(values)}
            ).fetchone()
            assert row == (False, theirs)

        agree()
