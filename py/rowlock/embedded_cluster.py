"""The data folder of the embedded Postgres and the programs at work on it. Makes no connection."""

from __future__ import annotations

import contextlib
import os
import shutil
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from rowlock.embedded_host import Account, EmbeddedError, major_version, socket_folder, socket_path

SUPERUSER = "postgres"
LOG_KEPT = 10 * 1024 * 1024
TAIL_LINES = 20
BACKENDS_LEAVE = 20.0  # seconds that the backends of a killed server may take
NO_PID = "2147483647"
INCLUDES = """
include_if_exists = 'rowlock.conf'  # rewritten at every start
include_if_exists = 'local.conf'    # yours
"""


@dataclass(frozen=True, slots=True)
class Cluster:
    """A home folder, whose pg/, log/ and run/ are the account's, and the binaries for it."""

    home: Path
    bindir: Path
    account: Account

    @property
    def data(self) -> Path:
        """The data folder proper."""
        return self.home / "pg"

    @property
    def log(self) -> Path:
        """The server's log."""
        return self.home / "log" / "server.log"

    def check_version(self) -> int:
        """The binaries' major version, which must be the one that made the data."""
        version = major_version(self.bindir)
        if not self.data.exists():
            return version
        mark = self.data / "PG_VERSION"
        if not mark.exists():
            raise EmbeddedError(f"{self.data} is there, but it is no Postgres data folder")
        made = mark.read_text().strip()
        if made != str(version):
            raise EmbeddedError(
                f"{self.data} was made by Postgres {made}, and {self.bindir} holds {version}: "
                f"set ROWLOCK_PG_BINDIR to the bin folder of a Postgres {made}, or choose another "
                "--data"
            )
        return version

    def initdb(self, version: int, sync: bool) -> None:
        """Make the data folder. Renamed when complete: a killed initdb leaves nothing behind."""
        draft = self.home / "pg.new"
        argv = ["--username", SUPERUSER, "--auth-local=trust", "--auth-host=reject"]
        argv += ["--encoding=UTF8", "--data-checksums", "--no-instructions"]
        argv += ["--locale-provider=builtin", "--builtin-locale=C.UTF-8"] if version >= 17 else []
        argv += [] if sync else ["--no-sync"]
        for locale in ("C.UTF-8", "C"):  # a bare system may lack the first
            shutil.rmtree(draft, ignore_errors=True)
            self.account.make_folder(draft)
            program = self.bindir / "initdb"
            done = self.account.run(
                program, "-D", draft, *argv, f"--locale={locale}", cwd=self.home
            )
            if done.returncode == 0:
                break
        else:
            shutil.rmtree(draft, ignore_errors=True)
            raise EmbeddedError(f"initdb failed:\n{done.stdout.strip()}")
        with (draft / "postgresql.conf").open("a") as conf:
            conf.write(INCLUDES)
        local = draft / "local.conf"
        local.write_text("# Settings of your own. The last word is theirs.\n")
        os.chown(local, self.account.uid, self.account.gid)
        draft.rename(self.data)

    def start(self, settings: Mapping[str, str]) -> Path:
        """Start the server and wait until it answers; returns the folder of its socket."""
        sockets = socket_folder(self.home, self.account)
        self.account.make_folder(self.log.parent)
        if self.log.exists() and self.log.stat().st_size > LOG_KEPT:
            self.log.rename(self.log.with_suffix(".log.1"))
        fixed = {
            "listen_addresses": "",
            "unix_socket_directories": '"{}"'.format(str(sockets).replace('"', '""')),
            "unix_socket_permissions": "0700",
            "port": "5432",
        }
        lines = (f"{k} = {_quoted(v)}\n" for k, v in {**settings, **fixed}.items())
        self._replace(self.data / "rowlock.conf", "".join(lines))
        until = time.monotonic() + BACKENDS_LEAVE
        begin = self.log.stat().st_size if self.log.exists() else 0
        while self._pg_ctl("start", "-w", "-t", "600", "-l", "log/server.log") != 0:
            said = self.tail(begin)
            if "shared memory block" not in said or time.monotonic() > until:
                raise EmbeddedError(
                    f"the embedded Postgres did not start; end of {self.log}:\n{said}"
                )
            time.sleep(0.2)
        return sockets

    def stop(self) -> None:
        """Stop the server: cleanly, or at once when that takes too long."""
        if self._pg_ctl("stop", "-m", "fast", "-w", "-t", "60") and self.alive():
            self._pg_ctl("stop", "-m", "immediate", "-w", "-t", "20")
        # It may lie outside of the home folder, where nobody would ever delete it.
        with contextlib.suppress(OSError):
            socket_path(self.home).rmdir()

    def alive(self) -> bool:
        """Whether pg_ctl believes that the server runs."""
        return self.data.exists() and self._pg_ctl("status") == 0

    def process_lives(self) -> bool:
        """Whether the process that postmaster.pid names lives; asks nobody."""
        try:
            return _is_postgres((self.data / "postmaster.pid").read_text().partition("\n")[0])
        except OSError:
            return False

    def live_sockets(self) -> Path | None:
        """The socket folder of our running server; None when none runs."""
        if not self.alive():
            return None
        mark = self.data / "postmaster.pid"
        lines = mark.read_text().splitlines()
        sockets = Path(lines[4]) if len(lines) > 4 and lines[4] else self.home / "run"
        if _is_postgres(lines[0]):
            return sockets
        # Killed and not yet reaped, or the number is another program's now. Postgres would refuse
        # to start; it still checks by the file's other lines that no old backend is at work.
        self._replace(mark, "\n".join([NO_PID, *lines[1:], ""]))
        (sockets / ".s.PGSQL.5432.lock").unlink(missing_ok=True)
        return None

    def tail(self, begin: int = 0) -> str:
        """The end of the log, from a position on."""
        try:
            with self.log.open("rb") as log:
                log.seek(begin)
                text = log.read().decode(errors="replace")
        except OSError:
            return "(there is no log)"
        return "\n".join(text.splitlines()[-TAIL_LINES:])

    def _replace(self, file: Path, text: str) -> None:
        """Write a file as a whole or not at all: a full disk leaves what was there."""
        draft = file.with_name(f"{file.name}.new")
        try:
            draft.unlink(missing_ok=True)
            with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as new:
                new.write(text)
                new.flush()
                os.fsync(new.fileno())
            os.chown(draft, self.account.uid, self.account.gid)
            draft.rename(file)
        except OSError as e:
            with contextlib.suppress(OSError):
                draft.unlink(missing_ok=True)
            raise EmbeddedError(f"{file} could not be written: {e.strerror}") from e

    def _pg_ctl(self, verb: str, *argv: str) -> int:
        # Relative paths: pg_ctl hands them to a shell, which would read letters such as $ in them.
        program = self.bindir / "pg_ctl"
        return self.account.run(program, verb, "-D", "pg", *argv, cwd=self.home).returncode


def _is_postgres(pid: str) -> bool:
    """Whether the process is a living Postgres, as far as this system can tell."""
    if not Path("/proc/self/cmdline").exists():
        try:
            os.kill(int(pid), 0)
        except PermissionError:
            return True
        except (ValueError, ProcessLookupError):
            return False
        return True
    try:
        return b"postgres" in (Path("/proc") / pid / "cmdline").read_bytes()
    except OSError:
        return False


def _quoted(value: str) -> str:
    return "'" + value.replace("\\", "\\\\").replace("'", "''") + "'"
