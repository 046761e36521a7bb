"""The escalation row as a model in Python: what each verb does, or why it is refused."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

# A refusal is its code, or the field of an argument that is not valid.
Refused = str
CHAINS = frozenset({("reviewer", "engineer")})


@dataclass(frozen=True, slots=True)
class Actor:
    """Who calls: the roles it reads, writes and administers in full, and those in which its own."""

    id: str
    is_global: bool = False
    read: frozenset[str] = frozenset()
    write: frozenset[str] = frozenset()
    own: frozenset[str] = frozenset()
    admin: frozenset[str] = frozenset()


@dataclass(slots=True)
class Row:
    """What can be told of one row; `claim` is None, live or lapsed."""

    id: str
    key: str
    role: str
    assigned_to: str | None = None
    claim: str | None = None
    claim_no: int = 0
    last_holder: str | None = None
    status: str = "pending"
    priority: int = 2
    version: int = 1
    resolved_by: str | None = None
    payload: Any = None
    due: bool = False

    @property
    def stored(self) -> tuple[object, ...]:
        """As the table has it."""
        return (
            self.role, self.status, self.priority, self.assigned_to, self.claim, self.claim_no,
            self.last_holder, self.version, self.resolved_by, self.payload,
        )  # fmt: skip

    @property
    def told(self) -> dict[str, object]:
        """As the journal tells it."""
        return {
            "role": self.role, "status": self.status, "priority": self.priority,
            "version": self.version, "assigned_to": self.assigned_to, "claim_no": self.claim_no,
            "by": self.resolved_by, "level": 0,
        }  # fmt: skip

    @property
    def open(self) -> bool:
        return self.status == "pending" and not self.due

    def held_by_other(self, actor: Actor) -> bool:
        return self.claim == "live" and self.assigned_to != actor.id


@dataclass(slots=True)
class Model:
    """The rows, by id."""

    rows: dict[str, Row] = field(default_factory=dict)

    def refusal(self, actor: Actor, row: Row, gate: str) -> Refused | None:
        """What every verb on one row looks at first."""
        mine = row.role in actor.own and row.assigned_to == actor.id
        if not (actor.is_global or row.role in actor.read or mine):
            return "escalation_exists"
        if gate == "write" and not (actor.is_global or row.role in actor.write or mine):
            return "escalation_write"
        if gate == "manage" and not (actor.is_global or row.role in actor.write):
            return "escalation_manage"
        if row.status != "pending":
            return f"escalation_{row.status}"
        return "escalation_expired" if row.due else None

    def writable(self, actor: Actor, row: Row) -> bool:
        return row.open and self.refusal(actor, row, "write") is None

    def create(self, actor: Actor, row: Row) -> Refused | None:
        if not (actor.is_global or row.role in actor.write):
            return "role_manage"
        self.rows[row.id] = row
        return None

    def take(self, row: Row, holder: str, steps: int = 1) -> None:
        """The holder's live claim is prolonged, else there is a new one."""
        extends = row.claim == "live" and row.assigned_to == holder
        row.assigned_to, row.claim, row.last_holder = holder, "live", holder
        row.claim_no += not extends
        row.version += steps

    def claim(self, actor: Actor, row: Row) -> Refused | None:
        if refused := self.refusal(actor, row, "write"):
            return refused
        if row.held_by_other(actor):
            return "escalation_held"
        self.take(row, actor.id)
        return None

    def let_go(self, row: Row, forget: bool = True) -> None:
        row.assigned_to = row.claim = None
        row.last_holder = None if forget else row.last_holder
        row.version += 1

    def release(self, actor: Actor, row: Row) -> Refused | None:
        if refused := self.refusal(actor, row, "manage"):
            return refused
        if row.assigned_to != actor.id or row.claim is None:
            return "escalation_not_held"
        self.let_go(row)
        return None

    def release_expired(self, actor: Actor) -> Refused | int:
        if not (actor.is_global or actor.admin):
            return "role_admin"
        found = [
            row for row in self.rows.values()
            if row.open and row.claim == "lapsed" and (actor.is_global or row.role in actor.admin)
        ]  # fmt: skip
        for row in found:
            self.let_go(row, forget=False)
        return len(found)

    def settle(self, actor: Actor, row: Row, payload: Any, by_key: bool) -> Refused | None:
        if by_key and row.resolved_by == actor.id and row.payload == payload:
            readable = replace(row, status="pending", due=False)
            return self.refusal(actor, readable, "read")
        if refused := self.unanswerable(actor, row, by_key):
            return refused
        row.status, row.resolved_by, row.payload = "resolved", actor.id, payload
        row.version += 1
        return None

    def unanswerable(self, actor: Actor, row: Row, by_key: bool = False) -> Refused | None:
        if refused := self.refusal(actor, row, "write"):
            return refused
        if not by_key and row.held_by_other(actor):
            return "escalation_held"
        lapsed = row.claim == "lapsed" and row.assigned_to == actor.id
        swept = row.assigned_to is None and row.last_holder == actor.id
        if not by_key and (lapsed or swept):
            return "escalation_claim_lapsed"
        return None

    def end(self, row: Row, status: str) -> None:
        row.status = status
        row.version += 1

    def cancel(self, actor: Actor, row: Row) -> Refused | None:
        if refused := self.refusal(actor, row, "write"):
            return refused
        self.end(row, "cancelled")
        return None

    def cancel_workflow(self, actor: Actor) -> int:
        found = [row for row in self.rows.values() if self.writable(actor, row)]
        for row in found:
            self.end(row, "cancelled")
        return len(found)

    def expire(self) -> int:
        found = [row for row in self.rows.values() if row.status == "pending" and row.due]
        for row in found:
            self.end(row, "expired")
        return len(found)

    def chain_refusal(self, actor: Actor, source: str, target: str) -> Refused | None:
        if source == target:
            return "target_role"
        chained = actor.is_global or (source, target) in CHAINS
        return None if chained else "role_chained"

    def escalate(self, actor: Actor, row: Row, target: str) -> Refused | None:
        if refused := self.refusal(actor, row, "manage"):
            return refused
        if refused := self.chain_refusal(actor, row.role, target):
            return refused
        if row.held_by_other(actor) and not (actor.is_global or row.role in actor.admin):
            return "escalation_held"
        row.role = target
        self.let_go(row)
        return None

    def many(
        self, actor: Actor, rows: list[Row], verb: str, worker: str, priority: int, target: str,
        force: bool,
    ) -> Refused | set[str]:  # fmt: skip
        """The rows of a list that change, unless one of all is not the actor's to administer."""
        if not actor.is_global and (
            not actor.admin or any(r.role not in actor.admin for r in rows)
        ):
            return "escalation_bulk"
        for row in rows if verb == "escalate" else ():
            if row.role != target and self.chain_refusal(actor, row.role, target):
                return "role_chained"
        done = set()
        for row in rows:
            holder = worker if verb == "assign" else actor.id
            held = row.claim == "live" and row.assigned_to != holder
            if not row.open:
                continue
            if verb in ("claim", "assign") and (not held or (verb == "assign" and force)):
                # What is taken from its holder is released, then claimed.
                self.take(row, holder, 2 if held else 1)
            elif verb == "cancel":
                self.end(row, "cancelled")
            elif verb == "escalate" and row.role != target:
                row.role = target
                self.let_go(row)
            elif verb == "priority" and row.priority != priority:
                row.priority = priority
                row.version += 1
            else:
                continue
            done.add(row.id)
        return done

    def candidates(self, actor: Actor, role: str) -> list[Row]:
        """What claim_next may take of a role, the best first."""
        found = [
            row for row in self.rows.values()
            if row.role == role and row.claim != "live" and self.writable(actor, row)
        ]  # fmt: skip
        return sorted(found, key=lambda row: row.priority)
