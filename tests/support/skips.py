"""The last line of a run counts its skips; one that nobody listed fails the run when CI=true."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

LIST = Path(__file__).resolve().parent.parent / "allowed_skips.txt"


def allowed_skips(text: str) -> list[re.Pattern[str]]:
    """A line a pattern for "<test id>: <reason>", where * stands for anything and # is a remark."""
    lines = (line.split(" #")[0].strip() for line in text.splitlines())
    kept = [line for line in lines if line and not line.startswith("#")]
    return [re.compile(".*".join(map(re.escape, line.split("*"))), re.DOTALL) for line in kept]


class Skips:
    """Gathers every skip of a run, those inside pgTAP files too."""

    def __init__(self) -> None:
        self.seen: list[str] = []
        self.patterns = allowed_skips(LIST.read_text() if LIST.exists() else "")

    @property
    def unlisted(self) -> list[str]:
        return [s for s in self.seen if not any(p.fullmatch(s) for p in self.patterns)]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.skipped and not hasattr(report, "wasxfail"):
            self._add(report)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.skipped:
            self._add(report)

    def _add(self, report: pytest.TestReport | pytest.CollectReport) -> None:
        why = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        self.seen.append(f"{report.nodeid}: {why.removeprefix('Skipped: ')}")

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if os.environ.get("CI") == "true" and self.unlisted and session.exitstatus == 0:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    @pytest.hookimpl(trylast=True)
    def pytest_unconfigure(self, config: pytest.Config) -> None:
        if config.option.collectonly:
            return
        for skip in self.unlisted:
            print(f"unlisted skip: {skip}")
        print(f"skips: {len(self.seen)} ({len(self.unlisted)} not in tests/allowed_skips.txt)")


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Skips(), "rowlock-skips")
