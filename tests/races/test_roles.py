"""Many who change roles at once: nothing is lost, versions have no gap, parents make no ring."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

import psycopg
import pytest

from tests.support.race import Move, Outcome, race_each, race_rounds, tally
from tests.support.scene import Scene, call, detail, one

pytestmark = pytest.mark.race

INVALID: Outcome = ("PT400", "argument_invalid")


def patch(scene: Scene, conn: psycopg.Connection, role: str, **fields: object) -> Any:
    return one(conn, "role_patch", role=role, patch=fields, actor=scene.root)


def test_versions_of_twenty_who_patch_at_once_have_no_gap(scene: Scene) -> None:
    role = f"desk-{scene.roles()}"

    def work(conn: psycopg.Connection, number: int) -> int:
        fields = ("form_schema", "metadata_schema", "list_schema")
        for turn in range(5):
            kind = fields[(number + turn) % 3]
            patch(scene, conn, role, **{kind: {"by": number, "turn": turn}})
        return number

    ends = race_each(20, scene.connect, work)
    assert Counter(end.outcome for end in ends) == {"ok": 20}, [e.error for e in ends]
    now = one(scene.owner, "role_get", role=role, actor=scene.root)["role"]
    pairs, lists = now["current_schema_version"], now["current_list_schema_version"]
    assert pairs + lists == 100
    snapshots = [
        one(scene.owner, "role_schema_get", role=role, version=n, actor=scene.root)
        for n in range(1, pairs + 1)
    ]
    # Each snapshot is one step from the last: none lost the other half of the pair.
    halves = ("form_schema", "metadata_schema")
    for before, after in pairwise(snapshots):
        assert sum(before[half] != after[half] for half in halves) == 1
    assert {half: snapshots[-1][half] for half in halves} == {half: now[half] for half in halves}
    query = "select payload from rowlock.event where subject_id = %s and payload ? %s order by seq"
    for key, last in (("schema_version", pairs), ("list_schema_version", lists)):
        told = [row[0][key] for row in scene.owner.execute(query, [role, key])]
        assert told == list(range(1, last + 1))


def test_of_two_who_start_from_one_version_one_is_told(scene: Scene) -> None:
    def move(name: str) -> Move:
        return lambda conn, number: patch(
            scene, conn, f"desk-{number}", form_schema={"by": name}, expected_schema_version=None
        )

    rounds = race_rounds(40, scene.connect, lambda _: scene.roles(), move("ada"), move("bob"))
    for number, ends in rounds:
        outcomes = Counter(end.outcome for end in ends)
        assert outcomes == {"ok": 1, ("PT409", "role_schema_version"): 1}
        now = one(scene.owner, "role_get", role=f"desk-{number}", actor=scene.root)["role"]
        [winner] = [i for i, end in enumerate(ends) if end.outcome == "ok"]
        assert now["current_schema_version"] == 1
        assert now["form_schema"] == {"by": ("ada", "bob")[winner]}


def test_patches_of_other_fields_lose_nothing(scene: Scene) -> None:
    values = {
        "title": "t", "sla_minutes": 1, "worker_count": 2, "properties": {"a": 1},
        "enforce_schema": True, "upstream_roles": ["reviewer"],
    }  # fmt: skip

    def move(field: str) -> Move:
        return lambda conn, number: patch(scene, conn, f"desk-{number}", **{field: values[field]})

    rounds = race_rounds(40, scene.connect, lambda _: scene.roles(), *map(move, values))
    for number, ends in rounds:
        assert {end.outcome for end in ends} == {"ok"}
        now = one(scene.owner, "role_get", role=f"desk-{number}", actor=scene.root)
        assert {f: (now | now["role"])[f] for f in values} == values


def test_the_same_schema_from_two_is_one_version(scene: Scene) -> None:
    def move(conn: psycopg.Connection, number: str) -> Any:
        return patch(scene, conn, f"desk-{number}", form_schema={"type": "object"})

    rounds = race_rounds(50, scene.connect, lambda _: scene.roles(), move, move)
    for number, ends in rounds:
        assert [end.value["role"]["current_schema_version"] for end in ends] == [1, 1]
        assert scene.topics(f"desk-{number}") == ["role.updated"] * 2


@pytest.mark.parametrize("size", [2, 3])
def test_parents_never_make_a_ring(scene: Scene, size: int) -> None:
    kinds = [f"ring{place}" for place in range(size)]

    def move(place: int) -> Move:
        parent = kinds[(place + 1) % size]
        return lambda conn, number: patch(
            scene, conn, f"{kinds[place]}-{number}", parent_role=f"{parent}-{number}"
        )

    rounds = race_rounds(60, scene.connect, lambda _: scene.roles(*kinds), *map(move, range(size)))
    for _, ends in rounds:
        assert Counter(end.outcome for end in ends) == {"ok": size - 1, INVALID: 1}
        [refused] = [detail(end.error)["reason"] for end in ends if end.error]
        assert refused == "cycle"


def test_a_change_of_parents_stops_no_other_change(scene: Scene) -> None:
    number = scene.roles("desk", "above", "other")
    with scene.connect() as first, scene.connect() as second, first.transaction():
        patch(scene, first, f"desk-{number}", parent_role=f"above-{number}")
        patch(scene, second, f"above-{number}", title="new")
        one(second, "role_create", role=f"more-{number}", actor=scene.root)
        row = one(
            second, "escalation_create", role=f"desk-{number}", type="t",
            actor=scene.account(f"desk-{number}"),
        )  # fmt: skip
        assert row["created"]


def test_makers_in_one_role_do_not_wait_for_each_other_nor_for_a_patch(scene: Scene) -> None:
    number = scene.roles()
    user, role = scene.account(f"desk-{number}"), f"desk-{number}"
    with scene.connect() as first, scene.connect() as second, first.transaction():
        one(first, "escalation_create", role=role, type="t", actor=user)
        one(second, "escalation_create", role=role, type="t", actor=user)
        patch(scene, second, role, title="new", form_schema={})


def test_targets_end_as_the_journal_says(scene: Scene) -> None:
    sets = (["engineer", "planner"], ["admin"], [])

    def move(targets: list[str]) -> Move:
        return lambda conn, number: one(
            conn, "role_escalation_put", role=f"desk-{number}", target_roles=targets,
            actor=scene.root,
        )  # fmt: skip

    rounds = race_rounds(40, scene.connect, lambda _: scene.roles(), *map(move, sets))
    said = "select payload from rowlock.event where subject_id = %s order by seq offset 1"
    for number, ends in rounds:
        assert {end.outcome for end in ends} == {"ok"}
        role, told = f"desk-{number}", set[str]()
        for (payload,) in scene.owner.execute(said, [role]):
            added, removed = {*payload.get("added", [])}, {*payload.get("removed", [])}
            assert (added & told, removed - told) == (set(), set())
            told = (told | added) - removed
        [now] = call(scene.owner, "role_escalation_get", role=role, actor=scene.root)
        assert now["targets"] == sorted(told)
        assert now["targets"] in map(sorted, sets)


def test_a_chain_that_is_made_and_cut_ends_as_the_journal_says(scene: Scene) -> None:
    def move(verb: str) -> Move:
        return lambda conn, number: one(
            conn, verb, source_role=f"desk-{number}", target_role="admin", actor=scene.root
        )

    def setup(number: int) -> str:
        made = scene.roles()
        if number // 4 % 2:
            move("role_escalation_create")(scene.owner, made)
        return made

    make, cut = move("role_escalation_create"), move("role_escalation_delete")
    rounds = race_rounds(100, scene.connect, setup, make, cut)
    missing: Outcome = ("PT404", "role_escalation_exists")
    assert set(tally(rounds)) == {("ok", "ok"), ("ok", missing)}
    said = "select payload from rowlock.event where subject_id = %s order by seq desc limit 1"
    for number, (maker, _) in rounds:
        role = f"desk-{number}"
        assert maker.value["chain"]["source_role"] == role
        now = one(scene.owner, "role_escalation_get", role=role, actor=scene.root)["targets"]
        assert now == scene.value(said, role).get("added", [])
