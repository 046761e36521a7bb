"""The demo's plan: items that its planner lets agents do, and what the agents' hosts tell."""

from __future__ import annotations

import json
import tempfile
import time
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from random import Random

from rowlock.cli.demo_hosts import HOSTS, Workers
from rowlock.cli.demo_story import Deed, Worker
from rowlock.cli.output import record
from rowlock.cli.session import Session
from rowlock.errors import Refusal

PLANNER = Worker("demo-planner", "Pia Lund", ("planner",))
BOTS = tuple(Worker(host, host, (), bot=True) for host in HOSTS)
SLUG, KEY = "rowlock-demo", "demo"
# Runs that are open at a time, and how long they are given to end with the demo.
OPEN, LAST = 4, 5.0
AREAS = ("checkout", "search", "price list", "sign-in", "mail worker")
JOBS = ("add a test for", "speed up", "upgrade the libraries of", "document", "find the fault in")
PROVIDERS = ("claude", "codex", "gemini", "grok")
# What a worker says, as the demo tells it.
TOLD = {
    "registered": "registers",
    "claimed": "takes on",
    "asked": "asks",
    "answered": "hears",
    "ended": "ends",
    "failed": "fails",
    "unwanted": "stops",
}


class Plan:
    """A project, its items, and two hosts that do them."""

    def __init__(self, s: Session, random: Random, planner: str, workers: Workers) -> None:
        self._s = s
        self._random = random
        self._planner = planner
        self._workers = workers
        self._project = ""
        self._areas: dict[str, str] = {}
        # Items by the run that does them, until it has ended.
        self._doing: dict[str, str] = {}

    def begin(self, keys: Mapping[str, str]) -> None:
        """The project, and a worker for each host's key."""
        self._s.speak_for(self._planner)
        found = json.loads(self._s.ask("project_list", slug=SLUG))["projects"]
        made = found or [record(self._s.ask("project_create", name="Demo", slug=SLUG))]
        self._project = str(made[0]["id"])
        for host, key in keys.items():
            self._workers.start(host, key)

    def turn(self) -> Iterator[Deed]:
        """What the hosts told since, and what the planner does about it."""
        self._s.speak_for(self._planner)
        while (said := self._workers.said()) is not None:
            verb = TOLD.get(str(said["did"]))
            if verb is not None:
                yield self._told(verb, said)
            if verb in ("ends", "fails"):
                yield from self._ended(str(said["run_id"]), said.get("exit_code") == 0)
        if len(self._doing) < OPEN:
            yield self._plan()

    def _told(self, verb: str, said: Mapping[str, object]) -> Deed:
        run = str(said.get("run_id") or "")
        facts = {k: said.get(k) for k in ("wait_key", "outcome", "exit_code")}
        words = [str(said.get("task") or "")] if run else []
        words += [f"{k} {v}" for k, v in facts.items() if v is not None]
        return self._deed(str(said["host"]), verb, run, ", ".join(words))

    def _plan(self) -> Deed:
        """An item, and a run of it."""
        area = self._random.choice(AREAS)
        if area not in self._areas:
            self._areas[area] = self._item("epic", f"A better {area}")
        title = f"{self._random.choice(JOBS)} the {area}"
        item = self._item("task", title, parent_id=self._areas[area])
        self._s.ask("work_item_transition", id=item, to_status="doing")
        run = record(
            self._s.ask(
                "run_create",
                work_item_id=item,
                provider=self._random.choice(PROVIDERS),
                cwd=tempfile.gettempdir(),
            )
        )
        self._doing[str(run["id"])] = item
        return self._deed(PLANNER.external_id, "plans", str(run["id"]), title)

    def _item(self, kind: str, title: str, **more: str) -> str:
        made = self._s.ask(
            "work_item_create", project_id=self._project, kind=kind, title=title, **more
        )
        return str(record(made)["id"])

    def _ended(self, run: str, well: bool) -> Iterator[Deed]:
        item = self._doing.pop(run, None)
        if item is None:
            return
        status = "done" if well else "cancelled"
        try:
            self._s.ask("work_item_transition", id=item, to_status=status)
        except Refusal as e:
            yield self._deed(PLANNER.external_id, "refused", run, e.code)
        else:
            yield self._deed(PLANNER.external_id, "closes", run, f"item {status}")

    def end(self) -> None:
        """Stop what runs, so that no command outlives the demo, and the workers."""
        self._s.speak_for(self._planner)
        running = set(self._doing)
        for run in self._doing:
            try:
                self._s.ask("run_stop", id=run)
            except Refusal:
                running.discard(run)  # not begun, or over
        until = time.monotonic() + LAST
        while running and time.monotonic() < until:
            said = self._workers.said()
            if said is None:
                time.sleep(0.05)
            elif TOLD.get(str(said["did"])) in ("ends", "fails"):
                running.discard(str(said["run_id"]))
        self._workers.stop()

    def _deed(self, actor: str, verb: str, run: str, remark: str) -> Deed:
        kind = "run" if run else ""
        return Deed(datetime.now(UTC), actor, verb, run or None, kind, remark=remark)
