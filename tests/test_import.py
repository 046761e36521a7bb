"""The import of event logs: what stands in the database is what an independent reading finds."""

from __future__ import annotations

import csv
import gzip
import itertools
from collections import Counter, defaultdict
from datetime import datetime
from pathlib import Path

import psycopg
import pytest

from rowlock.importer import Steps, batches, role_of, roles
from rowlock.importer_log import Reading, scan
from rowlock.importer_sort import Sorter
from tests.support.command import answer
from tests.support.importing import DATA, command, imported, log_file, query, refused, rows

pytestmark = pytest.mark.slow

RECEIPT = DATA / "receipt.csv.gz"
needs_receipt = pytest.mark.skipif(
    not RECEIPT.exists(), reason="the receipt log is not in ../shared/data"
)


@pytest.fixture
def base(fresh_dsn: str) -> str:
    """A database with an admin."""
    with psycopg.connect(fresh_dsn, autocommit=True) as conn:
        conn.execute("select rowlock.user_create_first(external_id => 'admin')")
    return fresh_dsn


@needs_receipt
def test_the_receipt_log_agrees_with_an_independent_reading(base: str) -> None:
    with gzip.open(RECEIPT, "rt", encoding="utf-8", newline="") as file:
        lines = list(csv.DictReader(file))
    cases: defaultdict[str, list[dict[str, str]]] = defaultdict(list)
    for line in lines:
        cases[line["case:concept:name"]].append(line)
    expected = Counter(
        (
            case,
            later["concept:name"],
            "imported"
            if later["org:group"] in ("", "EMPTY")
            else later["org:group"].lower().replace(" ", "-"),
            "import:" + later["org:resource"],
            datetime.fromisoformat(before["time:timestamp"]),
            datetime.fromisoformat(later["time:timestamp"]),
        )
        for case, steps in cases.items()
        for before, later in itertools.pairwise(steps)
    )
    assert (len(lines), len(cases), expected.total()) == (8577, 1434, 7143)

    said = imported(base, RECEIPT)
    assert said["events"] == 8577
    assert said["cases"] == 1434
    assert (said["created"], said["existing"], said["bad"]) == (7143, 0, 0)

    stored = query(
        base,
        "select e.origin_id, e.type, e.role, u.external_id, e.created_at, e.resolved_at"
        " from rowlock.escalation e join rowlock.user_account u on u.id = e.resolved_by"
        " where e.status = 'resolved' and e.ended_at = e.resolved_at and e.claimed_at is null",
    )
    assert Counter(stored) == expected
    told = query(
        base,
        "select e.origin_id, e.type, e.role, u.external_id, a.occurred_at, b.occurred_at"
        " from rowlock.escalation e"
        " join rowlock.event a on a.subject_id = e.id::text and a.topic = 'escalation.created'"
        " join rowlock.event b on b.subject_id = e.id::text and b.topic = 'escalation.resolved'"
        " join rowlock.user_account u on u.id = b.actor where a.seq < b.seq",
    )
    assert Counter(told) == expected
    people = {"import:" + line["org:resource"] for line in lines}
    accounts = query(base, "select external_id from rowlock.user_account where status = 'inactive'")
    assert {name for (name,) in accounts} == {key[3] for key in expected} <= people


@needs_receipt
def test_the_same_file_again_changes_nothing(base: str) -> None:
    state = (
        "select (select count(*) from rowlock.escalation), (select count(*) from rowlock.event),"
        " (select count(*) from rowlock.user_account), (select count(*) from rowlock.role),"
        " (select last_value from rowlock.event_seq)"
    )
    first = imported(base, RECEIPT)
    before = query(base, state)
    again = imported(base, RECEIPT)
    assert query(base, state) == before
    assert (first["created"], again["created"], again["existing"]) == (7143, 0, 7143)


@needs_receipt
def test_an_import_that_broke_off_is_completed_by_the_next(base: str, tmp_path: Path) -> None:
    with gzip.open(RECEIPT, "rt", encoding="utf-8", newline="") as file:
        part = tmp_path / "part.csv"
        part.write_text("".join(line for _, line in zip(range(4000), file, strict=False)))
    some = imported(base, part, "--source", "receipt")
    rest = imported(base, RECEIPT)
    assert some["created"] + rest["created"] == 7143
    assert rest["existing"] == some["created"]


