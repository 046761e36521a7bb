"""Plan, run, question, answer, outcome in any order, with crashes: all is as the model says.

A step may be torn: its session is killed before it commits, so nothing of it is left. Or its answer
may be lost after the commit: whoever asked asks again, and learns how it went.
"""

from __future__ import annotations

import itertools
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any, ClassVar

import psycopg
import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from hypothesis.stateful import run_state_machine_as_test as run_machine
from psycopg.types.json import Jsonb

from tests.support.fleet import Fleet
from tests.support.loop import Ask, Loop, Run, Said
from tests.support.plan import check_plan
from tests.support.scene import Scene, call, one, scene
from tests.support.servers import Server

from .conftest import fuzzed

pytestmark = [pytest.mark.slow, pytest.mark.fault]

# Most steps are about what goes on, a few about what cannot any more.
PICK = st.sampled_from((0, 0, 0, 0, 1, 1, 2, 3, 5))
# Most steps go well.
FATE = st.sampled_from(("well", "well", "well", "torn", "lost"))
KINDS = ("started", "started", "started", "finished", "failed")
# Attempts that are over, and ones that are still to come.
LATE = st.sampled_from((0, 0, 0, 0, 0, 0, 1, -1))
RUNS = """
    select r.id::text, r.work_item_id::text, r.status, r.attempt, r.failure_reason, r.exit_code,
      array(select split_part(v.topic, '.', 2) from rowlock.event v
        where v.subject_id = r.id::text order by v.seq)
    from rowlock.run r where r.work_item_id = any (%s::uuid[])"""
ASKS = """
    select e.id::text, e.run_id::text, e.status, e.claim_no,
      coalesce(e.resolved_by, e.assigned_to)::text
    from rowlock.escalation e where e.run_id = any (%s::uuid[])"""
_keys = itertools.count()


