"""Sets against sets and against single rows: none is claimed twice, split, or waits in a ring."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from typing import Any

import psycopg
import pytest
from psycopg.types.json import Jsonb

from tests.support.race import Ended, Move, race_each, race_rounds, tally
from tests.support.scene import Scene, call, one

pytestmark = pytest.mark.race

NORTH = {"region": "north"}
QUERY = {"role": "reviewer", "facets": NORTH}


@pytest.fixture(autouse=True)
def _empty_queue(scene: Scene) -> None:
    left = "select array_agg(id::text) from rowlock.escalation where status = 'pending'"
    if ids := scene.value(left):
        for start in range(0, len(ids), 1000):
            one(
                scene.owner, "escalation_bulk_cancel",
                ids=ids[start : start + 1000], actor=scene.root,
            )  # fmt: skip


def oks(ends: list[Ended]) -> list[Any]:
    assert Counter(end.outcome for end in ends) == {"ok": len(ends)}, [e.error for e in ends]
    return [end.value for end in ends]


@pytest.mark.parametrize("attempt", range(3))
@pytest.mark.parametrize("by", ["facets", "metadata"])
def test_twenty_claims_of_twenty_rows_take_one_each(scene: Scene, by: str, attempt: int) -> None:
    made = scene.rows(20, metadata=NORTH)
    scene.rows(5, metadata={"region": "south"})
    actors = [scene.account("reviewer") for _ in range(20)]

    def work(conn: psycopg.Connection, number: int) -> list[str]:
        if by == "facets":
            rows = call(conn, "escalation_claim_by_facets", query=QUERY, actor=actors[number])
        else:
            claim = {"key": "region", "value": Jsonb("north"), "actor": actors[number]}
            rows = [one(conn, "escalation_claim_by_metadata", **claim)["escalation"]]
        return [row["id"] for row in rows]

    taken = oks(race_each(20, scene.connect, work))
    assert [len(t) for t in taken] == [1] * 20
    assert sorted(chain(*taken)) == sorted(made)
    scene.check_history()


@pytest.mark.parametrize("held", [16, 80])
def test_rows_that_an_open_transaction_holds_hide_no_others(scene: Scene, held: int) -> None:
    scene.rows(held + 20, metadata=NORTH)
    actor = scene.account("reviewer")
    with scene.connect() as holder, holder.transaction(force_rollback=True):
        ask = {"query": QUERY, "max_rows": held, "actor": scene.root}
        head = call(holder, "escalation_claim_by_facets", **ask)
        assert len(head) == held

        def work(conn: psycopg.Connection, _: int) -> list[str]:
            rows = call(conn, "escalation_claim_by_facets", query=QUERY, actor=actor)
            return [row["id"] for row in rows]

        taken = oks(race_each(20, scene.connect, work))
        assert len(set(chain(*taken))) == 20
        assert not {row["id"] for row in head} & set(chain(*taken))
    scene.check_history()


def test_two_brokers_share_a_hundred_groups_and_split_none(scene: Scene) -> None:
    groups = [scene.rows(3, origin_id=f"order-{n}", metadata=NORTH) for n in range(100)]
    brokers = [scene.account("reviewer") for _ in range(2)]

    def work(conn: psycopg.Connection, number: int) -> list[Any]:
        got: list[Any] = []
        misses = 0
        while misses < 3:
            ask = {"query": QUERY, "max_rows": 3, "actor": brokers[number]}
            found = call(conn, "escalation_claim_groups", **ask)
            misses = 0 if found else misses + 1
            got += found
        return got

    taken = oks(race_each(2, scene.connect, work))
    assert all(taken), "one broker got nothing at all"
    members = [sorted(m["id"] for m in g["members"]) for g in chain(*taken)]
    assert sorted(members) == sorted(sorted(g) for g in groups)
    for broker, got in zip(brokers, taken, strict=True):
        assert {m["assigned_to"] for g in got for m in g["members"]} == {broker}
    scene.check_history()


def test_a_group_that_single_claims_break_is_nobodys(scene: Scene) -> None:
    size = {**NORTH, "orderSize": 4}
    made = [scene.rows(4, origin_id=f"case-{n}", metadata=size) for n in range(40)]
    brokers = [scene.account("reviewer") for _ in range(3)]
    single = scene.account("reviewer")

    def alone(conn: psycopg.Connection, row: str) -> bool:
        try:
            one(conn, "escalation_claim", id=row, actor=single)
        except psycopg.Error as e:
            if e.sqlstate != "PT409":
                raise
            return False
        return True

    def work(conn: psycopg.Connection, number: int) -> list[Any]:
        if number == 3:
            return [alone(conn, group[2]) for group in made[::-2]]
        got: list[Any] = []
        for _ in range(12):
            ask = {"query": QUERY, "max_rows": 2, "actor": brokers[number]}
            got += call(conn, "escalation_claim_groups", **ask)
        return got

    *ends, _ = oks(race_each(4, scene.connect, work))
    for broker, got in zip(brokers, ends, strict=True):
        for group in got:
            assert len(group["members"]) == 4
            assert {m["assigned_to"] for m in group["members"]} == {broker}
    # What the table says: a group has four rows of one broker, or none of any.
    query = (
        "select count(*) from rowlock.escalation where origin_id like 'case-%%'"
        " and status = 'pending' and assigned_to = any (%s::uuid[]) group by origin_id"
    )
    assert {n for (n,) in scene.owner.execute(query, [brokers])} <= {4}
    scene.check_history()


def bulk(verb: str, ids: list[str], actor: str, **more: object) -> Move:
    def run(conn: psycopg.Connection, _: str) -> Any:
        return one(conn, verb, ids=ids, actor=actor, **more)

    return run


def test_lists_in_opposite_orders_never_wait_in_a_ring(scene: Scene) -> None:
    ids = scene.rows(40)
    other = scene.account("reviewer")
    name = scene.value("select external_id from rowlock.user_account where id = %s", other)
    give = {"assignee": name, "force": True}
    rounds = race_rounds(
        50, scene.connect, lambda _: "",
        bulk("escalation_priority", ids, scene.root, priority=1),
        bulk("escalation_priority", ids[::-1], scene.root, priority=3),
        bulk("escalation_bulk_assign", ids[::2] + ids[1::2], scene.root, **give),
        bulk("escalation_bulk_claim", ids[::-1], scene.root),
    )  # fmt: skip
    assert tally(rounds) == {("ok",) * 4: 50}
    scene.check_history()


def test_a_bulk_claim_and_single_claims_share_the_rows(scene: Scene) -> None:
    actor = scene.account("reviewer")

    def setup(_: int) -> str:
        return ",".join(scene.rows(3))

    def many(conn: psycopg.Connection, rows: str) -> Any:
        return one(conn, "escalation_bulk_claim", ids=rows.split(","), actor=scene.root)

    def single(conn: psycopg.Connection, rows: str) -> Any:
        return one(conn, "escalation_claim", id=rows.split(",")[1], actor=actor)

    rounds = race_rounds(60, scene.connect, setup, many, single)
    held = ("PT409", "escalation_held")
    assert set(tally(rounds)) <= {("ok", "ok"), ("ok", held)}
    for rows, ends in rounds:
        contested = rows.split(",")[1]
        skipped = ends[0].value["skipped"]
        lost = [{"id": contested, "reason": "held"}] if ends[1].outcome == "ok" else []
        assert skipped == lost
        assert len(ends[0].value["ids"]) == 3 - len(lost)
        assert scene.state(contested)["claim_no"] == 1
    scene.check_history()


@pytest.mark.parametrize("verb", ["escalation_bulk_cancel", "escalation_bulk_escalate"])
def test_a_bulk_verb_and_answers_end_each_row_once(scene: Scene, verb: str) -> None:
    actor = scene.account("reviewer")
    more = {"target_role": "engineer"} if verb.endswith("escalate") else {}

    def setup(_: int) -> str:
        return ",".join(scene.rows(3))

    def many(conn: psycopg.Connection, rows: str) -> Any:
        return one(conn, verb, ids=rows.split(","), actor=scene.root, **more)

    def answer(conn: psycopg.Connection, rows: str) -> Any:
        return one(
            conn, "escalation_resolve", id=rows.split(",")[2], actor=actor,
            resolver_payload={"decision": "yes"},
        )  # fmt: skip

    for rows, ends in race_rounds(60, scene.connect, setup, many, answer):
        answered = ends[1].outcome == "ok"
        contested = rows.split(",")[2]
        lost = [{"id": contested, "reason": "resolved"}] if answered else []
        assert ends[0].value["skipped"] == lost
        assert (scene.state(contested)["status"] == "resolved") == answered
    scene.check_history()