def test_a_case_is_taken_in_the_order_of_its_times(base: str, tmp_path: Path) -> None:
    log = log_file(
        tmp_path / "log.csv",
        "2,Register,2020-01-01T08:00Z,Ann,Desk",
        "1,Close,2020-01-01T12:00Z,Bob,Back Office",
        "2,Check,2020-01-01T09:00Z,Ann,Desk",
        "1,Register,2020-01-01T10:00Z,Ann,Desk",
        "1,Check,2020-01-01T11:00Z,Ann,EMPTY",
    )
    assert imported(base, log)["cases"] == 2
    assert rows(base) == [
        ("1", "Check", "imported", "resolved", "10:00", "11:00"),
        ("1", "Close", "back-office", "resolved", "11:00", "12:00"),
        ("2", "Check", "desk", "resolved", "08:00", "09:00"),
    ]


def test_equal_times_keep_the_order_of_the_lines(base: str, tmp_path: Path) -> None:
    log = log_file(
        tmp_path / "log.csv",
        *(f"1,Step {n},2020-01-01T08:00Z,Ann,Desk" for n in range(5)),
    )
    assert imported(base, log)["created"] == 4
    assert imported(base, log)["created"] == 0
    assert [r[1] for r in rows(base)] == ["Step 1", "Step 2", "Step 3", "Step 4"]
    [(lengths,)] = query(base, "select max(ended_at - created_at)::text from rowlock.escalation")
    assert lengths == "00:00:00"


def test_a_step_without_a_time_is_still_open(base: str, tmp_path: Path) -> None:
    log = log_file(
        tmp_path / "log.csv",
        "1,Decide,,Ann,Desk",
        "1,Register,2020-01-01T08:00Z,Ann,Desk",
        "1,Check,2020-01-01T09:00Z,Ann,Desk",
        "2,Decide,,Ann,Desk",
        "2,Tell,,Ann,Desk",
    )
    said = imported(base, log)
    assert (said["created"], said["open"], said["undated"]) == (2, 1, 1)
    assert rows(base) == [
        ("1", "Check", "desk", "resolved", "08:00", "09:00"),
        ("1", "Decide", "desk", "pending", "09:00", None),
    ]
    taken = answer(command(base, "--json", "claim", "--next"))
    assert [r["type"] for r in taken["claimed"]] == ["Decide"]


def test_a_start_is_the_claim(base: str, tmp_path: Path) -> None:
    log = log_file(
        tmp_path / "log.csv",
        "1,Register,,2020-01-01T08:00Z,Ann,Desk",
        "1,Check,2020-01-01T08:30Z,2020-01-01T09:00Z,Ann,Desk",
        "1,Early,2020-01-01T08:45Z,2020-01-01T10:00Z,Ann,Desk",
        "1,None,,2020-01-01T11:00Z,Ann,Desk",
        head="case_id,activity,began,timestamp,org:resource,org:group",
    )
    imported(base, log, "--start", "began")
    found = query(
        base,
        "select type, to_char(created_at at time zone 'UTC', 'HH24:MI'),"
        " to_char(claimed_at at time zone 'UTC', 'HH24:MI'), claim_no, version,"
        " assigned_to = resolved_by from rowlock.escalation order by type",
    )
    assert found == [
        ("Check", "08:00", "08:30", 1, 3, True),
        # It began before the event it would have waited for.
        ("Early", "08:45", "08:45", 1, 3, True),
        ("None", "10:00", None, 0, 2, None),
    ]


def test_only_completions_are_steps(base: str, tmp_path: Path) -> None:
    log = log_file(
        tmp_path / "log.csv",
        "1,A,2020-01-01T08:00Z,start,x",
        "1,A,2020-01-01T09:00Z,COMPLETE,x",
        "1,B,2020-01-01T09:30Z,start,y",
        "1,B,2020-01-01T10:00Z,complete,y",
        head="case:concept:name,concept:name,time:timestamp,lifecycle:transition,concept:instance",
    )
    said = imported(base, log)
    assert (said["events"], said["ignored"], said["created"]) == (4, 2, 1)
    assert rows(base) == [("1", "B", "imported", "resolved", "09:00", "10:00")]


