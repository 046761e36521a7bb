"""docs/errors.md: made from the sources as they are, and no refusal is missing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tools import errors, errors_sql, sql_calls

from tests.support.servers import Connect

ROOT = Path(__file__).parents[1]
FUNCTIONS = sorted((ROOT / "sql" / "functions").glob("*/*.sql"))
PAGE = errors.PAGE.read_text(encoding="utf-8")
CODES = frozenset(re.findall(r"`(\w+)`", PAGE))


def test_the_page_is_what_the_sources_say() -> None:
    assert errors.page() == PAGE, "run `make docs`"


def test_every_constraint_that_a_function_raises_is_on_the_page() -> None:
    text = "".join(p.read_text(encoding="utf-8") for p in FUNCTIONS)
    named = set(re.findall(r"\bconstraint = '(\w+)'(?! \|\|)", text))
    # Handled by every verb that can come to it.
    assert named and named - {"schema_unusable"} <= CODES
    # Every raise names its constraint: as a literal, or by the reason, in one place a noun.
    assert text.count("constraint = ") == len(re.findall(r"\braise exception\b", text))
    by_reason = re.findall(r"constraint = (?!'\w+',)(.*?),", text)
    assert by_reason == ["'escalation_' || reason", "'task_' || reason"]


def test_every_reason_of_a_row_that_stays_as_it_is_is_on_the_page() -> None:
    body = (ROOT / "sql" / "functions" / "escalation" / "_refuse.sql").read_text(encoding="utf-8")
    reasons = re.findall(r"\bwhen '(\w+)' then", body)
    assert {f"escalation_{r}" for r in reasons} <= CODES


def test_every_constraint_of_the_tables_is_on_the_page(connect: Connect) -> None:
    query = """
        select conname from pg_constraint
        where connamespace = 'rowlock'::regnamespace and contype in ('c', 'f', 'p', 'u', 'x')
          and conrelid <> 0
        union
        select i.indexrelid::regclass::text from pg_index i join pg_class c on c.oid = i.indexrelid
        where c.relnamespace = 'rowlock'::regnamespace and i.indisunique"""
    there = {str(row[0]).removeprefix("rowlock.") for row in connect().execute(query).fetchall()}
    assert there == {name for _, name, _, _ in errors_sql.constraints()}
    assert there <= CODES


def test_a_comment_names_the_states_that_its_function_can_raise() -> None:
    said: dict[str, set[int]] = {}
    for path in FUNCTIONS:
        for name, comment in re.findall(
            r"comment on function rowlock\.(\w+) is\s+'((?:[^']|'')*)';",
            path.read_text(encoding="utf-8"),
        ):
            said[name] = {int(n) for n in re.findall(r"\bPT(\d{3})\b", comment)}
    raised: dict[str, set[int]] = {name: set() for name in sql_calls.public()}
    for error in errors_sql.errors():
        for name in error.by & raised.keys():
            raised[name].add(error.status)
    assert {n: s for n, s in raised.items() if s != said[n]} == {}


@pytest.mark.parametrize(
    ("verb", "code", "raises"),
    [
        ("escalation_claim", "escalation_held", True),
        ("escalation_claim", "escalation_write", True),
        ("escalation_claim", "escalation_manage", False),
        ("escalation_claim", "actor_own", True),
        ("escalation_resolve_by_signal_key", "escalation_held", False),
        ("escalation_resolve", "escalation_stale_claim", True),
        ("escalation_claim_next", "escalation_contended", False),
        ("topic_matches", "actor_known", False),
    ],
)
def test_the_page_tells_who_raises_what(verb: str, code: str, raises: bool) -> None:
    found = [e for e in errors_sql.errors() if e.code == code]
    assert found and any(verb in e.by for e in found) is raises
