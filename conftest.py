"""Loads the plugins of the test suite, for the Python tests and the pgTAP files alike."""

from __future__ import annotations

pytest_plugins = (
    "tests.support.servers",
    "tests.support.browser",
    "tests.support.conformance",
    "tests.support.pgtap",
    "tests.support.skips",
)
