"""A private Postgres for one machine: initdb, start, adopt, stop. Knows nothing of the schema."""

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
from pathlib import Path
from types import FrameType, TracebackType

import psycopg
from psycopg import sql
from psycopg.conninfo import make_conninfo

from rowlock.embedded_host import (
    EmbeddedError,
    Say,
    data_home,
    find_bindir,
    major_version,
    runnable_bindir,
    server_account,
    socket_folder,
)

__all__ = ["Embedded", "EmbeddedError"]

DATABASE = "rowlock"
SUPERUSER = "postgres"
SETTINGS: Mapping[str, str] = {
    "max_connections": "200",
    "shared_buffers": "256MB",
    "maintenance_work_mem": "128MB",
    "max_wal_size": "2GB",
    "timezone": "UTC",
    "log_timezone": "UTC",
    "log_line_prefix": "%m [%p] %q%u@%d ",
    "log_checkpoints": "off",
}
LOG_KEPT = 10 * 1024 * 1024
TAIL_LINES = 20


class Embedded:
    """A private server in a folder. The last process that uses it stops it.

    `settings` override the server's configuration; tests may turn fsync off there.
    """

    def __init__(
        self,
        data: Path | None = None,
        *,
        settings: Mapping[str, str] | None = None,
        bindir: Path | None = None,
        say: Say = lambda _: None,
    ) -> None:
        self._say = say
        self._account = server_account(say)
        self.home = data_home(data, self._account)
        self.data = self.home / "pg"
        self.log = self.home / "log" / "server.log"
        self.bindir = bindir or find_bindir()
        self._settings = {**SETTINGS, **(settings or {})}
        self._sockets: Path | None = None
        self._users: int | None = None
        self._old_term: signal.Handlers | None = None
        self.adopted = False

    def __enter__(self) -> Embedded:
        # SIGTERM would end Python without unwinding: let it leave the with-block as Ctrl-C does.
        if threading.current_thread() is threading.main_thread():
            if signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
                self._old_term = signal.SIG_DFL
                signal.signal(signal.SIGTERM, _leave)
        try:
            return self.start()
        except BaseException:
            self._restore_term()
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
            self._restore_term()

    def _restore_term(self) -> None:
        if self._old_term is not None:
            signal.signal(signal.SIGTERM, self._old_term)
            self._old_term = None

    def conninfo(self, dbname: str = DATABASE, user: str = SUPERUSER) -> str:
        """How to connect. Trusts whoever can enter the socket's 0700 folder: this user and root."""
        if self._sockets is None:
            raise EmbeddedError("the embedded Postgres is not started")
        return make_conninfo(host=str(self._sockets), port=5432, dbname=dbname, user=user)

    def start(self) -> Embedded:
        """Make the data folder where absent, then start the server, or adopt one that runs."""
        if self._users is not None:
            return self
        version = major_version(self.bindir)
        self.bindir = runnable_bindir(self.bindir, self._account, self._say)
        with self._locked():
            self._check_version(version)
            self.adopted = self._running()
            if not self.adopted:
                if not self.data.exists():
                    self._initdb(version)
                self._start()
            self._ensure_database()
            self._users = os.open(self.home / "users", os.O_RDWR | os.O_CREAT, 0o600)
            fcntl.flock(self._users, fcntl.LOCK_SH)
        atexit.register(self.stop)
        return self

    def stop(self) -> None:
        """Stop the server unless another process still uses it."""
        atexit.unregister(self.stop)
        if self._users is None:
            return
        with _signals_held(), self._locked():
            users, self._users, self._sockets = self._users, None, None
            try:
                fcntl.flock(users, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                return
            finally:
                os.close(users)
            if self._pg_ctl("stop", "-m", "fast", "-w", "-t", "60") and self._alive():
                self._pg_ctl("stop", "-m", "immediate", "-w", "-t", "20")

    @contextlib.contextmanager
    def _locked(self) -> Iterator[None]:
        fd = os.open(self.home / "lock", os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(fd, fcntl.LOCK_EX)
            yield
        finally:
            os.close(fd)

    def _check_version(self, version: int) -> None:
        mark = self.data / "PG_VERSION"
        if not self.data.exists():
            return
        if not mark.exists():
            raise EmbeddedError(f"{self.data} is there, but it is no Postgres data folder")
        made = mark.read_text().strip()
        if made != str(version):
            raise EmbeddedError(
                f"{self.data} was made by Postgres {made}, and {self.bindir} holds {version}: set "
                f"ROWLOCK_PG_BINDIR to the bin folder of a Postgres {made}, or choose another --data"
            )

    def _pg_ctl(self, *argv: str | Path) -> int:
        return self._account.run(
            self.bindir / "pg_ctl", argv[0], "-D", self.data, *argv[1:], cwd=self.home
        ).returncode

    def _alive(self) -> bool:
        return self.data.exists() and self._pg_ctl("status") == 0

    def _running(self) -> bool:
        """Whether our server runs; forgets a pid file whose number now belongs to another program."""
        if not self._alive():
            return False
        lines = (self.data / "postmaster.pid").read_text().splitlines()
        command = Path("/proc") / lines[0] / "cmdline"
        if Path("/proc/self").exists():
            with contextlib.suppress(OSError):
                if b"postgres" not in command.read_bytes():
                    (self.data / "postmaster.pid").unlink()
                    return False
        self._sockets = Path(lines[4]) if len(lines) > 4 and lines[4] else self.home / "run"
        self._wait()
        return True

    def _initdb(self, version: int) -> None:
        self._say("making a new Postgres data folder")
        draft = (
            self.home / "pg.new"
        )  # renamed when complete, so that a killed initdb leaves nothing
        for locale in ("C.UTF-8", "C"):
            shutil.rmtree(draft, ignore_errors=True)
            self._account.make_folder(draft)
            argv = ["--username", SUPERUSER, "--auth-local=trust", "--auth-host=reject"]
            argv += [
                "--encoding=UTF8",
                f"--locale={locale}",
                "--data-checksums",
                "--no-instructions",
            ]
            if version >= 17:
                argv += ["--locale-provider=builtin", "--builtin-locale=C.UTF-8"]
            if self._settings.get("fsync") == "off":
                argv += ["--no-sync"]
            done = self._account.run(self.bindir / "initdb", "-D", draft, *argv, cwd=self.home)
            if done.returncode == 0:
                break
        else:
            shutil.rmtree(draft, ignore_errors=True)
            raise EmbeddedError(f"initdb failed:\n{done.stdout.strip()}")
        with (draft / "postgresql.conf").open("a") as conf:
            conf.write("\ninclude_if_exists = 'rowlock.conf'  # rewritten at every start\n")
            conf.write("include_if_exists = 'local.conf'    # yours\n")
        draft.rename(self.data)

    def _start(self) -> None:
        self._sockets = socket_folder(self.home, self._account)
        self._account.make_folder(self.log.parent)
        if self.log.exists() and self.log.stat().st_size > LOG_KEPT:
            self.log.rename(self.log.with_suffix(".log.1"))
        fixed = {
            "listen_addresses": "",
            "unix_socket_directories": '"{}"'.format(str(self._sockets).replace('"', '""')),
            "unix_socket_permissions": "0700",
            "port": "5432",
        }
        conf = self.data / "rowlock.conf"
        lines = (f"{k} = '{_quoted(v)}'\n" for k, v in {**self._settings, **fixed}.items())
        conf.write_text("".join(lines))
        os.chown(conf, self._account.uid, self._account.gid)
        begin = self.log.stat().st_size if self.log.exists() else 0
        if self._pg_ctl("start", "-w", "-t", "600", "-l", self.log) != 0:
            tail = self._tail(begin)
            raise EmbeddedError(f"the embedded Postgres did not start; end of {self.log}:\n{tail}")

    def _tail(self, begin: int) -> str:
        try:
            with self.log.open("rb") as log:
                log.seek(begin)
                text = log.read().decode(errors="replace")
        except OSError:
            return "(no log)"
        return "\n".join(text.splitlines()[-TAIL_LINES:])

    def _wait(self) -> None:
        """Wait for an adopted server that may still be recovering."""
        until = time.monotonic() + 60
        while True:
            try:
                psycopg.connect(self.conninfo("postgres"), connect_timeout=5).close()
                return
            except psycopg.OperationalError as e:
                if time.monotonic() > until:
                    raise EmbeddedError(
                        f"a server runs in {self.data} but does not answer: {e}; "
                        f"end of {self.log}:\n{self._tail(0)}"
                    ) from e
            time.sleep(0.1)

    def _ensure_database(self) -> None:
        with psycopg.connect(self.conninfo("postgres"), autocommit=True) as conn:
            seen = conn.execute("select 1 from pg_database where datname = %s", [DATABASE])
            if seen.fetchone() is None:
                make = sql.SQL("create database {} template template0")
                conn.execute(make.format(sql.Identifier(DATABASE)))


def _quoted(value: str) -> str:
    return value.replace("\\", "\\\\").replace("'", "''")


def _leave(number: int, _: FrameType | None) -> None:
    raise SystemExit(128 + number)


@contextlib.contextmanager
def _signals_held() -> Iterator[None]:
    """A second Ctrl-C during the stop must not orphan the server: deliver it afterwards."""
    held = {signal.SIGINT, signal.SIGTERM}
    before = signal.pthread_sigmask(signal.SIG_BLOCK, held)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
