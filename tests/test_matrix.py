"""make test-matrix: which binaries it finds, and what it tells of the versions."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tools import matrix, postgres
from tools.matrix import Row
from tools.postgres import NEEDED, PostgresMissing, postgres_bindir


def test_binaries_that_are_named_are_taken_or_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ROWLOCK_PG16_BINDIR", str(tmp_path))
    with pytest.raises(PostgresMissing, match="ROWLOCK_PG16_BINDIR=.* holds no Postgres"):
        postgres_bindir(16)
    for name in NEEDED:
        (tmp_path / name).touch()
    assert postgres_bindir(16) == tmp_path


def test_a_version_that_cannot_be_had_is_told_and_fails_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(postgres, "CACHE", tmp_path)
    monkeypatch.setattr(postgres, "find_bindir", lambda: tmp_path)
    monkeypatch.setattr(postgres, "major_version", lambda _: 18)
    monkeypatch.setattr("sys.argv", ["matrix", "--versions", "99"])
    # An index where nothing is to be had.
    monkeypatch.setitem(os.environ, "PIP_NO_INDEX", "1")
    assert matrix.main() == 1
    assert "no Postgres 99 binaries in /usr/lib/postgresql/99/bin" in capsys.readouterr().out


def test_the_table_tells_each_version(tmp_path: Path) -> None:
    report = tmp_path / "report.xml"
    report.write_text(
        '<testsuites><testsuite tests="9" failures="1" errors="2" skipped="3"/></testsuites>'
    )
    assert matrix.read(16, report, 7.4, 1) == Row(16, passed=3, failed=3, skipped=3, seconds=7.4)
    assert not matrix.read(16, report, 7.4, 1).good
    assert not matrix.read(17, tmp_path / "none.xml", 1, 4).good
    rows = [Row(15, passed=2), Row(18, why="no Postgres 18 binaries")]
    assert [line.split() for line in matrix.table(rows).splitlines()[1:]] == [
        ["15", "2", "0", "0", "0"],
        ["18", "0", "0", "0", "0", "no", "Postgres", "18", "binaries"],
    ]
