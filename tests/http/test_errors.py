"""What clients are told when something is refused, and how little when something breaks."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import psycopg
import pytest
from psycopg import sql

from rowlock.errors import Refusal, refusal

from .conftest import World, alone
from .service import Client, serving, settings_for, until

UNKNOWN = "00000000-0000-4000-8000-000000000000"


def state(code: str) -> psycopg.Error:
    return psycopg.errors.lookup(code)() if len(code) == 5 else psycopg.Error()


@pytest.mark.parametrize(
    "code, status",
    [
        ("22P02", 400), ("22003", 400), ("22021", 400), ("54001", 400), ("54000", 400),
        ("23505", 409), ("23503", 409), ("23502", 400), ("23514", 400), ("25001", 400),
        ("42501", 403), ("53300", 503), ("53100", 503), ("08006", 503), ("57P01", 503),
        ("55P03", 503), ("57014", 504), ("40001", 503), ("40P01", 503), ("XX000", 500),
        ("42883", 503), ("P0001", 500),
    ],
)  # fmt: skip
def test_the_table_of_states(code: str, status: int) -> None:
    told = refusal(state(code))
    assert told.status == status
    if status >= 500:
        assert told.detail is None


def test_errors_of_the_driver_are_the_clients() -> None:
    assert refusal(psycopg.DataError("x")).status == 400
    assert refusal(UnicodeEncodeError("utf-8", "x", 0, 1, "x")).status == 400
    assert refusal(psycopg.OperationalError("x")).status == 503
    assert refusal(ValueError("secret")).body("r").count("secret") == 0


def test_a_refusal_says_what_code_detail_and_hint(world: World) -> None:
    answer = world.admin("GET", f"/api/escalations/{UNKNOWN}")
    assert answer.code == (404, "escalation_exists")
    assert set(answer.body) == {"error", "code", "detail", "hint", "request_id"}
    assert answer.body["error"] == answer.body["error"].lower()
    assert answer.body["detail"]["reason"] == "not_found"


def test_a_conflict_says_who_holds_the_row_until_when(world: World) -> None:
    first = world.user("first", ("reviewer", {}))
    second = world.user("second", ("reviewer", {}))
    row = world.row()
    claimed = world.client(first)("POST", f"/api/escalations/{row}/claim")
    until = claimed.body["escalation"]["assigned_until"]
    refused = world.client(second)("POST", f"/api/escalations/{row}/claim")
    assert refused.code == (409, "escalation_held")
    detail = refused.body["detail"]
    assert (detail["reason"], detail["assigned_to"]) == ("held", first)
    assert detail["until"][:19] == until[:19]


@pytest.mark.slow
def test_a_row_locked_too_long_is_503_busy(world: World, dsn: str) -> None:
    row = world.row()
    with psycopg.connect(dsn) as other:
        other.execute("select from rowlock.escalation where id = %s for update", [row])
        began = time.monotonic()
        answer = world.admin("POST", f"/api/escalations/{row}/claim")
        assert answer.code == (503, "busy")
        assert time.monotonic() - began > 1.5
        assert answer.body["detail"] is None
        assert answer.headers["Retry-After"] == "1"


def test_a_cancelled_statement_is_504(world: World, dsn: str) -> None:
    row = world.row()

    query = (
        "select pg_cancel_backend(pid) from pg_stat_activity"
        " where datname = current_database() and wait_event_type = 'Lock'"
        " and query like '%escalation_claim%'"
    )

    def cancelled() -> bool:
        with ThreadPoolExecutor(1) as pool:
            asked = pool.submit(world.admin.refused, "POST", f"/api/escalations/{row}/claim")
            until(lambda: asked.done() or world.conn.execute(query).fetchone() is not None)
            told = asked.result(30)
        # It may have been tired of waiting before anybody saw it wait.
        assert told in {(504, "timeout"), (503, "busy")}
        return told == (504, "timeout")

    with psycopg.connect(dsn) as other:
        other.execute("select from rowlock.escalation where id = %s for update", [row])
        until(cancelled)


def replaced(conn: psycopg.Connection, body: str) -> None:
    """role_list with another body, to see what the service makes of its failures."""
    conn.execute(
        sql.SQL(
            "create or replace function"
            " rowlock.role_list(actor uuid default rowlock.actor_current())"
            " returns setof rowlock.role language plpgsql volatile security definer"
            " set search_path = pg_catalog, pg_temp as {}"
        ).format(sql.Literal(body))
    )


@pytest.mark.parametrize(
    "raised, status",
    [
        ("raise exception 'secret text' using errcode = 'XX000', detail = 'secret'", 500),
        ("raise exception 'secret text' using errcode = 'PT503', detail = 'secret'", 503),
        ("raise exception 'secret text' using errcode = 'PT000', detail = 'secret'", 500),
        ("perform 1 / 0", 400),
        ("raise exception 'secret text' using errcode = '23505', detail = 'secret'", 409),
        ("raise exception 'secret text' using errcode = '42501'", 403),
        ("raise exception 'shown' using errcode = 'PT418', detail = 'no json'", 418),
    ],
)
def test_text_of_the_database_stays_inside(
    fresh_dsn: str, raised: str, status: int, capfd: pytest.CaptureFixture[str]
) -> None:
    with alone(fresh_dsn) as world:
        replaced(world.conn, f"begin {raised}; end")
        # No function of ours raises this, so nothing tells it.
        answer = replace(world.admin, told=False)("GET", "/api/roles")
        assert answer.status == status
        assert "secret" not in answer.text
        assert "division" not in answer.text
        if status >= 500:
            assert answer.body["request_id"] in capfd.readouterr().out


@pytest.mark.parametrize(
    ("lost", "told"),
    [("40001", (503, "busy")), ("40P01", (503, "busy")), ("42883", (500, "failed"))],
)
def test_a_lost_race_of_the_server_is_tried_once_more(
    fresh_dsn: str, lost: str, told: tuple[int, str]
) -> None:
    with alone(fresh_dsn) as world:
        world.conn.execute("create sequence rowlock.tries")
        world.conn.execute("alter sequence rowlock.tries owner to rowlock_owner")
        replaced(
            world.conn,
            "begin if nextval('rowlock.tries') % 2 = 1 then"
            f" raise exception 'lost' using errcode = '{lost}'; end if; end",
        )
        assert world.admin("GET", "/api/roles").status == 200
        assert world.conn.execute("select last_value from rowlock.tries").fetchone() == (2,)
        replaced(world.conn, f"begin raise exception 'lost' using errcode = '{lost}'; end")
        assert world.admin.refused("GET", "/api/roles") == told
        # What is not there at all is of another version of the schema.
        world.conn.execute("drop function rowlock.role_list")
        assert world.admin.refused("GET", "/api/roles") == (503, "schema_differs")


@pytest.mark.fault
def test_without_a_database_answers_are_503_and_it_recovers(fresh_dsn: str) -> None:
    admin = psycopg.conninfo.make_conninfo(fresh_dsn, dbname="postgres")
    name = psycopg.conninfo.conninfo_to_dict(fresh_dsn)["dbname"]
    database = sql.Identifier(str(name))
    settings = settings_for(fresh_dsn, pool_wait=0.5)
    with psycopg.connect(admin, autocommit=True) as conn, serving(settings) as url:
        client = Client(url)
        assert client("GET", "/readyz").status == 200
        conn.execute(sql.SQL("alter database {} allow_connections false").format(database))
        conn.execute(
            "select pg_terminate_backend(pid) from pg_stat_activity where datname = %s", [name]
        )
        body = {"external_id": "x", "password": "y"}
        end = time.monotonic() + 60
        while time.monotonic() < end:
            answer = client("POST", "/api/auth/login", body)
            assert answer.status == 503, answer.text
            ready = client("GET", "/readyz")
            assert ready.status == 503
            if not ready.body["checks"]["journal"]:
                break
        assert not ready.body["checks"]["journal"]
        assert client("GET", "/healthz").status == 200
        conn.execute(sql.SQL("alter database {} allow_connections true").format(database))
        end = time.monotonic() + 60
        while client("GET", "/readyz").status != 200:
            assert time.monotonic() < end, "the service did not come back"
            time.sleep(0.1)
        assert client("POST", "/api/auth/login", body).status == 401


def test_a_refusal_is_an_exception_with_a_body() -> None:
    told = Refusal(400, "x", "y", {"reason": "z"}, "h")
    assert '"request_id": "1"' in told.body("1")
