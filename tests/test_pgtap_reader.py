"""The reader of TAP: a file that says anything but a kept plan of passed tests has failed."""

from __future__ import annotations

import pytest

from tests.support.pgtap import Tap
from tests.support.skips import allowed_skips


def test_a_kept_plan_is_fine() -> None:
    tap = Tap().read("1..2\nok 1 - a claim # not a directive\nok 2\n")
    assert (tap.wrong, tap.skips, tap.seen) == ([], [], 2)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "no plan"),
        ("1..0\n", "plan is empty"),
        ("1..2\nok 1\n", "planned 2 tests, saw 1"),
        ("1..1\nok 1\nok 2\n", "planned 1 tests, saw 2"),
        ("1..1\nnot ok 1 - a held row is refused\n", "not ok 1"),
        ("1..2\nok 1\nok 3\n", "expected number 2"),
        ("1..1\nok 1\n1..1\n", "second plan"),
        ("1..1\nok 1\nBail out!  no server\n", "Bail out!"),
    ],
)
def test_anything_else_is_not(text: str, why: str) -> None:
    assert why in "\n".join(Tap().read(text).wrong)


def test_skips_are_counted_and_todos_may_fail() -> None:
    tap = Tap().read("1..3\nok 1 # SKIP no 18 here\nnot ok 2 - later # TODO soon\nok 3 - x\n")
    assert (tap.wrong, tap.skips, len(tap.todos)) == ([], ["no 18 here"], 1)
    assert Tap().read("1..0 # SKIP no dblink\n").skips == ["no dblink"]


def test_a_listed_skip_is_allowed_and_its_reason_counts() -> None:
    patterns = allowed_skips("# remark\n\nsql/tests/a.sql*: no dblink here  # why\n")
    skips = ["sql/tests/a.sql::test_on_15#1: no dblink here", "sql/tests/a.sql::x: other"]
    assert [any(p.fullmatch(s) for p in patterns) for s in skips] == [True, False]
