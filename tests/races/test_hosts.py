"""Several speak of one host at once: each is told apart, whichever of them comes first."""

from __future__ import annotations

from collections import Counter
from typing import Any
from uuid import uuid4

import psycopg
import pytest

from tests.support.race import Ended, Move, race_each, race_rounds
from tests.support.scene import Scene, behind, call, one

pytestmark = pytest.mark.race

ROUNDS = 40
Rounds = list[tuple[str, tuple[Ended, ...]]]
CLONE = str(uuid4())
SUSPECT = ("worker.instance_suspect",)


def machine(scene: Scene, silence: int = 0, status: str = "online") -> str:
    """A host of the superadmin's, whose pinned instance has its id too; its id."""
    host = one(scene.owner, "host_register", name=str(uuid4()), platform="linux", actor=scene.root)[
        "host"
    ]["id"]
    beat(scene, host)(scene.owner, host)
    scene.owner.execute(
        "update rowlock.host set status = %s,"
        " last_seen_at = clock_timestamp() - make_interval(secs => %s) where id = %s",
        [status, silence, host],
    )
    return str(host)


def beat(scene: Scene, instance: str = "") -> Move:
    """A beat of an instance, or of the pinned one."""

    def run(conn: psycopg.Connection, host: str) -> object:
        given = {"host_id": host, "instance_id": instance or host}
        return one(conn, "host_heartbeat", **given, actor=scene.root)["outcome"]

    return run


def state(scene: Scene, host: str) -> dict[str, Any]:
    return dict(scene.value("select to_jsonb(h) from rowlock.host h where h.id = %s", host))


def events(scene: Scene, host: str) -> tuple[str, ...]:
    """What was told of a host after it registered."""
    return tuple(scene.topics(host)[1:])


def values(rounds: Rounds) -> Counter[tuple[object, ...]]:
    """What the moves returned, together; none is refused."""
    assert {end.outcome for _, ends in rounds for end in ends} == {"ok"}
    return Counter(tuple(end.value for end in ends) for _, ends in rounds)


def test_several_strangers_are_one_suspicion(scene: Scene) -> None:
    for _ in range(8):
        host = machine(scene)
        ended = race_each(
            4, scene.connect, lambda conn, _, host=host: beat(scene, str(uuid4()))(conn, host)
        )
        assert Counter(e.value for e in ended) == {"flagged": 1, "suspect": 3}
        assert events(scene, host) == SUSPECT
        assert state(scene, host)["instance_id"] == host


def test_who_waited_for_a_stranger_is_the_second_one(scene: Scene) -> None:
    host = machine(scene)
    for instance in (CLONE, str(uuid4())):
        late = str(uuid4())
        told = behind(
            scene,
            lambda conn, _, instance=instance: beat(scene, instance)(conn, host),
            lambda conn, _, late=late: beat(scene, late)(conn, host),
        )
        assert told == "suspect"
        assert state(scene, host)["presented_instance_id"] == late
    assert events(scene, host) == SUSPECT


def test_a_clone_and_its_original_are_told_apart_in_any_order(scene: Scene) -> None:
    rounds = race_rounds(
        ROUNDS, scene.connect, lambda _: machine(scene), beat(scene), beat(scene, CLONE)
    )
    assert values(rounds) == {("recognized", "flagged"): ROUNDS}
    for host, _ in rounds:
        found = state(scene, host)
        assert (found["instance_id"], found["presented_instance_id"]) == (host, CLONE)
        assert events(scene, host) == SUSPECT


def test_a_silent_host_has_one_heir(scene: Scene) -> None:
    rounds = race_rounds(
        ROUNDS,
        scene.connect,
        lambda _: machine(scene, silence=100),
        beat(scene),
        beat(scene, CLONE),
    )
    # The original is back in time and the clone is a stranger; or it is the other way round.
    assert set(values(rounds)) <= {("recognized", "flagged"), ("flagged", "reinstalled")}
    for host, ends in rounds:
        heir = host if ends[0].value == "recognized" else CLONE
        told = () if heir == host else ("worker.instance_reinstalled",)
        assert state(scene, host)["instance_id"] == heir
        assert events(scene, host) == (*told, *SUSPECT)


def clear(scene: Scene) -> Move:
    def run(conn: psycopg.Connection, host: str) -> object:
        return one(conn, "host_clear_suspect", host_id=host, actor=scene.root)["cleared"]

    return run


def suspected(scene: Scene) -> str:
    host = machine(scene)
    beat(scene, CLONE)(scene.owner, host)
    return host


def test_a_beat_of_whoever_is_cleared_is_before_or_after(scene: Scene) -> None:
    rounds = race_rounds(
        ROUNDS, scene.connect, lambda _: suspected(scene), clear(scene), beat(scene, CLONE)
    )
    assert set(values(rounds)) == {(True, "suspect"), (True, "recognized")}
    for host, _ in rounds:
        found = state(scene, host)
        assert (found["instance_id"], found["instance_suspect"]) == (CLONE, False)
        assert events(scene, host) == SUSPECT


