"""Signals, stops, requeues and leases that meet at one run: none acts on what is over."""

from __future__ import annotations

from collections import Counter

import psycopg
import pytest
from psycopg.types.json import Jsonb

from tests.support.fleet import Fleet
from tests.support.race import Move, Outcome, race_each, race_rounds, tally
from tests.support.scene import Scene, behind, call, one

pytestmark = pytest.mark.race

ROUNDS = 32
ILLEGAL: Outcome = ("PT409", "transition_legal")


@pytest.fixture(scope="module")
def fleet(scene: Scene) -> Fleet:
    return Fleet(scene)


@pytest.fixture(scope="module")
def host(fleet: Fleet) -> str:
    return fleet.machine()


def finished(fleet: Fleet, attempt: int = 1) -> Move:
    code = Jsonb({"exit_code": 0})
    return fleet.move("run_signal", attempt=attempt, kind="finished", payload=code)


def failed(fleet: Fleet, host: str) -> str:
    """A run whose host was lost, without a signal in the ledger."""
    run = fleet.running(host)
    fleet.scene.owner.execute(
        "update rowlock.run set status = 'failed', failure_reason = 'host_lost',"
        " finished_at = now() where id = %s",
        [run],
    )
    return run


def test_of_eight_equal_signals_one_is_applied(scene: Scene, fleet: Fleet, host: str) -> None:
    for kind, before in (("started", ["created", "spawning"]), ("finished", None)):
        for _ in range(5):
            run = fleet.run() if before else fleet.running(host)
            if before:
                one(scene.owner, "run_dispatch", id=run, host_id=host, actor=scene.root)
            payload = Jsonb({"exit_code": 0} if kind == "finished" else {})
            send = fleet.move("run_signal", attempt=1, kind=kind, payload=payload)
            ends = race_each(8, scene.connect, lambda conn, _, r=run, s=send: s(conn, r))  # type: ignore[misc]
            assert Counter(end.value["outcome"] for end in ends) == {"applied": 1, "duplicate": 7}
            assert fleet.told(run).count(kind) == 1
            versions = "select array_agg(version order by seq) from rowlock.event" + (
                " where subject_id = %s"
            )
            assert scene.value(versions, run) == list(range(1, fleet.state(run)["version"] + 1))


def test_progress_never_goes_back(scene: Scene, fleet: Fleet, host: str) -> None:
    for _ in range(5):
        run = fleet.running(host)
        ends = race_each(
            8,
            scene.connect,
            lambda conn, n, r=run: fleet.move(  # type: ignore[misc]
                "run_signal", attempt=1, kind="progress", seq=n + 1
            )(conn, r),
        )
        seqs = [fact["seq"] for fact in fleet.facts(run, "run.output_appended")]
        assert seqs == sorted(seqs) and seqs[-1] == 8
        assert fleet.state(run)["last_progress_seq"] == 8
        outcomes = Counter(end.value["outcome"] for end in ends)
        assert outcomes["applied"] == len(seqs)
        assert outcomes.total() == outcomes["applied"] + outcomes["out_of_order"]


def test_a_stop_and_the_end_of_a_run_meet(scene: Scene, fleet: Fleet, host: str) -> None:
    rounds = race_rounds(
        ROUNDS, scene.connect, lambda _: fleet.running(host), fleet.move("run_stop"),
        finished(fleet),
    )  # fmt: skip
    assert set(tally(rounds)) == {("ok", "ok"), (ILLEGAL, "ok")}
    for run, (stop, _) in rounds:
        state, told = fleet.state(run), fleet.told(run)
        assert state["exit_code"] == 0
        if stop.outcome == "ok":
            assert (state["status"], told[3:]) == ("stopped", ["stopped", "finished"])
        else:
            assert (state["status"], told[3:]) == ("exited", ["finished"])


def test_a_late_signal_never_acts_on_the_next_attempt(
    scene: Scene, fleet: Fleet, host: str
) -> None:
    def lost(conn: psycopg.Connection, run: str) -> object:
        with conn.transaction():
            failing = fleet.move("run_signal", attempt=1, kind="failed")
            failing(conn, run)
            return fleet.move("run_requeue")(conn, run)

    rounds = race_rounds(
        ROUNDS, scene.connect, lambda _: fleet.running(host), lost, finished(fleet)
    )
    assert set(tally(rounds)) == {("ok", "ok"), (ILLEGAL, "ok")}
    for run, (requeue, late) in rounds:
        state = fleet.state(run)
        if requeue.outcome == "ok":
            assert late.value["outcome"] == "stale"
            assert (state["status"], state["attempt"], state["exit_code"]) == ("pending", 2, None)
            assert fleet.told(run)[3:] == ["failed"]
        else:
            assert late.value["outcome"] == "applied"
            assert (state["status"], state["attempt"]) == ("exited", 1)


