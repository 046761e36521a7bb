"""The loop as a model in Python: items of a plan, their runs, what these ask, and who answers."""

from __future__ import annotations

from dataclasses import dataclass, field

EDGES = {
    "todo": ("doing", "done", "cancelled"),
    "doing": ("todo", "done", "cancelled"),
    "done": ("doing", "cancelled"),
    "cancelled": ("todo",),
}
MOST = 3
# What a verb says: its outcome, or the code that it is refused with.
Said = str


@dataclass(slots=True)
class Ask:
    """A question of a run."""

    id: str
    key: str
    question: str
    status: str = "pending"
    holder: str | None = None
    claim_no: int = 0


@dataclass(slots=True)
class Run:
    """An attempt at an item, and what it has asked so far."""

    id: str
    item: str
    status: str = "pending"
    attempt: int = 1
    reason: str | None = None
    exit_code: int | None = None
    heard: set[tuple[int, str]] = field(default_factory=set)
    asks: list[Ask] = field(default_factory=list)
    # The answers in the order in which they came.
    inbox: list[str] = field(default_factory=list)
    told: list[str] = field(default_factory=lambda: ["created"])

    @property
    def stored(self) -> tuple[object, ...]:
        """As the table has it."""
        return self.item, self.status, self.attempt, self.reason, self.exit_code

    def settle(self, ask: Ask, status: str) -> None:
        ask.status = status
        self.inbox.append(ask.id)

    def end(self, status: str, reason: str | None = None, exit_code: int | None = None) -> None:
        self.status, self.reason, self.exit_code = status, reason, exit_code
        self.told.append(status if exit_code is None else "finished")
        if status != "failed" or self.attempt >= MOST:
            self.drop()

    def drop(self) -> None:
        """Nobody waits for the answers any more."""
        for ask in self.asks:
            if ask.status == "pending":
                self.settle(ask, "cancelled")


@dataclass(slots=True)
class Loop:
    """Everything, by id; what waits for a host is in the order in which that began."""

    items: dict[str, str] = field(default_factory=dict)
    runs: dict[str, Run] = field(default_factory=dict)
    waiting: list[str] = field(default_factory=list)

    @property
    def asks(self) -> dict[str, tuple[Run, Ask]]:
        return {ask.id: (run, ask) for run in self.runs.values() for ask in run.asks}

    def go(self, item: str, status: str, with_runs: bool) -> Said:
        if status not in EDGES[self.items[item]]:
            return "transition_legal"
        self.items[item] = status
        for run in self.runs.values() if with_runs else ():
            if run.item == item and run.status == "running":
                run.end("stopped")
        return "ok"

    def take(self) -> Said:
        if not self.waiting:
            return "none"
        run = self.runs[self.waiting.pop(0)]
        run.status = "spawning"
        run.told.append("spawning")
        return run.id

    def signal(self, run: Run, late: int, kind: str, exit_code: int) -> Said:
        if late:
            return "stale" if late > 0 else "run_protocol"
        if (run.attempt, kind) in run.heard:
            return "duplicate"
        match kind, run.status:
            case "started", "spawning":
                run.status = "running"
                run.told.append("started")
            case "finished", "running":
                run.end("failed" if exit_code else "exited", exit_code=exit_code)
            case "finished", "stopped":
                run.exit_code = exit_code
                run.told.append("finished")
            case "failed", "spawning" | "running":
                run.end("failed", "spawn_failed" if run.status == "spawning" else None)
            case _:
                return "transition_legal"
        run.heard.add((run.attempt, kind))
        return "applied"

    def stop(self, run: Run) -> Said:
        if run.status != "running":
            return "transition_legal"
        run.end("stopped")
        return "ok"

    def requeue(self, run: Run) -> Said:
        if run.status != "failed":
            return "transition_legal"
        if run.attempt >= MOST:
            run.reason = "restart_exhausted"
            run.drop()
            return "exhausted"
        run.status, run.attempt, run.reason, run.exit_code = "pending", run.attempt + 1, None, None
        self.waiting.append(run.id)
        return "requeued"

    def known(self, run: Run, key: str, question: str) -> Ask | None:
        """What has been asked like that, and was not called off."""
        return next(
            (
                a
                for a in reversed(run.asks)
                if (a.key, a.question) == (key, question) and a.status != "cancelled"
            ),
            None,
        )

    def ask(self, run: Run, late: int, key: str, question: str, new: str) -> Said:
        if late:
            return "stale" if late > 0 else "run_protocol"
        if run.status != "running":
            return "run_running"
        if found := self.known(run, key, question):
            return found.status
        for other in run.asks:
            if other.key == key and other.status == "pending":
                run.settle(other, "cancelled")
        run.asks.append(Ask(new, key, question))
        return "pending"

    def claim(self, ask: Ask, who: str) -> Said:
        if ask.status != "pending":
            return f"escalation_{ask.status}"
        if ask.holder not in (None, who):
            return "escalation_held"
        ask.claim_no += ask.holder is None
        ask.holder = who
        return "ok"

    def answer(self, run: Run, ask: Ask, who: str) -> Said:
        if ask.status != "pending":
            return f"escalation_{ask.status}"
        if ask.holder not in (None, who):
            return "escalation_held"
        run.settle(ask, "resolved")
        ask.holder = who
        return "ok"
