"""What the demo is about: who works where, what they ask and do, and what follows an answer."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from random import Random

from rowlock.cli.output import Record

# Marks every row of the demo; what has another workflow is somebody's own.
WORKFLOW = "rowlock-demo"
INTAKE = "demo-intake"
# Besides these, the schema's own roles reviewer and engineer, which are chained.
ROLES = {
    "support": "Customer support",
    "billing": "Billing desk",
    "warehouse": "Warehouse",
}


@dataclass(frozen=True, slots=True)
class Worker:
    """An account of the demo."""

    external_id: str
    name: str
    roles: tuple[str, ...]
    bot: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """One question of a case; the answers that let the case go on stand first."""

    role: str
    type: str
    description: str
    priority: int
    answers: tuple[str, ...] = ("approved", "approved", "approved", "rejected")


@dataclass(frozen=True, slots=True)
class Case:
    """One case: its name, and the words for its questions."""

    origin: str
    words: dict[str, str]


@dataclass(frozen=True, slots=True)
class Deed:
    """What somebody did, or tried to."""

    at: datetime
    actor: str
    verb: str
    id: str | None = None
    type: str = ""
    origin: str = ""
    role: str = ""
    remark: str = ""

    def record(self) -> Record:
        """As JSON has it."""
        return {
            "at": self.at.isoformat(),
            "actor": self.actor,
            "verb": self.verb,
            "id": self.id,
            "type": self.type,
            "origin_id": self.origin,
            "role": self.role,
            "remark": self.remark,
        }


@dataclass(frozen=True, slots=True)
class Held:
    """A row that a worker of ours holds."""

    holder: str
    id: str
    claim_no: int
    type: str
    role: str
    origin: str
    priority: int
    until: float


WORKERS = (
    Worker("demo-ana", "Ana Lopes", ("support", "reviewer")),
    Worker("demo-ben", "Ben Okafor", ("support", "billing")),
    Worker("demo-chloe", "Chloe Martin", ("billing",)),
    Worker("demo-dev", "Dev Patel", ("reviewer", "engineer")),
    Worker("demo-ewa", "Ewa Nowak", ("engineer", "warehouse")),
    Worker("demo-farid", "Farid Haddad", ("warehouse",)),
    Worker("demo-triage-agent", "Triage agent", ("support", "billing"), bot=True),
    Worker("demo-review-agent", "Review agent", ("reviewer",), bot=True),
    Worker("demo-picker-robot", "Picker robot", ("warehouse",), bot=True),
)

FLOWS: dict[str, tuple[Step, ...]] = {
    "refund": (
        Step("support", "refund-request", "{customer} wants {amount} back: {complaint}", 2),
        Step("billing", "refund-approval", "Pay {amount} back to {customer}?", 2),
        Step(
            "billing", "payout-check", "Has the payout of {amount} reached {customer}?", 3, ("yes",)
        ),
    ),
    "order": (
        Step(
            "warehouse", "pick-list", "Pick {items} for {customer}", 3, ("picked", "out of stock")
        ),
        Step("support", "address-check", "Is the address of {customer} right? {complaint}", 2),
        Step(
            "warehouse", "hand-over", "Hand the parcel for {customer} to the carrier", 3, ("done",)
        ),
    ),
    "release": (
        Step("reviewer", "code-review", "Review the change of {service}", 2),
        Step("engineer", "deploy-approval", "May {service} go to production?", 1),
        Step(
            "engineer",
            "smoke-test",
            "Does {service} answer after the deployment?",
            2,
            ("yes", "no"),
        ),
    ),
    "agent-run": (
        Step("reviewer", "tool-permission", "An agent asks to run a migration on {service}", 1),
        Step("engineer", "result-check", "Is what the agent made of {service} right?", 3),
    ),
}
_NEXT = {
    step.type: (name, steps[place + 1] if place + 1 < len(steps) else None)
    for name, steps in FLOWS.items()
    for place, step in enumerate(steps)
}
# What the agents of the plan ask; nothing follows but their work.
_ASKED = Step("reviewer", "go-ahead", "", 2)
_STEPS = {step.type: step for steps in (*FLOWS.values(), (_ASKED,)) for step in steps}
_WORDS = {
    "customer": ("M. Jansen", "R. Silva", "T. Novak", "Y. Tanaka", "L. Moreau", "S. Ahmed"),
    "complaint": ("the parcel came late", "a cup is broken", "ordered twice", "it never came"),
    "items": ("2 lamps", "a desk chair", "4 mugs and a kettle", "12 boxes of paper"),
    "service": ("checkout", "search", "the mail worker", "the price list", "sign-in"),
}
REASONS = ("asked twice", "no longer needed", "the customer called it off", "wrong queue")


def new_case(random: Random) -> tuple[Step, Case]:
    """A case and its first question."""
    name = random.choice(sorted(FLOWS))
    return FLOWS[name][0], Case(f"{name}-{random.randrange(10_000, 100_000)}", words(random))


def words(random: Random) -> dict[str, str]:
    """Words for the questions of a case."""
    chosen = {name: random.choice(many) for name, many in _WORDS.items()}
    return {**chosen, "amount": f"{random.randrange(900, 40_000) / 100:.2f} EUR"}


def answer(random: Random, kind: str) -> tuple[str, Step | None]:
    """An answer to a question, and the question that follows from it, if one does."""
    answers = _STEPS[kind].answers if kind in _STEPS else ("done",)
    chosen = random.choice(answers)
    follows = _NEXT[kind][1] if kind in _NEXT and chosen == answers[0] else None
    return chosen, follows
