"""worker: a host of its own, which claims runs over HTTP and runs a command for each."""

from __future__ import annotations

import asyncio
import os
from typing import Annotated

import typer

from rowlock.cli.options import Options, command
from rowlock.cli.outcome import Unreachable, Usage
from rowlock.cli.output import line, unread
from rowlock.errors import Refusal

URL = "http://127.0.0.1:8080"


@command("worker")
def worker(
    options: Options,
    host: Annotated[str, typer.Option("--host", help="The host's name.")],
    exec_: Annotated[
        str,
        typer.Option(
            "--exec",
            metavar="COMMAND",
            help="What to run; {task}, {run_id}, {attempt}, {work_item_id}, {provider} and "
            "{session} are put in, each as one argument. No shell.",
        ),
    ],
    url: Annotated[str | None, typer.Option(help=f"The service: else ROWLOCK_URL, {URL}.")] = None,
    key: Annotated[str | None, typer.Option(help="A bot's key: better in ROWLOCK_KEY.")] = None,
    slots: Annotated[int, typer.Option(min=1, max=1000, help="Commands at a time.")] = 1,
    drain: Annotated[
        bool, typer.Option("--drain", help="When stopped, wait for the commands that run.")
    ] = False,
    poll: Annotated[float, typer.Option(min=0.05, help="Seconds between claims of none.")] = 2.0,
    progress: Annotated[float, typer.Option(min=0.05, help="Seconds between reports.")] = 5.0,
    watch: Annotated[float, typer.Option(min=0.05, help="Seconds to notice a stop.")] = 5.0,
    grace: Annotated[float, typer.Option(min=0, help="Seconds between TERM and KILL.")] = 10.0,
) -> None:
    """Claim runs for this host, run a command for each, and carry its questions and answers.

    Keeps what it does in --data, by default $XDG_STATE_HOME/rowlock/worker/HOST, and goes on from
    there however it ended. docs/worker.md tells what a command may say.
    """
    # aiohttp would be most of the starting time of every other command.
    from rowlock.worker import service
    from rowlock.worker.attend import Pace
    from rowlock.worker.home import Home, Occupied
    from rowlock.worker.protocol import BadTemplate, parts
    from rowlock.worker.say import Teller

    key = key or os.environ.get("ROWLOCK_KEY")
    if not key:
        raise Usage("say whose host this is: --key, or ROWLOCK_KEY")
    on = service.platform()
    if on is None:
        raise Usage("a worker needs Linux or macOS")
    try:
        words = parts(exec_)
    except BadTemplate as e:
        raise Usage(str(e)) from e
    wanted = service.Wanted(
        url or os.environ.get("ROWLOCK_URL") or URL,
        key,
        host,
        words,
        slots,
        drain,
        Pace(poll=poll, progress=progress, watch=watch, grace=grace),
    )
    try:
        home = Home(options.data or service.default_data(host))
    except Occupied as e:
        raise Refusal(409, str(e), "worker_folder", None, "Give each worker its own --data.") from e
    except OSError as e:
        raise Unreachable(f"the worker's folder cannot be used: {e}") from e
    with unread():
        say = Teller(line, as_json=options.json)
        left = asyncio.run(service.serve(wanted, home, on, say))
        say("left", running=left)
