"""The attempts that this worker has on its hands, each with a task at its side."""

from __future__ import annotations

import asyncio

from rowlock.worker.api import Api, Say
from rowlock.worker.attend import Attendance, Pace
from rowlock.worker.home import Home
from rowlock.worker.job import Job


class Runs:
    """From the folder of an attempt until the service knows how it ended."""

    def __init__(self, home: Home, api: Api, say: Say, pace: Pace) -> None:
        self._home = home
        self._api = api
        self._say = say
        self._pace = pace
        self._tasks: dict[asyncio.Task[None], Job] = {}
        self._lost: set[str] = set()

    def __len__(self) -> int:
        return len(self._tasks)

    def resume(self) -> None:
        """Take up what an earlier life of this worker left."""
        for job in self._home.open():
            self.attend(job)

    def attend(self, job: Job) -> None:
        """Stand by an attempt; an earlier one of the same run is ended first."""
        earlier = [j for j in self._tasks.values() if j.spec.run == job.spec.run]
        task = asyncio.create_task(self._see_through(job, earlier))
        self._tasks[task] = job
        task.add_done_callback(self._tasks.pop)

    async def _see_through(self, job: Job, earlier: list[Job]) -> None:
        while True:
            attendance = Attendance(job, self._api, self._say, self._pace)
            try:
                how = await attendance.attend(earlier)
                if how == "lost":
                    await self._mourn(job)
                self._home.close(job, how)
                return
            except (OSError, ValueError, LookupError) as e:
                # A full disk, or an answer of something else than the service: it may pass.
                self._say("trouble", job.spec, reason=f"{type(e).__name__}: {e}")
                await asyncio.sleep(self._pace.watch)
            finally:
                attendance.close()

    async def _mourn(self, job: Job) -> None:
        """See to it that the service hears of a session that nobody can say the end of."""
        self._say("lost", job.spec)
        job.clear()
        self._lost.add(job.folder.name)
        while job.folder.name in self._lost:  # noqa: ASYNC110  # another task's doing
            await asyncio.sleep(self._pace.tick)

    @property
    def lost(self) -> frozenset[str]:
        """Attempts that ended without a word, and that the service believes to run."""
        return frozenset(self._lost)

    def forget(self, lost: frozenset[str]) -> None:
        """The service knows that these are gone."""
        self._lost -= lost

    def sessions(self) -> list[str]:
        """The sessions that live, or whose end is still to be told.

        Raises OSError when that cannot be seen: an empty list would be a lie.
        """
        return sorted({j.spec.session for j in self._tasks.values() if not j.lost()})

    async def finish(self, *, drain: bool, patience: float) -> None:
        """Wait for all commands, or until what has ended is told."""
        clock = asyncio.get_running_loop().time
        until = clock() + patience
        while self._tasks and (  # noqa: ASYNC110  # other processes' doing
            drain or (clock() < until and any(j.ended() for j in self._tasks.values()))
        ):
            await asyncio.sleep(self._pace.tick)

    async def leave(self) -> int:
        """Let go of everything; how many commands are left running."""
        left, tasks = len(self._tasks), list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        return left
