"""demo: people and agents at work, so that there is something to look at."""

from __future__ import annotations

import json
import os
import signal
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from random import Random
from typing import Annotated

import typer

from rowlock.cli.demo_crew import Crew
from rowlock.cli.demo_hosts import Workers, answers
from rowlock.cli.demo_plan import BOTS, KEY, PLANNER, Plan
from rowlock.cli.demo_story import INTAKE, ROLES, WORKERS, WORKFLOW, Deed, Worker
from rowlock.cli.options import Options, command
from rowlock.cli.outcome import Unreachable
from rowlock.cli.output import line, record, unread
from rowlock.cli.session import Session, service_of, session
from rowlock.errors import Refusal

_ALL = tuple(sorted({role for worker in WORKERS for role in worker.roles}))


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
    url: Annotated[
        str | None,
        typer.Option(help="The service: else ROWLOCK_URL, else that of the embedded server."),
    ] = None,
) -> None:
    """Let people and agents ask, claim, let lapse, extend, escalate, answer and call off.

    Where a service answers, two workers do the tasks of a plan. Makes accounts demo-…, the roles
    support, billing and warehouse, and the project rowlock-demo, once.
    """
    random = Random(seed)  # noqa: S311  # nobody's secret
    done: Counter[str] = Counter()
    with session(options) as s, unread():
        _check(s, yes)
        crew = Crew(s, random, _accounts(s, (*WORKERS, Worker(INTAKE, "Intake", _ALL, bot=True))))
        began = time.monotonic()
        due = began
        with _plan(s, random, options, url) as plan, suppress(KeyboardInterrupt):
            while seconds is None or due - began < seconds:
                time.sleep(max(0.0, due - time.monotonic()))
                for deed in (crew.turn(), *(plan.turn() if plan else ())):
                    done[deed.verb] += 1
                    if not quiet:
                        line(json.dumps(deed.record()) if options.json else _told(deed))
                # As people are: now quick, now slow, and in the mean as asked.
                due = max(due, time.monotonic() - 1) + random.uniform(0.5, 1.5) / rate
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

    def count(**of: str) -> int:
        asked = s.ask("escalation_list", max_rows=1, count="exact", **of)
        return int(str(record(asked)["total"]))

    own = count(workflow_id=WORKFLOW) + count(facets=json.dumps({"demo": WORKFLOW}))
    others = count() - own
    if others and not yes:
        raise Refusal(
            409,
            "the schema holds rows of other people",
            "demo_foreign",
            {"reason": "not_empty", "rows": others},
            "Run the demo on a database of its own, or say --yes.",
        )


@contextmanager
def _plan(s: Session, random: Random, options: Options, given: str | None) -> Iterator[Plan | None]:
    """The plan and its workers, where there is a service for them."""
    given = given or os.environ.get("ROWLOCK_URL") or None
    url = (given or service_of(options) or "").rstrip("/")
    if not url or not answers(url, "/healthz"):
        if given:
            raise Unreachable(f"no service answers at {url}: start it with `rowlock up`")
        yield None
        return
    everybody = _accounts(s, (PLANNER, *BOTS))
    ids = {worker.external_id: user_id for user_id, worker in everybody.items()}
    keys = {bot.external_id: _key(s, ids[bot.external_id]) for bot in BOTS}
    if not all(answers(url, "/api/runs?limit=1", key) for key in keys.values()):
        raise Unreachable(f"the service at {url} is another database's")
    plan = Plan(s, random, ids[PLANNER.external_id], Workers(url))
    # What ends the demo ends its workers.
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        plan.begin(keys)
        yield plan
    finally:
        plan.end()
        signal.signal(signal.SIGTERM, before)


def _key(s: Session, bot: str) -> str:
    """A new key of a bot: the old one was shown to nobody else."""
    for key in json.loads(s.ask("api_key_list", user_id=bot))["api_keys"]:
        if key["name"] == KEY:
            s.ask("api_key_revoke", user_id=bot, key_id=key["id"])
    return str(record(s.ask("api_key_mint", user_id=bot, name=KEY, scopes=["host"]))["key"])


def _accounts(s: Session, wanted: tuple[Worker, ...]) -> dict[str, Worker]:
    """The people of the demo by their ids; made where they are missing."""
    for role, title in ROLES.items():
        s.ask("role_create", role=role, title=title)
    found: dict[str, Worker] = {}
    for worker in wanted:
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
