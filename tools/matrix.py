"""Runs the pgTAP files and the races on every Postgres that is supported, and tells how they fared.

python -m tools.matrix [--versions 15,16] [what pytest takes]. Each version is one run of pytest
whose embedded server is of that version.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from dataclasses import dataclass
from pathlib import Path

from tools.postgres import VERSIONS, PostgresMissing, postgres_bindir

ROOT = Path(__file__).resolve().parent.parent
WHAT = ("sql/tests", "tests/races")


@dataclass(frozen=True, slots=True)
class Row:
    """How the tests fared on one version; `why` where they did not run to their end."""

    version: int
    passed: int = 0
    failed: int = 0
    skipped: int = 0
    seconds: float = 0
    why: str = ""

    @property
    def good(self) -> bool:
        return not self.why and not self.failed and self.passed > 0


def read(version: int, report: Path, seconds: float, code: int) -> Row:
    """What pytest wrote of a run."""
    if not report.exists():
        return Row(version, why=f"pytest ended with {code} and wrote nothing")
    suites = ET.parse(report).getroot().iter("testsuite")
    told = [
        {k: int(s.attrib[k]) for k in ("tests", "failures", "errors", "skipped")} for s in suites
    ]
    tests, skipped = (sum(t[k] for t in told) for k in ("tests", "skipped"))
    failed = sum(t["failures"] + t["errors"] for t in told)
    why = f"pytest ended with {code}" if code and not failed else ""
    return Row(version, tests - skipped - failed, failed, skipped, seconds, why)


def table(rows: list[Row]) -> str:
    """The rows as people read them."""
    lines = [f"{'Postgres':>8} {'passed':>7} {'failed':>7} {'skipped':>8} {'seconds':>8}"]
    for r in rows:
        line = f"{r.version:>8} {r.passed:>7} {r.failed:>7} {r.skipped:>8} {r.seconds:>8.0f}"
        lines.append(f"{line}  {r.why}".rstrip())
    return "\n".join(lines)


def run(version: int, more: list[str]) -> Row:
    """One version."""
    try:
        bindir = postgres_bindir(version)
    except PostgresMissing as e:
        return Row(version, why=str(e))
    report = ROOT / "build" / f"matrix-{version}.xml"
    report.parent.mkdir(exist_ok=True)
    report.unlink(missing_ok=True)
    what = [] if any((ROOT / a.split("::")[0]).exists() for a in more) else list(WHAT)
    command = [sys.executable, "-m", "pytest", "-q", "-m", "not pg15", f"--junitxml={report}"]
    # The address of a server would be the same for all.
    kept = {k: v for k, v in os.environ.items() if k not in ("DATABASE_URL", "ROWLOCK_TEST_IMAGE")}
    print(f"Postgres {version}: {bindir}", flush=True)
    began = time.monotonic()
    done = subprocess.run(
        [*command, *what, *more], cwd=ROOT, env={**kept, "ROWLOCK_PG_BINDIR": str(bindir)}
    )
    return read(version, report, time.monotonic() - began, done.returncode)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--versions", default=",".join(map(str, VERSIONS)), help="15,16,17,18")
    given, more = parser.parse_known_args()
    rows = [run(int(version), more) for version in given.versions.split(",")]
    print("\n" + table(rows))
    return 0 if all(row.good for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
