"""What charts are made of: times cut in zones, round values, words, files."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest

from tests.http.conftest import World

from .window import window

if TYPE_CHECKING:
    from playwright.sync_api import Browser

RUN = """async ([file, name, calls]) => {
  const main = document.querySelector("script[type=module]").src;
  const module = await import(new URL(`./charts/${file}.js`, main));
  return calls.map((given) => module[name](...given));
}"""
# Days on which clocks change: by an hour, by half of one, over midnight in both directions.
CHANGES = {
    "UTC": "2026-03-01",
    "Europe/Berlin": "2026-03-29",
    "America/New_York": "2026-11-01",
    "America/Havana": "2026-11-01",
    "Africa/Cairo": "2026-04-24",
    "Australia/Lord_Howe": "2026-04-05",
    "Asia/Kolkata": "2026-06-01",
}


@pytest.fixture(scope="module")
def called(world: World, browser: Browser) -> Iterator[Any]:
    """Calls a function of a module of charts, once for each list of arguments."""
    with window(browser, world, None) as own:
        own.open("/sign-in")
        yield lambda file, name, *calls: own.page.evaluate(RUN, [file, name, calls])


def test_days_begin_where_the_database_begins_them(world: World, called: Any) -> None:
    asked, expected = [], []
    for zone, day in CHANGES.items():
        for n in range(-2, 3):
            at = date.fromisoformat(day) + timedelta(days=n)
            query = "select rowlock._analytics_midnight(day => %s, tz => %s)"
            row = world.conn.execute(query, [at, zone]).fetchone()
            assert row
            expected.append(int(row[0].timestamp() * 1000))
            shown = datetime.fromisoformat(f"{at}T00:00:00+00:00").timestamp() * 1000
            asked.append([shown, zone])
    assert called("zone", "moment", *asked) == expected


def test_a_day_of_25_hours_has_its_marks_where_its_clocks_show_them(called: Any) -> None:
    midnight = int(datetime.fromisoformat("2026-10-25T00:00:00+02:00").timestamp() * 1000)
    hour = 3_600_000
    [found] = called(
        "zone", "timeMarks", [midnight - hour, midnight + 26 * hour, "Europe/Berlin", 9]
    )
    after = [(m["at"] - midnight) // hour for m in found]
    assert after == [0, 4, 7, 10, 13, 16, 19, 22, 25]
    assert [m["words"] for m in found][:3] == ["Sun 25 Oct", "03:00", "06:00"]
    assert [m["strong"] for m in found] == [True, *[False] * 7, True]


def test_an_axis_has_round_values(called: Any) -> None:
    found = called(
        "scale", "marks", [0, 97, 4], [0, 3, 4], [-7, 4, 4], [0, 0.4, 4],
        [0, 50, 4, "minutes"], [0, 300, 5, "minutes"], [0, 4000, 4, "minutes"],
    )  # fmt: skip
    assert found == [
        [0, 25, 50, 75, 100],
        [0, 1, 2, 3],
        [-10, -5, 0, 5],
        [0, 1],
        [0, 15, 30, 45, 60],
        [0, 60, 120, 180, 240, 300],
        [0, 1440, 2880, 4320],
    ]


def test_times_are_told_in_their_largest_units(called: Any) -> None:
    minutes = [0, 0.001, 0.5, 2.5, 12.2, 59.7, 200, 1439.6, 3000, None]
    assert called("units", "lasting", *[[m] for m in minutes]) == [
        "0 s", "under 1 s", "30 s", "2.5 min", "12 min", "1 h", "3 h 20 min", "24 h", "2 d 2 h",
        "–",
    ]  # fmt: skip


def test_a_file_is_read_as_it_was_meant(called: Any) -> None:
    columns = {"who": ['Ada, "Countess"', "=1+1", "two\nlines"], "n": [1.5, -2, None]}
    [text] = called("csv", "csvOf", [columns])
    assert list(csv.reader(io.StringIO(text))) == [
        ["who", "n"], ['Ada, "Countess"', "1.5"], ["'=1+1", "-2"], ["two\nlines", ""],
    ]  # fmt: skip
