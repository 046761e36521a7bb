"""The private server: its folder, who shares it, and what happens when something dies."""

from __future__ import annotations

import contextlib
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from rowlock import embedded_host
from rowlock.embedded import Embedded, EmbeddedError
from tests.support.servers import FAST, temporary_home

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture
def home() -> Iterator[Path]:
    with temporary_home() as path:
        yield path
        if (path / "pg").exists():
            Embedded(path).destroy()


@pytest.fixture
def keepers(home: Path) -> Iterator[list[subprocess.Popen[str]]]:
    started: list[subprocess.Popen[str]] = []
    yield started
    for keeper in started:
        keeper.kill()
        keeper.wait()


def keep(home: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "tests.support.keeper", str(home)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": f"{ROOT / 'py'}:{ROOT}"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def first_line(keeper: subprocess.Popen[str]) -> str:
    assert keeper.stdout
    return keeper.stdout.readline().strip()


def postmaster(home: Path) -> int | None:
    try:
        return int((home / "pg" / "postmaster.pid").read_text().split()[0])
    except FileNotFoundError:
        return None


def one(conninfo: str, query: str) -> object:
    with psycopg.connect(conninfo, autocommit=True) as conn:
        row = conn.execute(query.encode()).fetchone()
        assert row
        return row[0]


def keep_a_row(conninfo: str) -> None:
    with psycopg.connect(conninfo) as conn:
        conn.execute("create table kept as select 7 as n")


@pytest.mark.slow
def test_a_new_server_speaks_utf8_in_a_closed_folder_and_on_no_port(home: Path) -> None:
    with Embedded(home) as embedded:
        assert not embedded.adopted
        info = embedded.conninfo()
        assert one(info, "show server_encoding") == "UTF8"
        assert one(info, "show listen_addresses") == ""
        assert one(info, "show fsync") == "on"
        assert one(info, "select current_database() || ' ' || current_user") == "rowlock postgres"
        assert one(info, "select lower('ÄÖ') || upper('ß') <> '' and 'Z' < 'a' collate \"default\"")
        for part in ("pg", "run", "log"):
            assert (home / part).stat().st_mode & 0o777 == 0o700
            assert (home / part).stat().st_uid == (home / "pg").stat().st_uid
        assert (home / "pg").stat().st_uid != 0, "Postgres refuses to run as root"
    assert postmaster(home) is None


@pytest.mark.slow
def test_data_outlives_the_server(home: Path) -> None:
    with Embedded(home, settings=FAST) as embedded:
        keep_a_row(embedded.conninfo())
    with Embedded(home, settings=FAST) as embedded:
        assert one(embedded.conninfo(), "select n from kept") == 7


@pytest.mark.slow
def test_the_last_user_stops_the_server(home: Path) -> None:
    first = Embedded(home, settings=FAST).start()
    second = Embedded(home, settings=FAST).start()
    assert (first.adopted, second.adopted) == (False, True)
    first.stop()
    assert one(second.conninfo(), "select 1") == 1
    second.stop()
    second.stop()
    assert postmaster(home) is None
    with pytest.raises(EmbeddedError, match="not started"):
        second.conninfo()


@pytest.mark.fault
def test_of_many_starters_one_starts(home: Path, keepers: list[subprocess.Popen[str]]) -> None:
    keepers.extend(keep(home) for _ in range(5))
    assert sorted(map(first_line, keepers)) == ["adopted"] * 4 + ["started"]
    for keeper in keepers:
        keeper.send_signal(signal.SIGTERM)
    assert [keeper.wait(30) for keeper in keepers] == [128 + signal.SIGTERM] * 5
    assert postmaster(home) is None


@pytest.mark.fault
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_stops_it_fast_and_cleanly(
    home: Path, keepers: list[subprocess.Popen[str]], number: signal.Signals
) -> None:
    keepers.append(keep(home))
    assert first_line(keepers[0]) == "started"
    begin = time.monotonic()
    keepers[0].send_signal(number)
    keepers[0].wait(30)
    assert time.monotonic() - begin < 25
    assert postmaster(home) is None
    said = (home / "log" / "server.log").read_text()
    assert "database system is shut down" in said
    with Embedded(home) as embedded:
        assert "not properly shut down" not in embedded.log.read_text()


@pytest.mark.fault
def test_a_killed_parent_leaves_a_server_that_is_adopted(
    home: Path, keepers: list[subprocess.Popen[str]]
) -> None:
    keepers.append(keep(home))
    assert first_line(keepers[0]) == "started"
    keepers[0].kill()
    keepers[0].wait()
    with Embedded(home) as embedded:
        assert embedded.adopted
        assert one(embedded.conninfo(), "select 1") == 1
    assert postmaster(home) is None


@pytest.mark.fault
def test_a_killed_server_is_recovered(home: Path, keepers: list[subprocess.Popen[str]]) -> None:
    keepers.append(keep(home))
    assert first_line(keepers[0]) == "started"
    with Embedded(home) as embedded:
        keep_a_row(embedded.conninfo())
        server = postmaster(home)
        assert server
        keepers[0].kill()
        os.kill(server, signal.SIGKILL)
    with Embedded(home) as embedded:
        assert not embedded.adopted
        assert one(embedded.conninfo(), "select n from kept") == 7
        assert "not properly shut down" in embedded.log.read_text()


@pytest.mark.slow
def test_a_pid_that_another_program_has_now_is_no_server(home: Path) -> None:
    with Embedded(home, settings=FAST):
        running = (home / "pg" / "postmaster.pid").read_text()
    owner = (home / "pg").stat()
    sleeper = subprocess.Popen(["sleep", "60"], user=owner.st_uid if os.geteuid() == 0 else None)
    try:
        stale = [str(sleeper.pid), *running.splitlines()[1:], ""]
        (home / "pg" / "postmaster.pid").write_text("\n".join(stale))
        with Embedded(home, settings=FAST) as embedded:
            assert not embedded.adopted
    finally:
        sleeper.kill()
        sleeper.wait()


@pytest.mark.slow
def test_a_full_disk_leaves_the_mark_of_a_killed_server(home: Path) -> None:
    with Embedded(home, settings=FAST):
        running = (home / "pg" / "postmaster.pid").read_text()
    # A number that is nobody's, of a server that pg_ctl takes for one that lives.
    with subprocess.Popen(["sleep", "60"], user=(home / "pg").stat().st_uid) as sleeper:
        mark = home / "pg" / "postmaster.pid"
        stale = "\n".join([str(sleeper.pid), *running.splitlines()[1:], ""])
        mark.write_text(stale)
        try:
            with files_that_cannot_grow(), pytest.raises(EmbeddedError, match="File too large"):
                Embedded(home, settings=FAST).start()
            assert mark.read_text() == stale
            assert not (home / "pg" / "postmaster.pid.new").exists()
            with Embedded(home, settings=FAST) as embedded:
                assert not embedded.adopted
        finally:
            sleeper.kill()


@contextlib.contextmanager
def files_that_cannot_grow() -> Iterator[None]:
    """Whatever this process writes is refused, as by a disk that is full."""
    usual = resource.getrlimit(resource.RLIMIT_FSIZE)
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, usual[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, usual)
        signal.signal(signal.SIGXFSZ, ignored)


@pytest.mark.slow
def test_a_failed_start_shows_the_end_of_the_log(home: Path) -> None:
    with pytest.raises(EmbeddedError, match='invalid value for parameter "shared_buffers"'):
        Embedded(home, settings={"shared_buffers": "nonsense"}).start()
    assert postmaster(home) is None


@pytest.mark.slow
def test_data_of_another_version_is_refused_in_clear_words(home: Path) -> None:
    with Embedded(home, settings=FAST):
        pass
    (home / "pg" / "PG_VERSION").write_text("14\n")
    with pytest.raises(
        EmbeddedError, match=r"was made by Postgres 14, and .* holds \d+: set ROWLOCK_PG"
    ):
        Embedded(home, settings=FAST).start()


@pytest.mark.slow
def test_a_folder_that_is_not_ours_keeps_its_mode(home: Path) -> None:
    home.mkdir()
    home.chmod(0o755)
    (home / "pg").mkdir()
    (home / "pg" / "note").write_text("not Postgres")
    with pytest.raises(EmbeddedError, match="no Postgres data folder"):
        Embedded(home, settings=FAST).start()
    (home / "pg" / "note").unlink()
    (home / "pg").rmdir()
    with Embedded(home, settings=FAST):
        assert home.stat().st_mode & 0o777 == 0o755


@pytest.mark.slow
def test_an_open_socket_folder_is_refused(home: Path) -> None:
    home.mkdir(mode=0o755)
    account = embedded_host.server_account(print)
    (home / "run").mkdir()
    os.chown(home / "run", account.uid, account.gid)
    (home / "run").chmod(0o755)
    with pytest.raises(EmbeddedError, match="is open to other users"):
        Embedded(home, settings=FAST).start()


@pytest.mark.slow
def test_a_long_path_and_odd_letters_are_no_hindrance(home: Path) -> None:
    long = home.parent / 'it\'s a "long" $(path)' / ("x" * 100)
    try:
        with Embedded(long, settings=FAST) as embedded:
            assert one(embedded.conninfo(), "select 1") == 1
    finally:
        Embedded(long).destroy()


@pytest.mark.slow
def test_destroy_waits_for_its_users(home: Path) -> None:
    with (
        Embedded(home, settings=FAST),
        pytest.raises(EmbeddedError, match="is in use"),
    ):
        Embedded(home).destroy()
    Embedded(home).destroy()
    assert [p.name for p in home.iterdir()] == ["lock"]


def test_binaries_named_by_the_environment_come_first(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    found = embedded_host.find_bindir()
    monkeypatch.setenv("ROWLOCK_PG_BINDIR", str(tmp_path))
    with pytest.raises(EmbeddedError, match="holds no initdb, pg_ctl, postgres"):
        embedded_host.find_bindir()
    monkeypatch.setenv("ROWLOCK_PG_BINDIR", str(found))
    assert embedded_host.find_bindir() == found


def test_root_is_told_when_its_folder_is_closed_to_the_server(tmp_path: Path) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root runs the server as another user")
    tmp_path.chmod(0o700)
    with pytest.raises(EmbeddedError, match="cannot enter"):
        Embedded(tmp_path / "data")
    assert tmp_path.stat().st_mode & 0o777 == 0o700


@pytest.mark.slow
def test_root_keeps_the_default_data_where_the_server_can_enter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root runs the server as another user")
    tmp_path.chmod(0o700)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    embedded = Embedded(settings=FAST)
    try:
        assert embedded.home.parent == embedded_host.SHARED
        assert (tmp_path / "rowlock").resolve() == embedded.home
        with embedded:
            assert one(embedded.conninfo(), "select 1") == 1
    finally:
        embedded.destroy()
        (embedded.home / "lock").unlink()
        embedded.home.rmdir()
