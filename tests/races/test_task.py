"""Tasks: many open one workflow, and of two ends one is made."""

from __future__ import annotations

from collections import Counter

import psycopg
import pytest

from tests.support.race import Move, Outcome, race_each, race_rounds, tally
from tests.support.scene import TERMINAL, Scene, one

pytestmark = pytest.mark.race

COMPLETED: Outcome = ("PT409", "task_completed")
FAILED: Outcome = ("PT409", "task_failed")
CANCELLED: Outcome = ("PT409", "task_cancelled")


def opened(conn: psycopg.Connection, actor: str, workflow_id: str) -> dict[str, object]:
    return dict(one(conn, "task_open", workflow_id=workflow_id, workflow_type="ship", actor=actor))


def move(verb: str, actor: str, **arguments: object) -> Move:
    def run(conn: psycopg.Connection, task: str) -> object:
        return one(conn, verb, id=task, actor=actor, **arguments)

    return run


def check_tasks(scene: Scene) -> None:
    """Each task's events are its versions in order, and at most one is an end."""
    query = """
        select t.status, t.version, array_agg(v.version order by v.seq),
          array_agg(v.topic) filter (where v.topic = any (%s))
        from rowlock.task t join rowlock.event v on v.subject_id = t.id::text group by t.id"""
    ends = ["task.completed", "task.failed", "task.cancelled"]
    for status, version, versions, ended in scene.owner.execute(query, [ends]):
        assert versions == list(range(1, version + 1))
        assert ended == ([f"task.{status}"] if f"task.{status}" in ends else None)


def test_twenty_that_open_one_workflow_get_one_task(scene: Scene) -> None:
    actor = scene.account("reviewer")
    for round_ in range(5):
        name = f"once-{round_}"
        ends = race_each(20, scene.connect, lambda conn, _, n=name: opened(conn, actor, n))  # type: ignore[misc]
        assert Counter(end.outcome for end in ends) == {"ok": 20}
        assert Counter(end.value["created"] for end in ends) == {True: 1, False: 19}
        [task] = {end.value["task"]["id"] for end in ends}
        assert scene.topics(task) == ["task.created"]


def test_of_two_who_may_not_see_each_others_task_one_is_told_nothing(scene: Scene) -> None:
    one(scene.owner, "role_create", role="elsewhere", actor=scene.root)
    people = scene.account("reviewer"), scene.account("elsewhere")
    for round_ in range(10):
        name = f"either-{round_}"
        ends = race_each(
            2,
            scene.connect,
            lambda conn, n, w=name: opened(conn, people[n], w),  # type: ignore[misc]
        )
        taken: Outcome = ("PT409", "task_workflow_id_taken")
        assert Counter(end.outcome for end in ends) == {"ok": 1, taken: 1}


@pytest.mark.parametrize(
    "second, late",
    [
        (("task_fail", {"error": {"message": "m"}}), FAILED),
        (("task_patch", {"patch": {"status": "cancelled"}}), CANCELLED),
    ],
)
def test_of_two_ends_one_is_made(
    scene: Scene, second: tuple[str, dict[str, object]], late: Outcome
) -> None:
    actor = scene.account("reviewer")
    verb, arguments = second
    rounds = race_rounds(
        100, scene.connect,
        lambda n: str(opened(scene.owner, actor, f"{verb}-{n}")["task"]["id"]),  # type: ignore[index]
        move("task_complete", actor), move(verb, actor, **arguments),
    )  # fmt: skip
    outcomes = tally(rounds)
    assert set(outcomes) == {("ok", COMPLETED), (late, "ok")}, outcomes
    check_tasks(scene)


def test_a_milestone_beside_an_end_is_kept(scene: Scene) -> None:
    actor = scene.account("reviewer")
    rounds = race_rounds(
        50, scene.connect,
        lambda n: str(opened(scene.owner, actor, f"noted-{n}")["task"]["id"]),  # type: ignore[index]
        move("task_complete", actor), move("task_milestone", actor, what="packed"),
    )  # fmt: skip
    assert set(tally(rounds)) == {("ok", "ok")}
    check_tasks(scene)


def test_triages_of_the_same_rows_open_one_task_a_row(scene: Scene) -> None:
    lead = scene.account("reviewer", kind="admin")
    rows = scene.rows(30) + [scene.row(signal_key=f"triage-{n}") for n in range(30)]

    def triage(conn: psycopg.Connection, number: int) -> object:
        # Overlapping lists, in another order each.
        ids = rows[number:] if number % 2 else rows[: len(rows) - number][::-1]
        return one(conn, "escalation_bulk_triage", ids=ids, hint=str(number), actor=lead)

    ends = race_each(8, scene.connect, triage)
    assert Counter(end.outcome for end in ends) == {"ok": 8}
    made = [t["escalation_id"] for end in ends for t in end.value["tasks"] if t["created"]]
    assert sorted(made) == sorted(rows)
    assert sorted(row for end in ends for row in end.value["resolved"]) == sorted(rows[:30])
    assert all(len(set(scene.topics(row)) & set(TERMINAL)) == 1 for row in rows[:30])
    check_tasks(scene)


def test_of_a_triage_and_an_answer_one_is_taken(scene: Scene) -> None:
    lead, actor = scene.account("reviewer", kind="admin"), scene.account("reviewer")

    def triage(conn: psycopg.Connection, row: str) -> str:
        made = one(conn, "escalation_bulk_triage", ids=[row], actor=lead)
        return str(made["skipped"][0]["reason"] if made["skipped"] else "triaged")

    rounds = race_rounds(
        60, scene.connect, lambda _: scene.row(),
        triage, move("escalation_resolve", actor, resolver_payload={"decision": "yes"}),
    )  # fmt: skip
    resolved: Outcome = ("PT409", "escalation_resolved")
    outcomes = Counter((ends[0].value, ends[1].outcome) for _, ends in rounds)
    assert set(outcomes) == {("triaged", resolved), ("resolved", "ok")}, outcomes
    tasks = "select count(*) from rowlock.task where escalation_id = any (%s::uuid[])"
    assert scene.value(tasks, [row for row, _ in rounds]) == outcomes["triaged", resolved]
