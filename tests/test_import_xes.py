"""The import of XES: the same rows as an independent reading finds, and files that are no logs."""

from __future__ import annotations

import gzip
import itertools
import xml.etree.ElementTree as ET
from collections import Counter
from datetime import datetime, timedelta
from pathlib import Path

import psycopg
import pytest

from tests.support.importing import DATA, imported, query, refused, rows

pytestmark = pytest.mark.slow

FINES = DATA / "roadtraffic100traces.xes"
needs_fines = pytest.mark.skipif(
    not FINES.exists(), reason="the road traffic log is not in ../shared/data"
)


@pytest.fixture
def base(fresh_dsn: str) -> str:
    """A database with an admin."""
    with psycopg.connect(fresh_dsn, autocommit=True) as conn:
        conn.execute("select rowlock.user_create_first(external_id => 'admin')")
    return fresh_dsn


def said_of(element: ET.Element) -> dict[str, str]:
    return {a.attrib["key"]: a.attrib["value"] for a in element if "key" in a.attrib}


def event(**values: str) -> str:
    """An event; `concept__name` is concept:name."""
    kinds = {k: "date" if k.startswith("time") else "string" for k in values}
    lines = (f'<{kinds[k]} key="{k.replace("__", ":")}" value="{v}"/>' for k, v in values.items())
    return f"<event>\n{''.join(lines)}\n</event>"


def step(activity: str, time: str, **more: str) -> str:
    return event(concept__name=activity, time__timestamp=f"2020-01-01T{time}Z", **more)


def trace(name: str, *events: str) -> str:
    return f'<trace>\n<string key="concept:name" value="{name}"/>\n{"".join(events)}\n</trace>'


def log_file(path: Path, *traces: str, head: str = "<log>") -> Path:
    path.write_text(f'<?xml version="1.0"?>\n{head}\n{"".join(traces)}\n</log>\n')
    return path


@needs_fines
def test_the_fines_agree_with_an_independent_reading(base: str) -> None:
    traces = [
        (said_of(t)["concept:name"], [said_of(e) for e in t.iter("event")])
        for t in ET.parse(FINES).getroot().iter("trace")
    ]
    assert (len(traces), sum(len(events) for _, events in traces)) == (100, 390)

    def at(e: dict[str, str]) -> datetime:
        return datetime.fromisoformat(e["time:timestamp"])

    expected = Counter(
        (case, later["concept:name"], at(later) - at(before))
        for case, events in traces
        for before, later in itertools.pairwise(sorted(events, key=at))
    )
    said = imported(base, FINES)
    assert (said["events"], said["cases"], said["bad"], said["open"]) == (390, 100, 0, 0)
    assert (said["created"], said["by_role"]) == (290, {"imported": 290})
    stored = query(
        base,
        "select origin_id, type, resolved_at - created_at from rowlock.escalation"
        " where role = 'imported' and status = 'resolved' and claimed_at is null",
    )
    assert Counter(stored) == expected
    assert sum((key[2] * n for key, n in expected.items()), timedelta()) == sum(
        (at(max(events, key=at)) - at(min(events, key=at)) for _, events in traces), timedelta()
    )

    before = query(
        base, "select md5(string_agg(e::text, '' order by e.id)) from rowlock.escalation e"
    )
    again = imported(base, FINES)
    assert (again["created"], again["existing"]) == (0, 290)
    assert before == query(
        base, "select md5(string_agg(e::text, '' order by e.id)) from rowlock.escalation e"
    )


@needs_fines
def test_a_packed_log_goes_to_the_role_that_is_named(base: str, tmp_path: Path) -> None:
    packed = tmp_path / "fines.xes.gz"
    packed.write_bytes(gzip.compress(FINES.read_bytes()))
    said = imported(base, packed, "--role", "fines", "--group", "vehicleClass")
    assert (said["source"], said["created"]) == ("fines", 290)
    # Vehicles are known of first events alone, and those are no steps.
    assert said["by_role"] == {"fines": 290}


def test_extensions_globals_and_nested_attributes_are_not_the_events(
    base: str, tmp_path: Path
) -> None:
    head = (
        '<log xes.version="2.0" xmlns="http://www.xes-standard.org/">'
        '<extension name="Concept" prefix="concept" uri="http://www.xes-standard.org/c.xesext"/>'
        '<global scope="event"><string key="org:group" value="none"/></global>'
        '<classifier name="Activity" keys="concept:name"/>'
        '<string key="concept:name" value="the log"/>'
    )
    deep = '<string key="x" value="1"><string key="org:group" value="deep"/></string></event>'
    log = log_file(
        tmp_path / "log.xes",
        trace(
            "1",
            step("A", "08:00"),
            step("B", "09:00").replace("</event>", deep),
            step("C", "10:00", org__group="Back Office", org__resource="Ann"),
        ),
        head=head,
    )
    imported(base, log)
    assert rows(base) == [
        ("1", "B", "imported", "resolved", "08:00", "09:00"),
        ("1", "C", "back-office", "resolved", "09:00", "10:00"),
    ]


