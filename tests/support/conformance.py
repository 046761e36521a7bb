"""Prints how many cases of the JSON-Schema-Test-Suite pass, a line a file, at the end of a run."""

from __future__ import annotations

import pytest

PROPERTY = "json-schema-test-suite"


class Conformance:
    """Gathers what the tests recorded, from other processes too."""

    def __init__(self) -> None:
        self.files: dict[str, tuple[int, int]] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        for name, value in report.user_properties if report.when == "call" else ():
            if name == PROPERTY:
                assert isinstance(value, str)
                file, passed, total = value.split()
                self.files[file] = int(passed), int(total)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if self.files:
            terminalreporter.section("JSON-Schema-Test-Suite, draft 2020-12")
            for file, (passed, total) in sorted(self.files.items()):
                terminalreporter.line(f"{file:32} {passed:4} of {total:4}")
            passed, total = (sum(n) for n in zip(*self.files.values(), strict=True))
            terminalreporter.line(f"{'all':32} {passed:4} of {total:4}")


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Conformance(), "rowlock-conformance")
