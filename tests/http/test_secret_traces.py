"""A password leaves no trace: in no dump, in no log of every statement, in nothing told."""

from __future__ import annotations

import base64
import json
import subprocess
from collections.abc import Callable, Iterator, Mapping
from uuid import uuid4

import psycopg
import pytest
import structlog

from rowlock.embedded import Embedded
from tests.support.servers import FAST, Server, temporary_home

from .conftest import World
from .secret_ways import WAYS, Stage
from .service import Client, serving, settings_for

pytestmark = pytest.mark.slow

# All that Postgres logs when it is asked to, short of what its own parser prints.
LOGGED = {
    **FAST,
    "log_statement": "all",
    "log_min_duration_statement": "0",
    "log_error_verbosity": "verbose",
    "log_parameter_max_length_on_error": "-1",
    "track_activity_query_size": "64kB",
}
PIN = {"type": "string", "format": "password", "maxLength": 70}
FORM = {"properties": {"pin": PIN, "note": {"type": "string"}}}


@pytest.fixture(scope="module")
def stage() -> Iterator[Stage]:
    told: list[str] = []

    def keep(_: object, __: str, event: Mapping[str, object]) -> str:
        told.append(json.dumps(event, default=repr))
        raise structlog.DropEvent

    with temporary_home(quick=True) as home:
        embedded = Embedded(home, settings=LOGGED).start()
        server = Server(embedded.conninfo("postgres"), embedded=True)
        structlog.configure(
            processors=[structlog.processors.format_exc_info, keep], cache_logger_on_first_use=False
        )
        try:
            with (
                server.database() as name,
                psycopg.connect(server.conninfo(name), autocommit=True) as conn,
                serving(settings_for(server.conninfo(name), log_level="debug")) as url,
            ):
                world = World.first(url, conn)
                patch = {"form_schema": FORM, "enforce_schema": True}
                assert world.admin("PATCH", "/api/roles/reviewer", patch).status == 200
                conn.execute("create role traces_user login")
                world.call("login_grant", db_role="traces_user", kind="user", user_id=world.root)
                yield Stage(embedded, server.conninfo(name), world, "traces_user", told)
            server.close()
        finally:
            structlog.reset_defaults()
            embedded.stop()


def test_a_password_leaves_no_trace(stage: Stage) -> None:
    for way in WAYS:
        way(stage, stage.secret())
    found = {where: told(stage) for where, told in PLACES.items()}
    assert len(stage.secrets) == len(WAYS)
    for where, text in found.items():
        # What is looked through has what it would be in.
        assert MARKS[where] in text, where
        for way, secret in zip(WAYS, stage.secrets, strict=True):
            for part in (secret[:12], secret[24:36], secret[-12:]):
                for form in (part, part.encode().hex(), base64.b64encode(part.encode()).decode()):
                    assert form not in text, f"{way.__name__} leaves its password in the {where}"


def dumped(stage: Stage) -> str:
    program = str(stage.embedded.bindir / "pg_dump")
    done = subprocess.run([program, "-d", stage.dsn], capture_output=True, text=True, check=True)
    return done.stdout


def streamed(stage: Stage) -> str:
    last = stage.world.last_seq()
    with stage.world.admin.stream("?after=0") as stream:
        frames = []
        while not frames or (frames[-1].id or 0) < last:
            frames += stream.take(1)
    return str(frames)


def active(stage: Stage) -> str:
    return str(stage.world.conn.execute("select query from pg_stat_activity").fetchall())


PLACES: Mapping[str, Callable[[Stage], str]] = {
    "dump": dumped,
    "log of the server": lambda stage: stage.embedded.log.read_text(),
    "log of the service": lambda stage: "\n".join(stage.told),
    "answers": lambda stage: "\n".join(stage.answers),
    "sessions": active,
    "stream": streamed,
    "journal": lambda stage: (
        stage.world.admin("GET", "/api/events?after=0&limit=500&topic=escalation.*").text
    ),
}
MARKS = {
    "dump": "eph:v1:pin:",
    "log of the server": "escalation_resolve",
    "log of the service": "/api/escalations/{id}/resolve",
    "answers": "eph:v1:pin:",
    "sessions": "escalation_resolve",
    "stream": "escalation.resolved",
    "journal": "escalation.resolved",
}


def test_the_log_would_have_it_without_the_grant(stage: Stage) -> None:
    """That nothing was found proves something only if the log is one that tells."""
    secret = uuid4().hex
    with psycopg.connect(stage.dsn, autocommit=True) as conn:
        conn.execute("select %s::text is null", [secret])
    assert secret in stage.embedded.log.read_text()
    shown = Client(stage.world.url, None)("GET", "/healthz")
    assert shown.status == 200
