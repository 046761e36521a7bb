"""A durable server with a service, of which the tests of this folder kill what they like."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rowlock.embedded import Embedded
from tests.support.house import House
from tests.support.servers import temporary_home


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with temporary_home() as home, Embedded(home) as embedded:
        yield House(embedded, tmp_path_factory.mktemp("house") / "log")
