"""Hosts and runs for tests over connections: a task, machines that take it, how it went."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

import psycopg

from tests.support.race import Move
from tests.support.scene import Row, Scene, call, keep_alive, one


@dataclass(slots=True)
class Fleet:
    """A task, and hosts for which the superadmin of the scene speaks."""

    scene: Scene
    item: str = ""
    instances: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        root, owner = self.scene.root, self.scene.owner
        slug = f"fleet-{uuid4().hex[:8]}"
        project = one(owner, "project_create", name="Fleet", slug=slug, actor=root)
        self.item = one(
            owner, "work_item_create", project_id=project["id"], kind="task", title="work",
            actor=root,
        )["id"]  # fmt: skip

    def machine(self) -> str:
        """A new host, online; its id."""
        instance = str(uuid4())
        made = one(
            self.scene.owner, "host_register", name=f"machine {instance}", platform="linux",
            instance_id=instance, actor=self.scene.root,
        )  # fmt: skip
        host = str(made["host"]["id"])
        keep_alive(self.scene.owner, host)
        self.instances[host] = instance
        return host

    def run(self, **more: object) -> str:
        """A new pending run; its id."""
        given = {"work_item_id": self.item, "provider": "claude", "cwd": "/srv", **more}
        return str(one(self.scene.owner, "run_create", **given, actor=self.scene.root)["id"])

    def running(self, host: str) -> str:
        """A new run that is at work on the host; its id."""
        made = self.run()
        root, owner = self.scene.root, self.scene.owner
        one(owner, "run_dispatch", id=made, host_id=host, actor=root)
        one(owner, "run_signal", id=made, attempt=1, kind="started", actor=root)
        return made

    def claim(self, conn: psycopg.Connection, host: str) -> str | None:
        """The run that the host got, by its id."""
        got = call(
            conn, "run_claim", host_id=host, instance_id=self.instances[host],
            actor=self.scene.root,
        )  # fmt: skip
        return str(got[0]["id"]) if got else None

    def claims(self, host: str) -> Move:
        """A racer that claims for the host."""
        return lambda conn, _: self.claim(conn, host)

    def move(self, verb: str, **arguments: object) -> Move:
        """A racer that calls a verb with the run of the round."""
        actor = self.scene.root
        return lambda conn, run: one(conn, verb, id=run, actor=actor, **arguments)

    def state(self, run: str) -> Row:
        """The run as it is stored."""
        return dict(self.scene.value("select to_jsonb(r) from rowlock.run r where r.id = %s", run))

    def told(self, run: str) -> list[str]:
        """The verbs of its events, in order."""
        return [topic.split(".")[1] for topic in self.scene.topics(run)]

    def clear(self) -> None:
        """Nothing waits any more."""
        self.scene.owner.execute("delete from rowlock.run where status = 'pending'")

    def facts(self, run: str, topic: str) -> list[Any]:
        """The payloads of the events of a run with this topic."""
        query = (
            "select payload from rowlock.event where subject_id = %s and topic = %s order by seq"
        )
        return [p for (p,) in self.scene.owner.execute(query, [run, topic])]