class Work(RuleBasedStateMachine):
    """Each example has a project and a host of its own, and sessions that may be killed."""

    scene: ClassVar[Scene]
    people: ClassVar[dict[str, str]]
    # What came of it all, so that a test which reaches nothing is noticed.
    seen: ClassVar[Counter[Said]] = Counter()

    def __init__(self) -> None:
        super().__init__()
        self.model = Loop()
        self.fleet = Fleet(self.scene)
        self.host = self.fleet.machine()
        self.project = self.scene.value(
            "select project_id::text from rowlock.work_item where id = %s", self.fleet.item
        )
        self.fleet.clear()
        self.conn = self.scene.connect()

    def teardown(self) -> None:
        self.conn.close()
        for run, ask in self.model.asks.values():
            self.seen[f"run {run.status}"] += 1
            self.seen[f"ask {ask.status}"] += 1

    def kill(self) -> None:
        """The session ends, as if its machine had gone, and there is a new one."""
        pid = self.conn.info.backend_pid
        self.scene.owner.execute("select pg_terminate_backend(%s)", [pid])
        while self.scene.value("select count(*) from pg_stat_activity where pid = %s", pid):
            time.sleep(0.001)
        self.conn.close()
        self.conn = self.scene.connect()

    def verb(self, fate: str, name: str, **arguments: object) -> Any:
        """What it answers, or the code of its refusal; what is torn is done again."""
        given = {"actor": self.scene.root, **arguments}
        if fate == "torn":
            self.conn.execute("begin")
            self.said(name, given)
            self.kill()
            self.the_tables_are_the_model()
        answer = self.said(name, given)
        if fate == "lost":
            self.kill()
        return answer

    def said(self, name: str, given: dict[str, object]) -> Any:
        try:
            found = call(self.conn, name, **given)
        except psycopg.Error as e:
            return e.diag.constraint_name or str(e)
        return found[0] if found else "none"

    def twice(self, fate: str) -> Iterator[str]:
        """Whose answer was lost calls again."""
        yield fate
        if fate == "lost":
            yield "well"

    def run_of(self, pick: int, *first: str) -> Run:
        """One of the runs; those that stand so come first."""
        runs = sorted(self.model.runs.values(), key=lambda r: r.status not in first)
        return runs[pick % len(runs)]

    def ask_of(self, pick: int) -> tuple[Run, Ask] | None:
        asks = sorted(self.model.asks.values(), key=lambda found: found[1].status != "pending")
        return asks[pick % len(asks)] if asks else None

    @initialize()
    def begin(self) -> None:
        """Two runs, of which one is at work and asks."""
        for pick in range(2):
            self.plan("well")
            self.start("well", pick)
        self.take("well")
        self.signal("well", 0, 0, "started", 0)
        self.ask("well", 0, 0, "deploy", "May I?")

    @rule(fate=FATE)
    def plan(self, fate: str) -> None:
        if len(self.model.items) < 4:
            given = {"project_id": self.project, "kind": "task", "title": "work"}
            self.model.items[self.verb(fate, "work_item_create", **given)["id"]] = "todo"

    @rule(fate=FATE, pick=PICK)
    def start(self, fate: str, pick: int) -> None:
        if len(self.model.runs) < 6:
            item = list(self.model.items)[pick % len(self.model.items)]
            made = self.verb(fate, "run_create", work_item_id=item, provider="claude", cwd="/srv")
            self.model.runs[made["id"]] = Run(made["id"], item)
            self.model.waiting.append(made["id"])

    @rule(fate=FATE)
    def take(self, fate: str) -> None:
        """A host that does not know what it got finds it by what it should be running."""
        given = {"host_id": self.host, "instance_id": self.fleet.instances[self.host]}
        found = self.verb(fate, "run_claim", **given)
        assert (found if isinstance(found, str) else found["id"]) == self.model.take()

    @rule(
        fate=FATE, pick=PICK, late=LATE, kind=st.sampled_from(KINDS),
        exit_code=st.sampled_from((0, 0, 1)),
    )  # fmt: skip
    def signal(self, fate: str, pick: int, late: int, kind: str, exit_code: int) -> None:
        run = self.run_of(pick, "spawning" if kind == "started" else "running")
        payload = {"exit_code": exit_code} if kind == "finished" else {}
        given = {"id": run.id, "attempt": run.attempt - late, "kind": kind, "payload": payload}
        for how in self.twice(fate):
            found = self.verb(how, "run_signal", **given)
            self.same(found, self.model.signal(run, late, kind, exit_code))

    @rule(fate=FATE, pick=PICK)
    def stop(self, fate: str, pick: int) -> None:
        run = self.run_of(pick)
        for how in self.twice(fate):
            self.same(self.verb(how, "run_stop", id=run.id), self.model.stop(run))

    @rule(fate=FATE, pick=PICK)
    def requeue(self, fate: str, pick: int) -> None:
        run = self.run_of(pick, "failed")
        for how in self.twice(fate):
            self.same(self.verb(how, "run_requeue", id=run.id), self.model.requeue(run))

    @rule(
        fate=FATE, pick=PICK, late=LATE, key=st.sampled_from(("deploy", "spend")),
        question=st.sampled_from(("May I?", "May I now?")),
    )  # fmt: skip
    def ask(self, fate: str, pick: int, late: int, key: str, question: str) -> None:
        run = self.run_of(pick, "running")
        given: dict[str, object] = {"run_id": run.id, "attempt": run.attempt - late}
        given |= {"wait_key": key, "role": "reviewer", "question": Jsonb(question)}
        for how in self.twice(fate):
            known = self.model.known(run, key, question)
            found = self.verb(how, "run_ask", **given)
            row = found.get("escalation") if isinstance(found, dict) else None
            said = self.model.ask(run, late, key, question, row["id"] if row else "")
            self.same(found, said)
            if row:
                assert found["created"] is (known is None)
                assert row["id"] == (known or run.asks[-1]).id

    @rule(fate=FATE, pick=PICK, who=st.sampled_from(("ada", "bob")))
    def claim(self, fate: str, pick: int, who: str) -> None:
        if found := self.ask_of(pick):
            for how in self.twice(fate):
                given = {"id": found[1].id, "actor": self.people[who]}
                said = self.verb(how, "escalation_claim", **given)
                self.same(said, self.model.claim(found[1], self.people[who]))

    @rule(fate=FATE, pick=PICK, who=st.sampled_from(("ada", "ada", "bob")))
    def answer(self, fate: str, pick: int, who: str) -> None:
        if found := self.ask_of(pick):
            for how in self.twice(fate):
                given = {"id": found[1].id, "resolver_payload": {"decision": "yes"}}
                said = self.verb(how, "escalation_resolve", **given, actor=self.people[who])
                self.same(said, self.model.answer(*found, self.people[who]))

    @rule(fate=FATE, pick=PICK)
    def question(self, fate: str, pick: int) -> None:
        """A person asks too, with a key that makes one row of however many calls."""
        item = list(self.model.items)[pick % len(self.model.items)]
        key = f"loop-{next(_keys)}"
        given = {"role": "reviewer", "type": "t", "work_item_id": item, "idempotency_key": key}
        made = [self.verb(how, "escalation_create", **given) for how in self.twice(fate)]
        assert made[0] == made[-1]

    @rule(
        fate=FATE, pick=PICK, status=st.sampled_from(("todo", "doing", "done", "cancelled")),
        with_runs=st.booleans(),
    )  # fmt: skip
    def outcome(self, fate: str, pick: int, status: str, with_runs: bool) -> None:
        item = list(self.model.items)[pick % len(self.model.items)]
        runs = with_runs and status == "cancelled"
        for how in self.twice(fate):
            said = self.verb(how, "work_item_transition", id=item, to_status=status, with_runs=runs)
            self.same(said, self.model.go(item, status, runs))

    def same(self, found: Any, said: Said) -> None:
        assert (found if isinstance(found, str) else found.get("outcome", "ok")) == said
        self.seen[said] += 1

    @invariant()
    def the_tables_are_the_model(self) -> None:
        owner, model = self.scene.owner, self.model
        query = "select id::text, status from rowlock.work_item where id = any (%s::uuid[])"
        assert dict(owner.execute(query, [list(model.items)]).fetchall()) == model.items
        runs = {row[0]: row[1:] for row in owner.execute(RUNS, [list(model.items)])}
        assert runs == {r.id: (*r.stored, r.told) for r in model.runs.values()}
        asks = {row[0]: row[1:] for row in owner.execute(ASKS, [list(model.runs)])}
        assert asks == {
            a.id: (r.id, a.status, a.claim_no, a.holder) for r, a in model.asks.values()
        }

    @invariant()
    def each_run_has_its_answers_in_order(self) -> None:
        for run in self.model.runs.values():
            if run.asks:
                told = one(self.scene.owner, "run_answers", run_id=run.id, actor=self.scene.root)
                assert [a["escalation_id"] for a in told["answers"]] == run.inbox


@pytest.fixture(name="scene")
def _scene(server: Server) -> Iterator[Scene]:
    with server.database() as name, scene(server, name) as made:
        yield made


def test_the_loop_survives_crashes(scene: Scene) -> None:
    Work.scene = scene
    Work.people = {"ada": scene.account("reviewer"), "bob": scene.account("reviewer")}
    run_machine(Work, settings=fuzzed(20, stateful_step_count=40))
    scene.check_history()
    check_plan(scene)
    # It has gone all the way round.
    reached = {"applied", "duplicate", "stale", "ask resolved", "run_running"}
    assert reached <= set(Work.seen), Work.seen
