"""An upgrade that has to wait for a lock gives up soon and begins again: nobody waits behind it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import monotonic

import psycopg
import pytest

import rowlock.install
from rowlock.install import InstallError, install, status
from tests.support.installing import next_release

pytestmark = pytest.mark.race

MIGRATION = "alter table rowlock.escalation add column later text;\n"
READ = "select count(*) from rowlock.escalation"


@pytest.fixture
def later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fresh_dsn: str) -> None:
    """The installer of the next release, which alters the table of the queue."""
    folder = next_release(tmp_path / "sql", MIGRATION)
    monkeypatch.setattr(rowlock.install, "sql_folder", lambda: folder)


@pytest.mark.usefixtures("later")
def test_an_upgrade_behind_a_long_reader_holds_nobody_up(fresh_dsn: str) -> None:
    said: list[str] = []
    slowest = 0.0
    with ThreadPoolExecutor(1) as pool, psycopg.connect(fresh_dsn, autocommit=True) as verb:
        with psycopg.connect(fresh_dsn) as long:
            long.execute(READ)
            installed = pool.submit(install, fresh_dsn, say=said.append)
            until = monotonic() + 4
            while monotonic() < until:
                began = monotonic()
                verb.execute(READ)
                slowest = max(slowest, monotonic() - began)
            assert not installed.done()
        assert installed.result(120) == ["9999_next"]
    assert any("begins again" in text for text in said), said
    # A try of half a second, and each fourth of a second and a half; never until the reader ends.
    assert slowest < 3, slowest
    print(f"slowest read {slowest:.2f} s")


@pytest.mark.usefixtures("later")
def test_an_upgrade_that_never_gets_its_turn_says_so(
    fresh_dsn: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rowlock.install, "PATIENCE", 0.1)
    with psycopg.connect(fresh_dsn) as long:
        long.execute(READ)
        with pytest.raises(
            InstallError, match="other sessions hold what this install has to change"
        ):
            install(fresh_dsn)
    assert status(fresh_dsn).pending == ("9999_next",)
