"""Reads go to a replica that has all that the primary has; else the primary answers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
import pytest
import structlog

from rowlock.install import install
from rowlock.settings import Settings
from tests.support.replica import Pair, pair, until

from .conftest import World
from .service import serving, settings_for

__all__ = ["pair"]

pytestmark = pytest.mark.slow


def sample(world: World, name: str) -> float | None:
    """One number of /metrics, if it is told."""
    text = world.nobody("GET", "/metrics").text
    found = [line.split()[-1] for line in text.splitlines() if line.startswith(f"{name} ")]
    return float(found[0]) if found else None


def answered(world: World, server: str) -> float:
    return sample(world, f'rowlock_reads_total{{server="{server}"}}') or 0.0


@pytest.fixture(scope="module")
def settings(pair: Pair) -> Settings:
    dsn = pair.primary.conninfo()
    install(dsn)
    made = settings_for(dsn)
    login = made.database_url.get_secret_value()
    pair.wait()
    return made.model_copy(update={"read_dsn": pair.address(pair.replica, login)})


@contextmanager
def served(pair: Pair, settings: Settings, **changes: object) -> Iterator[World]:
    with (
        psycopg.connect(pair.primary.conninfo(), autocommit=True) as conn,
        serving(Settings(**{**settings.model_dump(), **changes})) as url,
    ):
        yield World.first(url, conn)


def test_who_wrote_reads_it_at_once_from_the_replica(pair: Pair, settings: Settings) -> None:
    with structlog.testing.capture_logs() as logs, served(pair, settings) as world:
        until(lambda: sample(world, "rowlock_replica_up") == 1)
        for count in range(1, 101):
            row = world.row()
            found = world.admin("GET", "/api/escalations?limit=200").body
            assert len(found["escalations"]) == count
            assert row in {r["id"] for r in found["escalations"]}
        assert answered(world, "replica") > 90
    print([x for x in logs if "read" in x["event"]])
