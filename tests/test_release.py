"""How a release is cut, and what of a released one stays as it was."""

from __future__ import annotations

import datetime
import lzma
import re
import shutil
from collections import Counter
from pathlib import Path

import pytest
from tools.release import PLACES, put_heading, put_version

from rowlock import __version__
from rowlock.install import steps

ROOT = Path(__file__).parents[1]
RELEASES = sorted((ROOT / "tests/releases").glob("rowlock-*.sql.xz"))
MIGRATION = re.compile(r"_migration_due\(name => '(\w+)', sha256 => '([0-9a-f]{64})'\)")
DAY = datetime.date(2030, 1, 2)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    for name in ("CHANGELOG.md", *PLACES):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    return tmp_path


def test_every_release_has_its_heading_and_its_file() -> None:
    headings = re.findall(r"(?m)^## (\d\S*) - ", (ROOT / "CHANGELOG.md").read_text("utf-8"))
    assert sorted(headings) == [p.name.removeprefix("rowlock-")[:-7] for p in RELEASES]


def test_what_changed_is_told_once() -> None:
    lines = (ROOT / "CHANGELOG.md").read_text("utf-8").splitlines()
    entries = Counter(line for line in lines if line.startswith("- "))
    assert [entry for entry, times in entries.items() if times > 1] == []


@pytest.mark.parametrize("path", RELEASES, ids=lambda p: p.name)
def test_migrations_of_a_release_are_not_edited(path: Path) -> None:
    released = MIGRATION.findall(lzma.decompress(path.read_bytes()).decode())
    now = [(s.migration, s.sha256) for s in steps() if s.migration]
    assert released and now[: len(released)] == released


def test_the_version_is_the_same_wherever_it_stands(copy: Path) -> None:
    found = [place.findall((ROOT / name).read_text("utf-8")) for name, place in PLACES.items()]
    assert [version for [(_, version, _)] in found] == [__version__] * len(PLACES)
    put_version(copy, "7.8.9")
    for name, place in PLACES.items():
        assert [v for _, v, _ in place.findall((copy / name).read_text("utf-8"))] == ["7.8.9"]


def test_what_was_unreleased_becomes_the_release(copy: Path) -> None:
    path = copy / "CHANGELOG.md"
    path.write_text("# Changelog\n\n## Unreleased\n\n### Added\n- New.\n\n## 1.0.0 - 2029-01-01\n")
    put_heading(copy, "1.1.0", DAY)
    assert path.read_text("utf-8").split("## ")[1:3] == [
        "Unreleased\n\n",
        "1.1.0 - 2030-01-02\n\n#",
    ]
    with pytest.raises(SystemExit, match="nothing below Unreleased"):
        put_heading(copy, "1.2.0", DAY)