def test_of_two_requeues_one_starts_the_next_attempt(scene: Scene, fleet: Fleet, host: str) -> None:
    requeue = fleet.move("run_requeue")
    rounds = race_rounds(ROUNDS, scene.connect, lambda _: failed(fleet, host), requeue, requeue)
    assert set(tally(rounds)) == {("ok", ILLEGAL), (ILLEGAL, "ok")}
    assert {fleet.state(run)["attempt"] for run, _ in rounds} == {2}


def test_the_policy_and_an_operator_start_one_attempt(
    scene: Scene, fleet: Fleet, host: str
) -> None:
    rounds = race_rounds(
        ROUNDS,
        scene.connect,
        lambda _: failed(fleet, host),
        lambda conn, _: len(call(conn, "run_sweep_restarts")),
        fleet.move("run_requeue"),
    )
    assert set(tally(rounds)) == {("ok", "ok"), ("ok", ILLEGAL)}
    for run, (swept, requeue) in rounds:
        assert swept.value == (0 if requeue.outcome == "ok" else 1)
        assert fleet.state(run)["attempt"] == 2


def test_a_host_that_is_just_coming_back_loses_nothing(scene: Scene, fleet: Fleet) -> None:
    host = fleet.machine()
    run = fleet.running(host)
    scene.owner.execute("update rowlock.host set status = 'offline' where id = %s", [host])
    swept = behind(
        scene,
        lambda conn, _: one(
            conn, "host_heartbeat", host_id=host, instance_id=fleet.instances[host],
            actor=scene.root,
        ),
        lambda conn, _: call(conn, "run_sweep_lost"),
    )  # fmt: skip
    assert swept == []
    assert fleet.state(run)["status"] == "running"


def leased(fleet: Fleet, host: str) -> str:
    """A running run with a lease that ran out."""
    run = fleet.running(host)
    fleet.move("run_lease_acquire", holder="before")(fleet.scene.owner, run)
    fleet.scene.owner.execute(
        "update rowlock.run_lease set acquired_at = now() - interval '1 hour',"
        " expires_at = now() - interval '1 second' where run_id = %s",
        [run],
    )
    return run


def lease_told(fleet: Fleet, run: str) -> list[tuple[str, str]]:
    ends = fleet.facts(run, "run.lease_released")
    return [(fact["holder"], fact["reason"]) for fact in ends]


def acquire(fleet: Fleet, holder: str) -> Move:
    actor = fleet.scene.root
    return lambda conn, run: [
        lease["holder"]
        for lease in call(conn, "run_lease_acquire", id=run, holder=holder, actor=actor)
    ]


def test_of_two_one_takes_a_lease_over(scene: Scene, fleet: Fleet, host: str) -> None:
    rounds = race_rounds(
        ROUNDS, scene.connect, lambda _: leased(fleet, host), acquire(fleet, "ada"),
        acquire(fleet, "bob"),
    )  # fmt: skip
    for run, (ada, bob) in rounds:
        assert (ada.value, bob.value) in [(["ada"], []), ([], ["bob"])]
        assert lease_told(fleet, run) == [("before", "expired")]
        assert fleet.told(run).count("lease_acquired") == 2
    assert {tuple(ada.value) for _, (ada, _) in rounds} == {("ada",), ()}


def test_the_end_of_a_lease_is_told_once(scene: Scene, fleet: Fleet, host: str) -> None:
    rounds = race_rounds(
        ROUNDS,
        scene.connect,
        lambda _: leased(fleet, host),
        acquire(fleet, "ada"),
        lambda conn, _: len(call(conn, "run_lease_sweep")),
    )
    for run, (ada, _) in rounds:
        assert ada.value == ["ada"]
        assert lease_told(fleet, run) == [("before", "expired")]


def test_a_run_that_ends_leaves_no_lease(scene: Scene, fleet: Fleet, host: str) -> None:
    rounds = race_rounds(
        ROUNDS, scene.connect, lambda _: fleet.running(host), acquire(fleet, "ada"),
        fleet.move("run_stop"),
    )  # fmt: skip
    assert set(tally(rounds)) <= {("ok", "ok"), (("PT409", "run_running"), "ok")}
    for run, (ada, _) in rounds:
        taken = ada.outcome == "ok"
        assert lease_told(fleet, run) == ([("ada", "ended")] if taken else [])
        query = "select count(*) from rowlock.run_lease where run_id = %s"
        assert scene.value(query, run) == 0
