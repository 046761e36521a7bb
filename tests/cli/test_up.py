"""`rowlock up`: from nothing to a service that answers, and cleanly back."""

from __future__ import annotations

import os
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from rowlock.cli.options import Options
from rowlock.cli.up import _own
from rowlock.embedded import Embedded
from tests.support.command import answer, rowlock
from tests.support.servers import Server, temporary_home
from tests.support.up import up

SECRET = "0123456789abcdef0123456789abcdef"


@pytest.fixture(scope="module")
def data() -> Iterator[Path]:
    """The data folder of an embedded server, new for the first test of the module."""
    with temporary_home() as home:
        yield home


def postmasters(home: Path) -> list[int]:
    """The process of the server, if there is one."""
    with suppress(FileNotFoundError, IndexError):  # being written
        return [int((home / "pg" / "postmaster.pid").read_text().split()[0])]
    return []


def test_from_nothing_to_a_session_and_back(data: Path) -> None:
    with up("--data", str(data)) as service:
        service.ready()
        admin = service.said["admin"]
        status, session = service.post("/api/auth/login", **admin)
        assert status == 200, session
        status, made = service.post(
            "/api/escalations", session["token"], role="reviewer", type="approval"
        )
        assert status == 201
        # A command of another process uses the same server, as the first admin.
        shown = answer(rowlock("--json", "show", made["id"], "--data", data, env={}))
        assert shown["id"] == made["id"]
        assert service.stop(signal.SIGINT) == 0
    assert not (data / "pg" / "postmaster.pid").exists()
    assert Embedded.attach(data) is None
    for name in ("jwt_secret", "secret_key"):
        assert (data / name).stat().st_mode & 0o777 == 0o600


def test_a_second_start_makes_no_second_admin_and_keeps_sessions(data: Path) -> None:
    with up("--data", str(data)) as service:
        service.ready()
        assert "admin" not in service.said
        kept = [(data / name).read_text() for name in ("jwt_secret", "secret_key")]
        assert len({*kept}) == 2
        assert service.stop() == 0
    with up("--data", str(data)) as service:
        service.ready()
        assert [(data / name).read_text() for name in ("jwt_secret", "secret_key")] == kept
        assert rowlock("queue", "--data", data, env={}).returncode == 0
        assert service.stop() == 0
    assert rowlock("queue", "--data", data, env={}).returncode == 3


def test_a_service_beside_another_leaves_the_server_to_it(data: Path) -> None:
    with up("--data", str(data)) as first, up("--data", str(data)) as second:
        first.ready()
        second.ready()
        assert first.stop() == 0
        assert rowlock("queue", "--data", data, env={}).returncode == 0
        assert second.stop() == 0
    assert not (data / "pg" / "postmaster.pid").exists()


@pytest.mark.fault
def test_a_server_that_is_killed_is_started_again(tmp_path: Path) -> None:
    said = tmp_path / "log"
    with (
        temporary_home() as home,
        said.open("w") as log,
        up("--data", str(home), log=log) as service,
    ):
        service.ready()
        _, session = service.post("/api/auth/login", **service.said["admin"])
        for number in range(3):
            [server] = postmasters(home)
            os.kill(server, signal.SIGKILL)
            asked = {"role": "reviewer", "type": "t", "signal_key": f"after {number} deaths"}
            until = time.monotonic() + 60
            while True:
                status, body = service.post("/api/escalations", session["token"], **asked)
                # A backend of the one that is dead may answer still.
                back = said.read_text().count("embedded server is back") == number + 1
                if status == 201 and back and server not in postmasters(home):
                    break
                assert status in (200, 201, 503), body
                assert time.monotonic() < until
                time.sleep(0.1)
                asked["signal_key"] += "."
        assert service.stop() == 0
        assert postmasters(home) == []
    for event in ("embedded server is gone, starting it again", "embedded server is back"):
        assert said.read_text().count(event) == 3


