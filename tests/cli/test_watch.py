"""rowlock watch: what happens, as it happens, for whom it concerns."""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
import pytest

from rowlock.embedded import Embedded
from rowlock.install import install
from tests.http.service import until
from tests.support.command import PROGRAM, answer, environment, rowlock
from tests.support.follow import Running, running
from tests.support.scene import one
from tests.support.servers import temporary_home


class House:
    """A database with an admin and a worker, and rows made in it."""

    def __init__(self, dsn: str) -> None:
        self.dsn = dsn
        self.conn = psycopg.connect(dsn, autocommit=True)
        self.root = one(self.conn, "user_create_first", external_id="admin")["id"]
        worker = one(self.conn, "user_create", external_id="worker", actor=self.root)
        one(self.conn, "membership_grant", user_id=worker["id"], role="reviewer", actor=self.root)

    def row(self, role: str = "reviewer", **more: Any) -> str:
        made = one(self.conn, "escalation_create", role=role, type="t", actor=self.root, **more)
        return str(made["escalation"]["id"])

    @contextmanager
    def watch(self, *argv: str, actor: str = "admin") -> Iterator[Running]:
        env = {"DATABASE_URL": self.dsn, "ROWLOCK_ACTOR": actor}
        with running("watch", *argv, **env) as process:
            yield process

    def until_live(self, watch: Running) -> None:
        """Makes rows of the origin `probe` until one is seen; reads away all of them."""
        made = 0
        while True:
            self.row(origin_id="probe")
            made += 1
            try:
                seen = watch.json(timeout=1)
            except queue.Empty:
                continue
            assert seen["origin_id"] == "probe"
            break
        self.row(origin_id="last probe")
        while watch.json()["origin_id"] != "last probe":
            pass


@pytest.fixture
def house(fresh_dsn: str) -> Iterator[House]:
    made = House(fresh_dsn)
    yield made
    made.conn.close()


def test_events_are_seen_once_and_in_order_as_they_happen(house: House) -> None:
    before = house.row()
    with house.watch("--json") as watch:
        house.until_live(watch)
        ids = [house.row() for _ in range(5)]
        one(house.conn, "escalation_cancel", id=ids[0], actor=house.root)
        seen = [watch.json() for _ in range(6)]
        assert [e["subject_id"] for e in seen] == [*ids, ids[0]]
        assert [e["topic"] for e in seen[4:]] == ["escalation.created", "escalation.cancelled"]
        assert before not in {e["subject_id"] for e in seen}
        assert watch.interrupt() == (0, "")
        assert watch.rest() == []


def test_after_a_number_the_past_comes_first(house: House) -> None:
    ids = [house.row() for _ in range(3)]
    with house.watch("--json", "--after", "0", "--topic", "escalation.>") as watch:
        seen = [watch.json() for _ in range(3)]
        assert [e["subject_id"] for e in seen] == ids
    with house.watch("--json", "--after", str(seen[1]["id"])) as watch:
        assert watch.json()["subject_id"] == ids[2]


def test_what_is_watched_is_what_one_may_read_and_asked_for(house: House) -> None:
    house.row("engineer")
    own = house.row()
    with house.watch("--json", "--after", "0", actor="worker") as watch:
        kept = [watch.json()]
        while kept[-1]["subject_id"] != own:
            kept.append(watch.json())
        assert {e["role"] for e in kept} == {"reviewer"}
    one(house.conn, "escalation_cancel", id=own, actor=house.root)
    asked = house.row(origin_id="mine")
    with house.watch("--json", "--after", "0", "--topic", "*.cancelled") as watch:
        assert watch.json()["topic"] == "escalation.cancelled"
    filters = ("--origin", "mine", "--role", "reviewer")
    with house.watch("--json", "--after", "0", *filters) as watch:
        assert watch.json()["subject_id"] == asked


