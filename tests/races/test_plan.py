"""The tree of a plan: who changes it waits for the others, and nobody builds on what has gone."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping

import psycopg
import pytest

from tests.support.plan import Plan, check_plan
from tests.support.race import Ended, Move, Outcome, race_each, race_rounds, tally
from tests.support.scene import Scene, call, one

pytestmark = pytest.mark.race

CYCLE: Outcome = ("PT422", "work_item_cycle")
GONE: Outcome = ("PT404", "work_item_exists")
ILLEGAL: Outcome = ("PT409", "transition_legal")
ARCHIVED: Outcome = ("PT423", "project_active")
Rounds = list[tuple[str, tuple[Ended, ...]]]


class Trees:
    """One project a round, each with the same tree; its slug is what is raced for."""

    def __init__(self, scene: Scene, name: str, tree: Mapping[str, str | None]) -> None:
        self.scene, self.name, self.tree = scene, name, tree
        self.plans: dict[str, Plan] = {}

    def grow(self, number: int) -> str:
        plan = Plan(self.scene, f"{self.name}-{number}")
        plan.grow(self.tree)
        self.plans[plan.slug] = plan
        return plan.slug

    def id(self, slug: str, title: str | None) -> str | None:
        return self.plans[slug].ids[title] if title else None

    def move(self, title: str, parent: str | None) -> Move:
        def run(conn: psycopg.Connection, slug: str) -> object:
            ids = {"id": self.id(slug, title), "new_parent_id": self.id(slug, parent)}
            return one(conn, "work_item_move", **ids, actor=self.scene.root)

        return run

    def create(self, parent: str) -> Move:
        def run(conn: psycopg.Connection, slug: str) -> object:
            made = {"project_id": self.plans[slug].project, "kind": "task", "title": "new"}
            under = self.id(slug, parent)
            return one(conn, "work_item_create", **made, parent_id=under, actor=self.scene.root)

        return run

    def go(self, title: str, to_status: str) -> Move:
        def run(conn: psycopg.Connection, slug: str) -> object:
            given = {"id": self.id(slug, title), "to_status": to_status}
            return call(conn, "work_item_transition", **given, actor=self.scene.root)

        return run

    def do(self, verb: str, title: str, **more: object) -> Move:
        key = "work_item_id" if verb == "run_create" else "id"

        def run(conn: psycopg.Connection, slug: str) -> object:
            return one(conn, verb, **{key: self.id(slug, title)}, **more, actor=self.scene.root)

        return run

    def race(self, rounds: int, *moves: Move) -> Rounds:
        return race_rounds(rounds, self.scene.connect, self.grow, *moves)


def test_of_two_opposite_moves_one_would_close_a_ring(scene: Scene) -> None:
    trees = Trees(scene, "opposite", {"a": None, "b": None, "b1": "b"})
    found = tally(trees.race(40, trees.move("a", "b1"), trees.move("b", "a")))
    assert set(found) == {("ok", CYCLE), (CYCLE, "ok")}, found
    check_plan(scene)


def test_a_child_made_during_a_move_has_the_path_of_its_parent(scene: Scene) -> None:
    trees = Trees(scene, "child", {"a": None, "a1": "a", "a2": "a1", "b": None})
    assert set(tally(trees.race(40, trees.move("a1", "b"), trees.create("a2")))) == {("ok", "ok")}
    check_plan(scene)


def test_moves_of_overlapping_subtrees_end_as_one_after_the_other(scene: Scene) -> None:
    tree = {"a": None, "a1": "a", "a2": "a1", "a3": "a2", "b": None, "c": None}
    trees = Trees(scene, "overlap", tree)
    found = tally(trees.race(40, trees.move("a1", "b"), trees.move("a2", "c"), trees.create("a3")))
    assert set(found) == {("ok", "ok", "ok")}
    assert {tuple(p.path("a1")) for p in trees.plans.values()} == {("b", "a1")}
    assert {tuple(p.path("a3")) for p in trees.plans.values()} == {("c", "a2", "a3")}
    check_plan(scene)


def test_an_archived_project_gets_no_more_items(scene: Scene) -> None:
    trees = Trees(scene, "archive", {"a": None})

    def archive(conn: psycopg.Connection, slug: str) -> object:
        return one(conn, "project_archive", id=trees.plans[slug].project, actor=scene.root)

    found = tally(trees.race(40, archive, trees.create("a")))
    assert set(found) == {("ok", "ok"), ("ok", ARCHIVED)}, found
    query = """
        select count(*) from rowlock.event made join rowlock.event archived
          on archived.topic = 'project.archived' and archived.seq < made.seq
          and archived.subject_id = made.payload ->> 'project_id'
        where made.topic = 'work_item.created'"""
    assert scene.value(query) == 0
    check_plan(scene)


def test_of_two_equal_transitions_one_is_made(scene: Scene) -> None:
    trees = Trees(scene, "equal", {"a": None})
    found = tally(trees.race(40, trees.go("a", "doing"), trees.go("a", "doing")))
    assert set(found) == {("ok", ILLEGAL), (ILLEGAL, "ok")}, found
    check_plan(scene)


def test_what_is_done_just_before_its_parent_is_cancelled_stays_done(scene: Scene) -> None:
    trees = Trees(scene, "cascade", {"a": None, "a1": "a", "a2": "a1"})
    rounds = trees.race(40, trees.go("a", "cancelled"), trees.go("a1", "done"))
    assert set(tally(rounds)) == {("ok", "ok"), ("ok", ILLEGAL)}
    query = "select status from rowlock.work_item where id = %s"
    for slug, ends in rounds:
        wanted = "done" if ends[1].outcome == "ok" else "cancelled"
        assert scene.value(query, trees.id(slug, "a1")) == wanted
        assert scene.value(query, trees.id(slug, "a2")) == "cancelled"
    check_plan(scene)


def test_nothing_is_left_below_what_is_deleted(scene: Scene) -> None:
    trees = Trees(scene, "delete", {"a": None, "a1": "a"})
    rounds = trees.race(40, trees.do("work_item_delete", "a"), trees.create("a1"))
    assert set(tally(rounds)) == {("ok", "ok"), ("ok", GONE)}
    for _, (deleted, made) in rounds:
        assert deleted.value["descendants"] == 1 + (made.outcome == "ok")
    slugs = list(trees.plans)
    left = "select count(*) from rowlock.work_item w join rowlock.project p on p.id = w.project_id"
    assert scene.value(left + " where p.slug = any (%s)", slugs) == 0


def test_a_run_made_just_before_its_item_is_deleted_is_told(scene: Scene) -> None:
    trees = Trees(scene, "run", {"a": None, "a1": "a"})
    run = trees.do("run_create", "a1", provider="claude", cwd="/")
    rounds = trees.race(40, trees.do("work_item_delete", "a"), run)
    assert set(tally(rounds)) == {("ok", "ok"), ("ok", GONE)}
    for _, (deleted, made) in rounds:
        assert deleted.value["run_ids"] == ([made.value["id"]] if made.value else [])
    assert scene.value("select count(*) from rowlock.run") == 0


def test_what_becomes_an_epic_gets_no_run(scene: Scene) -> None:
    trees = Trees(scene, "kind", {"a": None})
    run = trees.do("run_create", "a", provider="claude", cwd="/")
    epic = trees.do("work_item_patch", "a", patch={"kind": "epic"})
    found = tally(trees.race(40, epic, run))
    no_run: Outcome = ("PT422", "work_item_kind")
    has_run: Outcome = ("PT409", "work_item_kind")
    assert set(found) == {("ok", no_run), (has_run, "ok")}, found
    check_plan(scene)


def test_a_slug_is_given_once(scene: Scene) -> None:
    def make(conn: psycopg.Connection, _: int) -> object:
        return one(conn, "project_create", name="P", slug="once", actor=scene.root)

    taken: Outcome = ("PT409", "project_slug_taken")
    found = Counter(end.outcome for end in race_each(8, scene.connect, make))
    assert found == {"ok": 1, taken: 7}


@pytest.mark.slow
def test_many_who_change_one_tree_leave_a_tree(scene: Scene) -> None:
    plan = Plan(scene, "many")
    plan.grow({str(n): str(n // 3) if n else None for n in range(40)})
    # Not the root: what is deleted is gone for everybody. So some grow below the root alone.
    root, *ids = plan.ids.values()

    def change(conn: psycopg.Connection, number: int) -> Counter[Outcome]:
        dice, outcomes = random.Random(number), Counter[Outcome]()
        for _ in range(60):
            this, other = {"id": dice.choice(ids), "actor": scene.root}, dice.choice(ids)
            try:
                match dice.randrange(12):
                    case 0:
                        one(conn, "work_item_delete", **this)
                    case 1 | 2:
                        status = dice.choice(["todo", "doing", "done", "cancelled"])
                        call(conn, "work_item_transition", **this, to_status=status)
                    case 3:
                        one(conn, "work_item_patch", **this, patch={"title": str(dice.random())})
                    case 4:
                        one(conn, "work_item_reorder", **this, sort_order=dice.randrange(9))
                    case 5 | 6 | 7 as below:
                        new = {"project_id": plan.project, "kind": "task", "title": "new"}
                        new |= {"parent_id": root if below == 5 else other, "actor": scene.root}
                        ids.append(one(conn, "work_item_create", **new)["id"])
                    case 8 | 9:
                        one(conn, "work_item_arrange", **this, new_parent_id=other)
                    case _:
                        one(conn, "work_item_move", **this, new_parent_id=other)
                outcomes["ok"] += 1
            except psycopg.Error as e:
                outcomes[e.sqlstate, e.diag.constraint_name] += 1
        return outcomes

    found: Counter[Outcome] = Counter()
    for end in race_each(6, scene.connect, change):
        assert end.outcome == "ok", end
        found += end.value
    # No deadlock, and no refusal that nobody deserves.
    assert set(found) <= {"ok", CYCLE, GONE, ILLEGAL}, found
    assert found["ok"] > 60, found
    check_plan(scene)
