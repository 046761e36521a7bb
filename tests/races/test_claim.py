"""Many at one queue and many at one row: nobody gets another's row, nobody leaves empty-handed."""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from functools import partial
from itertools import chain
from typing import Any

import psycopg
import pytest

from tests.support.race import race_each, race_rounds, tally
from tests.support.scene import Scene, call, detail, one

pytestmark = pytest.mark.race

ROWS, SESSIONS = 200, 50
EACH = ROWS // SESSIONS


@pytest.fixture(autouse=True)
def _empty_queue(scene: Scene) -> None:
    for row in scene.owner.execute("select id from rowlock.escalation where status = 'pending'"):
        one(scene.owner, "escalation_cancel", id=row[0], actor=scene.root)


def pops(scene: Scene, actors: list[str], **arguments: object) -> list[list[str]]:
    """The ids that every one of 200 pops brought, from 50 sessions that start together."""

    def work(conn: psycopg.Connection, number: int) -> list[list[str]]:
        actor = actors[number % len(actors)]
        found = [call(conn, "escalation_claim_next", actor=actor, **arguments) for _ in range(EACH)]
        return [[row["id"] for row in rows] for rows in found]

    ends = race_each(SESSIONS, scene.connect, work)
    assert Counter(end.outcome for end in ends) == {"ok": SESSIONS}, [e.error for e in ends]
    return list(chain.from_iterable(end.value for end in ends))


@pytest.mark.parametrize("attempt", range(3))
def test_every_pop_takes_a_row_of_its_own(scene: Scene, attempt: int) -> None:
    made = scene.rows(ROWS)
    actors = [scene.account("reviewer") for _ in range(SESSIONS)]
    taken = pops(scene, actors)
    assert Counter(map(len, taken)) == {1: ROWS}, "a pop came back empty while rows were free"
    assert sorted(chain(*taken)) == sorted(made)
    scene.check_history()


@pytest.mark.parametrize("held", [16, 64])
def test_rows_at_the_head_that_an_open_transaction_holds_hide_no_others(
    scene: Scene, held: int
) -> None:
    scene.rows(ROWS + held)
    actors = [scene.account("reviewer") for _ in range(SESSIONS)]
    with scene.connect() as holder, holder.transaction(force_rollback=True):
        head = call(holder, "escalation_claim_next", max_rows=held, actor=actors[0])
        assert len(head) == held
        taken = pops(scene, actors)
        assert Counter(map(len, taken)) == {1: ROWS}
        assert len(set(chain(*taken))) == ROWS
        assert not {row["id"] for row in head} & set(chain(*taken))
    # What was rolled back is free again, and nothing else is.
    left = call(scene.owner, "escalation_claim_next", max_rows=100, actor=actors[1])
    assert {row["id"] for row in left} == {row["id"] for row in head}
    scene.check_history()


@pytest.mark.parametrize("named", [True, False])
def test_pops_over_several_roles_share_nothing(scene: Scene, named: bool) -> None:
    roles = [f"desk-{number}-{named}".lower() for number in range(5)]
    for role in roles:
        one(scene.owner, "role_create", role=role, actor=scene.root)
    made = [scene.rows(ROWS // 5, role) for role in roles]
    actors = [scene.account(*roles) for _ in range(SESSIONS)]
    with scene.connect() as holder, holder.transaction(force_rollback=True):
        scene.rows(20, roles[0], priority=1)
        assert len(call(holder, "escalation_claim_next", max_rows=20, actor=actors[0])) == 20
        taken = pops(scene, actors, **({"roles": roles} if named else {}))
    assert Counter(map(len, taken)) == {1: ROWS}
    assert sorted(chain(*taken)) == sorted(chain(*made))
    scene.check_history()


def test_pops_of_a_global_actor_find_all_roles(scene: Scene) -> None:
    made = [*scene.rows(ROWS // 2, "reviewer"), *scene.rows(ROWS // 2, "engineer")]
    taken = pops(scene, [scene.root])
    assert Counter(map(len, taken)) == {1: ROWS}
    assert sorted(chain(*taken)) == sorted(made)


def test_pops_of_lapsed_rows_share_nothing(scene: Scene) -> None:
    made = scene.rows(ROWS)
    first = scene.account("reviewer")
    for _ in range(2):
        call(scene.owner, "escalation_claim_next", max_rows=100, actor=first)
    for row in made:
        scene.lapse(row)
    taken = pops(scene, [scene.account("reviewer") for _ in range(SESSIONS)])
    assert Counter(map(len, taken)) == {1: ROWS}
    assert sorted(chain(*taken)) == sorted(made)
    query = "select count(*) from rowlock.escalation where id = any (%s::uuid[]) and claim_no = 2"
    assert scene.value(query, made) == ROWS
    scene.check_history()


def test_batches_that_want_more_than_there_is_share_all_of_it(scene: Scene) -> None:
    made = scene.rows(ROWS)

    def work(conn: psycopg.Connection, number: int) -> list[str]:
        actor = scene.root
        rows = call(conn, "escalation_claim_next", max_rows=30, actor=actor)
        return [row["id"] for row in rows]

    ends = race_each(20, scene.connect, work)
    assert sorted(chain.from_iterable(end.value for end in ends)) == sorted(made)


def test_of_fifty_claims_of_a_row_one_holds_it_and_the_others_are_told_until_when(
    scene: Scene,
) -> None:
    actors = [scene.account("reviewer") for _ in range(SESSIONS)]

    def claim(actor: str, conn: psycopg.Connection, row: str) -> Any:
        return one(conn, "escalation_claim", id=row, actor=actor)

    rounds = race_rounds(
        10, scene.connect, lambda _: scene.row(), *(partial(claim, actor) for actor in actors)
    )
    for row, ends in rounds:
        assert Counter(end.outcome for end in ends) == {
            "ok": 1,
            ("PT409", "escalation_held"): SESSIONS - 1,
        }
        [(winner, claimed)] = [
            (actor, end.value)
            for actor, end in zip(actors, ends, strict=True)
            if end.outcome == "ok"
        ]
        held = scene.state(row)
        assert held["assigned_to"] == winner
        until = datetime.fromisoformat(held["assigned_until"])
        assert datetime.fromisoformat(claimed["escalation"]["assigned_until"]) == until
        told = [detail(end.error) for end in ends if end.error]
        assert {t["reason"] for t in told} == {"held"}
        assert {t["assigned_to"] for t in told} == {winner}
        assert {datetime.fromisoformat(t["until"]) for t in told} == {until}
        assert {t["claim_no"] for t in told} == {1}
        assert scene.topics(row) == ["escalation.created", "escalation.claimed"]


def test_one_actor_from_many_sessions_claims_once_and_extends_the_rest(scene: Scene) -> None:
    actor = scene.account("reviewer")

    def claim(conn: psycopg.Connection, row: str) -> bool:
        return bool(one(conn, "escalation_claim", id=row, actor=actor)["is_extension"])

    rounds = race_rounds(150, scene.connect, lambda _: scene.row(), *[claim] * 8)
    assert set(tally(rounds)) == {("ok",) * 8}
    for row, ends in rounds:
        assert Counter(end.value for end in ends) == {False: 1, True: 7}
        assert scene.state(row)["claim_no"] == 1
    scene.check_history()
