"""rowlock demo: a small crew whose work is in the journal, beside nobody else's rows."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import psycopg
import pytest

from rowlock.cli.demo_hosts import halt
from rowlock.worker.home import Home
from rowlock.worker.job import Exit, Spec
from tests.support.command import Done, answer, rowlock
from tests.support.follow import running
from tests.support.importing import query
from tests.support.replica import until
from tests.support.servers import Server

FAST = ("--rate", "200", "--seconds", "2", "--seed", "4")


@pytest.fixture
def base(fresh_dsn: str) -> str:
    return with_admin(fresh_dsn)


def with_admin(dsn: str) -> str:
    with psycopg.connect(dsn, autocommit=True) as conn:
        conn.execute("select rowlock.user_create_first(external_id => 'admin')")
    return dsn


def demo(dsn: str, *argv: str) -> Done:
    return rowlock("demo", *argv, env={"DATABASE_URL": dsn, "ROWLOCK_ACTOR": "admin"})


def deeds(done: Done) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """What was done, and the summary at the end."""
    assert done.returncode == 0, done.stderr
    *said, last = [json.loads(line) for line in done.stdout.splitlines()]
    return said, last["summary"]


def test_what_the_crew_says_it_did_is_in_the_journal(base: str) -> None:
    said, summary = deeds(demo(base, "--json", *FAST))
    counts = Counter(d["verb"] for d in said)
    assert summary["by_verb"] == dict(counts)
    assert {"asks", "claims", "resolves", "extends", "forgets", "escalates"} <= counts.keys()
    topics = Counter(
        topic.removeprefix("escalation.")
        for (topic,) in query(base, "select topic from rowlock.event where role <> ''")
        if topic.startswith("escalation.")
    )
    assert topics["created"] == counts["asks"]
    assert topics["claimed"] == counts["claims"] + counts["takes over"]
    assert topics["resolved"] == counts["resolves"]
    assert topics["extended"] == counts["extends"]
    assert topics["cancelled"] == counts["cancels"]
    cases = query(
        base,
        "select count(*) from (select origin_id from rowlock.escalation group by 1"
        " having count(distinct type) > 1) q",
    )
    assert cases[0][0] > 0, "some cases have several steps"
    marks = "select distinct workflow_id, initiated_by from rowlock.escalation"
    assert query(base, marks) == [("rowlock-demo", "demo")]


def test_accounts_and_roles_are_made_once(base: str) -> None:
    everything = (
        "select (select count(*) from rowlock.user_account), (select count(*) from rowlock.role),"
        " (select count(*) from rowlock.membership),"
        " (select count(*) from rowlock.event where topic not like 'escalation.%')"
    )
    deeds(demo(base, "--json", *FAST))
    before = query(base, everything)
    deeds(demo(base, "--json", *FAST))
    assert query(base, everything) == before


def test_the_same_seed_makes_the_same_choices(base: str, server: Server) -> None:
    with server.database() as other:
        runs = [
            [
                (d["actor"], d["verb"], d["type"], d["origin_id"], d["remark"])
                for d in deeds(demo(dsn, "--json", *FAST))[0]
            ]
            for dsn in (base, with_admin(server.conninfo(other)))
        ]
    both = min(map(len, runs))
    assert both > 20
    assert runs[0][:both] == runs[1][:both]


def test_rows_of_other_people_are_left_alone(base: str) -> None:
    env = {"DATABASE_URL": base, "ROWLOCK_ACTOR": "admin"}
    made = answer(rowlock("--json", "create", "reviewer", "real", env=env))
    refused = answer(demo(base, "--json", *FAST), 1)
    assert (refused["code"], refused["detail"]["rows"]) == ("demo_foreign", 1)
    assert query(base, "select count(*) from rowlock.user_account") == [(1,)]
    deeds(demo(base, "--json", "--yes", *FAST))
    assert made["id"] in {str(i) for (i,) in query(base, "select id from rowlock.escalation")}


def test_who_is_not_global_runs_no_demo(base: str) -> None:
    env = {"DATABASE_URL": base, "ROWLOCK_ACTOR": "admin"}
    assert rowlock("user", "add", "ann", env=env).returncode == 0
    assert answer(demo(base, "--json", "--as", "ann", *FAST), 1)["code"] == "actor_global"


def test_it_goes_on_until_it_is_interrupted_and_sums_up(base: str) -> None:
    env = {"DATABASE_URL": base, "ROWLOCK_ACTOR": "admin"}
    with running("demo", "--rate", "50", **env) as crew:
        seen = [crew.line() for _ in range(10)]
        assert crew.interrupt() == (0, "")
        *_, last = crew.rest()
    assert ["intake", "asks"] in [said.split()[1:3] for said in seen]
    assert "verbs in" in last
    quiet = demo(base, "--quiet", "--rate", "50", "--seconds", "1")
    assert len(quiet.stdout.splitlines()) == 1


def test_a_command_that_a_worker_left_behind_ends_with_the_demo(tmp_path: Path) -> None:
    folder = tmp_path / "host"
    home = Home(folder)
    spec = Spec("run", 1, "session", "task", ["sleep", "600"], str(tmp_path), {})
    job = home.make(spec)
    job.begin(1)
    until(job.started)
    halt(folder)
    assert job.kept(), "while a worker is there, it is the worker's"
    home.leave()
    halt(folder)
    assert job.ended() == Exit(143)
    until(lambda: not job.kept())
