"""docs/examples/approval.py: killed while it waits, begun again, and given its answer."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from psycopg.conninfo import make_conninfo

from tests.support.scene import Scene, one, scene
from tests.support.servers import Server

EXAMPLE = Path(__file__).parents[1] / "docs" / "examples" / "approval.py"
# With so long between its own looks that an answer in time came by the bell.
PATIENT = EXAMPLE.read_text(encoding="utf-8").replace("timeout=5", "timeout=60")
KEY = "approve-order-7"
YES = {"decision": "yes"}


@pytest.fixture(name="scene")
def _scene(server: Server) -> Iterator[Scene]:
    with server.database() as name, scene(server, name) as made:
        yield made


@contextmanager
def step(scene: Scene) -> Iterator[subprocess.Popen[str]]:
    """The example at work, once it waits."""
    env = {
        **os.environ,
        "DATABASE_URL": make_conninfo(scene.dsn, user=scene.login, password=scene.login),
        "ROWLOCK_ACTOR": scene.root,
    }
    made = subprocess.Popen(
        [sys.executable, "-c", PATIENT, "order-7"], env=env, stdout=subprocess.PIPE, text=True
    )
    try:
        assert made.stdout and made.stdout.readline() == "waiting\n"
        yield made
    finally:
        made.kill()
        made.wait(60)


def answered(made: subprocess.Popen[str]) -> str:
    # Not by communicate, which would leave out what was read ahead with the line before.
    assert made.stdout
    said = made.stdout.read().strip()
    assert made.wait(60) == 0
    return said


def test_a_step_that_is_killed_comes_back_and_gets_its_answer(scene: Scene) -> None:
    with step(scene) as killed:
        killed.kill()
    with step(scene) as again:
        began = time.monotonic()
        one(scene.owner, "signal_send", signal_key=KEY, payload=YES, actor=scene.root)
        assert answered(again) == "resolved {'decision': 'yes'}"
        assert time.monotonic() - began < 30
    # Also what was answered while nobody waited.
    with step(scene) as late:
        assert answered(late) == "resolved {'decision': 'yes'}"
    assert scene.value("select count(*) from rowlock.escalation") == 1
    scene.check_history()


def test_a_step_gets_an_answer_that_came_while_it_was_dead(scene: Scene) -> None:
    with step(scene) as killed:
        killed.kill()
    row = scene.value("select id::text from rowlock.escalation where signal_key = %s", KEY)
    one(scene.owner, "escalation_cancel", id=row, actor=scene.root)
    with step(scene) as again:
        assert answered(again) == "cancelled None"
