"""Several rows in one answer, and several answers for one row: none twice, none lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import psycopg
import pytest
from psycopg.types.json import Jsonb

from tests.support.race import Ended, Move, Outcome, race_rounds, tally
from tests.support.scene import TERMINAL, Scene, detail, one

pytestmark = pytest.mark.race

ROUNDS = 200
YES = {"decision": "yes"}
BLOCKED: Outcome = ("PT409", "escalation_blocked")
CANCELLED: Outcome = ("PT409", "escalation_cancelled")
RESOLVED: Outcome = ("PT409", "escalation_resolved")
NONE: Outcome = ("PT404", "escalation_exists")


def several(actor: str, choose: Callable[[list[str]], list[str]]) -> Move:
    """An answer to some of the rows of the round, in the order that is chosen."""

    def run(conn: psycopg.Connection, prize: str) -> object:
        rows = choose(prize.split())
        items = Jsonb([{"id": row, "resolver_payload": YES} for row in rows])
        return one(conn, "escalation_resolve_all_or_none", items=items, actor=actor)

    return run


def answer(actor: str, verb: str = "escalation_resolve", **more: object) -> Move:
    def run(conn: psycopg.Connection, row: str) -> object:
        return one(conn, verb, resolver_payload=YES, actor=actor, **(more or {"id": row}))

    return run


def failed(end: Ended) -> list[tuple[str, str]]:
    return [(f["id"], f["reason"]) for f in detail(end.error)["failed"]]


def test_of_two_sets_that_share_a_row_one_is_settled_whole(scene: Scene) -> None:
    # Each names the shared row first and has another one before and behind it by id.
    rounds = race_rounds(
        ROUNDS,
        scene.connect,
        lambda _: " ".join(scene.rows(5)),
        several(scene.account("reviewer"), lambda r: [r[2], r[4], r[0]]),
        several(scene.account("reviewer"), lambda r: [r[2], r[1], r[3]]),
    )
    assert set(tally(rounds)) == {("ok", BLOCKED), (BLOCKED, "ok")}
    for prize, ends in rounds:
        rows = prize.split()
        won = [rows[0], rows[2], rows[4]] if ends[0].outcome == "ok" else rows[1:4]
        states = [scene.state(row)["status"] for row in rows]
        assert states == ["resolved" if row in won else "pending" for row in rows]
        [loser] = [end for end in ends if end.outcome == BLOCKED]
        assert failed(loser) == [(rows[2], "resolved")]
    scene.check_history()


def test_equal_sets_in_opposite_orders_never_lock_each_other_out(scene: Scene) -> None:
    rounds = race_rounds(
        50,
        scene.connect,
        lambda _: " ".join(scene.rows(6)),
        several(scene.root, list),
        several(scene.root, lambda rows: rows[::-1]),
        lambda conn, prize: one(
            conn, "escalation_resolve_by_ids", ids=prize.split()[::-1], resolver_payload=YES,
            actor=scene.root,
        ),
    )  # fmt: skip
    for prize, ends in rounds:
        events = [t for row in prize.split() for t in scene.topics(row) if t in TERMINAL]
        assert events == ["escalation.resolved"] * 6
        assert Counter(end.outcome for end in ends[:2]) <= Counter({"ok": 1, BLOCKED: 2})
    scene.check_history()


@pytest.mark.parametrize(
    "verb, more, ended",
    [
        ("escalation_cancel", {}, "cancelled"),
        ("escalation_escalate", {"target_role": "engineer"}, "pending"),
    ],
)
def test_a_set_beside_a_change_of_one_of_its_rows(
    scene: Scene, verb: str, more: dict[str, object], ended: str
) -> None:
    def change(conn: psycopg.Connection, prize: str) -> object:
        return one(conn, verb, id=prize.split()[1], actor=scene.root, **more)

    worker = scene.account("reviewer")
    rounds = race_rounds(
        60, scene.connect, lambda _: " ".join(scene.rows(3)), several(worker, list), change
    )
    assert set(tally(rounds)) == {("ok", RESOLVED), (BLOCKED, "ok")}
    for prize, ends in rounds:
        states = [scene.state(row)["status"] for row in prize.split()]
        whole = ends[0].outcome == "ok"
        assert states == (["resolved"] * 3 if whole else ["pending", ended, "pending"])
    scene.check_history()


def test_a_set_beside_the_sweep(scene: Scene) -> None:
    def setup(number: int) -> str:
        rows = scene.rows(2, timeout="1 hour")
        scene.owner.execute(
            "update rowlock.escalation set expires_at = clock_timestamp() + %s * interval '1 ms' "
            "where id = %s",
            [0.3 * (number % 20), rows[0]],
        )
        return " ".join(rows)

    def sweep(conn: psycopg.Connection, _: str) -> object:
        return one(conn, "escalation_expire")

    rounds = race_rounds(60, scene.connect, setup, several(scene.root, list), sweep)
    one(scene.owner, "escalation_expire")
    for prize, ends in rounds:
        states = [scene.state(row)["status"] for row in prize.split()]
        assert states == (["resolved"] * 2 if ends[0].outcome == "ok" else ["expired", "pending"])
    scene.check_history()


def test_of_the_last_two_approvers_none_is_lost_and_one_settles(scene: Scene) -> None:
    people = [scene.account("reviewer") for _ in range(2)]
    rounds = race_rounds(
        100,
        scene.connect,
        lambda _: scene.row(approvals_required=2),
        *map(answer, people),
    )
    assert set(tally(rounds)) == {("ok", "ok")}
    for row, ends in rounds:
        assert sorted(end.value["status"] for end in ends) == ["pending", "resolved"]
        kept = scene.value("select count(*) from rowlock.approval where escalation_id = %s", row)
        assert (kept, scene.state(row)["approvals"]) == (2, 2)
        assert scene.topics(row)[1:] == ["escalation.approved", "escalation.resolved"]
    scene.check_history()


def test_of_two_who_could_be_the_last_one_is_late(scene: Scene) -> None:
    first, *people = [scene.account("reviewer") for _ in range(3)]

    def setup(_: int) -> str:
        row = scene.row(approvals_required=2)
        answer(first)(scene.owner, row)
        return row

    rounds = race_rounds(50, scene.connect, setup, *map(answer, people))
    assert set(tally(rounds)) == {("ok", RESOLVED), (RESOLVED, "ok")}
    scene.check_history()


def test_answers_by_metadata_wait_and_take_different_rows(scene: Scene) -> None:
    def setup(number: int) -> str:
        scene.rows(2, metadata={"round": number})
        return str(number)

    def best(conn: psycopg.Connection, prize: str) -> object:
        return one(
            conn, "escalation_resolve_by_metadata", key="round", value=Jsonb(int(prize)),
            resolver_payload=YES, actor=scene.root,
        )["id"]  # fmt: skip

    rounds = race_rounds(40, scene.connect, setup, best, best, best)
    for _, ends in rounds:
        assert Counter(end.outcome for end in ends) == {"ok": 2, NONE: 1}
        assert len({end.value for end in ends if end.outcome == "ok"}) == 2
    scene.check_history()
