"""The worker as a process: its tasks, and how it leaves."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Coroutine
from dataclasses import dataclass
from pathlib import Path
from typing import Literal
from urllib.parse import quote

from rowlock.worker.api import Api, Say
from rowlock.worker.attend import Pace
from rowlock.worker.home import Home
from rowlock.worker.host import Host

Platform = Literal["linux", "macos"]
# What has ended is told before the worker leaves, if the service is there.
LAST_WORDS = 5.0


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a worker was started with."""

    url: str
    key: str
    host: str
    words: list[str]
    slots: int
    drain: bool
    pace: Pace


def platform() -> Platform | None:
    """What this machine is to the service; None: it serves no such machines."""
    names: dict[str, Platform] = {"linux": "linux", "darwin": "macos"}
    return names.get(sys.platform)


def default_data(host: str) -> Path:
    """A folder of the host's own under $XDG_STATE_HOME."""
    state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(state) / "rowlock" / "worker" / quote(host, safe="")


async def serve(wanted: Wanted, home: Home, on: Platform, say: Say) -> int:
    """Work until a signal comes; how many commands are left running."""
    async with Api(wanted.url, wanted.key, say) as api:
        host = Host(wanted.host, wanted.words, wanted.slots, home, api, say, wanted.pace)
        loop = asyncio.get_running_loop()
        hurry = asyncio.Event()

        def leave() -> None:
            if host.leaving.is_set():
                hurry.set()
            host.leaving.set()

        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, leave)
        if not await _unless(host.leaving, host.register(on)):
            return 0
        beating = asyncio.create_task(host.beat())
        try:
            host.runs.resume()
            await _work(host, beating)
            say("leaving")
            await _unless(hurry, host.runs.finish(drain=wanted.drain, patience=LAST_WORDS))
            return await host.runs.leave()
        finally:
            beating.cancel()
            await asyncio.gather(beating, return_exceptions=True)


async def _unless(event: asyncio.Event, work: Coroutine[None, None, None]) -> bool:
    """Do the work to its end, unless the event comes first; whether it was done."""
    doing, waiting = asyncio.create_task(work), asyncio.create_task(event.wait())
    await asyncio.wait((doing, waiting), return_when=asyncio.FIRST_COMPLETED)
    waiting.cancel()
    done = doing.done()
    if not done:
        doing.cancel()
    await asyncio.gather(doing, waiting, return_exceptions=True)
    if done:
        doing.result()
    return done


async def _work(host: Host, beating: asyncio.Task[None]) -> None:
    """Take on runs until the worker is to leave; what goes wrong with its beats ends it too."""
    working, leaving = asyncio.create_task(host.work()), asyncio.create_task(host.leaving.wait())
    await asyncio.wait((working, beating, leaving), return_when=asyncio.FIRST_COMPLETED)
    leaving.cancel()
    # A claim that is on its way had better be heard; one that is not is heard at the next start.
    await asyncio.wait((working,), timeout=LAST_WORDS if leaving.done() else 0)
    working.cancel()
    await asyncio.gather(working, leaving, return_exceptions=True)
    for task in (working, beating):
        if task.done() and not task.cancelled():
            task.result()