def test_keys_may_be_named_of_the_event_and_of_the_trace(base: str, tmp_path: Path) -> None:
    one = (
        '<trace><string key="number" value="7"/><string key="desk" value="North"/>'
        + event(what="A", done="2020-01-01T08:00Z")
        + event(what="B", done="2020-01-01T09:00Z")
        + "</trace>"
    )
    log = log_file(tmp_path / "log.xml", one)
    assert refused(base, log, "--activity", "what")["code"] == "import_lines"
    named = ("--case", "number", "--activity", "what", "--time", "done", "--group", "case:desk")
    imported(base, log, *named)
    assert rows(base) == [("7", "B", "north", "resolved", "08:00", "09:00")]
    said = refused(base, log, *named, "--resource", "nobody")
    assert (said["code"], said["detail"]["field"]) == ("import_columns", "resource")


def test_starts_are_left_out_or_say_when_work_was_claimed(base: str, tmp_path: Path) -> None:
    def both(activity: str, began: str, done: str, **more: str) -> str:
        return step(activity, began, lifecycle__transition="start", **more) + step(
            activity, done, lifecycle__transition="complete", **more
        )

    log = log_file(
        tmp_path / "log.xes",
        trace("1", step("Open", "08:00"), both("B", "08:30", "09:00"), both("C", "08:40", "10:00")),
        trace(
            "2",
            step("Open", "08:00"),
            # Two of one name at once: their instances tell them apart.
            step("B", "08:10", lifecycle__transition="start", concept__instance="x"),
            step("B", "08:20", lifecycle__transition="start", concept__instance="y"),
            step("B", "09:00", lifecycle__transition="complete", concept__instance="y"),
            step("B", "09:30", lifecycle__transition="complete", concept__instance="x"),
            step("D", "09:40", lifecycle__transition="start"),
        ),
    )
    claims = (
        "select type, to_char(created_at at time zone 'UTC', 'HH24:MI'),"
        " to_char(claimed_at at time zone 'UTC', 'HH24:MI'),"
        " to_char(resolved_at at time zone 'UTC', 'HH24:MI') from rowlock.escalation"
        " order by origin_id, resolved_at"
    )
    plain = imported(base, log, "--source", "plain")
    assert (plain["ignored"], plain["created"]) == (5, 4)
    assert {row[2] for row in query(base, claims)} == {None}
    with psycopg.connect(base) as conn:
        conn.execute("delete from rowlock.escalation")
    said = imported(base, log, "--pairs")
    assert (said["paired"], said["unpaired"], said["ignored"], said["created"]) == (4, 1, 0, 4)
    assert query(base, claims) == [
        ("B", "08:00", "08:30", "09:00"),
        ("C", "08:40", "08:40", "10:00"),
        ("B", "08:00", "08:20", "09:00"),
        ("B", "08:10", "08:10", "09:30"),
    ]
    assert imported(base, log, "--pairs")["created"] == 0


def test_bad_events_are_named_and_nothing_is_changed(base: str, tmp_path: Path) -> None:
    log = log_file(
        tmp_path / "log.xes",
        trace("1", step("A", "08:00"), step("B", "nine"), event(time__timestamp="2020-01-01")),
        step("C", "09:00"),
        f"<trace>{step('D', '10:00')}</trace>",
        trace("4", step("E", "08:00"), step("F", "09:00")),
    )
    said = refused(base, log)
    assert (said["code"], said["detail"]["bad"]) == ("import_lines", 4)
    shown = [{k: v for k, v in b.items() if k != "line"} for b in said["detail"]["lines"]]
    assert [(b.get("trace"), b["event"]) for b in shown] == [(1, 2), (1, 3), (None, 4), (2, 1)]
    for bad, why in zip(shown, ("time", "no activity", "no case", "no case"), strict=True):
        assert why in bad["why"]
    text = log.read_text().splitlines()
    assert all(text[b["line"] - 1].endswith("<event>") for b in said["detail"]["lines"])
    assert rows(base) == []
    kept = imported(base, log, "--skip-bad")
    assert (kept["bad"], kept["created"]) == (4, 1)


LAUGHS = '<!DOCTYPE log [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>\n<log><x v="&b;"/></log>'
OUTSIDE = '<!DOCTYPE log [<!ENTITY a SYSTEM "file:///etc/passwd">]>\n<log>&a;</log>'


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (LAUGHS.encode(), "document type"),
        (OUTSIDE.encode(), "document type"),
        (b'<!DOCTYPE log SYSTEM "http://127.0.0.1:1/x.dtd"><log/>', "document type"),
        (b"<log><trace>", "no XES"),
        (b"<html><log/></html>", "outermost"),
        (b"<log>\xff</log>", "no XES"),
        (b'<?xml version="1.0" encoding="nonsense"?><log/>', "no XES"),
        (b"<log>" + b"<string>" * 5000, "nested"),
        (gzip.compress(b"<log>" + b"<trace></trace>" * 5000 + b"</log>")[:-20], "breaks off"),
    ],
)
def test_a_file_that_is_no_log_is_refused(base: str, tmp_path: Path, body: bytes, why: str) -> None:
    log = tmp_path / "log.xes"
    log.write_bytes(body)
    said = refused(base, log)
    assert said["code"] == "import_file"
    assert why in said["error"]
    assert rows(base) == []
