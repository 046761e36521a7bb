"""The service killed while it delivers: what it had is sent again, under the same id."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest

from rowlock.auth import issue
from rowlock.embedded import Embedded
from tests.support.house import SECRET, House
from tests.support.receiver import Receiver, receiving
from tests.support.servers import temporary_home
from tests.support.up import Up

pytestmark = pytest.mark.fault


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as made:
        yield made


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with temporary_home() as home, Embedded(home) as embedded:
        made = House(embedded, tmp_path / "log")
        made.env |= {"ROWLOCK_SECRET_KEY": "5e" * 32, "ROWLOCK_WEBHOOK_ALLOW": "127.0.0.1"}
        yield made


def hook(house: House, service: Up, receiver: Receiver) -> str:
    """A webhook to the receiver; its secret."""
    token = issue(SECRET, str(house.root))[0]
    to = {"url": f"{receiver.url}/hook", "topics": ["escalation.*"]}
    status, made = service.post("/api/webhooks", token, **to)
    assert status == 201, made
    return str(made["secret"])


def ask(house: House) -> None:
    with house.connect() as conn:
        conn.execute(
            "select rowlock.escalation_create(role => 'reviewer', type => 't', actor => %s)",
            [house.root],
        )


def lapse(conn: psycopg.Connection) -> None:
    """The minute of a claim is over: the time is moved instead of the clock."""
    conn.execute(
        "update rowlock.delivery d set claimed_until = now(), next_at = now()"
        " where claimed_until is not null"
    )


def gone(conn: psycopg.Connection) -> None:
    """What a killed service has asked for is done: nothing is claimed for it any more."""
    query = "select count(*) from pg_stat_activity where application_name like 'rowlock %'"
    until(lambda: conn.execute(query).fetchone() == (0,))


def until(done: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not done():
        assert time.monotonic() < end, "it never comes"
        time.sleep(0.05)


def test_killed_between_the_answer_and_the_books(house: House, receiver: Receiver) -> None:
    with house.connect() as conn, house.connect() as other:
        with house.service() as service:
            secret = hook(house, service, receiver)
            # Whoever ends a delivery waits for the webhook's row.
            sent = threading.Event()

            def answer(_: object) -> int:
                other.execute("begin")
                other.execute("select from rowlock.webhook for update")
                sent.set()
                return 200

            receiver.answers["/hook"] = answer
            ask(house)
            [first] = receiver.wait("/hook", 1)
            assert sent.wait(20)
            del receiver.answers["/hook"]
            waits = "select count(*) from pg_locks where not granted"
            until(lambda: conn.execute(waits).fetchone() != (0,))
            service.stop(signal.SIGKILL)
        # A server that waits for a lock does not see that its client is gone, and would write.
        conn.execute(
            "select pg_terminate_backend(pid, 10000) from pg_stat_activity"
            " where wait_event_type = 'Lock'"
        )
        other.execute("rollback")
        states = "select status, attempts, claimed_until is not null from rowlock.delivery"
        assert conn.execute(states).fetchall() == [("pending", 1, True)]
        # Before anybody looks again: what is on its way would be sent once more.
        lapse(conn)
        with house.service():
            second = receiver.wait("/hook", 2)[1]
            until(lambda: conn.execute(states).fetchone() == ("delivered", 2, False))
        assert second.id == first.id
        assert second.verified(secret) == first.verified(secret)
        assert len(receiver.to("/hook")) == 2


def test_killed_over_and_over_nothing_is_lost(house: House, receiver: Receiver) -> None:
    with house.connect() as conn:
        with house.service() as service:
            hook(house, service, receiver)
        rows = 0
        for _ in range(2):
            # Counted before there is anything to send: all of it may have come by then.
            came = len(receiver.to("/hook"))
            with house.service() as service:
                for _ in range(5):
                    ask(house)
                    rows += 1
                receiver.wait("/hook", came + 1)
                time.sleep(house.random.random() / 20)
                service.stop(signal.SIGKILL)
            gone(conn)
            lapse(conn)
        with house.service():
            left = "select count(*) from rowlock.delivery where status <> 'delivered'"
            made = "select count(*) from rowlock.delivery"
            until(
                lambda: (
                    conn.execute(left).fetchone() == (0,)
                    and conn.execute(made).fetchone() == (rows,)
                )
            )
    got = receiver.to("/hook")
    subjects = [g.event["subject_id"] for g in got]
    assert len(set(subjects)) == rows
    # What came twice came under one id.
    assert len({(g.id, g.event["subject_id"]) for g in got}) == rows
