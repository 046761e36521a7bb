"""Fixtures of the races: a scene a module."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.scene import Scene, scene
from tests.support.servers import Server


@pytest.fixture(name="scene", scope="module")
def _scene(server: Server, db: str) -> Iterator[Scene]:
    with scene(server, db) as made:
        yield made
