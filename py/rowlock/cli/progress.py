"""How far long work has come, for whoever watches."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator

from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from rowlock.cli.options import Options
from rowlock.cli.output import err


@contextlib.contextmanager
def progress(options: Options) -> Iterator[Callable[[str, int, int], None]]:
    """A bar on a terminal; what it gives is told what is done, how much of it, and of how much."""
    bar = Progress(
        TextColumn("{task.description:9}"),
        BarColumn(),
        TaskProgressColumn(),
        TimeRemainingColumn(),
        console=err,
        transient=True,
        disable=options.json or not err.is_terminal,
    )
    with bar:
        task = bar.add_task("")

        def tell(what: str, done: int, total: int) -> None:
            bar.update(task, description=what, completed=done, total=total)

        yield tell
