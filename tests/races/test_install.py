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
        # A try is of half a second, and each fourth of a second and a half. Who waits until the
        # reader ends waits for ever: it ends when this one is answered.
        verb.execute("set lock_timeout = '20s'")
        with psycopg.connect(fresh_dsn) as long:
            long.execute(READ)
            installed = pool.submit(install, fresh_dsn, say=said.append)
            end, enough = monotonic() + 120, monotonic() + 4
            while monotonic() < enough or not any("begins again" in text for text in said):
                assert monotonic() < end, said
                began = monotonic()
                verb.execute(READ)
                slowest = max(slowest, monotonic() - began)
            assert not installed.done()
        assert installed.result(120) == ["9999_next"]
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
