"""Hostile bodies, queries and paths, on every route: refused in JSON, and nothing changed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any
from uuid import UUID

import pytest

from rowlock.routes import ROUTES

from .conftest import World
from .service import Answer
from .test_bad_input import ID, bound, plausible, real_path

pytestmark = pytest.mark.slow

MEGABYTE = 1024 * 1024
WRITES = [r for r in ROUTES if r.method in ("POST", "PATCH", "PUT")]
OWN = ("/api/auth/login", "/api/auth/logout", "/api/events/tickets")

# Values that no argument of any kind may take, as they stand in the body: JSON that each kind is
# asked about,
UNUSABLE = {
    "nul": rb'"a\u0000b"',
    "nul in a key": rb'{"a\u0000b": 1}',
    "lone surrogate": rb'"\ud800"',
    "lone surrogate in a key": rb'{"\udfff": 1}',
}
# and what is no JSON: the body is read to its end before anything asks of what kind an argument is,
# so that one argument of each route stands for all.
BROKEN = {
    "raw nul": b'"a\0b"',
    "raw control": b'"\x01"',
    "surrogate in utf-8": b'"\xed\xa0\x80"',
    "overlong utf-8": b'"\xc0\x80"',
    "beyond unicode": b'"\xf5\x80\x80\x80"',
    "depth 10,000": b"[" * 10_000 + b"]" * 10_000,
    "depth 100,000": b'{"a":' * 100_000 + b"1" + b"}" * 100_000,
    "no end": b"[" * 500_000,
    "NaN": b"NaN",
    "Infinity": b"[Infinity]",
    "-Infinity": b'{"a": -Infinity}',
    "repeated key": b'{"a": 1, "a": 2}',
    "repeated key inside": b'[{"b": {"a": 1, "\\u0061": 2}}]',
    "hexadecimal": b"0x10",
    "leading zero": b"007",
    "no JSON": b"undefined",
    "quotes": b"'a'",
    "comment": b"/* */ 1",
}
# Good JSON, which some argument may take: no fault of the service, whatever it says.
ODD = {
    "1e400": b'{"n": 1e400}',
    "1e131073": b'{"n": 1e131073}',
    "-0": b'{"n": -0}',
    "-0.0e-9": b"-0.0e-9",
    "5,000 digits": b"9" * 5_000,
    "500,000 digits": b"9" * 500_000,
    "number as a string": b'"12"',
    "100,000 elements": b"[" + b"1," * 99_999 + b"1]",
    "100,000 keys": b"{" + b",".join(b'"k%d":1' % i for i in range(70_000)) + b"}",
    "long key": b'{"' + b"k" * 900_000 + b'": 1}',
    "long string": b'"' + b"s" * 900_000 + b'"',
    "depth 900": b"[" * 900 + b"]" * 900,
    "null": b"null",
}
BODIES = {
    "array": b"[]",
    "string": b'"x"',
    "number": b"1",
    "null": b"null",
    "BOM": b"\xef\xbb\xbf{}",
    "UTF-16": '{"a": 1}'.encode("utf-16"),
    "UTF-16LE": '{"a": 1}'.encode("utf-16-le"),
    "UTF-32": '{"a": 1}'.encode("utf-32"),
    "latin-1": '{"a": "é"}'.encode("latin-1"),
    "truncated": b'{"a": "b',
    "two": b"{}{}",
    "comma": b'{"a": 1,}',
    "nul": b"\0",
    "nul behind": b"{}\0",
    "form": b"role=reviewer&type=t",
    "unknown key": b'{"no_such_key": 1}',
    "100,000 unknown keys": b"{" + b",".join(b'"k%d":1' % i for i in range(70_000)) + b"}",
    "long unknown key": b'{"' + b"k" * 900_000 + b'": 1}',
    "nul key": rb'{"\u0000": 1}',
    "surrogate key": rb'{"\ud800": 1}',
    "depth 100,000": b"[" * 100_000,
    "10 MB": b" " * 10 * MEGABYTE,
}
HEADERS: list[tuple[dict[str, str], int]] = [
    ({"Content-Encoding": "gzip"}, 415),
    ({"Content-Encoding": "br"}, 415),
    ({"Content-Encoding": "gzip, identity"}, 415),
]


def told(answer: Answer, what: str, *wanted: int) -> None:
    """An error of ours, in JSON, with the request's id."""
    where = f"{what}: {answer.status} {answer.text[:200]}"
    assert 400 <= answer.status < 500, where
    assert not wanted or answer.status in wanted, where
    assert set(answer.body) >= {"error", "code", "detail", "hint", "request_id"}, where
    assert answer.headers["X-Request-Id"] == answer.body["request_id"], where
    assert len(answer.text) < 3_000_000, where


@pytest.fixture(autouse=True)
def alive(world: World) -> Iterator[None]:
    """Afterwards the service answers."""
    yield
    assert world.admin("GET", "/api/me").status == 200


