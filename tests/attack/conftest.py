"""Fixtures: a database with something of each kind, and a secret in what belongs to others."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.fuzz.test_arguments import populate
from tests.support.scene import Scene, scene
from tests.support.servers import Server

from .test_logins import plant


@pytest.fixture(name="scene", scope="module")
def _scene(server: Server, db: str) -> Iterator[Scene]:
    with scene(server, db) as made:
        populate(made)
        plant(made)
        yield made
