"""The log of a running service: one JSON object a line, who asked what, and no secret."""

from __future__ import annotations

import json
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from tests.support.command import environment
from tests.support.up import up

SECRET = "a secret of the tests that signs the sessions"
PASSWORD = "correct horse battery staple"


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def run(dsn: str, path: Path, **env: str) -> list[str]:
    """A service that answers, refuses and fails; what nobody may find in its log."""
    with (
        path.open("w") as log,
        up(log=log, DATABASE_URL=dsn, ROWLOCK_JWT_SECRET=SECRET, **env) as service,
    ):
        service.ready()
        password = service.said["admin"]["password"]
        _, session = service.post("/api/auth/login", external_id="admin", password=password)
        token = session["token"]
        service.post("/api/auth/login", external_id="admin", password=PASSWORD)
        assert service.post("/api/users", token, external_id="x", password=PASSWORD)[0] == 201
        _, made = service.post("/api/escalations", token, role="reviewer", type="a")
        assert service.post(f"/api/escalations/{made['id']}/claim", token, nonsense=1)[0] == 400
        _, ticket = service.post("/api/events/tickets", token)
        url = f"{service.said['address']}/api/events/stream?ticket={ticket['ticket']}"
        with urllib.request.urlopen(url, timeout=20) as stream:
            stream.readline()
        assert service.post("/api/escalations", "rl_x_secretpart")[0] == 401
        assert service.stop() == 0
    return [SECRET, PASSWORD, password, token, ticket["ticket"], "secretpart"]


def test_every_line_is_json_and_says_who_asked(fresh_dsn: str, tmp_path: Path) -> None:
    path = tmp_path / "log"
    secrets = run(fresh_dsn, path)
    found = lines(path)
    for secret in secrets:
        assert secret not in path.read_text()
    assert all({"event", "level", "timestamp"} <= line.keys() for line in found)
    answered = [line for line in found if line["event"] == "answered"]
    assert {line["route"] for line in answered} >= {
        "/api/auth/login",
        "/api/users",
        "/api/escalations",
        "/api/events/stream",
    }
    for line in answered:
        assert line["request_id"]
        assert line["ms"] >= 0
        # A key that is refused is named too; a password that is wrong is nobody's.
        nobody = line["route"] == "/api/auth/login" and line["status"] == 401
        assert ("actor" in line) is not nobody, line
    assert not [line for line in found if line["level"] in ("warning", "error", "critical")]


@pytest.mark.parametrize("level", ["warning", "debug"])
def test_the_level_is_a_setting(fresh_dsn: str, tmp_path: Path, level: str) -> None:
    run(fresh_dsn, tmp_path / "log", ROWLOCK_LOG_LEVEL=level)
    events = [line["event"] for line in lines(tmp_path / "log")]
    assert ("timer ran" in events) is ("answered" in events) is (level == "debug")


def test_what_libraries_say_has_the_same_shape(tmp_path: Path) -> None:
    script = (
        "import logging, structlog; from rowlock import log; log.configure('info');"
        "structlog.contextvars.bind_contextvars(request_id='r1');"
        "logging.getLogger('asyncio').info('noise');"
        "logging.getLogger('aiohttp.server').error('Error %s', 1, exc_info=ValueError('x'))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], env=environment(), capture_output=True, text=True
    )
    [line] = [json.loads(text) for text in done.stderr.splitlines()]
    assert (line["event"], line["logger"], line["level"]) == ("Error 1", "aiohttp.server", "error")
    assert line["request_id"] == "r1"
    assert line["exception"][0]["exc_type"] == "ValueError"
