"""A real browser, for what only one can show; the tests that need it are skipped without."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ARGUMENTS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking")


# Of a module: as long as it is open its event loop runs in this thread, and no other can.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium, the machine's own or the one that playwright installed."""
    from playwright.sync_api import Error, sync_playwright

    own = shutil.which("chromium") or shutil.which("chromium-browser")
    with sync_playwright() as playwright:
        try:
            made = playwright.chromium.launch(executable_path=own, args=[*ARGUMENTS])
        except Error:
            pytest.skip("no Chromium on this machine")
        yield made
        made.close()
