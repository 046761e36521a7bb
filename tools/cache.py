"""What the tests fetch is kept in .cache/; the processes of a run fetch one after the other."""

from __future__ import annotations

import fcntl
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

CACHE = Path(__file__).resolve().parent.parent / ".cache"
Found = TypeVar("Found")


def found_or_fetched(
    find: Callable[[], Found | None], fetch: Callable[[], None], name: str, cache: Path = CACHE
) -> Found | None:
    """What find returns, after a fetch when it found nothing. Who waited for one looks again."""
    if (found := find()) is not None:
        return found
    with _turn(cache / f"{name}.lock"):
        if find() is None:
            fetch()
    return find()


@contextmanager
def _turn(path: Path) -> Iterator[None]:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield
