"""A question and its answer, in any order: none is left open, and none is answered twice."""

from __future__ import annotations

import random
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import psycopg
import pytest
from psycopg.types.json import Jsonb

from tests.support.race import Move, Outcome, race_rounds
from tests.support.scene import Scene, behind, one

pytestmark = pytest.mark.race

ROUNDS = 1000
MISSING: Outcome = ("PT409", "escalation_resolved")
YES = {"decision": "yes"}


def ask(scene: Scene) -> Move:
    def run(conn: psycopg.Connection, key: str) -> object:
        return one(
            conn, "escalation_create", role="reviewer", type="t", signal_key=key, actor=scene.root
        )

    return run


def answer(actor: str, payload: dict[str, object] | None = None) -> Move:
    def run(conn: psycopg.Connection, key: str) -> object:
        return one(conn, "signal_send", signal_key=key, payload=payload or YES, actor=actor)

    return run


def slowly(move: Move, chance: random.Random) -> Move:
    """The move in a transaction that begins and ends when it likes."""

    def run(conn: psycopg.Connection, key: str) -> object:
        time.sleep(chance.choice((0, 0, 0.0005, 0.001, 0.002)))
        with conn.transaction():
            found = move(conn, key)
            time.sleep(chance.choice((0, 0, 0.0005, 0.001, 0.002)))
        return found

    return run


def status(scene: Scene, key: str) -> tuple[str, object]:
    told = one(scene.owner, "wait_status", signal_key=key, actor=scene.root)
    return told["outcome"], told["payload"]


def kept(scene: Scene) -> object:
    return scene.value("select count(*) from rowlock.signal")


def test_of_a_thousand_questions_and_answers_none_is_stuck(scene: Scene) -> None:
    actor, chance = scene.account("reviewer"), random.Random(7)
    moves = [slowly(ask(scene), chance), slowly(answer(actor), chance)]
    rounds = race_rounds(ROUNDS, scene.connect, lambda n: f"ask-{n}", *moves)
    for key, ends in rounds:
        assert [end.outcome for end in ends] == ["ok", "ok"]
        assert status(scene, key) == ("resolved", YES), key
    # Both orders were seen.
    first = Counter(ends[1].value["outcome"] for _, ends in rounds)
    assert set(first) == {"kept", "resolved"} and min(first.values()) >= 20, first
    assert kept(scene) == 0
    scene.check_history()


def test_two_who_ask_and_two_who_answer_meet_once(scene: Scene) -> None:
    chance = random.Random(8)
    people = [scene.account("reviewer") for _ in range(2)]
    moves = [slowly(ask(scene), chance) for _ in range(2)] + [
        slowly(answer(actor, {"by": n}), chance) for n, actor in enumerate(people)
    ]
    rounds = race_rounds(200, scene.connect, lambda n: f"four-{n}", *moves)
    for key, ends in rounds:
        assert sorted(end.value["created"] for end in ends[:2]) == [False, True]
        assert {end.outcome for end in ends[2:]} <= {"ok", MISSING}
        outcome, payload = status(scene, key)
        assert outcome == "resolved"
        assert ends[2 + dict(payload)["by"]].outcome == "ok"  # type: ignore[call-overload]
    assert kept(scene) == 0
    scene.check_history()


@pytest.mark.parametrize("asks_first", [True, False])
def test_the_second_waits_for_the_first(scene: Scene, asks_first: bool) -> None:
    """No luck with time: one is done and not yet committed when the other begins."""
    actor, key = scene.account("reviewer"), f"held-{asks_first}"

    def of(move: Move) -> Move:
        return lambda conn, _: move(conn, key)

    moves = [of(ask(scene)), of(answer(actor))]
    behind(scene, *(moves if asks_first else reversed(moves)))
    assert status(scene, key) == ("resolved", YES)
    assert kept(scene) == 0


def test_a_password_that_meets_its_question_is_stored_once(scene: Scene) -> None:
    one(scene.owner, "role_create", role="vault", actor=scene.root)
    form = {"form_schema": {"properties": {"pin": {"format": "password"}}}}
    one(scene.owner, "role_patch", role="vault", patch=form, actor=scene.root)
    actor, token = scene.account("reviewer", "vault"), str(uuid4())
    sealed = {"field": "pin", "path": ["pin"], "token": token, "key_id": "k", "value": "A" * 40}

    def send(conn: psycopg.Connection, _: str) -> object:
        credentials = [{**sealed, "escalation_id": None}]
        payload = {"pin": "4711"}
        given = {"signal_key": "pin", "payload": payload, "credentials": Jsonb(credentials)}
        return one(conn, "signal_send", actor=actor, **given)

    behind(scene, lambda conn, _: ask(scene)(conn, "pin"), send)
    assert status(scene, "pin") == ("resolved", {"pin": f"eph:v1:pin:{token}"})
    assert scene.value("select count(*) from rowlock.ephemeral_credential") == 1


def test_an_answer_that_is_undone_was_never_sent(scene: Scene) -> None:
    actor = scene.account("reviewer")
    with scene.connect() as sender, scene.connect() as asker, ThreadPoolExecutor(1) as pool:
        with sender.transaction(force_rollback=True):
            answer(actor)(sender, "undone")
            asking = pool.submit(ask(scene), asker, "undone")
            time.sleep(0.1)
            assert not asking.done()
        assert asking.result(20)["created"] is True  # type: ignore[index]
    assert status(scene, "undone") == ("pending", None)


def test_a_question_of_an_older_snapshot_gets_its_answer_with_the_next_round(scene: Scene) -> None:
    actor = scene.account("reviewer")
    with scene.connect() as asker:
        with asker.transaction():
            asker.execute("set transaction isolation level repeatable read")
            asker.execute("select 1")
            answer(actor)(scene.owner, "old")
            ask(scene)(asker, "old")
        assert status(scene, "old") == ("pending", None)
        one(scene.owner, "signal_deliver")
    assert status(scene, "old") == ("resolved", YES)
    scene.check_history()
