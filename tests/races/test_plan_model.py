"""Any order of changes of a plan: each ends as a small model says, and paths and links agree."""

from __future__ import annotations

from itertools import count

import psycopg
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.plan import Plan, check_plan
from tests.support.scene import Scene, call, one

pytestmark = [pytest.mark.race, pytest.mark.slow]

EDGES = {
    "todo": ("doing", "done", "cancelled"),
    "doing": ("todo", "done", "cancelled"),
    "done": ("doing", "cancelled"),
    "cancelled": ("todo",),
}
VERBS = ("create", "create", "move", "move", "move", "go", "go", "delete", "archive", "unarchive")
Said = str | tuple[str | None, str | None]
GONE, ARCHIVED = ("PT404", "work_item_exists"), ("PT423", "project_active")

_numbers = count()


class Model:
    """One tree; items are known by number, 0 is there from the beginning."""

    def __init__(self, scene: Scene) -> None:
        self.scene, self.plan = scene, Plan(scene, f"model-{next(_numbers)}")
        self.plan.grow({"0": None})
        self.ids = [self.plan.ids["0"]]
        self.parent: dict[int, int | None] = {0: None}
        self.status = {0: "todo"}
        self.archived = False

    def below(self, top: int) -> list[int]:
        """The item and all below it."""
        found = [top]
        for item in found:
            found += [n for n, up in self.parent.items() if up == item]
        return found

    def do(self, verb: str, this: int, other: int, status: str) -> Said:
        """How the call really ends."""
        conn, actor = self.scene.owner, self.scene.root
        item = {"id": self.ids[this], "actor": actor}
        project = {"id": self.plan.project, "actor": actor}
        try:
            if verb == "create":
                new = {"project_id": self.plan.project, "kind": "task", "title": "t"}
                made = one(conn, "work_item_create", **new, parent_id=self.ids[other], actor=actor)
                self.ids.append(made["id"])
            elif verb == "move":
                to = None if this == other else self.ids[other]
                one(conn, "work_item_move", **item, new_parent_id=to)
            elif verb == "go":
                call(conn, "work_item_transition", **item, to_status=status)
            elif verb == "delete":
                one(conn, "work_item_delete", **item)
            else:
                one(conn, f"project_{verb}", **project)
        except psycopg.Error as e:
            return e.sqlstate, e.diag.constraint_name
        return "ok"

    def expect(self, verb: str, this: int, other: int, status: str) -> Said:
        """How it should end, and what it leaves."""
        if verb in ("archive", "unarchive"):
            self.archived = verb == "archive"
            return "ok"
        if verb == "create":
            if self.archived:
                return ARCHIVED
            if other not in self.parent:
                return GONE
            self.parent[len(self.ids)], self.status[len(self.ids)] = other, "todo"
            return "ok"
        if this not in self.parent:
            return GONE
        if verb == "go":
            return self._go(this, status)
        if self.archived:
            return ARCHIVED
        if verb == "delete":
            for item in self.below(this):
                del self.parent[item], self.status[item]
            return "ok"
        if this == other:
            self.parent[this] = None
            return "ok"
        if other not in self.parent:
            return GONE
        if other in self.below(this):
            return "PT422", "work_item_cycle"
        self.parent[this] = other
        return "ok"

    def _go(self, this: int, status: str) -> Said:
        if status not in EDGES[self.status[this]]:
            return "PT409", "transition_legal"
        if status == "cancelled":
            for item in self.below(this):
                if self.status[item] != "done":
                    self.status[item] = "cancelled"
        self.status[this] = status
        return "ok"

    def check(self) -> None:
        """The tables are what the model says, whichever way they are read."""
        query = "select id, parent_id, status from rowlock.work_item where project_id = %s"
        found = self.scene.owner.execute(query, [self.plan.project]).fetchall()
        assert sorted((str(i), p and str(p), s) for i, p, s in found) == sorted(
            (self.ids[n], None if up is None else self.ids[up], self.status[n])
            for n, up in self.parent.items()
        )
        for item in self.parent:
            below, asked = self.below(item)[1:], {"id": self.ids[item], "actor": self.scene.root}
            tree = [w["id"] for w in call(self.scene.owner, "work_item_subtree", **asked)]
            links = call(self.scene.owner, "_work_item_subtree_by_links", id=self.ids[item])
            assert tree == [w["id"] for w in links]
            assert sorted(tree) == sorted(self.ids[n] for n in [item, *below])
            told = one(self.scene.owner, "work_item_completion", **asked)
            counted = [self.status[n] for n in below if self.status[n] != "cancelled"]
            assert (told["done"], told["total"]) == (counted.count("done"), len(counted))


def test_changes_end_as_the_model_says(scene: Scene) -> None:
    step = st.tuples(
        st.sampled_from(VERBS),
        st.integers(0, 99),
        st.integers(0, 99),
        st.sampled_from(sorted(EDGES)),
    )

    @settings(max_examples=40, deadline=None, derandomize=True)
    @given(st.lists(step, min_size=10, max_size=40))
    def walk(steps: list[tuple[str, int, int, str]]) -> None:
        model = Model(scene)
        for verb, this, other, status in steps:
            given = verb, this % len(model.ids), other % len(model.ids), status
            expected = model.expect(*given)
            assert model.do(*given) == expected, given
        model.check()

    walk()
    check_plan(scene)