def spliced(good: dict[str, Any], field: str, value: bytes) -> bytes:
    """The good body with the raw value for one field."""
    rest = json.dumps({k: v for k, v in good.items() if k != field}).encode()
    return b'{"' + field.encode() + b'": ' + value + (b", " if len(rest) > 2 else b"") + rest[1:]


@pytest.mark.parametrize("route", WRITES, ids=lambda r: f"{r.method} {r.path}")
def test_hostile_values(world: World, route: Any) -> None:
    endpoint = bound(world, route)
    path, good = real_path(world, endpoint), plausible(endpoint)
    kinds = {a.type_name: n for n, a in endpoint.accepts.items() if f"{{{n}}}" not in route.path}
    before, last = world.snapshot(), [*kinds.values()][-1:]
    for field in kinds.values():
        for what, value in {**UNUSABLE, **(BROKEN if [field] == last else {})}.items():
            answer = world.admin(route.method, path, raw=spliced(good, field, value))
            told(answer, f"{field} {what}", 400)
        twice = b'{"%b": 1, "%b": 1}' % (field.encode(), field.encode())
        told(world.admin(route.method, path, raw=twice), f"{field} twice", 400)
    assert world.snapshot() == before
    # A time that is over would be noticed by a timer.
    plain = [n for kind, n in kinds.items() if kind not in ("interval", "timestamptz")]
    for field in plain:
        for what, value in ODD.items():
            if len(value) > 100_000 and field != plain[-1]:
                continue
            answer = world.admin(route.method, path, raw=spliced(good, field, value))
            if answer.status >= 400:
                told(answer, f"{field} {what}")


@pytest.mark.parametrize("path", [*(r.path for r in WRITES), *OWN])
def test_hostile_bodies(world: World, path: str) -> None:
    method = next((r.method for r in WRITES if r.path == path), "POST")
    verbatim = any(r.verbatim for r in WRITES if r.path == path)
    if path not in OWN:
        path = real_path(world, bound(world, next(r for r in WRITES if r.path == path)))
    before = world.snapshot()
    for what, raw in BODIES.items():
        if verbatim and "unknown key" in what:
            continue  # its keys are the caller's own words
        answer = world.admin(method, path, raw=raw)
        told(answer, what, 413 if what == "10 MB" else 400)
    for headers, status in HEADERS:
        told(world.admin(method, path, raw=b"{}", headers=headers), str(headers), status)
    assert world.snapshot() == before


def test_a_body_of_another_content_type_is_read_as_json_or_refused(world: World) -> None:
    good = b'{"role": "reviewer", "type": "t"}'
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "\xff"):
        answer = world.admin("POST", "/api/escalations", raw=good, headers={"Content-Type": kind})
        assert answer.status in (201, 400, 415), answer.text


# A query that is no UTF-8 is refused before an argument is looked for: one stands for all.
NO_TEXT = ("%FF", "%ED%A0%80", "%F5%80%80%80")
QUERIES = ("%00", *NO_TEXT, "9" * 4000, "[" * 4000, "1e400", "-0", "NaN")


@pytest.mark.parametrize("route", ROUTES, ids=lambda r: f"{r.method} {r.path}")
def test_hostile_queries_and_paths(world: World, route: Any) -> None:
    endpoint = bound(world, route)
    path = real_path(world, endpoint)
    before = world.snapshot()
    fields = [n for n in endpoint.accepts if f"{{{n}}}" not in route.path]
    for value in QUERIES:
        told(world.admin(route.method, f"{path}?no_such_key={value}"), value, 400)
        told(world.admin(route.method, f"{path}?{value}=1"), value, 400)
        if value[0] == "%":
            for field in fields[-1:] if value in NO_TEXT else fields:
                told(world.admin(route.method, f"{path}?{field}={value}"), f"{field} {value}", 400)
        else:
            for field in fields:
                answer = world.admin(route.method, f"{path}?{field}={value}")
                if answer.status >= 400:
                    told(answer, f"{field} {value}")
        parts = [p for p in route.path.split("/") if p.startswith("{")]
        for part in parts:
            at = route.path.replace(part, value)
            for other in parts:
                at = at.replace(other, ID)
            answer = world.admin(route.method, at)
            # A workflow may have any name, and a topic be asked for by any.
            free = part == "{workflow_id}" or route.path.endswith("/{topic}/subscribers")
            if not free or value[0] == "%" or answer.status >= 400:
                told(answer, f"{part} {value}")
    many = "&".join(f"k{i}=1" for i in range(1000))
    told(world.admin(route.method, f"{path}?{many}"), "1,000 keys", 400)
    if route.method == "GET":
        assert world.snapshot() == before


@pytest.mark.parametrize("given", ["a b", "x" * 65, "{}", "é", "id;"])
def test_a_hostile_request_id_is_replaced(world: World, given: str) -> None:
    answer = world.nobody("GET", "/api/me", headers={"X-Request-Id": given})
    assert answer.status == 401
    assert UUID(answer.body["request_id"])
