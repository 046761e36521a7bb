"""GET /metrics: what monitors are told, who is told, and that they are told something always."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from math import nan
from pathlib import Path

import psycopg
import pytest
from prometheus_client.parser import text_string_to_metric_families
from pydantic import SecretStr

from rowlock.embedded import Embedded
from rowlock.install import install
from tests.support.proxy import proxy
from tests.support.servers import FAST, temporary_home

from .conftest import World, alone
from .service import Client, serving, settings_for, until

Samples = dict[tuple[str, frozenset[tuple[str, str]]], float]


def scrape(client: Client) -> Samples:
    answer = client("GET", "/metrics")
    assert answer.status == 200, answer.text
    assert answer.headers["Content-Type"].startswith("text/plain")
    return {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(answer.text)
        for sample in family.samples
    }


def of(found: Samples, name: str, **labels: str) -> float:
    """One number; none that equals or exceeds any, where it was not told."""
    return found.get((f"rowlock_{name}", frozenset(labels.items())), nan)


def told(client: Client, so: Callable[[Samples], bool]) -> Samples:
    """What is told once it is so: a busy database may be left out for a while."""
    found: list[Samples] = []

    def is_so() -> bool:
        found.append(scrape(client))
        return so(found[-1])

    until(is_so)
    return found[-1]


@pytest.mark.slow
def test_what_the_database_and_the_process_know_is_alone(fresh_dsn: str) -> None:
    with alone(fresh_dsn) as world, world.admin.stream() as stream:
        before = told(world.nobody, lambda now: of(now, "timer_runs_total", timer="expire") >= 0)
        row = world.row()
        world.admin("POST", f"/api/escalations/{row}/claim", {})
        world.nobody("GET", "/api/me")
        world.nobody("LOCK", "/no/such/path")
        stream.take(2)
        ran = of(before, "timer_runs_total", timer="expire")
        found = told(
            world.nobody,
            lambda now: (
                of(now, "escalations_held", role="reviewer") == 1
                and of(now, "timer_runs_total", timer="expire") > ran
                and of(now, "up") == of(now, "listening") == of(now, "journal_alive") == 1
            ),
        )

        def more(name: str, **labels: str) -> float:
            key = f"rowlock_{name}", frozenset(labels.items())
            return found[key] - before.get(key, 0)

        claim = "/api/escalations/{id}/claim"
        assert more("http_requests_total", method="POST", route=claim, status="200") == 1
        assert more("http_requests_total", method="GET", route="/api/me", status="401") == 1
        assert more("http_requests_total", method="other", route="-", status="404") == 1
        assert more("http_request_seconds_count", route=claim) == 1
        assert more("stream_events_total") == 2
        assert of(found, "streams_open") >= 1
        assert 1 <= of(found, "pool_size") <= of(found, "pool_size_max") == 8
        assert of(found, "pool_waiting") == 0
        assert of(found, "journal_lag_seconds") < 60
        assert of(found, "escalations_pending", role="reviewer") == 1
        assert of(found, "escalations_held", role="reviewer") == 1
        assert of(found, "timer_late_seconds", timer="expire") < 60
        assert of(found, "table_dead_rows", table="escalation") >= 0
        assert of(found, "oldest_transaction_seconds") >= 0
        assert of(found, "journal_last_number") == world.last_seq()


def test_every_metric_is_explained(world: World) -> None:
    page = (Path(__file__).parents[2] / "docs" / "operations.md").read_text(encoding="utf-8")
    rows = [
        re.findall(r"`(\w+)", row.split("|")[1]) for row in page.splitlines() if row[:4] == "| `r"
    ]
    # `rowlock_pool_size`, `_waiting`: what begins with an underscore shares the first one's head.
    named = {
        name if not name.startswith("_") else head + name
        for row in rows
        for name in row
        for head in (row[0], *(row[0].rsplit("_", n)[0] for n in (1, 2)))
    }
    told = {name for name, _ in scrape(world.nobody) if name.startswith("rowlock_")}
    told = {re.sub(r"_seconds_(bucket|count|sum)$", "_seconds", name) for name in told}
    assert told - named == set()


@pytest.mark.slow
def test_a_writer_that_stays_open_is_seen(fresh_dsn: str) -> None:
    with alone(fresh_dsn) as world, psycopg.connect(fresh_dsn) as writer:
        writer.execute(
            "select rowlock.escalation_create(role => 'reviewer', type => 'a', actor => %s)",
            [world.root],
        )
        world.row()
        time.sleep(2)
        found = told(world.nobody, lambda now: of(now, "journal_open_writers") == 1)
        assert of(found, "journal_oldest_writer_seconds") >= 2
        assert of(found, "oldest_xmin_age", holder="session") >= 1
        writer.rollback()
        until(lambda: of(scrape(world.nobody), "journal_open_writers") == 0)


@pytest.mark.slow
def test_the_database_is_asked_once_in_a_while(fresh_dsn: str) -> None:
    with alone(fresh_dsn) as world:
        calls = "select calls from pg_stat_user_functions where funcname = 'metric_list'"
        world.conn.execute("alter system set track_functions = 'pl'")
        world.conn.execute("select pg_reload_conf()")
        try:
            time.sleep(0.5)
            began = time.monotonic()
            for _ in range(20):
                scrape(world.nobody)
            seconds = time.monotonic() - began
            until(lambda: bool(world.conn.execute(calls).fetchone()))
            asked = world.conn.execute(calls).fetchone()
            # What it told is good for three seconds.
            assert asked and asked[0] <= 2 + seconds / 3
        finally:
            world.conn.execute("alter system reset track_functions")
            world.conn.execute("select pg_reload_conf()")


@pytest.mark.slow
def test_a_token_opens_the_metrics(fresh_dsn: str) -> None:
    token = "tokén of the monitor"
    with alone(fresh_dsn, metrics_token=token, metrics="on") as world:
        assert world.nobody("GET", "/metrics").code == (401, "metrics_token")
        assert world.admin("GET", "/metrics").code == (401, "metrics_token")
        wrong = {"Authorization": "Bearer wrong"}
        assert world.nobody("GET", "/metrics", headers=wrong).code == (401, "metrics_token")
        right = {"Authorization": f"Bearer {token}".encode().decode("latin-1")}
        assert world.nobody("GET", "/metrics", headers=right).status == 200


@pytest.mark.slow
@pytest.mark.parametrize(
    "metrics, host, proxies, status",
    [
        ("off", "127.0.0.1", 0, 404),
        ("auto", "127.0.0.1", 0, 200),
        ("auto", "127.0.0.1", 1, 403),
        ("auto", "0.0.0.0", 0, 403),
        ("on", "0.0.0.0", 1, 200),
    ],
)
def test_who_may_read_is_a_setting(
    fresh_dsn: str, metrics: str, host: str, proxies: int, status: int
) -> None:
    with alone(fresh_dsn, metrics=metrics, host=host, trusted_proxies=proxies) as world:
        url = world.url.replace("0.0.0.0", "127.0.0.1")
        assert Client(url)("GET", "/metrics").status == status


@pytest.mark.fault
@pytest.mark.slow
def test_a_scrape_is_answered_while_the_database_is_away() -> None:
    with temporary_home(quick=True) as home:
        server = Embedded(home, settings=FAST).start()
        try:
            dsn = server.conninfo()
            install(dsn)
            with serving(settings_for(dsn)) as url:
                monitor = Client(url)
                told(monitor, lambda now: of(now, "up") == 1)
                server.stop()
                until(lambda: of(scrape(monitor), "up") == 0)
                began = time.monotonic()
                found = scrape(monitor)
                assert time.monotonic() - began < 25
                assert of(found, "up") == 0
                assert ("rowlock_escalations_due", frozenset()) not in found
                until(lambda: of(scrape(monitor), "journal_alive") == 0)
                server = Embedded(home, settings=FAST).start()
                until(lambda: of(scrape(monitor), "up") == 1)
        finally:
            server.stop()


@pytest.mark.fault
@pytest.mark.slow
def test_a_locked_table_leaves_the_rest_to_be_alone(fresh_dsn: str) -> None:
    with alone(fresh_dsn) as world, psycopg.connect(fresh_dsn) as conn:
        conn.execute("lock table rowlock.escalation in access exclusive mode")
        began = time.monotonic()
        found = scrape(world.nobody)
        assert time.monotonic() - began < 25
        found = told(world.nobody, lambda now: of(now, "up") == 1)
        assert of(found, "parts_missing") == 2
        assert of(found, "timer_runs_total", timer="expire") >= 0
        assert ("rowlock_escalations_due", frozenset()) not in found
        conn.rollback()
        until(lambda: of(scrape(world.nobody), "parts_missing") == 0)


@pytest.mark.fault
@pytest.mark.slow
def test_a_line_that_swallows_everything_holds_up_neither_scrape_nor_stop(fresh_dsn: str) -> None:
    with proxy(fresh_dsn) as line:
        found = settings_for(fresh_dsn)
        url = line.conninfo(found.database_url.get_secret_value())
        with serving(found.model_copy(update={"database_url": SecretStr(url)})) as address:
            monitor = Client(address)
            told(monitor, lambda now: of(now, "up") == 1)
            time.sleep(3.1)
            line.swallow()
            # Until the timers are waiting on it too.
            time.sleep(1.5)
            began = time.monotonic()
            assert of(scrape(monitor), "up") == 0
            assert time.monotonic() - began < 25
            began = time.monotonic()
        assert time.monotonic() - began < 25
        line.mend()
