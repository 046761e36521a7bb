"""What the tests fetch is fetched once, however many processes of a run need it at a time."""

from __future__ import annotations

import multiprocessing
import os
import time
from multiprocessing.synchronize import Barrier
from pathlib import Path

from tools.cache import found_or_fetched


def _need(folder: Path, barrier: Barrier) -> None:
    thing = folder / "thing"

    def fetch() -> None:
        (folder / f"fetched.{os.getpid()}").touch()
        (folder / "part").mkdir()
        time.sleep(0.1)
        (folder / "part").rmdir()
        thing.touch()

    barrier.wait()
    found = found_or_fetched(lambda: thing if thing.exists() else None, fetch, "thing", folder)
    assert found == thing


def test_eight_processes_fetch_once(tmp_path: Path) -> None:
    spawn = multiprocessing.get_context("fork")
    barrier = spawn.Barrier(8)
    needy = [spawn.Process(target=_need, args=(tmp_path, barrier)) for _ in range(8)]
    for process in needy:
        process.start()
    for process in needy:
        process.join()
    assert [process.exitcode for process in needy] == [0] * 8
    assert len(list(tmp_path.glob("fetched.*"))) == 1


def test_a_fetch_that_brings_nothing_finds_nothing(tmp_path: Path) -> None:
    assert found_or_fetched(lambda: None, lambda: None, "thing", tmp_path) is None
