"""demo: people and agents at work, so that there is something to look at."""

from __future__ import annotations

import json
import time
from collections import Counter
from random import Random
from typing import Annotated

import typer

from rowlock.cli.demo_crew import Crew
from rowlock.cli.demo_story import INTAKE, ROLES, WORKERS, WORKFLOW, Deed, Worker
from rowlock.cli.options import Options, command
from rowlock.cli.output import line, record, unread
from rowlock.cli.session import Session, session
from rowlock.errors import Refusal


@command("demo")
def demo(
    options: Options,
    rate: Annotated[float, typer.Option(min=0.1, max=200, help="Verbs a second.")] = 5.0,
    seconds: Annotated[
        float | None, typer.Option(min=0, help="How long; until Ctrl-C when not given.")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="The same choices each time.")] = None,
    yes: Annotated[
        bool, typer.Option("--yes", help="Also where there are other people's rows.")
    ] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="The summary alone.")] = False,
) -> None:
    """Let people and agents ask, claim, let lapse, extend, escalate, answer and call off.

    Makes accounts demo-… and the roles support, billing and warehouse, once.
    """
    random = Random(seed)  # noqa: S311  # nobody's secret
    done: Counter[str] = Counter()
    with session(options) as s, unread():
        _check(s, yes)
        crew = Crew(s, random, _accounts(s))
        began = time.monotonic()
        due = began
        try:
            while seconds is None or due - began < seconds:
                time.sleep(max(0.0, due - time.monotonic()))
                deed = crew.turn()
                done[deed.verb] += 1
                if not quiet:
                    line(json.dumps(deed.record()) if options.json else _told(deed))
                # As people are: now quick, now slow, and in the mean as asked.
                due = max(due, time.monotonic() - 1) + random.uniform(0.5, 1.5) / rate
        except KeyboardInterrupt:
            pass
        took = time.monotonic() - began
        if options.json:
            facts = {"verbs": done.total(), "seconds": round(took, 1), "by_verb": dict(done)}
            line(json.dumps({"summary": facts}))
        else:
            counts = ", ".join(f"{verb} {n}" for verb, n in done.most_common())
            line(f"{done.total()} verbs in {took:.0f} s: {counts}")


def _told(deed: Deed) -> str:
    who = f"{deed.at:%H:%M:%S}  {deed.actor.removeprefix('demo-'):<13}"
    what = f"{deed.verb:<10}  {deed.type:<16} {deed.origin:<15} {deed.role:<10}"
    return f"{who} {what} {deed.remark}".rstrip()


def _check(s: Session, yes: bool) -> None:
    """Refuse to mix with rows of others, unless that is wanted."""

    def count(workflow: str | None) -> int:
        asked = s.ask("escalation_list", workflow_id=workflow, max_rows=1, count="exact")
        return int(str(record(asked)["total"]))

    others = count(None) - count(WORKFLOW)
    if others and not yes:
        raise Refusal(
            409,
            "the schema holds rows of other people",
            "demo_foreign",
            {"reason": "not_empty", "rows": others},
            "Run the demo on a database of its own, or say --yes.",
        )


def _accounts(s: Session) -> dict[str, Worker]:
    """The people of the demo by their ids; made where they are missing."""
    for role, title in ROLES.items():
        s.ask("role_create", role=role, title=title)
    everywhere = tuple(sorted({role for w in WORKERS for role in w.roles}))
    found: dict[str, Worker] = {}
    for worker in (*WORKERS, Worker(INTAKE, "Intake", everywhere, bot=True)):
        user_id = _account(s, worker)
        # Granting what stands changes nothing, and mends a run that broke off here.
        for role in worker.roles:
            s.ask("membership_grant", user_id=user_id, role=role)
        found[user_id] = worker
    return found


def _account(s: Session, worker: Worker) -> str:
    if known := s.rows("user_find", external_id=worker.external_id):
        return str(known[0]["id"])
    made = s.ask(
        "user_create",
        external_id=worker.external_id,
        account_type="bot" if worker.bot else "user",
        display_name=worker.name,
    )
    return str(record(made)["id"])
