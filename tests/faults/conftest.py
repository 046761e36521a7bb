"""Fixtures of the faults: a scene a module, and a reader at the end of its journal."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.journal import Journal
from tests.support.scene import Scene, scene
from tests.support.servers import Server


@pytest.fixture(name="scene", scope="module")
def _scene(server: Server, db: str) -> Iterator[Scene]:
    with scene(server, db) as made:
        yield made


@pytest.fixture
def journal(scene: Scene) -> Iterator[Journal]:
    """A row and two sessions that write, with a reader at the end of the journal."""
    with scene.connect() as late, scene.connect() as soon:
        yield Journal.at_end(scene, late, soon)
