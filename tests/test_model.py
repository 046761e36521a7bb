"""Random verbs by four actors of different scope: rows and journal are what the model says."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any, ClassVar

import psycopg
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from hypothesis.stateful import run_state_machine_as_test as run
from psycopg.types.json import Jsonb

from tests.support.fold import JOURNAL, fold
from tests.support.model import Actor, Model, Refused, Row
from tests.support.scene import Scene, call, detail, one, scene
from tests.support.servers import Server

pytestmark = pytest.mark.slow

ROLES = ("reviewer", "engineer")
# Who may more comes more often, so that there is something to refuse the others.
ACTORS = st.sampled_from(("boss", "worker", "lead", "worker", "boss", "owner"))
# What concerns all rows at once would leave little to the others.
SELDOM = st.integers(0, 5).map(lambda n: n == 5)
PICKS = st.integers(0, 5)
MANY = ("claim", "assign", "cancel", "escalate", "priority")
LISTS = st.lists(PICKS, max_size=4)
DUE = "update rowlock.escalation set expires_at = created_at + interval '1 us'"
TABLE = """
    select id::text, role, status, priority, assigned_to::text, case
        when assigned_until is null then null when assigned_until > clock_timestamp() then 'live'
        else 'lapsed' end,
      claim_no, last_holder::text, version, resolved_by::text, resolver_payload
    from rowlock.escalation where workflow_id = 'wf'"""
_keys = itertools.count()


class Work(RuleBasedStateMachine):
    """Each example is a transaction that is rolled back, each verb a savepoint in it."""

    conn: ClassVar[psycopg.Connection]
    actors: ClassVar[dict[str, Actor]]

    def __init__(self) -> None:
        super().__init__()
        self.model = Model()
        self.folded: dict[str, dict[str, Any]] = {}
        self.conn.execute("begin")
        [self.seen] = self.conn.execute("select last_value from rowlock.event_seq").fetchone() or [
            0
        ]

    def teardown(self) -> None:
        self.conn.execute("rollback")

    def verb(self, name: str, **arguments: object) -> Any:
        """What it answers; of a refusal the code, or the field that is not valid."""
        try:
            with self.conn.transaction():
                return one(self.conn, name, **arguments)
        except psycopg.Error as e:
            if e.diag.constraint_name == "argument_invalid":
                return detail(e)["field"]
            return e.diag.constraint_name or e.sqlstate

    def same(self, found: Any, expected: Refused | None) -> None:
        refused = found if isinstance(found, str) else None
        assert refused == expected

    def row(self, pick: int) -> Row:
        """One of the newest."""
        return list(self.model.rows.values())[-1 - pick % len(self.model.rows)]

    def picked(self, picks: list[int]) -> list[Row]:
        return list({row.id: row for row in map(self.row, picks)}.values())

    @initialize()
    def begin(self) -> None:
        for to in (None, None, None, "owner"):
            self.create("boss", "reviewer", to, 2)

    @rule(
        who=ACTORS, role=st.sampled_from(ROLES), to=st.sampled_from((None, "owner")),
        priority=st.integers(1, 4),
    )  # fmt: skip
    def create(self, who: str, role: str, to: str | None, priority: int) -> None:
        actor, key = self.actors[who], f"model-{next(_keys)}"
        to = self.actors[to].id if to and role == "reviewer" else None
        found = self.verb(
            "escalation_create", role=role, type="t", signal_key=key, workflow_id="wf",
            priority=priority, assigned_to=to, actor=actor.id,
        )  # fmt: skip
        id_ = found if isinstance(found, str) else found["escalation"]["id"]
        self.same(found, self.model.create(actor, Row(id_, key, role, to, priority=priority)))

    @rule(who=ACTORS, pick=PICKS, verb=st.sampled_from(("claim", "claim", "release", "cancel")))
    def plain(self, who: str, pick: int, verb: str) -> None:
        actor, row = self.actors[who], self.row(pick)
        found = self.verb(f"escalation_{verb}", id=row.id, actor=actor.id)
        self.same(found, getattr(self.model, verb)(actor, row))

    @rule(who=ACTORS, role=st.sampled_from(ROLES))
    def claim_next(self, who: str, role: str) -> None:
        actor = self.actors[who]
        found = self.conn.execute(
            "select id::text from rowlock.escalation_claim_next(roles => array[%s], actor => %s)",
            [role, actor.id],
        ).fetchall()
        best = self.model.candidates(actor, role)
        assert len(found) == min(len(best), 1)
        for (id_,) in found:
            row = self.model.rows[id_]
            assert row in best and row.priority == best[0].priority
            self.model.take(row, actor.id)

    @rule(pick=PICKS, word=st.sampled_from(("", "yes")))
    def lapse(self, pick: int, word: str) -> None:
        """A claim runs out; its holder may answer all the same."""
        live = [r for r in self.model.rows.values() if r.open and r.claim == "live"]
        if live:
            row = live[pick % len(live)]
            row.claim = "lapsed"
            self.conn.execute(
                "update rowlock.escalation set assigned_until = clock_timestamp() where id = %s",
                [row.id],
            )
            if word:
                [holder] = [a for a in self.actors.values() if a.id == row.assigned_to]
                self.answered(holder, row, word, by_key=False)

    @rule(who=ACTORS, really=SELDOM)
    def release_expired(self, who: str, really: bool) -> None:
        if really:
            actor = self.actors[who]
            found = self.verb("escalation_release_expired", actor=actor.id)
            assert found == self.model.release_expired(actor)

    @rule(who=ACTORS, pick=PICKS, word=st.sampled_from(("yes", "no")), by_key=st.booleans())
    def answer(self, who: str, pick: int, word: str, by_key: bool) -> None:
        self.answered(self.actors[who], self.row(pick), word, by_key)

    def answered(self, actor: Actor, row: Row, word: str, by_key: bool) -> None:
        payload = {"decision": word}
        keyed, by_id = {"signal_key": row.key, "payload": payload}, {"id": row.id}
        found = (
            self.verb("signal_send", **keyed, actor=actor.id) if by_key
            else self.verb("escalation_resolve", **by_id, resolver_payload=payload, actor=actor.id)
        )  # fmt: skip
        self.same(found, self.model.settle(actor, row, payload, by_key))

    @rule(who=ACTORS, picks=LISTS, word=st.sampled_from(("yes", "no")))
    def together(self, who: str, picks: list[int], word: str) -> None:
        actor, rows, payload = self.actors[who], self.picked(picks or [0]), {"decision": word}
        items = Jsonb([{"id": row.id, "resolver_payload": payload} for row in rows])
        found = self.verb("escalation_resolve_all_or_none", items=items, actor=actor.id)
        blocked = any(self.model.unanswerable(actor, row) for row in rows)
        assert isinstance(found, str) == blocked
        for row in () if blocked else rows:
            self.model.settle(actor, row, payload, by_key=False)

    @rule(who=ACTORS, really=SELDOM)
    def cancel_workflow(self, who: str, really: bool) -> None:
        if really:
            actor = self.actors[who]
            found = self.verb("escalation_cancel_workflow", workflow_id="wf", actor=actor.id)
            assert found == self.model.cancel_workflow(actor)

    @rule(who=ACTORS, pick=PICKS, move_to=st.sampled_from(ROLES))
    def escalate(self, who: str, pick: int, move_to: str) -> None:
        actor, row = self.actors[who], self.row(pick)
        found = self.verb("escalation_escalate", id=row.id, target_role=move_to, actor=actor.id)
        self.same(found, self.model.escalate(actor, row, move_to))

    @rule(pick=PICKS, passes=SELDOM, sweep=st.booleans())
    def deadline(self, pick: int, passes: bool, sweep: bool) -> None:
        row = self.row(pick)
        if passes and row.open:
            row.due = True
            self.conn.execute(f"{DUE} where id = %s", [row.id])
        if sweep:
            assert self.verb("escalation_expire") == self.model.expire()

    @rule(
        who=ACTORS, picks=LISTS, priority=st.integers(1, 4), move_to=st.sampled_from(ROLES),
        force=st.booleans(), verb=st.sampled_from(MANY),
    )  # fmt: skip
    def many(
        self, who: str, picks: list[int], priority: int, move_to: str, force: bool, verb: str
    ) -> None:
        actor, rows = self.actors[who], self.picked(picks)
        worker = self.actors["worker"].id
        more: dict[str, object] = {
            "assign": {"assignee": worker, "force": force},
            "escalate": {"target_role": move_to},
            "priority": {"priority": priority},
        }.get(verb, {})
        name = "escalation_priority" if verb == "priority" else f"escalation_bulk_{verb}"
        found = self.verb(name, ids=[row.id for row in rows], **more, actor=actor.id)
        done = self.model.many(actor, rows, verb, worker, priority, move_to, force)
        if isinstance(done, str):
            assert found == done
        else:
            assert set(found["ids"]) == done
            assert {s["id"] for s in found["skipped"]} == {r.id for r in rows} - done

    @invariant()
    def the_table_is_the_model(self) -> None:
        found = {row[0]: row[1:] for row in self.conn.execute(TABLE)}
        assert found == {r.id: r.stored for r in self.model.rows.values()}

    @invariant()
    def the_journal_folds_to_the_table(self) -> None:
        for event in self.conn.execute(JOURNAL, [self.seen]):
            self.seen = event[0]
            fold(self.folded, *event[1:])
        assert self.folded == {r.id: r.told for r in self.model.rows.values()}


@pytest.fixture(name="scene")
def _scene(server: Server) -> Iterator[Scene]:
    with server.database() as name, scene(server, name) as made:
        yield made


def test_random_verbs_do_what_the_model_does(scene: Scene) -> None:
    lead, worker = scene.account("reviewer", kind="admin"), scene.account(*ROLES)
    owner = scene.account()
    call(
        scene.owner, "membership_grant", user_id=owner, role="reviewer", read_scope="all",
        write_scope="self", actor=scene.root,
    )  # fmt: skip
    chain = {"source_role": ROLES[0], "target_role": ROLES[1]}
    one(scene.owner, "role_escalation_create", **chain, actor=scene.root)
    reviewer, both = frozenset({"reviewer"}), frozenset(ROLES)
    Work.conn = scene.owner
    Work.actors = {
        "boss": Actor(scene.root, is_global=True),
        "lead": Actor(lead, read=reviewer, write=reviewer, admin=reviewer),
        "worker": Actor(worker, read=both, write=both),
        "owner": Actor(owner, read=reviewer, own=reviewer),
    }
    quick = settings(
        max_examples=50, stateful_step_count=40, deadline=None, database=None,
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    run(Work, settings=quick)
