"""Finds pgTAP's SQL file: one named by PGTAP_SQL, an installed package's, else the distribution's.

Prints its path. The package is fetched without root and unpacked into .cache/.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from tools.cache import CACHE, found_or_fetched

UNPACKED = CACHE / "pgtap"
PATTERN = "usr/share/postgresql/*/extension/pgtap--*.sql"
NONE_WORKS = (
    "pgTAP is not to be had: the server offers no such extension, PGTAP_SQL names no file, no "
    "package is installed, and fetching the distribution's failed ({why}). Install pgTAP for any "
    "Postgres from 14 (Debian: apt-get install postgresql-15-pgtap), or set PGTAP_SQL to the path "
    "of its pgtap--<version>.sql."
)


class PgTapMissing(RuntimeError):
    """None of the ways to pgTAP works; the message says what to do."""


def pgtap_sql(fetch: bool = True) -> Path:
    """The file to load into a schema of its own."""
    named = os.environ.get("PGTAP_SQL")
    if named:
        if not Path(named).is_file():
            raise PgTapMissing(f"PGTAP_SQL={named} is no file")
        return Path(named).resolve()
    found = found_or_fetched(_present, _fetch, "pgtap") if fetch else _present()
    if found is None:
        raise PgTapMissing(NONE_WORKS.format(why="it was not tried" if not fetch else "no file"))
    return found


def _present() -> Path | None:
    return _newest(Path("/")) or _newest(UNPACKED)


def _newest(root: Path) -> Path | None:
    versions = [
        (tuple(int(n) for n in m[1].split(".")), p)
        for p in root.glob(PATTERN)
        if (m := re.fullmatch(r"pgtap--(\d+(?:\.\d+)*)\.sql", p.name))
    ]
    return max(versions)[1] if versions else None


def _fetch() -> None:
    if not (shutil.which("apt-get") and shutil.which("dpkg-deb")):
        raise PgTapMissing(NONE_WORKS.format(why="there is no apt-get here"))
    print("fetching pgTAP, the distribution's package, into .cache/", file=sys.stderr)
    state, cache, files = CACHE / "apt", CACHE / "apt-cache", CACHE / "apt-files"
    for folder in (state / "lists/partial", cache / "archives/partial", files):
        folder.mkdir(parents=True, exist_ok=True)
    options = [
        f"-oDir::State={state}",
        "-oDir::State::status=/var/lib/dpkg/status",
        f"-oDir::Cache={cache}",
        "-oAPT::Sandbox::User=",
        "-oAcquire::Retries=2",
        "-oDebug::NoLocking=true",
    ]
    _run("apt-get", *options, "-q", "update")
    names = _run("apt-cache", *options, "search", "--names-only", "^postgresql-[0-9]+-pgtap$")
    packages = re.findall(r"^(postgresql-\d+-pgtap)\b", names, re.MULTILINE)
    if not packages:
        raise PgTapMissing(NONE_WORKS.format(why="the distribution has no such package"))
    package = max(packages, key=lambda p: int(p.split("-")[1]))
    for old in files.glob("*.deb"):
        old.unlink()
    _run("apt-get", *options, "-q", "download", package, cwd=files)
    draft = UNPACKED.with_suffix(f".{os.getpid()}")
    _run("dpkg-deb", "-x", str(next(files.glob("*.deb"))), str(draft))
    shutil.rmtree(UNPACKED, ignore_errors=True)
    draft.rename(UNPACKED)
    for used in (state, cache, files):
        shutil.rmtree(used, ignore_errors=True)


def _run(*argv: str, cwd: Path | None = None) -> str:
    done = subprocess.run(argv, cwd=cwd, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    if done.returncode != 0:
        last = (done.stderr.strip() or done.stdout.strip() or "no output").splitlines()[-1]
        raise PgTapMissing(NONE_WORKS.format(why=f"{argv[0]} {argv[-1]}: {last}"))
    return done.stdout


if __name__ == "__main__":
    try:
        print(pgtap_sql())
    except PgTapMissing as e:
        sys.exit(str(e))
