"""Arguments of every kind for the functions of the schema: plausible, and meant to hurt."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st
from psycopg import sql

from tests.support.scene import Scene

NOBODY = "00000000-0000-4000-8000-000000000000"
LONG = "x" * 20_000
TEXTS = (
    "", " ", "'", '"', "\\", "%", "_", "a b", "\u202e\u0301", "\x01\t\r\n", "\ud7ff\uffff",
    "😀" * 99, "../..", "*", ">", "a.>", "a.*.b", "(a+)+$", "[", "$1", "{}", "null", "true", "-1",
    "1e400", "NaN", "infinity", "epoch", "now", "Reviewer", "__proto__", "escalation",
    "rowlock.event", "x" * 201, LONG, "pending", "resolved", "done", "cancelled", "failed",
    "active", "all", "self", "none", "admin", "superadmin", "bot", "read", "host", "delete",
    "archive", "reviewer", "engineer", "app.a", "https://shop.example/", "http://127.0.0.1/",
    NOBODY, "eyJrIjpbMl19", "2026-01-01", "day", "1 day",
)  # fmt: skip
INTEGERS = (0, 1, -1, 2, 3, 100, 101, 1000, 1001, 32767, 32768, 10_000_001, 2**31 - 1, -(2**31))
BIGINTS = (*INTEGERS, 2**31, 2**53 + 1, 2**62, 2**63 - 1, -(2**63))
TIMES = (
    "infinity", "-infinity", "epoch", "4713-01-01 00:00:00 BC", "294276-12-31 23:59:59.999999Z",
    "0001-01-01Z", "1970-01-01Z", "2026-03-01T00:00:00Z", "2026-03-02T00:00:00Z", "2100-01-01Z",
    "2024-02-29 23:59:60+15:59",
)  # fmt: skip
INTERVALS = (
    "0", "1 us", "-1 us", "1 day", "-1 day", "1 month", "1 mon -30 days", "30 days", "10 years",
    "178000000 years", "-178000000 years", "2147483647 months", "2147483647 days",
    "2562047788:00:54.775807", "2147483647 mons 2147483647 days 2562047788 hours",
)  # fmt: skip
NUMERICS = ("0", "-1", "0.1", "1e131071", "-1e-16383", "NaN", "Infinity", "-Infinity", "1e20")
BYTES = (b"", b"\0", b"\xff" * 28, b"c" * 28, b"x" * 100_000)
# Words that the functions look for in what is JSON.
WORDS = (
    "id", "role", "status", "type", "from", "to", "key", "value", "op", "equals", "path",
    "properties", "items", "required", "enum", "pattern", "minimum", "maximum", "$ref", "$defs",
    "allOf", "if", "format", "x-layout", "label", "url", "badge", "decision", "priority",
    "metadata", "resolver_payload", "title", "description", "display_name", "email", "expires_at",
    "assigned_to", "parent_role", "topics", "name", "seq", "session_id", "run_id", "attempt",
    "any", "all", "range", "exists", "contains", "prefix", "order", "form_schema",
    "metadata_schema", "list_schema", "upstreams", "sla_minutes", "default_pins", "enabled",
)  # fmt: skip

_scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.sampled_from([*BIGINTS, 0.5, -0.0, 1e300, 10**400]),
    st.sampled_from(TEXTS),
    st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=8),
)
_keys = st.one_of(st.sampled_from(WORDS), st.sampled_from(TEXTS[:40]))
_json = st.recursive(
    _scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(_keys, inner, max_size=4),
    max_leaves=12,
)
DEEP = json.loads("[" * 400 + "]" * 400)
WIDE: dict[str, Any] = {f"k{i}": i for i in range(5_000)}


def nested(value: Any, odd: Any, at: int) -> Any:
    """The JSON value with one part of it replaced, or one more beside it."""
    if isinstance(value, dict) and value:
        key = sorted(value)[at % len(value)]
        if at % 3 == 0:
            return {**value, key: odd}
        if at % 7 == 0:
            return {**value, WORDS[at % len(WORDS)]: odd}
        return {**value, key: nested(value[key], odd, at // 3)}
    if isinstance(value, list) and value:
        place = at % len(value)
        return [*value[:place], nested(value[place], odd, at // 3), *value[place + 1 :]]
    return odd


@dataclass(frozen=True, slots=True)
class Function:
    """A public function, and what its arguments look like."""

    name: str
    arguments: tuple[tuple[str, str, bool], ...]
    examples: Mapping[str, Any]
    answered: bool

    def called(self, given: Mapping[str, object]) -> sql.Composed:
        """The statement that calls it with these, as the service does where an answer follows."""
        types = {name: kind for name, kind, _ in self.arguments}
        named = [
            sql.SQL("{} => {}::{}").format(sql.Identifier(n), sql.Placeholder(n), sql.SQL(types[n]))  # type: ignore[arg-type]
            for n in given
        ]
        verb = sql.SQL("{}({})").format(
            sql.Identifier("rowlock", self.name), sql.SQL(", ").join(named)
        )
        if not self.answered:
            return sql.SQL("select to_jsonb(r) from {} r").format(verb)
        answer = sql.Identifier("rowlock", f"{self.name}_answer")
        return sql.SQL("select to_jsonb({}(r)) from {} r").format(answer, verb)


CATALOG = """
    select p.proname, exists (
        select from pg_proc a
        where a.proname = p.proname || '_answer' and a.pronargs = 1 and not p.proretset),
      array(
        select row(p.proargnames[a.i], a.type::regtype::text, a.i <= p.pronargs - p.pronargdefaults)
        from unnest(p.proargtypes::oid[]) with ordinality a (type, i) order by a.i)
    from pg_proc p
    where p.pronamespace = 'rowlock'::regnamespace and p.proname !~ '^_|_answer$'
      and has_function_privilege('rowlock_service', p.oid, 'execute')
    order by p.proname"""


# Of which kind an example is, where it is one of the argument's.
FITS: dict[str, type | tuple[type, ...]] = {
    "text": str, "integer": int, "bigint": int, "boolean": bool, "interval": str, "text[]": list,
    "timestamp with time zone": str,
}  # fmt: skip


def catalog(scene: Scene) -> list[Function]:
    """The functions that the service may call."""
    words = scene.value("select rowlock._argument_glossary()")
    found = []
    for name, answered, arguments in scene.owner.execute(CATALOG):
        told = tuple((n, kind, needed in (True, "t")) for n, kind, needed in arguments)
        examples = {
            n: word["example"]
            for n, kind, _ in told
            if (word := words.get(f"{name}.{n}") or words.get(n)) and "example" in word
            if isinstance(word["example"], FITS.get(kind, object))
        }
        found.append(Function(name, told, examples, answered))
    return found


def odd(kind: str, example: Any, known: list[str]) -> st.SearchStrategy[Any]:
    """Values of a type; what the caller knows to be there comes as often as not."""
    one: dict[str, st.SearchStrategy[Any]] = {
        "uuid": st.sampled_from(known) | st.uuids().map(str) | st.sampled_from([NOBODY]),
        "text": st.sampled_from(TEXTS) | st.sampled_from(known) | st.text(
            st.characters(codec="utf-8", exclude_characters="\0"), max_size=30),
        "name": st.sampled_from([t[:60] for t in TEXTS]),
        "integer": st.sampled_from(INTEGERS) | st.integers(-(2**31), 2**31 - 1),
        "smallint": st.integers(-(2**15), 2**15 - 1),
        "bigint": st.sampled_from(BIGINTS) | st.integers(-(2**63), 2**63 - 1),
        "boolean": st.booleans(),
        "numeric": st.sampled_from(NUMERICS),
        "double precision": st.floats(),
        "timestamp with time zone": st.sampled_from(TIMES),
        "date": st.sampled_from(["infinity", "-infinity", "4713-01-01 BC", "5874897-12-31"]),
        "interval": st.sampled_from(INTERVALS),
        "bytea": st.sampled_from(BYTES),
        "inet": st.sampled_from(["::1", "0.0.0.0/0", "127.0.0.1"]),
        "jsonb": st.one_of(
            _json,
            st.builds(nested, st.just(example), _scalars, st.integers(0, 200)),
            st.builds(nested, st.just(example), _json, st.integers(0, 200)),
            st.sampled_from([DEEP, WIDE, [DEEP], {"a": LONG * 20}, {"properties": DEEP}]),
        ).map(json.dumps),
    }  # fmt: skip
    if kind.endswith("[]"):
        part = odd(kind[:-2], None, known)
        return st.lists(part | st.none(), max_size=5) | st.lists(part, min_size=1, max_size=2)
    return one[kind]


def given_of(
    function: Function, known: list[str], actors: list[str]
) -> st.SearchStrategy[dict[str, Any]]:
    """What it is called with: examples, of which some are replaced, left out, or null."""

    @st.composite
    def draw_all(draw: st.DrawFn) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for name, kind, needed in function.arguments:
            if name == "actor":
                found[name] = draw(st.sampled_from(actors))
                continue
            how = draw(st.integers(0, 9))
            example = function.examples.get(name)
            if how < 6 and name in function.examples and kind != "uuid":
                if not needed and how > 1:
                    continue
                found[name] = json.dumps(example) if kind == "jsonb" else example
            elif how == 9 and not needed:
                continue
            else:
                found[name] = None if how == 8 else draw(odd(kind, example, known))
        return found

    return draw_all()