def test_a_beat_of_whoever_is_not_cleared_raises_a_new_suspicion_after_it(scene: Scene) -> None:
    rounds = race_rounds(
        ROUNDS, scene.connect, lambda _: suspected(scene), clear(scene), beat(scene)
    )
    assert set(values(rounds)) == {(True, "recognized"), (True, "flagged")}
    for host, ends in rounds:
        found, again = state(scene, host), ends[1].value == "flagged"
        assert (found["instance_id"], found["instance_suspect"]) == (CLONE, again)
        assert found["presented_instance_id"] == (host if again else None)
        assert events(scene, host) == (SUSPECT + SUSPECT if again else SUSPECT)


@pytest.mark.parametrize("status", ["online", "offline"])
def test_no_beat_undoes_a_disable(scene: Scene, status: str) -> None:
    def disable(conn: psycopg.Connection, host: str) -> object:
        return one(conn, "host_disable", id=host, actor=scene.root)["status"]

    rounds = race_rounds(
        ROUNDS,
        scene.connect,
        lambda _: machine(scene, silence=100, status=status),
        disable,
        beat(scene),
    )
    assert values(rounds) == {("disabled", "recognized"): ROUNDS}
    assert {state(scene, host)["status"] for host, _ in rounds} == {"disabled"}


def test_the_sweep_overwrites_no_beat(scene: Scene) -> None:
    def sweep(conn: psycopg.Connection, host: str) -> object:
        return host in [h["id"] for h in call(conn, "host_sweep_offline")]

    rounds = race_rounds(
        ROUNDS, scene.connect, lambda _: machine(scene, silence=100), sweep, beat(scene)
    )
    assert set(values(rounds)) <= {(True, "recognized"), (False, "recognized")}
    for host, ends in rounds:
        # Swept first, it is brought back; else nothing happened.
        swept = ("worker.offline", "worker.registered") if ends[0].value else ()
        assert (state(scene, host)["status"], events(scene, host)) == ("online", swept)


def test_a_new_name_is_one_bots(scene: Scene) -> None:
    bots = []
    for _ in range(2):
        bot = one(
            scene.owner,
            "user_create",
            external_id=str(uuid4()),
            account_type="bot",
            actor=scene.root,
        )["id"]
        one(
            scene.owner,
            "api_key_mint",
            user_id=bot,
            name="host",
            scopes=["host"],
            actor=scene.root,
        )
        bots.append(bot)

    def register(bot: str) -> Move:
        def run(conn: psycopg.Connection, name: str) -> object:
            return one(conn, "host_register", name=name, platform="linux", actor=bot)["created"]

        return run

    rounds = race_rounds(ROUNDS, scene.connect, lambda _: str(uuid4()), *map(register, bots))
    for name, ends in rounds:
        assert Counter(e.outcome for e in ends) == {"ok": 1, ("PT403", "host_owner"): 1}
        [winner] = [bot for bot, e in zip(bots, ends, strict=True) if e.value]
        owner = scene.value("select bot_id::text from rowlock.host where name = %s", name)
        assert owner == winner


def test_an_orphan_is_told_once(scene: Scene) -> None:
    def report(conn: psycopg.Connection, host: str) -> object:
        given = {"host_id": host, "instance_id": host, "sessions": ["b", "a", "c"]}
        found = one(conn, "host_reconcile", **given, actor=scene.root)["orphans"]
        return tuple(o["session_name"] for o in found)

    rounds = race_rounds(ROUNDS, scene.connect, lambda _: machine(scene), report, report)
    assert values(rounds) == {(("a", "b", "c"),) * 2: ROUNDS}
    assert {events(scene, host) for host, _ in rounds} == {("run.orphan_detected",) * 3}


def test_a_run_ends_by_its_signal_or_with_its_session(scene: Scene) -> None:
    host = machine(scene)
    project = one(scene.owner, "project_create", name="P", slug="p", actor=scene.root)["id"]
    plan = {"project_id": project, "kind": "task", "title": "T", "actor": scene.root}
    item = one(scene.owner, "work_item_create", **plan)["id"]

    def setup(_: int) -> str:
        given = {"work_item_id": item, "provider": "claude", "cwd": "/", "actor": scene.root}
        run = one(scene.owner, "run_create", **given)["id"]
        one(scene.owner, "run_dispatch", id=run, host_id=host, actor=scene.root)
        signal(scene.owner, run, "started")
        return str(run)

    def signal(conn: psycopg.Connection, run: str, kind: str) -> object:
        payload = {"exit_code": 0} if kind == "finished" else {}
        given = {"id": run, "attempt": 1, "kind": kind, "payload": payload}
        return one(conn, "run_signal", **given, actor=scene.root)["outcome"]

    def report(conn: psycopg.Connection, _: str) -> object:
        given = {"host_id": host, "instance_id": host, "sessions": []}
        return len(one(conn, "host_reconcile", **given, actor=scene.root)["lost"])

    rounds = race_rounds(
        ROUNDS, scene.connect, setup, report, lambda conn, run: signal(conn, run, "finished")
    )
    for run, (lost, finished) in rounds:
        status = scene.value("select status from rowlock.run where id = %s", run)
        topic = scene.topics(run)[-1]
        if lost.value:
            assert finished.outcome == ("PT409", "transition_legal")
            assert (status, topic) == ("failed", "run.failed")
        else:
            assert finished.value == "applied"
            assert (status, topic) == ("exited", "run.finished")
