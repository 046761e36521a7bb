"""Claims of runs: no run twice, none lost, and never for a host that may take none."""

from __future__ import annotations

from collections import Counter

import psycopg
import pytest

from tests.support.fleet import Fleet
from tests.support.race import Move, race_each, race_rounds
from tests.support.scene import Scene, behind, call, one

pytestmark = pytest.mark.race

ROUNDS = 40


@pytest.fixture(scope="module")
def fleet(scene: Scene) -> Fleet:
    return Fleet(scene)


@pytest.fixture(autouse=True)
def _clear(fleet: Fleet) -> None:
    fleet.clear()


def sweep(conn: psycopg.Connection, _: str) -> list[str]:
    return [r["id"] for r in call(conn, "run_sweep_dispatch_timeouts", timeout="5 minutes")]


def aged(fleet: Fleet) -> str:
    run = fleet.run()
    fleet.scene.owner.execute(
        "update rowlock.run set pending_since = now() - interval '6 minutes' where id = %s", [run]
    )
    return run


def test_of_two_hosts_one_gets_the_run(scene: Scene, fleet: Fleet) -> None:
    hosts = fleet.machine(), fleet.machine()
    rounds = race_rounds(
        ROUNDS, scene.connect, lambda _: fleet.run(), *(fleet.claims(h) for h in hosts)
    )
    winners = set()
    for run, ends in rounds:
        assert [end.outcome for end in ends] == ["ok", "ok"]
        got = [end.value for end in ends]
        assert sorted(got, key=str) == [run, None] or sorted(got, key=str) == [None, run]
        assert fleet.state(run)["host_id"] == hosts[got.index(run)]
        assert fleet.told(run) == ["created", "spawning"]
        winners.add(got.index(run))
    assert winners == {0, 1}


def test_fifty_claims_share_out_twenty_runs(scene: Scene, fleet: Fleet) -> None:
    hosts = [fleet.machine() for _ in range(10)]
    for _ in range(3):
        runs = [fleet.run() for _ in range(20)]
        ends = race_each(50, scene.connect, lambda conn, n: fleet.claim(conn, hosts[n % 10]))
        assert Counter(end.outcome for end in ends) == {"ok": 50}
        got = Counter(end.value for end in ends)
        assert got == {None: 30, **dict.fromkeys(runs, 1)}


def test_claims_that_are_not_committed_hide_no_other_run(scene: Scene, fleet: Fleet) -> None:
    host, other = fleet.machine(), fleet.machine()
    runs = [fleet.run() for _ in range(70)]
    with scene.connect() as holding, scene.connect() as conn:
        holding.execute("begin")
        assert [fleet.claim(holding, host) for _ in runs[:66]] == runs[:66]
        assert [fleet.claim(conn, other) for _ in range(5)] == [*runs[66:], None]
        holding.execute("rollback")
        assert fleet.claim(conn, other) == runs[0]


def test_a_claim_or_the_timeout_has_a_run(scene: Scene, fleet: Fleet) -> None:
    host = fleet.machine()
    rounds = race_rounds(ROUNDS, scene.connect, lambda _: aged(fleet), fleet.claims(host), sweep)
    seen = set()
    for run, (claimed, swept) in rounds:
        state = fleet.state(run)
        seen.add(state["status"])
        if state["status"] == "spawning":
            assert (claimed.value, swept.value) == (run, [])
            assert fleet.told(run) == ["created", "spawning"]
        else:
            assert (claimed.value, swept.value) == (None, [run])
            assert state["failure_reason"] == "dispatch_timeout"
            assert fleet.told(run) == ["created", "failed"]
    assert seen == {"spawning", "failed"}


def withdrawn(fleet: Fleet, host: str, verb: str) -> Move:
    """What takes a host out of service."""
    actor = fleet.scene.root
    if verb == "host_heartbeat":
        other = "00000000-0000-4000-8000-000000000000"
        return lambda conn, _: one(conn, verb, host_id=host, instance_id=other, actor=actor)
    return lambda conn, _: one(conn, verb, id=host, actor=actor)


@pytest.mark.parametrize(
    "verb, reason", [("host_disable", "disabled"), ("host_heartbeat", "suspect")]
)
def test_a_host_that_is_just_withdrawn_gets_nothing(
    scene: Scene, fleet: Fleet, verb: str, reason: str
) -> None:
    host = fleet.machine()
    run = fleet.run()
    with pytest.raises(psycopg.Error) as caught:
        behind(scene, withdrawn(fleet, host, verb), fleet.claims(host))
    assert caught.value.diag.constraint_name == "host_eligible"
    assert f'"{reason}"' in str(caught.value.diag.message_detail)
    assert fleet.state(run)["status"] == "pending"


@pytest.mark.parametrize("verb", ["host_disable", "host_heartbeat"])
def test_whoever_withdraws_a_host_finds_its_claim_done(
    scene: Scene, fleet: Fleet, verb: str
) -> None:
    host = fleet.machine()
    run = fleet.run()
    behind(scene, fleet.claims(host), withdrawn(fleet, host, verb))
    assert fleet.state(run)["host_id"] == host
    query = "select status, instance_suspect from rowlock.host where id = %s"
    status, suspect = scene.owner.execute(query, [host]).fetchone() or ("", False)
    assert (status == "disabled") != suspect


def test_a_claim_races_a_withdrawal(scene: Scene, fleet: Fleet) -> None:
    def setup(_: int) -> str:
        fleet.clear()
        return f"{fleet.run()} {fleet.machine()}"

    rounds = race_rounds(
        ROUNDS,
        scene.connect,
        setup,
        lambda conn, prize: fleet.claim(conn, prize.split()[1]),
        lambda conn, prize: withdrawn(fleet, prize.split()[1], "host_disable")(conn, prize),
    )
    seen = set()
    for prize, (claimed, disabled) in rounds:
        assert disabled.outcome == "ok"
        seen.add(claimed.outcome)
        if claimed.outcome == "ok":
            assert claimed.value == prize.split()[0]
    assert seen == {"ok", ("PT409", "host_eligible")}