def test_a_port_that_is_taken_is_a_refusal_and_leaves_no_server(data: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = rowlock("up", "--json", "--data", data, "--port", str(port), env={})
    assert answer(done, 1)["code"] == "address_taken"
    assert not (data / "pg" / "postmaster.pid").exists()


def test_a_server_of_ones_own_is_installed_and_served(empty_dsn: str, server: Server) -> None:
    env = {"DATABASE_URL": empty_dsn, "ROWLOCK_JWT_SECRET": SECRET}
    with up(**env) as first, up(**env) as second:
        # Both derive the one password of the login, whichever made it.
        first.ready()
        second.ready()
        admin = {**first.said, **second.said}["admin"]
        assert ("admin" in first.said) != ("admin" in second.said)
        _, session = first.post("/api/auth/login", **admin)
        status, _ = second.post(
            "/api/escalations", session["token"], role="reviewer", type="approval"
        )
        assert status == 201
        with psycopg.connect(empty_dsn) as conn:
            users = conn.execute(
                "select distinct usename from pg_stat_activity where datname = current_database()"
                " and pid <> pg_backend_pid() and backend_type = 'client backend'"
            ).fetchall()
        assert users == [("rowlock_http",)]
        assert (first.stop(), second.stop()) == (0, 0)


def test_a_replica_is_asked_with_the_login_that_up_made(
    empty_dsn: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ROWLOCK_JWT_SECRET", SECRET)
    monkeypatch.setenv("ROWLOCK_READ_DSN", make_conninfo(empty_dsn, host="copy.example.org"))
    settings = _own(Options(json=True), empty_dsn, {})
    assert settings.read_dsn is not None
    asked = conninfo_to_dict(settings.read_dsn.get_secret_value())
    primary = conninfo_to_dict(settings.database_url.get_secret_value())
    assert asked["host"] == "copy.example.org"
    assert {**asked, "host": None} == {**primary, "host": None}


def test_a_registered_login_installs_nothing(fresh_dsn: str, server: Server) -> None:
    if not server.embedded:
        pytest.skip("this server asks logins for passwords")
    login = f"up_service_{os.getpid()}"
    with psycopg.connect(fresh_dsn, autocommit=True) as conn:
        conn.execute(f"create role {login} login")  # type: ignore[call-overload,unused-ignore]
        conn.execute("select rowlock.login_grant(db_role => %s, kind => 'service')", [login])
        env = {
            "DATABASE_URL": make_conninfo(fresh_dsn, user=login),
            "ROWLOCK_JWT_SECRET": SECRET,
        }
        try:
            with up(**env) as service:
                service.ready()
                assert "admin" not in service.said
                assert service.stop() == 0
            # Missing one migration, it is refused: installing is not its to do.
            conn.execute("delete from rowlock.migration where name = '0003_escalation'")
            done = rowlock("up", "--json", "--port", "0", env=env)
            assert "rowlock install" in answer(done, 1)["error"]
        finally:
            conn.execute("select rowlock.login_revoke(db_role => %s)", [login])
            conn.execute(f"drop role {login}")  # type: ignore[call-overload,unused-ignore]


@pytest.mark.parametrize("secret", [None, "short"])
def test_a_weak_secret_is_refused_before_anything_is_installed(
    empty_dsn: str, secret: str | None
) -> None:
    env = {"DATABASE_URL": empty_dsn, **({"ROWLOCK_JWT_SECRET": secret} if secret else {})}
    done = rowlock("up", "--json", "--port", "0", env=env)
    assert "ROWLOCK_JWT_SECRET" in answer(done, 1)["error"]
    with psycopg.connect(empty_dsn) as conn:
        assert conn.execute("select to_regnamespace('rowlock')").fetchone() == (None,)


def test_a_database_that_is_not_there_is_unreachable() -> None:
    env = {"DATABASE_URL": "postgresql://127.0.0.1:1/x", "ROWLOCK_JWT_SECRET": SECRET}
    assert answer(rowlock("up", "--json", env=env), 3)["code"] == "unavailable"


def test_settings_that_are_no_settings_are_usage(data: Path) -> None:
    done = rowlock("up", "--json", "--data", data, "--port", "99999", env={})
    assert "ROWLOCK_PORT" in answer(done, 2)["error"]
