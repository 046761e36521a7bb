"""Ten services that start at once, against one empty database and against an installed one."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import psycopg
import pytest

from tests.http.service import Client
from tests.support.up import Up, up

pytestmark = pytest.mark.fault

STARTERS = 10
SECRET = "0123456789abcdef0123456789abcdef"


def test_ten_services_at_once(empty_dsn: str, tmp_path: Path) -> None:
    env = {"DATABASE_URL": empty_dsn, "ROWLOCK_JWT_SECRET": SECRET, "ROWLOCK_POOL_SIZE": "2"}
    admin: dict[str, str] = {}
    for turn in ("empty", "installed"):
        with ExitStack() as stack:
            logs = [tmp_path / f"{turn}-{n}" for n in range(STARTERS)]
            files = [stack.enter_context(log.open("w")) for log in logs]
            started = [stack.enter_context(up(log=file, **env)) for file in files]
            with ThreadPoolExecutor(STARTERS) as pool:
                urls = list(pool.map(lambda service: answered(service), started))
            said = [service.said["admin"] for service in started if "admin" in service.said]
            assert len(said) == (turn == "empty"), said
            admin = said[0] if said else admin
            check_work(urls, started, admin)
            for service in started:
                service.process.terminate()
            assert [service.process.wait(60) for service in started] == [0] * STARTERS
            assert not [log for log in logs if "Traceback" in log.read_text()]
    with psycopg.connect(empty_dsn) as conn:
        query = "select count(*), count(distinct name) from rowlock.migration"
        applied = conn.execute(query).fetchone()
        assert applied and applied[0] == applied[1] > 3
        assert conn.execute("select count(*) from rowlock.user_account").fetchone() == (1,)


def answered(service: Up) -> str:
    try:
        return service.ready()
    except AssertionError as e:
        raise AssertionError(f"{e}: {service.said}") from e


def check_work(urls: list[str], started: list[Up], admin: dict[str, str]) -> None:
    """Each is ready, and what one writes the streams of all others tell."""
    status, session = started[0].post("/api/auth/login", **admin)
    assert status == 200
    clients = [Client(url, session["token"]) for url in urls]
    with ExitStack() as stack:
        streams = [stack.enter_context(client.stream()) for client in clients]
        for client in clients:
            assert client("GET", "/readyz").status == 200
            made = client("POST", "/api/escalations", {"role": "reviewer", "type": "t"})
            assert made.status == 201
        seen = [[frame.id for frame in s.take(len(clients), timeout=30)] for s in streams]
    assert all(one == seen[0] and len(set(one)) == STARTERS for one in seen)
