"""Fixtures of the page's tests: the service and its people, and windows of a real browser."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from psycopg.types.json import Jsonb

from tests.http.conftest import World, password_hash, world
from tests.support.browser import running

from .window import Window, window

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext

__all__ = ["password_hash", "world"]

Opener = Callable[..., Window]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What needs a browser is kept out of the fast run."""
    here = f"{Path(__file__).parent}/"
    for item in items:
        if str(item.path).startswith(here) and "browser" in item.fixturenames:  # type: ignore[attr-defined]
            item.add_marker(pytest.mark.slow)


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """One browser for all of this folder, where no test needs an event loop of its own."""
    with running() as made:
        yield made


@pytest.fixture(scope="module")
def contexts(browser: Browser) -> Iterator[list[BrowserContext]]:
    """Contexts that tests have left behind, for the next ones of their module."""
    kept: list[BrowserContext] = []
    yield kept
    for context in kept:
        context.close()


@pytest.fixture
def windows(world: World, browser: Browser, contexts: list[BrowserContext]) -> Iterator[Opener]:
    """Opens windows, as many as a test wants: of one user id each, or of nobody."""
    with ExitStack() as stack:
        make: Callable[..., AbstractContextManager[Window]] = partial(
            window, browser, world, kept=contexts
        )

        def opened(user_id: str | None, **more: Any) -> Window:
            return stack.enter_context(make(user_id, **more))

        yield opened


@pytest.fixture(scope="module")
def ada(world: World) -> str:
    """A reviewer."""
    return person(world, "ada", "Ada Lovelace")


@pytest.fixture(scope="module")
def grace(world: World) -> str:
    """Another reviewer."""
    return person(world, "grace", "Grace Hopper")


def person(world: World, external_id: str, name: str, *grants: tuple[str, dict[str, str]]) -> str:
    """An account with a name, member of reviewer unless told otherwise."""
    made = world.user(external_id, *(grants or (("reviewer", {}),)))
    world.call("user_patch", id=made, patch=f'{{"display_name": "{name}"}}', actor=world.root)
    return made


def ask(world: World, role: str = "reviewer", **more: Any) -> str:
    """A new row, made in SQL; returns its id."""
    given = {k: Jsonb(v) if isinstance(v, dict) else v for k, v in more.items()}
    made = world.call(
        "escalation_create", **{"type": "approval", **given}, role=role, actor=world.root
    )
    return str(made["escalation"]["id"])
