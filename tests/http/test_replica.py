"""Reads go to a replica that has all that the primary has; else the primary answers."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any

import psycopg
import pytest
import structlog
from psycopg.conninfo import make_conninfo

from rowlock.install import install
from rowlock.metrics import REGISTRY
from rowlock.position import OTHER, PRIMARY
from rowlock.replica import BEHIND, GONE
from rowlock.settings import Settings
from tests.support.command import rowlock
from tests.support.replica import Pair, pair, until

from .conftest import World
from .service import Client, serving, settings_for

__all__ = ["pair"]

pytestmark = pytest.mark.slow

LIST = "/api/escalations?limit=200"
SINCE = "?since=2026-01-01T00:00:00Z&until=2026-01-08T00:00:00Z"
MEASURES = ("backlog", "flow", "histogram", "intervals", "workload", "little", "event-log")
READS = (
    "/api/me", "/api/users", "/api/roles", "/api/roles/details", "/api/escalations",
    "/api/escalations/available", "/api/escalations/types", "/api/escalations/stats",
    "/api/escalations/station-metrics", "/api/overview", "/api/analytics/aging", "/api/tasks",
    "/api/projects", "/api/runs", "/api/work-items", "/api/hosts", "/api/topics", "/api/webhooks",
    *[f"/api/analytics/{name}{SINCE}" for name in MEASURES],
)  # fmt: skip
# What is journaled, or looks at the server itself.
ELSEWHERE = ("/api/events", "/api/events/consumers", "/api/database")


@dataclass(slots=True)
class Scene:
    """Two services that read from the replica, of one world, and what they log."""

    pair: Pair
    settings: Settings
    world: World
    other: World
    logs: list[Any]

    def sample(self, name: str) -> float | None:
        """One number of /metrics, if it is told."""
        text = self.world.nobody("GET", "/metrics").text
        found = [line.split()[-1] for line in text.splitlines() if line.startswith(f"{name} ")]
        return float(found[0]) if found else None

    def answered(self, server: str) -> float:
        """How many reads a server answered, for both services: they count into one registry."""
        return REGISTRY.get_sample_value("rowlock_reads_total", {"server": server}) or 0.0

    def by(self, server: str, ask: Callable[[], object]) -> bool:
        """Whether that server answers."""
        before = self.answered(server)
        ask()
        return self.answered(server) == before + 1

    def reads(self, ask: Callable[[], object]) -> None:
        """The replica comes to answer: a busy one may be behind for a moment."""
        until(lambda: self.by("replica", ask))

    def is_open(self, wanted: bool = True) -> None:
        for world in (self.world, self.other):
            until(lambda w=world: f"replica_up {float(wanted)}" in w.nobody("GET", "/metrics").text)

    def said(self) -> list[str]:
        """What was logged of the replica since it was last asked for."""
        lines = [x.get("because", x["event"]) for x in self.logs if x["event"].startswith("reads ")]
        self.logs.clear()
        return [line.removeprefix("the server of ROWLOCK_READ_DSN ") for line in lines]


@contextmanager
def service(settings: Settings, **changes: object) -> Iterator[str]:
    with serving(Settings(**{**settings.model_dump(), **changes})) as url:
        yield url


@pytest.fixture(scope="module")
def scene(pair: Pair) -> Iterator[Scene]:
    dsn = pair.primary.conninfo()
    install(dsn)
    plain = settings_for(dsn)
    login = plain.database_url.get_secret_value()
    pair.wait()
    settings = plain.model_copy(update={"read_dsn": pair.address(pair.replica, login)})
    with (
        structlog.testing.capture_logs() as logs,
        psycopg.connect(dsn, autocommit=True) as conn,
        service(settings) as url,
        service(settings) as second,
    ):
        world = World.first(url, conn)
        made = Scene(pair, settings, world, World(second, conn, world.root, ""), logs)
        made.is_open()
        yield made


@pytest.fixture(autouse=True)
def quiet(scene: Scene) -> None:
    scene.is_open()
    scene.said()


def test_what_one_process_wrote_another_reads_at_once_from_the_replica(scene: Scene) -> None:
    before = scene.answered("replica")
    known = {r["id"] for r in scene.world.admin("GET", LIST).body["escalations"]}
    rounds = 0
    # On a busy machine the replica is behind now and then, and the primary answers.
    while rounds < 40 or scene.answered("replica") < before + 38:
        known.add(scene.world.row())
        asked = (scene.world, scene.other)[rounds % 2].admin
        assert {r["id"] for r in asked("GET", LIST).body["escalations"]} == known
        rounds += 1
        assert rounds < 120, "it is seldom asked"


def test_who_saw_an_event_reads_what_it_is_of(scene: Scene) -> None:
    with scene.other.admin.stream("?topic=escalation.created") as stream:
        for _ in range(10):
            row = scene.world.row()
            assert stream.take(1)[0].data["escalation_id"] == row
            found = scene.other.admin("GET", LIST).body["escalations"]
            assert row in {r["id"] for r in found}


def test_what_only_reads_is_answered_by_the_replica(scene: Scene) -> None:
    for path in READS:
        scene.reads(lambda p=path: scene.world.admin("GET", p))


def test_the_journal_is_read_on_the_primary(scene: Scene) -> None:
    before = scene.answered("replica"), scene.answered("primary")
    for path in ELSEWHERE:
        assert scene.world.admin("GET", path).status == 200
    assert (scene.answered("replica"), scene.answered("primary")) == before


def test_a_key_is_stamped_on_the_primary_and_then_reads_from_the_replica(scene: Scene) -> None:
    bot = scene.world.bot("reader")
    key = scene.world.call("api_key_mint", user_id=bot, name="k", actor=scene.world.root)["key"]
    client = Client(scene.world.url, key)
    assert scene.by("primary", lambda: client("GET", "/api/me"))
    scene.reads(lambda: client("GET", "/api/me"))
    used = "select last_used_at is not null from rowlock.api_key where user_id = %s"
    assert scene.world.conn.execute(used, [bot]).fetchone() == (True,)


def test_a_refusal_is_the_primarys(scene: Scene) -> None:
    assert scene.by("primary", lambda: scene.world.admin("GET", "/api/roles/nobody"))


def test_a_replica_that_falls_behind_is_not_asked(scene: Scene) -> None:
    scene.pair.tell(scene.pair.replica, "select pg_wal_replay_pause()")
    try:
        row = scene.world.row()
        found = scene.other.admin("GET", LIST).body["escalations"]
        assert row in {r["id"] for r in found}
        scene.is_open(False)
        until(lambda: (scene.sample("rowlock_replica_lag_seconds") or 0) > 1)
        assert scene.sample("rowlock_replica_lag_bytes") or 0 > 0
        assert scene.by("primary", lambda: scene.world.admin("GET", LIST))
        assert scene.world.nobody("GET", "/readyz").status == 200
    finally:
        scene.pair.tell(scene.pair.replica, "select pg_wal_replay_resume()")
    scene.is_open()
    assert scene.said()[:2] == [BEHIND] * 2


def test_a_replica_that_is_gone_is_missed_by_nobody(scene: Scene) -> None:
    scene.pair.replica.stop()
    try:
        for _ in range(5):
            row = scene.world.row()
            assert row in {r["id"] for r in scene.world.admin("GET", LIST).body["escalations"]}
        scene.is_open(False)
        assert scene.sample("rowlock_replica_lag_seconds") is None
        assert scene.world.nobody("GET", "/readyz").status == 200
    finally:
        scene.pair.replica.start()
    scene.is_open()
    assert scene.said().count(GONE) == 2


def test_a_replica_that_hangs_holds_reads_up_for_seconds(scene: Scene) -> None:
    postmaster = int((scene.pair.replica.home / "pg/postmaster.pid").read_text().split()[0])
    children = Path(f"/proc/{postmaster}/task/{postmaster}/children").read_text().split()
    everybody = [postmaster, *map(int, children)]
    for pid in everybody:
        os.kill(pid, signal.SIGSTOP)
    try:
        began = monotonic()
        assert scene.world.admin("GET", LIST).status == 200
        # Not the half minute that a statement may take.
        assert monotonic() - began < 25
        scene.is_open(False)
    finally:
        for pid in everybody:
            os.kill(pid, signal.SIGCONT)
    scene.is_open()


def test_connections_that_hang_hold_a_read_up_for_a_moment(scene: Scene) -> None:
    scene.reads(lambda: scene.world.admin("GET", LIST))
    query = "select array_agg(pid) from pg_stat_activity where application_name = 'rowlock read'"
    pids = scene.pair.ask(scene.pair.replica, query)
    assert isinstance(pids, list)
    # What watches it goes on, so it is open: several servers behind one address look like this.
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    try:
        scene.world.row()
        began = monotonic()
        assert scene.world.admin("GET", LIST).status == 200
        assert monotonic() - began < 25
    finally:
        for pid in pids:
            os.kill(pid, signal.SIGCONT)


WRONG = {
    "a primary": lambda scene, dsn: dsn,
    "another login": lambda scene, dsn: scene.pair.replica.conninfo(),
    "another database": lambda scene, dsn: make_conninfo(
        scene.pair.replica.conninfo("postgres"), user="postgres"
    ),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_server_that_is_no_replica_of_it_is_told_and_not_asked(scene: Scene, what: str) -> None:
    dsn = WRONG[what](scene, scene.settings.database_url.get_secret_value())
    with service(scene.settings, read_dsn=dsn) as url:
        until(lambda: any(x["event"] == "reads go to the primary" for x in scene.logs))
        world = World(url, scene.world.conn, scene.world.root, "")
        for _ in range(3):
            assert scene.by("primary", lambda: world.admin("GET", LIST))
    told = PRIMARY if what == "a primary" else OTHER
    assert scene.said().count(told) == 1


def test_a_server_that_takes_no_writes_any_more_is_never_a_fault(scene: Scene) -> None:
    name = scene.world.conn.info.dbname
    cut = (
        "select pg_terminate_backend(pid) from pg_stat_activity"
        " where application_name ~ ' (http|timers)$'"
    )
    body = {"role": "reviewer", "type": "approval"}

    def statuses() -> set[int]:
        return {scene.world.admin("POST", "/api/escalations", body).status for _ in range(3)}

    scene.pair.tell(
        scene.pair.primary, f"alter database {name} set default_transaction_read_only = on"
    )
    try:
        scene.pair.tell(scene.pair.primary, cut)
        until(lambda: statuses() == {503})
        refused = scene.world.admin("POST", "/api/escalations", body)
        assert refused.code == (503, "unavailable")
        assert refused.headers["Retry-After"] == "1"
    finally:
        scene.pair.tell(
            scene.pair.primary, f"alter database {name} reset default_transaction_read_only"
        )
    # The connections that could not write are gone, so that nobody has to cut them.
    assert statuses() <= {201, 503}
    until(lambda: statuses() == {201})
    ran = "select max(finished_at) > %s from rowlock.timer"
    now = scene.world.conn.execute("select clock_timestamp()").fetchone()
    until(lambda: scene.world.conn.execute(ran, now).fetchone() == (True,))


DOCTOR = {
    "the replica": ("ok", "bytes behind"),
    "a primary": ("fail", PRIMARY),
    "nobody": ("warn", GONE),
}


@pytest.mark.parametrize("what", DOCTOR)
def test_doctor_tells_of_the_replica(scene: Scene, what: str) -> None:
    dsns = {
        "the replica": scene.pair.replica.conninfo(),
        "a primary": scene.pair.primary.conninfo(),
        "nobody": "host=127.0.0.1 port=1 dbname=rowlock",
    }
    env = {"DATABASE_URL": scene.pair.primary.conninfo(), "ROWLOCK_READ_DSN": dsns[what]}
    checks = json.loads(rowlock("doctor", "--json", env=env).stdout)["checks"]
    [check] = [c for c in checks if c["name"] == "replica"]
    state, found = DOCTOR[what]
    assert check["state"] == state
    assert found in check["found"]
    assert (check["advice"] is None) == (state == "ok")
