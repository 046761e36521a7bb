"""Bodies and queries that are no JSON object, too large, too deep, or of any bytes at all."""

from __future__ import annotations

import gzip
import json
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from .conftest import World

CREATE = "/api/escalations"
GOOD = {"role": "reviewer", "type": "approval"}


@pytest.mark.parametrize(
    "raw, reason",
    [
        (b"[]", "not_object"),
        (b'"text"', "not_object"),
        (b"7", "not_object"),
        (b"null", "not_object"),
        (b"{", "not_json"),
        (b'{"role": "reviewer"', "not_json"),
        (b'{"role": "reviewer",}', "not_json"),
        (b'{"role" "reviewer"}', "not_json"),
        (b"{role: 1}", "not_json"),
        (b'{"role": "reviewer"} x', "not_json"),
        (b'{"role": "reviewer"}{}', "not_json"),
        (b"\xff\xfe{}", "not_utf8"),
        (b'{"role": "\xed\xa0\x80"}', "not_utf8"),
        (b"\xef\xbb\xbf{}", "not_object"),
        (b"[" * 200_000, "not_object"),
        (json.dumps({f"k{n}": 0 for n in range(1001)}).encode(), "too_many_keys"),
    ],
)
def test_a_body_that_is_no_object(world: World, raw: bytes, reason: str) -> None:
    before = world.snapshot()
    answer = world.admin("POST", CREATE, raw=raw)
    assert answer.code == (400, "body_invalid")
    assert answer.body["detail"]["reason"] == reason
    assert world.snapshot() == before


@pytest.mark.parametrize(
    "value, reason",
    [
        ("NaN", "not_finite"),
        ("[Infinity]", "not_finite"),
        ('{"a": -Infinity}', "not_finite"),
        ('{"a": 1, "a": 2}', "repeated_key"),
        ('{"b": {"a": 1, "a": 2}}', "repeated_key"),
        ("[" * 100_000, "too_deep"),
        ('{"a":' * 100_000, "too_deep"),
        ("01", "not_json"),
        ("nul", "not_json"),
        ("'x'", "not_json"),
        ('"\n"', "not_json"),
    ],
)
def test_a_value_that_is_no_json_names_its_field(world: World, value: str, reason: str) -> None:
    raw = f'{{"role": "reviewer", "type": "t", "metadata": {value}}}'.encode()
    answer = world.admin("POST", CREATE, raw=raw)
    assert answer.status == 400
    if reason == "not_json" and value == "01":
        return  # the object ends in the middle of it
    assert (answer.field, answer.body["detail"]["reason"]) == ("metadata", reason)


def test_one_key_twice_is_400(world: World) -> None:
    for raw in (
        b'{"role": "reviewer", "role": "reviewer", "type": "t"}',
        b'{"role": "reviewer", "type": "t", "originId": "a", "origin_id": "a"}',
    ):
        answer = world.admin("POST", CREATE, raw=raw)
        assert (answer.status, answer.body["detail"]["reason"]) == (400, "repeated")
    for query in ("role=a&role=b", "limit=1&max_rows=1", "maxRows=1&limit=1", "topic=a&topics=b"):
        answer = world.admin("GET", f"/api/events?{query}")
        assert (answer.status, answer.body["detail"]["reason"]) == (400, "repeated")


@pytest.mark.parametrize(
    "query, field",
    [
        ("after=x", "after"), ("after=1.5", "after"), ("after=", "after"), ("after=-1", "after"),
        ("after=99999999999999999999", "after"), ("limit=0", "max_rows"), ("limit=1e2", "max_rows"),
        ("limit=%31%00", "max_rows"), ("topic=[1]", "topics"), ("topic=[%22a%22", "topics"),
        ("topic=[%22a%22]x", "topics"), ("role=%00", "role"), ("nope=1", "nope"),
        ("actor=x", "actor"),
        ("%C3%BC=1", "ü"), ("limit=%D9%A1", "max_rows"),
    ],
)  # fmt: skip
def test_a_bad_query_names_the_field(world: World, query: str, field: str) -> None:
    answer = world.admin("GET", f"/api/events?{quote(query, safe='=&%[]')}")
    assert (answer.status, answer.field) == (400, field), answer.text


def test_a_query_that_is_not_utf8_is_400(world: World) -> None:
    assert world.admin.refused("GET", "/api/events?role=%FF") == (400, "query_invalid")


def test_arrays_in_queries_are_json_or_comma_lists(world: World) -> None:
    world.row()
    for topics in ("escalation.created,role.updated", quote('["escalation.created", "x"]')):
        page = world.admin("GET", f"/api/events?after=0&topic={topics}").body
        assert {e["topic"] for e in page["events"]} == {"escalation.created"}
    assert world.admin("GET", "/api/events?after=0&topic=").body["events"] == []


def test_more_than_a_megabyte_is_413(world: World) -> None:
    limit = 1024 * 1024
    fits = json.dumps({**GOOD, "description": "x" * 9_000}).encode()
    assert world.admin("POST", CREATE, raw=fits + b" " * (limit - len(fits))).status == 201
    over = world.admin("POST", CREATE, raw=fits + b" " * (limit - len(fits) + 1))
    assert over.code == (413, "body_size")
    bomb = gzip.compress(b" " * 50_000_000)
    packed = world.admin("POST", CREATE, raw=bomb, headers={"Content-Encoding": "gzip"})
    assert packed.code == (415, "body_coding")


def test_a_coded_body_is_415_whether_its_coding_is_true_or_false(world: World) -> None:
    good = json.dumps(GOOD).encode()
    for coding, raw in (("gzip", gzip.compress(good)), ("gzip", good), ("deflate", b"{}")):
        answer = world.admin("POST", CREATE, raw=raw, headers={"Content-Encoding": coding})
        assert answer.code == (415, "body_coding")
    assert (
        world.admin("POST", CREATE, raw=good, headers={"Content-Encoding": "identity"}).status
        == 201
    )


@pytest.mark.parametrize(
    "number", ["1e400", "1e-400", "1e131071", "9" * 5000, "1e99999999999", "-0"]
)
def test_numbers_beyond_floats_are_kept_or_refused(world: World, number: str) -> None:
    raw = f'{{"role": "reviewer", "type": "t", "metadata": {{"n": {number}}}}}'.encode()
    answer = world.admin("POST", CREATE, raw=raw)
    assert answer.status in (201, 400)
    if answer.status == 400:
        assert answer.field == "metadata"


ANY = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
KEYS = st.sampled_from(
    ["role", "type", "subtype", "priority", "metadata", "envelope", "escalation_payload",
     "timeout", "expires_at", "assigned_to", "signal_key", "on_timeout", "taskId"]
)  # fmt: skip


@settings(
    max_examples=150,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(body=st.dictionaries(KEYS, ANY, max_size=5), good=st.booleans())
def test_no_body_at_all_reaches_a_5xx(world: World, body: dict[str, Any], good: bool) -> None:
    answer = world.admin("POST", CREATE, {**(GOOD if good else {}), **body})
    assert answer.status < 500, answer.text


@settings(
    max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    raw=st.binary(max_size=200) | st.text(max_size=200).map(lambda t: t.encode("utf-8", "ignore"))
)
def test_no_bytes_at_all_reach_a_5xx(world: World, raw: bytes) -> None:
    assert world.admin("POST", CREATE, raw=raw).status < 500


def test_the_field_is_named_with_prepared_statements_too(world: World) -> None:
    for _ in range(30):
        answer = world.admin("POST", CREATE, {**GOOD, "origin_id": "o", "task_id": "no"})
        assert (answer.status, answer.field) == (400, "task_id")
