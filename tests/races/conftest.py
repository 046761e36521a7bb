"""Fixtures of the races: a scene a module, and one with two-phase commit a test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.journal import Journal
from tests.support.scene import Scene, scene
from tests.support.servers import FAST, Server, running_server

# What everything else rests on; the others run on 15 by `make test-matrix`.
ON_15_TOO = (
    "test_claim", "test_settle", "test_make", "test_lapse", "test_idempotency", "test_journal",
    "test_run_claim",
)  # fmt: skip


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """The most important races meet on the oldest Postgres too."""
    if metafunc.module.__name__.rpartition(".")[2] in ON_15_TOO and (
        "server" in metafunc.fixturenames
    ):
        versions = [pytest.param("server", id="here")]
        versions += [pytest.param("server_15", id="15", marks=pytest.mark.pg15)]
        metafunc.parametrize("server", versions, indirect=True, scope="session")


@pytest.fixture(name="server", scope="session")
def _server(request: pytest.FixtureRequest, server: Server) -> Server:
    """The session's, or the oldest one for the tests that run on it too."""
    if getattr(request, "param", "server") == "server":
        return server
    found = request.getfixturevalue(request.param)
    assert isinstance(found, Server)
    return found


@pytest.fixture(name="scene", scope="module")
def _scene(server: Server, db: str) -> Iterator[Scene]:
    with scene(server, db) as made:
        yield made


@pytest.fixture(scope="session")
def two_phase_server() -> Iterator[Server]:
    """A server of its own: prepared transactions are off by default."""
    with running_server(settings={**FAST, "max_prepared_transactions": "30"}) as server:
        yield server
        server.close()


@pytest.fixture
def two_phase(two_phase_server: Server) -> Iterator[Scene]:
    """A fresh scene there."""
    with two_phase_server.database() as name, scene(two_phase_server, name) as made:
        yield made


@pytest.fixture
def journal(scene: Scene) -> Iterator[Journal]:
    """A row and two sessions that write, with a reader at the end of the journal."""
    with scene.connect() as late, scene.connect() as soon:
        yield Journal.at_end(scene, late, soon)
