"""Any order of calls by anybody: each ends as a small model says, and the journal agrees."""

from __future__ import annotations

from itertools import count

import psycopg
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.scene import Scene, one

pytestmark = [pytest.mark.race, pytest.mark.slow]

ENDS = ("completed", "failed", "cancelled")
PATCHES = {"start": "in_progress", "need": "needs_intervention", "cancel": "cancelled"}
VERBS = ("open", "note", "complete", "fail", *PATCHES)
Said = str | tuple[str | None, str | None]

_numbers = count()


class Model:
    """Two tasks of the owner's; a reader reads a row of the first one."""

    def __init__(self, scene: Scene, actors: dict[str, str]) -> None:
        self.scene, self.actors = scene, actors
        self.status = ["pending", "pending"]
        self.version = [1, 1]
        self.names = [f"model-{next(_numbers)}" for _ in range(2)]
        self.ids = [str(self.open("owner", at)["task"]["id"]) for at in range(2)]
        scene.row(task_id=self.ids[0])

    def open(self, who: str, at: int) -> dict[str, dict[str, object]]:
        given = {"workflow_id": self.names[at], "workflow_type": "t", "actor": self.actors[who]}
        return dict(one(self.scene.owner, "task_open", **given))

    def do(self, who: str, verb: str, at: int) -> Said:
        """How the call really ends."""
        owner, target = self.scene.owner, {"id": self.ids[at], "actor": self.actors[who]}
        try:
            if verb == "open":
                assert self.open(who, at)["created"] is False
            elif verb == "note":
                one(owner, "task_milestone", what="packed", **target)
            elif verb == "complete":
                one(owner, "task_complete", **target)
            elif verb == "fail":
                one(owner, "task_fail", error={"message": "m"}, **target)
            else:
                one(owner, "task_patch", patch={"status": PATCHES[verb]}, **target)
        except psycopg.Error as e:
            return e.sqlstate, e.diag.constraint_name
        return "ok"

    def expect(self, who: str, verb: str, at: int) -> Said:
        """How it should end, and what it leaves."""
        hidden = who == "outsider" or (who == "reader" and at == 1)
        if verb == "open":
            return ("PT409", "task_workflow_id_taken") if hidden else "ok"
        if hidden:
            return "PT404", "task_exists"
        if who == "reader":
            return "PT403", "task_write"
        status = self.status[at]
        if verb == "note":
            self.version[at] += 1
            return "ok"
        if status in ENDS:
            return "PT409", f"task_{status}"
        wanted = {"complete": "completed", "fail": "failed", **PATCHES}[verb]
        if wanted != status:
            self.status[at] = wanted
            self.version[at] += 1
        return "ok"

    def check(self) -> None:
        """The table is what the model says, and what the journal says."""
        query = """
            select t.status, t.version, array_agg(v.version order by v.seq),
              (array_agg(v.payload ->> 'status' order by v.seq desc))[1],
              count(*) filter (where v.topic = any (%s))
            from rowlock.task t join rowlock.event v on v.subject_id = t.id::text
            where t.id = %s group by t.id"""
        topics = [f"task.{end}" for end in ENDS]
        for at, task in enumerate(self.ids):
            found = self.scene.owner.execute(query, [topics, task]).fetchone()
            status, version = self.status[at], self.version[at]
            told = list(range(1, version + 1))
            assert found == (status, version, told, status, int(status in ENDS))


@pytest.fixture(name="actors", scope="module")
def _actors(scene: Scene) -> dict[str, str]:
    return {
        "root": scene.root,
        "owner": scene.account("reviewer"),
        "reader": scene.account("reviewer"),
        "outsider": scene.account("engineer"),
    }


def test_calls_end_as_the_model_says(scene: Scene, actors: dict[str, str]) -> None:
    step = st.tuples(st.sampled_from(sorted(actors)), st.sampled_from(VERBS), st.integers(0, 1))

    @settings(max_examples=60, deadline=None, derandomize=True)
    @given(st.lists(step, min_size=5, max_size=25))
    def walk(steps: list[tuple[str, str, int]]) -> None:
        model = Model(scene, actors)
        for who, verb, at in steps:
            assert model.do(who, verb, at) == model.expect(who, verb, at), (who, verb, at)
        model.check()

    walk()
