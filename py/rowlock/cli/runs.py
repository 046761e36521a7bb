"""run create, list, show, stop and requeue: what agents do on hosts."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from rowlock.cli.accounts import show
from rowlock.cli.hosts import host_id
from rowlock.cli.options import Options, command
from rowlock.cli.output import plain, since, table
from rowlock.cli.session import session

HEAD = ("id", "provider", "status", "attempt", "reason", "age", "item")
PAGE = 500
Run = Annotated[str, typer.Argument(metavar="RUN", help="Its id.")]
Host = Annotated[
    str | None, typer.Option("--host", metavar="HOST", help="A host, by its name or its id.")
]


@command("run create")
def run_create(
    options: Options,
    item: Annotated[str, typer.Argument(help="The task or subtask, by its id.")],
    cwd: Annotated[str, typer.Option(metavar="DIRECTORY", help="Where, on the host.")],
    provider: Annotated[str, typer.Option(help="claude, codex, grok or gemini.")] = "claude",
    host: Host = None,
    origin: Annotated[str | None, typer.Option(help="The case it belongs to.")] = None,
) -> None:
    """Let an agent do a task, on any host, or on one in particular."""
    with session(options) as s:
        answer = s.ask(
            "run_create",
            work_item_id=item,
            provider=provider,
            cwd=cwd,
            target_host_id=host_id(s, host) if host else None,
            origin_id=origin,
        )
    show(options, answer)


@command("run list")
def run_list(
    options: Options,
    status: Annotated[
        list[str] | None,
        typer.Option(
            help="pending, spawning, running, exited, failed or stopped; several are any of them."
        ),
    ] = None,
    item: Annotated[str | None, typer.Option(metavar="ID", help="Of one task alone.")] = None,
    host: Host = None,
    origin: Annotated[str | None, typer.Option(help="Of one case alone.")] = None,
    parked: Annotated[bool, typer.Option("--parked", help="Those that wait for answers.")] = False,
    rows: Annotated[int, typer.Option("--max", min=1, help="At most so many.")] = 20,
) -> None:
    """List runs, the newest first."""
    runs: list[dict[str, object]] = []
    after = None
    with session(options) as s:
        on = host_id(s, host) if host else None
        # A page looks at so many runs at most, and may find few of them.
        while len(runs) < rows:
            page = json.loads(
                s.ask(
                    "run_list",
                    status=[*status] if status else None,
                    work_item_id=item,
                    host_id=on,
                    origin_id=origin,
                    parked=parked or None,
                    max_rows=min(rows - len(runs), PAGE),
                    after=after,
                )
            )
            runs += page["runs"]
            after = page["next"]
            if after is None:
                break
    if options.json:
        plain(json.dumps({"runs": runs, "next": after}))
        return
    table(
        HEAD,
        (
            (
                r["id"],
                r["provider"],
                "parked" if r["parked"] else r["status"],
                r["attempt"],
                r["failure_reason"],
                since(r["created_at"]),
                r["work_item_id"],
            )
            for r in runs
        ),
    )


@command("run show")
def run_show(options: Options, run: Run) -> None:
    """Show a run."""
    with session(options) as s:
        answer = s.ask("run_get", id=run)
    show(options, answer)


@command("run stop")
def run_stop(
    options: Options,
    run: Run,
    reason: Annotated[str | None, typer.Option(help="Why, for the record.")] = None,
) -> None:
    """Stop a running run for good; what it still asks is called off."""
    with session(options) as s:
        answer = s.ask("run_stop", id=run, reason=reason)
    show(options, answer)


@command("run requeue")
def run_requeue(
    options: Options,
    run: Run,
    attempts: Annotated[
        int | None, typer.Option("--max-attempts", help="How many in all; else the setting's.")
    ] = None,
) -> None:
    """Let a failed run start again."""
    with session(options) as s:
        answer = s.ask("run_requeue", id=run, max_attempts=attempts)
    if options.json:
        plain(answer)
        return
    found = json.loads(answer)
    if found["outcome"] == "exhausted":
        plain(f"It has had its {found['run']['attempt']} attempts, and stays failed.")
        return
    plain(f"It waits for a host, as attempt {found['run']['attempt']}.")
