"""How the embedded Postgres takes SIGTERM and SIGINT. Starts and stops nothing."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Iterator
from types import FrameType


def leave(number: int, _: FrameType | None) -> None:
    """A handler of SIGTERM that unwinds as Ctrl-C does."""
    raise SystemExit(128 + number)


@contextlib.contextmanager
def signals_held() -> Iterator[None]:
    """A Ctrl-C amid a stop must not orphan the server: deliver it afterwards."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
