"""rowlock psql and --version: what is ours and what is passed on."""

from __future__ import annotations

import os
from pathlib import Path

from rowlock import __version__
from tests.support.command import rowlock
from tests.support.pgtap import psql_program


def test_the_version_is_told_without_a_database() -> None:
    assert rowlock("--version", env={}).stdout == f"rowlock {__version__}\n"


def test_psql_gets_its_own_options(dsn: str) -> None:
    path = f"{Path(psql_program()).parent}{os.pathsep}{os.environ['PATH']}"
    done = rowlock("psql", "-XAt", "-c", "select 40 + 2", env={"DATABASE_URL": dsn, "PATH": path})
    assert (done.stdout, done.returncode) == ("42\n", 0)
