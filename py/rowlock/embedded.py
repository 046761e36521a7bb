"""A private Postgres for one machine: start, adopt, stop. Knows nothing of the schema."""

from __future__ import annotations

import atexit
import contextlib
import fcntl
import os
import shutil
import signal
import threading
import time
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from types import TracebackType

import psycopg
from psycopg import sql
from psycopg.conninfo import make_conninfo

from rowlock.embedded_cluster import SUPERUSER, Cluster
from rowlock.embedded_host import (
    EmbeddedError,
    Say,
    data_home,
    find_bindir,
    home_path,
    runnable_bindir,
    server_account,
)
from rowlock.embedded_signals import leave, signals_held

__all__ = ["Embedded", "EmbeddedError"]

DATABASE = "rowlock"
SETTINGS: Mapping[str, str] = {
    "max_connections": "200",
    "shared_buffers": "256MB",
    "maintenance_work_mem": "128MB",
    "max_wal_size": "2GB",
    # Claims leave dead entries at the head of the queue's index.
    "autovacuum_naptime": "10s",
    "timezone": "UTC",
    "log_timezone": "UTC",
    "log_line_prefix": "%m [%p] %q%u@%d ",
    "log_checkpoints": "off",
}


class Embedded:
    """A private server in a folder, shared by the processes of one machine: the last one stops it.

    `settings` override the server's configuration; a throwaway server may turn fsync off there.
    """

    def __init__(
        self,
        data: Path | None = None,
        *,
        settings: Mapping[str, str] | None = None,
        bindir: Path | None = None,
        say: Say = lambda _: None,
    ) -> None:
        account = server_account(say)
        home = data_home(data, account)
        self._cluster = Cluster(home, bindir or find_bindir(), account)
        self._say = say
        self._settings = {**SETTINGS, **(settings or {})}
        self._sockets: Path | None = None
        self._users: int | None = None
        self._takes_term = False
        self.adopted = False

    @classmethod
    def attach(cls, data: Path | None = None) -> Embedded | None:
        """Use the server of a folder if it runs; makes and starts nothing."""
        try:
            if not (home_path(data) / "pg" / "postmaster.pid").exists():
                return None
        except PermissionError as e:
            raise EmbeddedError(f"{e.filename} belongs to somebody else") from e
        embedded = cls(data)
        embedded._runnable()
        with embedded._locked():
            embedded._sockets = embedded._cluster.live_sockets()
            if embedded._sockets is None:
                return None
            embedded.adopted = True
            embedded._use()
        return embedded

    @property
    def home(self) -> Path:
        """The folder of everything ours; what belongs beside the data goes here."""
        return self._cluster.home

    @property
    def bindir(self) -> Path:
        """The folder of the server's programs, psql and pg_dump among them."""
        return self._cluster.bindir

    @property
    def log(self) -> Path:
        """The server's log."""
        return self._cluster.log

    def __enter__(self) -> Embedded:
        # SIGTERM would end Python without unwinding: let it leave the with-block as Ctrl-C does.
        main = threading.current_thread() is threading.main_thread()
        if main and signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
            self._takes_term = True
            signal.signal(signal.SIGTERM, leave)
        try:
            return self.start()
        except BaseException:
            self.__exit__(None, None, None)
            raise

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            self.stop()
        finally:
            if self._takes_term:
                self._takes_term = False
                signal.signal(signal.SIGTERM, signal.SIG_DFL)

    def conninfo(self, dbname: str = DATABASE, user: str = SUPERUSER) -> str:
        """How to connect. Trusts whoever can enter the socket's 0700 folder: this user and root."""
        if self._sockets is None:
            raise EmbeddedError("the embedded Postgres is not started")
        return make_conninfo(host=str(self._sockets), port=5432, dbname=dbname, user=user)

    def start(self) -> Embedded:
        """Make the data folder where absent, then start the server, or adopt one that runs."""
        if self._users is not None:
            return self
        self._runnable()
        with self._locked():
            version = self._cluster.check_version()
            self._sockets = self._cluster.live_sockets()
            self.adopted = self._sockets is not None
            if not self.adopted:
                if not self._cluster.data.exists():
                    self._say(f"making a new Postgres {version} data folder in {self.home}")
                    self._cluster.initdb(version, sync=self._settings.get("fsync") != "off")
                try:
                    self._sockets = self._cluster.start(self._settings)
                except BaseException:
                    with signals_held():
                        self._cluster.stop()
                    raise
            self._use()
        try:
            self._ensure_database()
        except BaseException:
            self.stop()
            raise
        return self

    def running(self) -> bool:
        """Whether the process of the server lives."""
        return self._cluster.process_lives()

    def revive(self) -> None:
        """Start the server where it was, when it died while we use it."""
        with self._locked():
            if self._users is not None and self._cluster.live_sockets() is None:
                self._cluster.start(self._settings)

    def stop(self) -> None:
        """Stop the server unless another process still uses it."""
        atexit.unregister(self.stop)
        if self._users is None:
            return
        with signals_held(), self._locked():
            users, self._users, self._sockets = self._users, None, None
            try:
                fcntl.flock(users, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                return
            finally:
                os.close(users)
            self._cluster.stop()

    def destroy(self) -> None:
        """Delete everything in the home folder; refused while a process uses the server."""
        self._runnable()
        with self._locked():
            with (self.home / "users").open("a") as users:
                try:
                    fcntl.flock(users, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except BlockingIOError:
                    raise EmbeddedError(f"{self.home} is in use; stop what uses it first") from None
            if self._cluster.live_sockets():
                self._cluster.stop()
            for entry in self.home.iterdir():
                if entry.is_dir() and not entry.is_symlink():
                    shutil.rmtree(entry)
                elif entry.name != "lock":
                    entry.unlink()

    def _runnable(self) -> None:
        runnable = runnable_bindir(self.bindir, self._cluster.account, self._say)
        self._cluster = replace(self._cluster, bindir=runnable)

    def _use(self) -> None:
        self._users = os.open(self.home / "users", os.O_RDWR | os.O_CREAT, 0o600)
        fcntl.flock(self._users, fcntl.LOCK_SH)
        atexit.register(self.stop)

    @contextlib.contextmanager
    def _locked(self) -> Iterator[None]:
        fd = os.open(self.home / "lock", os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(fd, fcntl.LOCK_EX)
            yield
        finally:
            os.close(fd)

    def _ensure_database(self) -> None:
        with self._connect() as conn:
            # One at a time: two first starters would both find it missing.
            conn.execute("select pg_advisory_lock(hashtextextended('embedded database', 0))")
            seen = conn.execute("select 1 from pg_database where datname = %s", [DATABASE])
            if seen.fetchone() is None:
                make = sql.SQL("create database {} template template0")
                conn.execute(make.format(sql.Identifier(DATABASE)))

    def _connect(self) -> psycopg.Connection:
        """Connect, waiting for an adopted server that may still be recovering."""
        until = time.monotonic() + 60
        while True:
            try:
                return psycopg.connect(self.conninfo("postgres"), autocommit=True)
            except psycopg.OperationalError as e:
                if time.monotonic() > until:
                    raise EmbeddedError(
                        f"the server in {self.home} does not answer: {e}; "
                        f"end of {self.log}:\n{self._cluster.tail()}"
                    ) from e
            time.sleep(0.1)
