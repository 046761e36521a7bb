"""A real browser, for what only one can show; the tests that need it are skipped without."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tools.chromium import chromium

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# What Chromium would make ready for somebody who sits before its window, half of what a window
# costs; and of what playwright leaves out, for which the last word counts, what a page would meet.
WITHOUT = (
    "WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup",
    "AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding",
    "ThirdPartyStoragePartitioning", "OptimizationHints",
)  # fmt: skip
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    f"--disable-features={','.join(WITHOUT)}",
)


@contextmanager
def running() -> Iterator[Browser]:
    """Chromium: the machine's, else one that is installed for it."""
    from playwright.sync_api import Error, sync_playwright

    with sync_playwright() as playwright:
        own = chromium(Path(playwright.chromium.executable_path))
        try:
            made = playwright.chromium.launch(executable_path=own, args=[*ARGUMENTS])
        except Error:
            pytest.skip("no Chromium on this machine")
        yield made
        made.close()


# Of a module: as long as it is open its event loop runs in this thread, and no other can.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser, for the tests of one file."""
    with running() as made:
        yield made
