"""A primary and its streaming replica, both embedded servers; the copy is pg_basebackup's."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from rowlock.embedded import Embedded
from rowlock.embedded_host import server_account
from tests.support.servers import temporary_home

NAME = "copy"
# A killed process loses nothing that it has written; commits are flushed, as replication reads it.
SETTINGS = {
    "fsync": "off",
    "full_page_writes": "off",
    "shared_buffers": "64MB",
    "max_connections": "100",
    "wal_sender_timeout": "5s",
}


@dataclass(slots=True)
class Pair:
    """Two servers, of which the second follows the first."""

    primary: Embedded
    replica: Embedded

    def address(self, of: Embedded, dsn: str) -> str:
        """The database of a connection string, on one of the servers."""
        to = conninfo_to_dict(of.conninfo())
        return make_conninfo(dsn, host=str(to["host"]), port=str(to["port"]))

    def both(self, dsn: str) -> str:
        """The same, on whichever takes writes."""
        to = [conninfo_to_dict(of.conninfo()) for of in (self.primary, self.replica)]
        hosts, ports = (",".join(str(t[key]) for t in to) for key in ("host", "port"))
        return make_conninfo(dsn, host=hosts, port=ports, target_session_attrs="read-write")

    def wait(self, seconds: float = 60) -> None:
        """Until the replica has all that the primary has flushed."""
        with _connect(self.primary) as conn:
            goal = conn.execute("select pg_current_wal_flush_lsn()::text").fetchone()
        with _connect(self.replica) as conn:
            query = "select pg_last_wal_replay_lsn() >= %s::pg_lsn"
            until(lambda: bool(conn.execute(query, goal).fetchone() == (True,)), seconds)

    def ask(self, of: Embedded, statement: str) -> object:
        """One value, as the superuser of one of the servers."""
        with _connect(of) as conn:
            row = conn.execute(statement.encode()).fetchone()
            return row[0] if row else None

    def tell(self, of: Embedded, statement: str) -> None:
        """A statement without a result, as the superuser."""
        with _connect(of) as conn:
            conn.execute(statement.encode())


def _connect(of: Embedded) -> psycopg.Connection:
    return psycopg.connect(of.conninfo("postgres"), autocommit=True)


def until(done: Callable[[], bool], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < end, "it never comes"
        time.sleep(0.01)


def copy(primary: Embedded, home: Path) -> None:
    """A base backup of a running server as the data of another home."""
    account = server_account(lambda _: None)
    home.mkdir(mode=0o711 if account.switched else 0o700)
    os.chown(home, account.uid, account.gid)
    program = primary.bindir / "pg_basebackup"
    given = ["-d", primary.conninfo("postgres"), "-D", home / "pg", "-c", "fast", "--no-sync"]
    done = account.run(program, *given, cwd=home)
    assert done.returncode == 0, done.stdout
    signal_file = home / "pg" / "standby.signal"
    signal_file.touch()
    os.chown(signal_file, account.uid, account.gid)


def follower(
    primary: Embedded, home: Path, settings: Mapping[str, str], name: str = NAME
) -> Embedded:
    """A replica of the primary, not started."""
    copy(primary, home)
    line = make_conninfo(primary.conninfo("postgres"), application_name=name)
    return Embedded(home, settings={**settings, "primary_conninfo": line})


@contextmanager
def copied(settings: Mapping[str, str] = SETTINGS) -> Iterator[Pair]:
    """Both servers, running; the database is empty."""
    with temporary_home() as first, temporary_home() as second:
        primary = Embedded(first, settings=settings).start()
        replica = follower(primary, second, settings)
        try:
            yield Pair(primary, replica.start())
        finally:
            replica.stop()
            primary.stop()


@pytest.fixture(scope="module")
def pair() -> Iterator[Pair]:
    """A primary and its replica, for one module."""
    with copied() as made:
        yield made


def kill(embedded: Embedded) -> None:
    """The server and all its processes, at once."""
    postmaster = int((embedded.home / "pg" / "postmaster.pid").read_text().split()[0])
    children = Path(f"/proc/{postmaster}/task/{postmaster}/children").read_text().split()
    # Stopped first, so that it orders nobody to tidy up.
    os.kill(postmaster, signal.SIGSTOP)
    for pid in [*map(int, children), postmaster]:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
