"""The demo's crew: who does what next. It knows what it holds; the database knows the rest."""

from __future__ import annotations

import json
import time
from collections import deque
from collections.abc import Mapping
from datetime import UTC, datetime
from random import Random

from rowlock.cli import demo_story as story
from rowlock.cli.demo_story import Deed, Held
from rowlock.cli.output import Record, record
from rowlock.cli.session import Session
from rowlock.errors import Refusal

HELD_EACH = 3
FEW, MANY = 10, 60
# Claims are short, so that one may see them lapse.
CLAIM_MINUTES = 1
RECOUNT = 50


class Crew:
    """All of them, over one connection."""

    def __init__(self, s: Session, random: Random, accounts: Mapping[str, story.Worker]) -> None:
        self._s = s
        self._random = random
        self._accounts = accounts
        self._intake = next(i for i, w in accounts.items() if w.external_id == story.INTAKE)
        self._workers = sorted(
            (i for i in accounts if i != self._intake), key=lambda i: accounts[i].external_id
        )
        self._held: list[Held] = []
        self._asked: deque[tuple[str, story.Step, str]] = deque(maxlen=40)
        self._follow: deque[tuple[story.Step, str]] = deque()
        self._words: dict[str, dict[str, str]] = {}
        self._turns = 0
        self._pending = 0

    def turn(self) -> Deed:
        """One verb, by whoever is the next to do one."""
        if self._turns % RECOUNT == 0:
            self._s.speak_for(self._intake)
            self._pending = int(str(record(self._s.ask("escalation_stats"))["pending"]))
        self._turns += 1
        now = time.monotonic()
        for held in self._held:
            if held.until <= now:
                self._held.remove(held)
                return self._deed(held.holder, "lapses", held, "ran out before the answer")
        if self._follow and self._pending < 2 * MANY and self._random.random() < 0.5:
            return self._ask(*self._follow.popleft())
        return self._choose()

    def _choose(self) -> Deed:
        idle = [w for w in self._workers if self._holding(w) < HELD_EACH]
        weights = {
            self._new: 60 if self._pending < FEW else 22 if self._pending < MANY else 0,
            self._claim: 30 if idle else 0,
            self._resolve: 26 if self._held else 0,
            self._extend: 5 if self._held else 0,
            self._forget: 4 if self._held else 0,
            self._release: 3 if self._held else 0,
            self._escalate: 6 if self._chained() else 0,
            self._cancel: 2 if self._asked else 0,
        }
        [verb] = self._random.choices(list(weights), list(weights.values()))
        return verb()

    def _new(self) -> Deed:
        step, case = story.new_case(self._random)
        self._words[case.origin] = case.words
        return self._ask(step, case.origin)

    def _ask(self, step: story.Step, origin: str) -> Deed:
        words = self._words.setdefault(origin, story.words(self._random))
        priority = max(1, step.priority + self._random.choice((-1, 0, 0, 0, 1)))
        made = self._call(
            self._intake,
            "escalation_create",
            role=step.role,
            type=step.type,
            description=step.description.format(**words),
            priority=priority,
            entity=words["customer"],
            origin_id=origin,
            workflow_id=story.WORKFLOW,
            initiated_by="demo",
            metadata=json.dumps({"amount": float(words["amount"].split()[0])}),
            escalation_payload=json.dumps(words),
            timeout="10 minutes" if self._random.random() < 0.05 else None,
        )
        if isinstance(made, Refusal):
            return self._deed(self._intake, "refused", None, made.code)
        self._pending += 1
        self._asked.append((str(made["id"]), step, origin))
        row = self._row(self._intake, made)
        return self._deed(self._intake, "asks", row, step.description.format(**words))

    def _claim(self) -> Deed:
        worker = self._random.choice(
            [w for w in self._workers if self._holding(w) < HELD_EACH] or self._workers
        )
        found = self._call(worker, "escalation_claim_next", duration_minutes=CLAIM_MINUTES)
        rows = found["claimed"] if not isinstance(found, Refusal) else []
        if not isinstance(rows, list) or not rows:
            return self._deed(worker, "idles", None, "nothing to do")
        row = self._row(worker, rows[0])
        self._held.append(row)
        verb = "claims" if row.claim_no == 1 else "takes over"
        return self._deed(worker, verb, row, f"claim {row.claim_no}")

    def _resolve(self) -> Deed:
        row = self._take()
        chosen, follows = story.answer(self._random, row.type)
        done = self._call(
            row.holder,
            "escalation_resolve",
            id=row.id,
            resolver_payload=json.dumps({"decision": chosen}),
            expected_claim_no=row.claim_no,
        )
        if isinstance(done, Refusal):
            return self._deed(row.holder, "refused", row, done.code)
        self._pending -= 1
        if follows is not None:
            self._follow.append((follows, row.origin))
        else:
            self._words.pop(row.origin, None)
        return self._deed(row.holder, "resolves", row, chosen)

    def _extend(self) -> Deed:
        row = self._take()
        done = self._call(
            row.holder,
            "escalation_claim",
            id=row.id,
            duration_minutes=CLAIM_MINUTES,
            expected_claim_no=row.claim_no,
        )
        if isinstance(done, Refusal):
            return self._deed(row.holder, "refused", row, done.code)
        longer = self._row(row.holder, done["escalation"])
        self._held.append(longer)
        return self._deed(row.holder, "extends", longer, f"{CLAIM_MINUTES} minute more")

    def _forget(self) -> Deed:
        row = self._take()
        return self._deed(row.holder, "forgets", row, "the claim will lapse by itself")

    def _release(self) -> Deed:
        row = self._take()
        done = self._call(row.holder, "escalation_release", id=row.id)
        verb = "refused" if isinstance(done, Refusal) else "releases"
        return self._deed(row.holder, verb, row, done.code if isinstance(done, Refusal) else "")

    def _escalate(self) -> Deed:
        row = self._take(self._chained())
        done = self._call(
            row.holder,
            "escalation_escalate",
            id=row.id,
            target_role="engineer",
            expected_role=row.role,
        )
        verb = "refused" if isinstance(done, Refusal) else "escalates"
        remark = done.code if isinstance(done, Refusal) else "to engineer"
        return self._deed(row.holder, verb, row, remark)

    def _cancel(self) -> Deed:
        known = self._random.choice(self._asked)
        self._asked.remove(known)
        row_id, step, origin = known
        reason = self._random.choice(story.REASONS)
        done = self._call(self._intake, "escalation_cancel", id=row_id, reason=reason)
        row = Held(self._intake, row_id, 0, step.type, step.role, origin, step.priority, 0)
        if isinstance(done, Refusal):
            return self._deed(self._intake, "refused", row, f"too late: {done.code}")
        self._pending -= 1
        self._held = [h for h in self._held if h.id != row_id]
        return self._deed(self._intake, "cancels", row, reason)

    def _holding(self, worker: str) -> int:
        return sum(held.holder == worker for held in self._held)

    def _chained(self) -> list[Held]:
        return [held for held in self._held if held.role == "reviewer"]

    def _take(self, among: list[Held] | None = None) -> Held:
        row = self._random.choice(among or self._held)
        self._held.remove(row)
        return row

    def _call(self, actor: str, verb: str, **given: str | int | None) -> Record | Refusal:
        self._s.speak_for(actor)
        try:
            return record(self._s.ask(verb, **given))
        except Refusal as e:
            return e

    def _row(self, holder: str, found: object) -> Held:
        said: Mapping[str, object] = found if isinstance(found, dict) else {}
        return Held(
            holder,
            str(said["id"]),
            int(str(said["claim_no"])),
            str(said["type"]),
            str(said["role"]),
            str(said["origin_id"]),
            int(str(said["priority"])),
            time.monotonic() + CLAIM_MINUTES * 60,
        )

    def _deed(self, actor: str, verb: str, row: Held | None, remark: str = "") -> Deed:
        name, at = self._accounts[actor].external_id, datetime.now(UTC)
        if row is None:
            return Deed(at, name, verb, remark=remark)
        return Deed(at, name, verb, row.id, row.type, row.origin, row.role, remark)
