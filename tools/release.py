"""Cuts a release: python -m tools.release 0.2.0, and 0.3.0.dev0 to begin the next one.

A release gets its number, its heading in CHANGELOG.md and its file in tests/releases, from which
the tests upgrade.
"""

from __future__ import annotations

import argparse
import datetime
import lzma
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VERSION = re.compile(r"(\d+\.\d+\.\d+)(\.dev\d+)?")
# Each file with the line that tells the version.
PLACES = {
    "pyproject.toml": re.compile(r'(?m)^(version = ")([^"]+)(")$'),
    "py/rowlock/__init__.py": re.compile(r'(?m)^(__version__ = ")([^"]+)(")$'),
}
OPEN = "## Unreleased\n"


def put_version(root: Path, version: str) -> None:
    """The number, wherever it stands."""
    for name, place in PLACES.items():
        text, found = place.subn(rf"\g<1>{version}\g<3>", (root / name).read_text("utf-8"))
        if found != 1:
            raise SystemExit(f"{name} has no line with the version")
        (root / name).write_text(text, "utf-8")


def put_heading(root: Path, version: str, today: datetime.date) -> None:
    """What was unreleased becomes the release's; nothing is unreleased."""
    path = root / "CHANGELOG.md"
    text = path.read_text("utf-8")
    before, found, after = text.partition(OPEN)
    if not found or not after.strip() or after.lstrip().startswith("## "):
        raise SystemExit("CHANGELOG.md has nothing below Unreleased")
    if f"\n## {version} " in text:
        raise SystemExit(f"CHANGELOG.md has {version} already")
    path.write_text(f"{before}{OPEN}\n## {version} - {today.isoformat()}\n{after}", "utf-8")


def keep_file(root: Path, version: str) -> Path:
    """The schema as released, packed; made by a new process, which reads the new number."""
    folder = root / "dist"
    made = [sys.executable, "-m", "tools.dist", "--folder", str(folder)]
    subprocess.run(made, cwd=root, check=True, stdout=subprocess.DEVNULL)
    packed = root / "tests" / "releases" / f"rowlock-{version}.sql.xz"
    text = (folder / f"rowlock-{version}.sql").read_bytes()
    packed.write_bytes(lzma.compress(text, preset=9 | lzma.PRESET_EXTREME))
    return packed


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("version", help="0.2.0 cuts it, 0.3.0.dev0 begins the next")
    given = parser.parse_args().version
    found = VERSION.fullmatch(given)
    if found is None:
        parser.error("a version is 0.2.0, or 0.3.0.dev0")
    if found[2] is None:
        put_heading(ROOT, given, datetime.datetime.now(datetime.UTC).date())
    put_version(ROOT, given)
    if found[2] is None:
        print(keep_file(ROOT, given).relative_to(ROOT))


if __name__ == "__main__":
    main()
