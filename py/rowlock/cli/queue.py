"""create, queue, show, claim, resolve and cancel: the life of one escalation."""

from __future__ import annotations

import sys
from typing import Annotated, Literal

import typer

from rowlock.cli.options import Options, command
from rowlock.cli.outcome import Usage
from rowlock.cli.output import Record, fields, plain, record, since, table
from rowlock.cli.session import session

HEAD = ("id", "role", "type", "prio", "state", "age", "description")
Id = Annotated[str, typer.Argument(help="The whole id, as queue shows it.")]
Minutes = Annotated[int | None, typer.Option(help="How long to hold it; 30 when not given.")]
ClaimNo = Annotated[int | None, typer.Option(help="Only if my claim is still this one (fencing).")]
Roles = Annotated[list[str] | None, typer.Option("--role", help="Repeatable; else all of mine.")]
Types = Annotated[list[str] | None, typer.Option("--type", help="Repeatable; else all.")]


@command("create")
def create(
    options: Options,
    role: Annotated[str, typer.Argument(help="The queue it goes to.")],
    kind: Annotated[str, typer.Argument(metavar="TYPE", help="What kind of question.")],
    description: Annotated[
        str | None, typer.Option("--description", "-d", help="What people read.")
    ] = None,
    priority: Annotated[int | None, typer.Option(help="1 (urgent) to 4.")] = None,
    entity: Annotated[str | None, typer.Option(help="What it is about.")] = None,
    origin: Annotated[str | None, typer.Option(help="The case it belongs to.")] = None,
    signal_key: Annotated[str | None, typer.Option(help="One row per key.")] = None,
    timeout: Annotated[
        str | None, typer.Option(metavar="INTERVAL", help="Such as '2 hours'.")
    ] = None,
    assign: Annotated[
        str | None, typer.Option(metavar="EXTERNAL_ID", help="For somebody in particular.")
    ] = None,
    metadata: Annotated[
        str | None, typer.Option(metavar="JSON", help="Facets to find it by, an object.")
    ] = None,
    payload: Annotated[str | None, typer.Option(metavar="JSON", help="The question.")] = None,
) -> None:
    """Ask a question in a role."""
    with session(options) as s:
        answer = s.ask(
            "escalation_create",
            role=role,
            type=kind,
            description=description,
            priority=priority,
            entity=entity,
            origin_id=origin,
            signal_key=signal_key,
            timeout=timeout,
            assigned_to=s.user_id(assign) if assign else None,
            metadata=metadata,
            escalation_payload=payload,
        )
    _one(options, answer)


@command("queue")
def queue(
    options: Options,
    roles: Roles = None,
    kind: Annotated[str | None, typer.Option("--type", help="Of this type alone.")] = None,
    status: Annotated[
        Literal["available", "pending", "resolved", "cancelled", "expired", "all"],
        typer.Option(help="available: pending, and nobody holds it."),
    ] = "available",
    mine: Annotated[bool, typer.Option("--mine", help="What I hold now.")] = False,
    origin: Annotated[str | None, typer.Option(help="One case alone.")] = None,
    rows: Annotated[int, typer.Option("--max", help="At most so many.")] = 20,
) -> None:
    """List what waits, the most urgent first."""
    narrowed: list[str] | None = None if status in ("available", "all") else [status]
    with session(options) as s:
        if status == "available" and not mine:
            answer = s.ask(
                "escalation_available", roles=roles, type=kind, origin_id=origin, max_rows=rows
            )
        else:
            answer = s.ask(
                "escalation_list",
                roles=roles,
                type=kind,
                status=["pending"] if mine else narrowed,
                held_by_me=True if mine else None,
                origin_id=origin,
                max_rows=rows,
            )
    if options.json:
        plain(answer)
        return
    page = record(answer)
    _many(page.get("escalations", page.get("items")), page.get("total"))


@command("show")
def show(options: Options, id: Id) -> None:  # noqa: A002  # the argument's own name
    """Show one escalation."""
    with session(options) as s:
        _one(options, s.ask("escalation_get", id=id))


@command("claim")
def claim(
    options: Options,
    id: Annotated[str | None, typer.Argument(help="Its whole id; or --next.")] = None,  # noqa: A002
    best: Annotated[bool, typer.Option("--next", help="The most urgent ones.")] = False,
    roles: Roles = None,
    types: Types = None,
    rows: Annotated[int | None, typer.Option("--max", help="With --next: how many.")] = None,
    minutes: Minutes = None,
    claim_no: ClaimNo = None,
) -> None:
    """Hold an escalation for a while; claiming what I hold holds it longer."""
    if best == (id is not None):
        raise Usage("name the escalation, or say --next")
    with session(options) as s:
        if id is not None:
            answer = s.ask(
                "escalation_claim",
                id=id,
                duration_minutes=minutes,
                expected_claim_no=claim_no,
            )
        else:
            answer = s.ask(
                "escalation_claim_next",
                roles=roles,
                types=types,
                max_rows=rows,
                duration_minutes=minutes,
            )
    if options.json:
        plain(answer)
    elif id is not None:
        _one(options, answer)
    else:
        taken = record(answer)
        _many(taken.get("claimed", taken.get("value")), None)
        if "available" in taken:
            plain(f"{taken['available']} more available, {taken['held']} held")


@command("resolve")
def resolve(
    options: Options,
    id: Id,  # noqa: A002
    payload: Annotated[
        str,
        typer.Argument(
            metavar="JSON", help="The answer, an object; - reads it from standard input."
        ),
    ] = "{}",
    metadata: Annotated[
        str | None, typer.Option(metavar="JSON", help="Merged into the metadata of the row.")
    ] = None,
    claim_no: ClaimNo = None,
) -> None:
    """Answer an escalation."""
    answered = sys.stdin.read() if payload == "-" else payload
    with session(options) as s:
        answer = s.ask(
            "escalation_resolve",
            id=id,
            resolver_payload=answered,
            metadata=metadata,
            expected_claim_no=claim_no,
        )
    _one(options, answer)


@command("cancel")
def cancel(
    options: Options,
    id: Id,  # noqa: A002
    reason: Annotated[str | None, typer.Option(help="Why it is called off.")] = None,
) -> None:
    """Call an escalation off."""
    with session(options) as s:
        answer = s.ask("escalation_cancel", id=id, reason=reason)
    if options.json:
        plain(answer)
    else:
        plain(f"cancelled {id}")


def _one(options: Options, answer: str) -> None:
    if options.json:
        plain(answer)
        return
    found = record(answer)
    inner = found.get("escalation")
    fields(inner if isinstance(inner, dict) else found)


def _many(found: object, total: object) -> None:
    rows: list[Record] = found if isinstance(found, list) else []
    if rows:
        table(HEAD, (_row(r) for r in rows))
    shown = f"{len(rows)} of {total}" if total is not None else str(len(rows))
    plain(f"{shown} shown" if rows else "nothing is there")


def _row(r: Record) -> tuple[object, ...]:
    state = r.get("status")
    if state == "pending":
        state = "free" if r.get("available") else "held"
    text = str(r.get("description") or r.get("origin_id") or "")
    cells = (r.get("id"), r.get("role"), r.get("type"), r.get("priority"), state)
    return (*cells, since(r.get("created_at")), text if len(text) < 60 else text[:59] + "…")
