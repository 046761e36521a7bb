"""Levels: whoever presses, whatever the timers do, each is reached once and none is skipped."""

from __future__ import annotations

from typing import Any

import psycopg
import pytest

from tests.support.fold import JOURNAL, fold
from tests.support.race import Outcome, race_rounds, tally
from tests.support.scene import Scene, one

from .test_fold import BOTH

pytestmark = pytest.mark.race

CHANGED: Outcome = ("PT409", "escalation_level_changed")
MOVED: Outcome = ("PT409", "escalation_moved")
HELD: Outcome = ("PT409", "escalation_held")
RESOLVED: Outcome = ("PT409", "escalation_resolved")
GONE: Outcome = ("PT404", "escalation_exists")


@pytest.mark.parametrize("action", ["notify", "assign", "reassign"])
def test_a_level_is_reached_once_amid_timers_a_press_a_claim_and_an_answer(
    scene: Scene, action: str
) -> None:
    number = scene.roles("desk", "away")
    desk, away = f"desk-{number}", f"away-{number}"
    worker, presser = scene.account(desk), scene.account(desk)
    first = {
        "notify": '"action": "notify"',
        "assign": f'"action": "assign", "target_user": "{presser}"',
        "reassign": f'"action": "reassign", "target_role": "{away}"',
    }[action]
    further = ', {"after_minutes": 90, "action": "notify"}' if action != "reassign" else ""
    levels = f'[{{"after_minutes": 30, {first}}}{further}]'
    one(scene.owner, "role_level_put", role=desk, levels=levels, actor=scene.root)
    one(scene.owner, "role_level_put", role=away, actor=scene.root,
        levels='[{"after_minutes": 60, "action": "notify"}]')  # fmt: skip
    one(scene.owner, "escalation_fold", min_rows=0, anew=True)
    start = scene.value("select coalesce(max(seq), 0) from rowlock.event")

    def setup(_: int) -> str:
        row = scene.row(desk)
        scene.owner.execute(
            "update rowlock.escalation set created_at = created_at - interval '40 minutes'"
            " where id = %s", [row],
        )  # fmt: skip
        return row

    def timer(conn: psycopg.Connection, _: str) -> Any:
        return one(conn, "escalation_level_apply")

    def press(conn: psycopg.Connection, row: str) -> Any:
        return one(
            conn, "escalation_level_up", id=row, expected_level=0, expected_role=desk, actor=presser
        )

    def claim(conn: psycopg.Connection, row: str) -> Any:
        return one(conn, "escalation_claim", id=row, actor=worker)

    def answer(conn: psycopg.Connection, row: str) -> Any:
        return one(conn, "escalation_resolve", id=row, resolver_payload={"a": 1}, actor=worker)

    rounds = race_rounds(16, scene.connect, setup, press, timer, timer, claim, answer)
    known: dict[str, dict[str, Any]] = {}
    reached: dict[str, list[int]] = {}
    for _, row, verb, version, role, assigned_to, payload in scene.owner.execute(JOURNAL, [start]):
        fold(known, row, verb, version, role, assigned_to, payload)
        if verb == "level_reached":
            reached.setdefault(row, []).append(payload["level"])
    steps = 0
    for row, (pressed, one_timer, other_timer, claimed, answered) in rounds:
        assert pressed.outcome in ("ok", CHANGED, MOVED, GONE, HELD, RESOLVED)
        assert (one_timer.outcome, other_timer.outcome) == ("ok", "ok")
        assert claimed.outcome in ("ok", RESOLVED, GONE)
        assert answered.outcome in ("ok", GONE, ("PT409", "escalation_claim_lapsed"))
        assert reached.get(row, []) in ([], [1]), row
        assert pressed.outcome != "ok" or reached[row] == [1]
        assert pressed.outcome != CHANGED or reached[row] == [1]
        steps += len(reached.get(row, []))
        state = scene.state(row)
        told = known[row]
        for key in ("role", "status", "level", "version", "assigned_to", "claim_no"):
            assert told[key] == state[key], (row, key)
    # Timers may find rows of earlier rounds; each step was somebody's.
    taken = sum(p.outcome == "ok" for _, (p, *_) in rounds)
    taken += sum(t.value for _, (_, *timers, _, _) in rounds for t in timers)
    assert steps == taken
    assert steps > 0
    scene.check_history()
    told, counted, tallied = scene.owner.execute(BOTH).fetchone() or (None, None, None)
    assert told == counted
    assert tallied


def test_rows_that_somebody_has_locked_keep_no_others_from_their_levels(scene: Scene) -> None:
    number = scene.roles("before", "behind")
    before, behind = f"before-{number}", f"behind-{number}"
    for role in (before, behind):
        one(scene.owner, "role_level_put", role=role, actor=scene.root,
            levels='[{"after_minutes": 30, "action": "notify"}]')  # fmt: skip
    locked, free = [scene.row(before) for _ in range(3)], scene.row(behind)
    scene.owner.execute(
        "update rowlock.escalation set created_at = created_at - interval '40 minutes'"
        " where id = any (%s)", [[*locked, free]],
    )  # fmt: skip
    with scene.own() as other, other.transaction():
        other.execute("select from rowlock.escalation where id = any (%s) for update", [locked])
        assert one(scene.owner, "escalation_level_apply", max_rows=2) == 1
        assert scene.state(free)["level"] == 1
    assert one(scene.owner, "escalation_level_apply") == 3


def test_levels_are_put_while_the_account_that_they_name_is_deleted(scene: Scene) -> None:
    role = f"desk-{scene.roles('desk')}"

    def put(conn: psycopg.Connection, user: str, minutes: int = 60) -> Any:
        level = f'{{"after_minutes": {minutes}, "action": "assign", "target_user": "{user}"}}'
        return one(conn, "role_level_put", role=role, levels=f"[{level}]", actor=scene.root)

    def setup(_: int) -> str:
        user = scene.account(role)
        put(scene.owner, user, 30)
        return user

    def delete(conn: psycopg.Connection, user: str) -> Any:
        return one(conn, "user_delete", id=user, actor=scene.root)

    rounds = race_rounds(20, scene.connect, setup, put, delete)
    assert set(tally(rounds)) <= {("ok", "ok"), (("PT400", "argument_invalid"), "ok")}
