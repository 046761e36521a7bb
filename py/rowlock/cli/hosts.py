"""host list, show, clear-suspect, disable and enable: the machines that runs are claimed for."""

from __future__ import annotations

import json
from typing import Annotated
from uuid import UUID

import typer

from rowlock.cli.accounts import show
from rowlock.cli.options import Options, command
from rowlock.cli.output import plain, since, table
from rowlock.cli.session import Session, session
from rowlock.errors import Refusal

HEAD = ("name", "platform", "status", "eligible", "suspect", "seen", "id")
PAGE = 500
Host = Annotated[str, typer.Argument(metavar="HOST", help="Its name or its id.")]


@command("host list")
def host_list(
    options: Options,
    status: Annotated[
        list[str] | None,
        typer.Option(help="registered, online, offline or disabled; several are any of them."),
    ] = None,
    suspect: Annotated[bool, typer.Option("--suspect", help="Only those.")] = False,
) -> None:
    """List hosts: who beats, who may take a run, and for whom two installations speak."""
    hosts: list[dict[str, object]] = []
    after = None
    with session(options) as s:
        while True:
            page = json.loads(
                s.ask(
                    "host_list",
                    status=[*status] if status else None,
                    instance_suspect=suspect or None,
                    max_rows=PAGE,
                    after=after,
                )
            )
            hosts += page["hosts"]
            after = page["next"]
            if after is None:
                break
    if options.json:
        plain(json.dumps({"hosts": hosts}))
        return
    table(
        HEAD,
        (
            (
                h["name"],
                h["platform"],
                h["status"],
                "yes" if h["is_eligible"] else "",
                "suspect" if h["instance_suspect"] else "",
                since(h["last_seen_at"]),
                h["id"],
            )
            for h in hosts
        ),
    )


@command("host show")
def host_show(options: Options, host: Host) -> None:
    """Show a host."""
    with session(options) as s:
        answer = s.ask("host_get", id=host_id(s, host))
    show(options, answer)


@command("host clear-suspect")
def host_clear_suspect(
    options: Options,
    host: Host,
    instance: Annotated[
        str | None, typer.Option(help="Whose host it is from now on; else the latest to speak.")
    ] = None,
) -> None:
    """End the suspicion: one of the installations that spoke for a host is the host."""
    with session(options) as s:
        answer = s.ask("host_clear_suspect", host_id=host_id(s, host), instance_id=instance)
    if options.json:
        plain(answer)
        return
    found = json.loads(answer)
    if not found["cleared"]:
        plain(f"{found['host']['name']} was not suspect.")
        return
    plain(f"{found['host']['name']} is {found['host']['instance_id']} from now on.")


@command("host disable")
def host_disable(options: Options, host: Host) -> None:
    """Let a host take no more runs; what runs there goes on."""
    with session(options) as s:
        answer = s.ask("host_disable", id=host_id(s, host))
    show(options, answer)


@command("host enable")
def host_enable(options: Options, host: Host) -> None:
    """Put a disabled host back into service."""
    with session(options) as s:
        answer = s.ask("host_enable", id=host_id(s, host))
    show(options, answer)


def host_id(s: Session, host: str) -> str:
    """The id of a host, by its name or the id itself."""
    if found := json.loads(s.ask("host_list", name=host))["hosts"]:
        return str(found[0]["id"])
    try:
        return str(UUID(host))
    except ValueError:
        raise Refusal(
            404,
            "host does not exist",
            "host_exists",
            {"reason": "not_found", "name": host},
            "List the hosts.",
        ) from None
