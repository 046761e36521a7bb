"""Figures of an imported log: flow, backlog and workload are what pandas makes of the file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pandas as pd
import psycopg
import pytest
from psycopg.rows import dict_row

from tests.support.importing import DATA, imported
from tests.support.servers import Server

RECEIPT = DATA / "receipt.csv.gz"
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not RECEIPT.exists(), reason="the receipt log is not in ../shared/data"),
]
ZONE = "Europe/Amsterdam"
SINCE, UNTIL = pd.Timestamp("2010-10-01", tz=ZONE), pd.Timestamp("2012-02-01", tz=ZONE)
WINDOW = {"since": SINCE.isoformat(), "until": UNTIL.isoformat(), "tz": ZONE}


@pytest.fixture(scope="module")
def steps() -> pd.DataFrame:
    """The log as intervals: each event of a case waited from the one before it."""
    log = pd.read_csv(RECEIPT)
    log["ended"] = pd.to_datetime(log["time:timestamp"], utc=True, format="ISO8601")
    log = log.sort_values(["case:concept:name", "ended"], kind="stable")
    log["created"] = log.groupby("case:concept:name")["ended"].shift()
    log["role"] = log["org:group"].fillna("EMPTY").str.lower().str.replace(" ", "-")
    log["role"] = log["role"].replace("empty", "imported")
    log["age"] = (log["ended"] - log["created"]).dt.total_seconds() / 60
    return log.dropna(subset=["created"])


@pytest.fixture(scope="module")
def base(server: Server) -> Iterator[str]:
    """A database with an admin and the log."""
    with server.database() as name:
        dsn = server.conninfo(name)
        with psycopg.connect(dsn, autocommit=True) as conn:
            conn.execute("select rowlock.user_create_first(external_id => 'admin')")
        assert imported(dsn, RECEIPT)["created"] == 7143
        yield dsn


def ask(dsn: str, statement: str, **given: object) -> pd.DataFrame:
    """The rows of a function, asked as the admin."""
    actor = "actor => (select id from rowlock.user_account where external_id = 'admin')"
    with psycopg.connect(dsn, autocommit=True, row_factory=dict_row) as conn:
        conn.execute("set timezone = 'UTC'")
        rows: list[dict[str, Any]] = conn.execute(
            f"select * from rowlock.{statement}, {actor})".encode(), given
        ).fetchall()
    return pd.DataFrame(rows)


def cuts(step: str) -> list[pd.Timestamp]:
    """Where months or weeks of the zone begin, within the window's ends."""
    inner = pd.date_range(SINCE, UNTIL, freq=step, inclusive="neither")
    return [SINCE, *inner, UNTIL]


def test_cycle_times_of_each_group(base: str, steps: pd.DataFrame) -> None:
    edges = cuts("MS")
    compared = 0
    for role, of_role in steps.groupby("role"):
        flow = ask(
            base,
            "analytics_flow(since => %(since)s, until => %(until)s, tz => %(tz)s,"
            " step => '1 month', query => jsonb_build_object('role', %(role)s::text)",
            role=role,
            **WINDOW,
        )
        assert list(flow["since"]) == edges[:-1]
        for told, low, high in zip(flow.itertuples(), edges, edges[1:], strict=False):
            ages = of_role[(of_role["ended"] >= low) & (of_role["ended"] < high)]["age"]
            assert told.resolved == len(ages)
            if len(ages):
                found = [float(told.age_p50), float(told.age_p90), float(told.age_p99)]
                assert found == pytest.approx(list(ages.quantile([0.5, 0.9, 0.99])), abs=0.001)
                compared += 1
    assert compared > 30


def test_the_backlog_of_each_week(base: str, steps: pd.DataFrame) -> None:
    backlog = ask(
        base,
        "analytics_backlog(since => %(since)s, until => %(until)s, tz => %(tz)s, step => '7 days'",
        **WINDOW,
    )
    edges = cuts("W-MON")
    assert list(backlog["until"]) == edges[1:]
    for told, low, high in zip(backlog.itertuples(), edges, edges[1:], strict=False):
        begun, ended = steps["created"], steps["ended"]
        assert told.created == ((begun >= low) & (begun < high)).sum()
        assert told.resolved == ((ended >= low) & (ended < high)).sum()
        assert told.open == ((begun < high) & (ended >= high)).sum()
    assert backlog["open"].max() > 30


def test_the_work_of_each_person(base: str, steps: pd.DataFrame) -> None:
    told = ask(
        base, "analytics_workload(since => %(since)s, until => %(until)s", **WINDOW
    ).set_index("user_id")
    with psycopg.connect(base, autocommit=True) as conn:
        names = dict(conn.execute("select id, external_id from rowlock.user_account").fetchall())
    inside = steps[(steps["ended"] >= SINCE) & (steps["ended"] < UNTIL)]
    expected = inside.groupby("org:resource").size()
    found = {names[user].removeprefix("import:"): n for user, n in told["resolves"].items()}
    assert found == expected.to_dict()


def test_the_event_log_is_the_log(base: str, steps: pd.DataFrame) -> None:
    [page] = ask(
        base,
        "analytics_event_log(since => %(since)s, until => %(until)s, max_rows => 5000",
        since="1970-01-01T00:00:00Z",
        until=UNTIL.isoformat(),
    ).to_dict("records")
    told = pd.DataFrame(page["rows"]).rename(columns={0: "case", 1: "activity", 2: "at", 4: "how"})
    told = told[told["how"] == "complete"].sort_values(["case", "at", "activity"])
    assert len(told) == 5000
    known = set(zip(steps["case:concept:name"], steps["concept:name"], strict=True))
    assert set(zip(told["case"], told["activity"], strict=True)) <= known
