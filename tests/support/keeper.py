"""Keeps an embedded server up until it is ended: python -m tests.support.keeper HOME."""

from __future__ import annotations

import signal
import sys
import time
from pathlib import Path

from rowlock.embedded import Embedded


def main() -> None:
    # A shell's background job begins with SIGINT ignored, and so would we.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    with Embedded(Path(sys.argv[1])) as embedded:
        print("adopted" if embedded.adopted else "started", flush=True)
        while True:
            time.sleep(60)


if __name__ == "__main__":
    main()