def test_in_a_pipe_an_event_is_a_line_with_names(house: House) -> None:
    row = house.row(origin_id="case 7", description="\x1b[2J")
    with house.watch("--after", "0", "--topic", "escalation.created") as watch:
        assert watch.line().split("  ")[1:6] == [
            "escalation.created",
            "reviewer",
            "case 7",
            row,
            "admin",
        ]
        # What is printed is what the other commands take.
        env = {"DATABASE_URL": house.dsn, "ROWLOCK_ACTOR": "admin"}
        assert answer(rowlock("--json", "show", row, env=env))["id"] == row
        short = answer(rowlock("--json", "show", row[-8:], env=env), 1)
        assert short["hint"].startswith("Give id as a whole id, such as ")
    house.row(origin_id="a\n12:00:00  escalation.resolved")
    with house.watch("--after", "0", "--topic", "escalation.created") as watch:
        lines = [watch.line() for _ in range(2)]
        assert "a\N{REPLACEMENT CHARACTER}12:00:00  escalation.resolved" in lines[1]
    one(house.conn, "role_create", role="warehouse", actor=house.root)
    with house.watch("--after", "0", "--topic", "role.updated") as watch:
        assert watch.line().split("  ")[2:4] == ["warehouse", "warehouse"]


@pytest.mark.parametrize("columns", [150, 100])
def test_on_a_terminal_it_is_a_table_with_ids_as_it_has_room(house: House, columns: int) -> None:
    row = house.row(origin_id="case 7")
    command = " ".join(["exec", *(f"'{part}'" for part in PROGRAM), "watch", "--after", "0"])
    env = environment(
        DATABASE_URL=house.dsn, ROWLOCK_ACTOR="admin", TERM="xterm", COLUMNS=str(columns)
    )
    with subprocess.Popen(
        ["script", "--quiet", "--return", "--command", command, "/dev/null"],
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        seen = b""
        while any(word not in seen for word in (b"case 7", b"subject", row[-8:].encode())):
            chunk = process.stdout.read1()
            assert chunk, seen
            seen += chunk
        process.kill()
    assert b"escalation.created" in seen
    assert (row.encode() in seen) is (columns == 150)


def test_whoever_has_seen_enough_closes_the_pipe(house: House) -> None:
    house.row()
    env = environment(DATABASE_URL=house.dsn, ROWLOCK_ACTOR="admin")
    argv = [*PROGRAM, "watch", "--json", "--after", "0"]
    with subprocess.Popen(argv, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        deadline = time.monotonic() + 60
        while process.poll() is None and time.monotonic() < deadline:
            house.row()
            time.sleep(0.2)
        assert (process.returncode, process.stderr.read()) == (0, b"")


def test_a_pattern_that_is_none_is_refused(house: House) -> None:
    env = {"DATABASE_URL": house.dsn, "ROWLOCK_ACTOR": "admin"}
    refused = answer(rowlock("--json", "watch", "--after", "-1", env=env), 1)
    assert refused["detail"]["field"] == "after"


@pytest.mark.fault
def test_a_restart_of_the_database_is_survived_with_one_note() -> None:
    with temporary_home() as home, Embedded(home) as embedded:
        dsn = embedded.conninfo("rowlock")
        install(dsn)
        house = House(dsn)
        with house.watch("--json") as watch:
            house.until_live(watch)
            for signal_number in (signal.SIGINT, signal.SIGKILL):
                house.conn.close()
                pid = int((embedded.home / "pg" / "postmaster.pid").read_text().split()[0])
                os.kill(pid, signal_number)
                # What shuts down is there still, and not to be begun anew.
                until(lambda: not embedded.running())
                time.sleep(2)  # so that it tries more than once in vain
                embedded.revive()
                house.conn = psycopg.connect(dsn, autocommit=True)
                ids = [house.row() for _ in range(3)]
                assert [watch.json()["subject_id"] for _ in ids] == ids
            code, said = watch.interrupt()
            assert (code, said.count("\n"), said.count("went away")) == (0, 2, 2)
        house.conn.close()