def test_an_instance_that_repeats_is_a_step_each_time(base: str, tmp_path: Path) -> None:
    head = "case_id,activity,timestamp,concept:instance"
    lines = [f"1,A,2020-01-01T0{n}:00Z,same" for n in range(4)]
    log = log_file(tmp_path / "log.csv", *lines, head=head)
    assert imported(base, log)["created"] == 3
    assert imported(base, log)["created"] == 0


def test_times_without_a_zone_are_of_the_zone_that_is_named(base: str, tmp_path: Path) -> None:
    log = log_file(
        tmp_path / "log.csv",
        "1,A,01/07/2020 10:00,Ann,Desk",
        "1,B,01/07/2020 11:00,Ann,Desk",
    )
    format_ = ("--time-format", "%d/%m/%Y %H:%M")
    imported(base, log, *format_, "--timezone", "Europe/Amsterdam")
    imported(base, log, *format_, "--source", "utc")
    assert [(r[4], r[5]) for r in rows(base)] == [("08:00", "09:00"), ("10:00", "11:00")]


def test_a_mark_quotes_newlines_and_semicolons_are_read(base: str, tmp_path: Path) -> None:
    log = tmp_path / "log.csv.gz"
    text = (
        "\ufeffcase_id;activity;timestamp;note\r\n"
        '1;"A ""first""\nthing";2020-01-01 08:00:00;x\r\n'
        "\r\n"
        '1;"B;\ntwo lines";2020-01-01 09:00:00;"é"\r\n'
    )
    log.write_bytes(gzip.compress(text.encode()))
    assert imported(base, log)["created"] == 1
    assert [r[1] for r in rows(base)] == ["B;\ntwo lines"]


BAD = (
    (3, "1,B,2020-01-01T09:00Z,Ann", "fields"),
    (4, "1,B,next week,Ann,Desk", "time"),
    (5, ",B,2020-01-01T09:00Z,Ann,Desk", "no case"),
    (6, "1,,2020-01-01T09:00Z,Ann,Desk", "no activity"),
    (7, f"1,{'x' * 201},2020-01-01T09:00Z,Ann,Desk", "characters"),
    (8, '1,"B"x,2020-01-01T09:00Z,Ann,Desk', "expected after"),
    (9, "1,B\0,2020-01-01T09:00Z,Ann,Desk", "NUL"),
    (10, "1,B,0001-01-01T00:00+14:00,Ann,Desk", "time"),
)


def test_bad_lines_are_named_and_nothing_is_changed(base: str, tmp_path: Path) -> None:
    log = log_file(
        tmp_path / "log.csv",
        "1,A,2020-01-01T08:00Z,Ann,Desk",
        *(line for _, line, _ in BAD),
        "1,Z,2020-01-01T12:00Z,Ann,Desk",
    )
    log.write_bytes(log.read_bytes() + b"1,\xff,2020-01-01T13:00Z,Ann,Desk\n")
    said = refused(base, log)
    assert said["code"] == "import_lines"
    assert said["detail"]["bad"] == len(BAD) + 1
    found = {entry["line"]: entry["why"] for entry in said["detail"]["lines"]}
    assert found.keys() == {number for number, _, _ in BAD} | {12}
    for number, _, why in BAD:
        assert why in found[number]
    assert "UTF-8" in found[12]
    assert rows(base) == []
    assert query(base, "select count(*) from rowlock.role where role = 'desk'") == [(0,)]

    kept = imported(base, log, "--skip-bad")
    assert (kept["created"], kept["bad"]) == (1, len(BAD) + 1)
    assert rows(base) == [("1", "Z", "desk", "resolved", "08:00", "12:00")]


