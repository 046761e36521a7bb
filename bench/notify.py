"""What NOTIFY costs: one event a transaction with notify off, bell and always, some listening."""

from __future__ import annotations

import argparse
import threading
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg

from support import Bench, bench, median, table

SETTINGS = ("off", "bell", "always")
APPEND = """select rowlock._event_append(
  topic => 'role.updated', subject_type => 'role', subject_id => 'x');
"""


@contextmanager
def listeners(conninfo: str, count: int, heard: list[int]) -> Iterator[None]:
    """So many sessions that listen and take what comes."""
    done = threading.Event()

    def listen() -> None:
        with psycopg.connect(conninfo, autocommit=True) as conn:
            conn.execute("listen rowlock")
            n = 0
            while not done.is_set():
                n += sum(1 for _ in conn.notifies(timeout=0.2))
            heard.append(n)

    threads = [threading.Thread(target=listen) for _ in range(count)]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        done.set()
        for thread in threads:
            thread.join()


def measure(b: Bench, rounds: int, seconds: int, listening: int) -> None:
    """Each setting in turn, round by round, so that a noisy minute hits each of them."""
    conninfo = b.database("notify")
    for writers in (8, 48):
        seen: dict[str, list[float]] = defaultdict(list)
        rang: dict[str, list[float]] = defaultdict(list)
        for _ in range(rounds):
            for setting in SETTINGS:
                b.run(
                    conninfo,
                    f"update rowlock.setting set value = '{setting}' where name = 'notify'",
                    "checkpoint",
                )
                heard: list[int] = []
                with listeners(conninfo, listening, heard):
                    tps = b.tps(conninfo, APPEND, writers, seconds, "postgres")
                seen[setting].append(tps)
                rang[setting].append(max(heard, default=0) / seconds)
        top = median(seen["off"])
        table(
            f"one event a transaction, {writers} writers, {listening} listeners",
            ["notify", "tps", "of off", "lowest", "highest", "rings/s"],
            [
                [s, f"{median(v):.0f}", f"{median(v) / top:.2f}", f"{min(v):.0f}",
                 f"{max(v):.0f}", f"{median(rang[s]):.0f}"]
                for s, v in seen.items()
            ],
        )  # fmt: skip


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=int, default=5)
    parser.add_argument("--listeners", type=int, default=10)
    args = parser.parse_args()
    with bench() as running:
        measure(running, args.rounds, args.seconds, args.listeners)
