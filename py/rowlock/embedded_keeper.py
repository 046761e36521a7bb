"""Starts the embedded Postgres again when it dies under a running service."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from time import monotonic

import structlog

from rowlock.embedded import Embedded, EmbeddedError

LOOK = 0.5
# Between a start that failed and the next one.
RETRY, RETRY_MAX = 1.0, 30.0

log = structlog.get_logger("rowlock.embedded")


@contextlib.contextmanager
def kept_running(embedded: Embedded) -> Iterator[None]:
    """As long as the block runs, a server that has died is started again."""
    stop = threading.Event()
    keeper = threading.Thread(target=_keep, args=(embedded, stop), name="embedded-keeper")
    keeper.start()
    try:
        yield
    finally:
        stop.set()
        keeper.join()


def _keep(embedded: Embedded, stop: threading.Event) -> None:
    delay = RETRY
    wait = LOOK
    while not stop.wait(wait):
        wait = LOOK
        if embedded.running():
            continue
        log.warning("embedded server is gone, starting it again", log=str(embedded.log))
        began = monotonic()
        try:
            embedded.revive()
        except (EmbeddedError, OSError) as e:
            log.error("embedded server did not start", error=str(e), retry_in=delay)
            wait, delay = delay, min(delay * 2, RETRY_MAX)
        else:
            log.info("embedded server is back", seconds=round(monotonic() - began, 1))
            delay = RETRY