def test_the_number_of_a_bad_line_counts_newlines_in_quotes(base: str, tmp_path: Path) -> None:
    log = log_file(
        tmp_path / "log.csv", '1,"A\nB\nC",2020-01-01T08:00Z,Ann,Desk', "1,B,never,Ann,Desk"
    )
    assert [e["line"] for e in refused(base, log)["detail"]["lines"]] == [5]


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"", "import_columns"),
        (b"a,b,c\n1,2,3\n", "import_columns"),
        (gzip.compress(b"case_id,activity,timestamp\n" * 1000)[:-20], "import_file"),
        (b"\x1f\x8bnonsense", "import_file"),
        (b'case_id,activity,timestamp\n1,"A,2020-01-01\n', "import_lines"),
        (b"\x00\x01\x02\xff", "import_columns"),
    ],
)
def test_a_file_that_is_no_log_is_refused(
    base: str, tmp_path: Path, body: bytes, code: str
) -> None:
    log = tmp_path / "log.csv"
    log.write_bytes(body)
    assert refused(base, log)["code"] == code


def test_a_column_may_be_named(base: str, tmp_path: Path) -> None:
    log = log_file(
        tmp_path / "log.csv", "1,A,2020-01-01T08:00Z", "1,B,2020-01-01T09:00Z", head="a,b,c"
    )
    assert refused(base, log, "--case", "x")["detail"]["field"] == "case"
    assert imported(base, log, "--case", "a", "--activity", "b", "--time", "c")["created"] == 1


def test_groups_that_clash_are_refused_unless_mapped(base: str, tmp_path: Path) -> None:
    log = log_file(
        tmp_path / "log.csv",
        "1,A,2020-01-01T08:00Z,Ann,x",
        "1,B,2020-01-01T09:00Z,Ann,Back Office",
        "1,C,2020-01-01T10:00Z,Ann,back.office",
    )
    said = refused(base, log)
    assert said["code"] == "import_groups"
    assert said["detail"]["groups"] == ["Back Office", "back.office"]
    assert rows(base) == []
    imported(base, log, "--map", "back.office=archive")
    assert [r[2] for r in rows(base)] == ["back-office", "archive"]


def test_one_role_for_two_groups_is_for_the_user_to_say() -> None:
    both = {"A b": "one", "A-b": "one"}
    assert roles(["A b", "A-b", ""], both, "rest") == {**both, "": "rest"}


@pytest.mark.parametrize(
    ("group", "role"),
    [
        ("Group 1", "group-1"),
        ("2nd Line", "group-2nd-line"),
        ("-x", "group--x"),
        ("Zürich/West", "z-rich-west"),
        ("ab_c-d", "ab_c-d"),
    ],
)
def test_a_role_is_the_group_in_lower_case(group: str, role: str) -> None:
    assert role_of(group) == role


@pytest.mark.parametrize(
    "argv",
    [
        ("--map", "nonsense"),
        ("--map", "A=Not A Role"),
        ("--role", "2x"),
        ("--timezone", "Mars/North"),
        ("--delimiter", "::"),
    ],
)
def test_options_that_make_no_sense_are_usage(
    base: str, tmp_path: Path, argv: tuple[str, ...]
) -> None:
    log = log_file(tmp_path / "log.csv")
    assert refused(base, log, *argv, code=2)["code"] == "usage"


def test_only_a_global_actor_imports(base: str, tmp_path: Path) -> None:
    log = log_file(tmp_path / "log.csv", *(f"1,A,2020-01-01T0{n}:00Z,Ann,x" for n in range(3)))
    assert command(base, "user", "add", "ann").returncode == 0
    assert refused(base, log, "--as", "ann")["code"] == "actor_global"
    assert rows(base) == []


def test_a_log_larger_than_memory_is_sorted_alike(tmp_path: Path) -> None:
    log = log_file(
        tmp_path / "log.csv",
        *(
            f"{n * 7919 % 53},{'é' * (n % 3)}Step,2020-01-01T{n * 31 % 24:02}:{n % 60:02}Z,Ann,G"
            for n in range(1000)
        ),
    )

    def steps(run: int) -> list[dict[str, str]]:
        with Sorter(run) as events:
            found = scan(log, Reading({}), events)
            made = Steps(events, roles(found.groups, {}, "rest"))
            return [step for batch in batches(made, 100) for step in batch]

    assert steps(7) == steps(10_000)
    assert len(steps(7)) == 1000 - 53
