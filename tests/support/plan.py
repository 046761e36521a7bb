"""A plan at work: trees of items, and what must hold of their links, paths and events."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tests.support.scene import Scene, one

# Items whose path is not the one that their links give, and those that hang in a ring.
WRONG = """
    with recursive tree as (
      select w.id, left(w.id::text, 8) as path from rowlock.work_item w where w.parent_id is null
      union all
      select w.id, t.path || '/' || left(w.id::text, 8)
      from tree t join rowlock.work_item w on w.parent_id = t.id
    )
    select w.title from rowlock.work_item w left join tree t on t.id = w.id
    where t.path is distinct from w.path"""
# Items whose events are not their versions, in order.
UNTOLD = """
    select w.title, w.version, array_agg(v.version order by v.seq)
    from rowlock.work_item w join rowlock.event v on v.subject_id = w.id::text
    group by w.id
    having array_agg(v.version order by v.seq) <> array(select generate_series(1, w.version))"""


@dataclass(slots=True)
class Plan:
    """One project, whose items are known by their titles."""

    scene: Scene
    slug: str
    project: str = ""
    ids: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        made = one(
            self.scene.owner, "project_create", name="P", slug=self.slug, actor=self.scene.root
        )
        self.project = made["id"]

    def grow(self, tree: Mapping[str, str | None]) -> None:
        """New items, each below the one that is named."""
        with self.scene.owner.transaction():
            for title, parent in tree.items():
                self.ids[title] = one(
                    self.scene.owner, "work_item_create", project_id=self.project, kind="task",
                    title=title, parent_id=self.ids[parent] if parent else None,
                    actor=self.scene.root,
                )["id"]  # fmt: skip

    def path(self, title: str) -> list[str]:
        """The titles from the root to the item, by its path."""
        short = {id_[:8]: name for name, id_ in self.ids.items()}
        query = "select path from rowlock.work_item where id = %s"
        return [short[part] for part in self.scene.value(query, self.ids[title]).split("/")]


def check_plan(scene: Scene) -> None:
    """Links and paths agree, and every item's events are its versions."""
    assert scene.owner.execute(WRONG).fetchall() == []
    assert scene.owner.execute(UNTOLD).fetchall() == []
