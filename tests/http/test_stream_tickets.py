"""Tickets: one stream each, for a minute, and nothing of them in a log."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest

from .conftest import World, alone
from .service import Client, Stream, serving, settings_for


@contextmanager
def opened(url: str, ticket: str, query: str = "") -> Iterator[Stream]:
    with Client(url).stream(f"?ticket={ticket}{query}") as stream:
        yield stream


def buy(client: Client) -> str:
    answer = client("POST", "/api/events/tickets")
    assert answer.status == 201, answer.text
    assert set(answer.body) == {"ticket", "expires_at"}
    return str(answer.body["ticket"])


def ends(stream: Stream) -> bool:
    """Whether the stream ends within a minute: a sign of life comes each quarter."""
    while stream.block() is not None:
        if stream.comments.count("ping") >= 4:
            return False
    return True


def key_of(world: World, name: str, *scopes: str) -> tuple[str, str, Client]:
    bot = world.bot(name)
    world.call("membership_grant", user_id=bot, role="reviewer", actor=world.root)
    made = world.call("api_key_mint", user_id=bot, name="k", scopes=list(scopes), actor=world.root)
    return bot, made["id"], Client(world.url, made["key"])


def test_a_ticket_opens_one_stream_in_the_scope_of_its_owner(world: World) -> None:
    user = world.user("buys", ("reviewer", {}))
    ticket = buy(world.client(user))
    with opened(world.url, ticket, "&topic=escalation.*") as stream:
        assert stream.status == 200
        world.row(role="engineer")
        seen = world.row()
        assert stream.take(1)[0].data["escalation_id"] == seen
    again = world.nobody("GET", f"/api/events/stream?ticket={ticket}")
    assert again.code == (401, "event_ticket_valid")
    assert again.body["detail"] == {"reason": "invalid"}


def test_a_ticket_that_is_old_unknown_or_odd_is_401(world: World) -> None:
    ticket = buy(world.admin)
    world.conn.execute("update rowlock.event_ticket set expires_at = now() - interval '1 second'")
    for bad in (ticket, "rt_x", "x" * 3000, "%C3%A4", ""):
        answer = world.nobody("GET", f"/api/events/stream?ticket={bad}")
        assert answer.code == (401, "event_ticket_valid")


def test_a_bad_request_uses_no_ticket_up(world: World) -> None:
    ticket = buy(world.admin)
    assert world.nobody("GET", f"/api/events/stream?ticket={ticket}&after=x").status == 400
    with opened(world.url, ticket) as stream:
        assert stream.status == 200


def test_the_body_and_the_query_of_a_purchase_are_empty(world: World) -> None:
    assert world.admin("POST", "/api/events/tickets", {}).status == 201
    for field in ("key_prefix", "ends_at", "x"):
        assert world.admin("POST", "/api/events/tickets", {field: "1"}).field == field
        assert world.admin("POST", f"/api/events/tickets?{field}=1").field == field


def test_a_ticket_works_at_another_process(world: World, dsn: str) -> None:
    with serving(settings_for(dsn)) as other, opened(other, buy(world.admin)) as stream:
        row = world.row()
        assert stream.take(1)[0].data["escalation_id"] == row


@pytest.mark.race
def test_of_two_that_redeem_one_ticket_one_wins(world: World, dsn: str) -> None:
    with serving(settings_for(dsn)) as other, ThreadPoolExecutor(8) as pool:
        for _ in range(10):
            ticket = buy(world.admin)

            def redeem(url: str, ticket: str = ticket) -> int:
                with opened(url, ticket) as stream:
                    return stream.status

            assert sorted(pool.map(redeem, [world.url, other] * 4)) == [200] + [401] * 7


@pytest.mark.slow
def test_a_stream_by_ticket_ends_with_the_account(world: World) -> None:
    user = world.user("ticket-gone", ("reviewer", {}))
    ticket, unused = buy(world.client(user)), buy(world.client(user))
    with opened(world.url, ticket) as stream:
        world.row()
        assert stream.take(1)
        world.conn.execute(
            "update rowlock.user_account set status = 'suspended' where id = %s", [user]
        )
        # The change rings, so nobody waits for the next of the regular looks.
        assert ends(stream)
    assert world.nobody("GET", f"/api/events/stream?ticket={unused}").status == 401


def test_a_stream_by_ticket_ends_with_the_key_that_bought_it(world: World) -> None:
    bot, key_id, client = key_of(world, "ticket-bot")
    with opened(world.url, buy(client)) as stream, client.stream() as by_key:
        world.row()
        assert stream.take(1)
        assert by_key.take(1)
        world.call("api_key_revoke", user_id=bot, key_id=key_id, actor=world.root)
        assert ends(stream)
        assert ends(by_key)


@pytest.mark.slow
def test_without_notify_access_is_looked_at_every_few_seconds(fresh_dsn: str) -> None:
    with alone(fresh_dsn) as world:
        world.conn.execute("update rowlock.setting set value = 'off' where name = 'notify'")
        bot, key_id, client = key_of(world, "quiet-bot")
        with opened(world.url, buy(client)) as stream:
            time.sleep(1)
            world.call("api_key_revoke", user_id=bot, key_id=key_id, actor=world.root)
            assert ends(stream)


def test_a_key_that_may_only_read_buys_tickets(world: World) -> None:
    _, _, client = key_of(world, "read-bot", "read")
    with opened(world.url, buy(client)) as stream:
        assert stream.status == 200
    _, _, client = key_of(world, "host-bot", "host")
    assert client("POST", "/api/events/tickets").code == (403, "key_scope")


@pytest.mark.slow
def test_a_stream_ends_with_the_session_that_bought_the_ticket(world: World) -> None:
    world.conn.execute("delete from rowlock.event_ticket")
    ticket = buy(world.admin)
    world.conn.execute("update rowlock.event_ticket set ends_at = now() + interval '1 second'")
    with opened(world.url, ticket) as stream:
        assert ends(stream)
    buy(world.admin)
    row = world.conn.execute("select ends_at - now() > '23 h' from rowlock.event_ticket").fetchone()
    assert row == (True,)


FAULT = """
import sys, structlog
from rowlock import log
sys.stderr.isatty = lambda: sys.argv[1] == "console"
log.configure()
def redeem(ticket):
    raise RuntimeError("a fault of the test")
try:
    redeem("rt_" + "x" * 8)
except RuntimeError as e:
    structlog.get_logger().error("failed", exc_info=e)
"""


@pytest.mark.parametrize("shape", ["json", "console"])
def test_a_logged_fault_tells_no_local_variable(shape: str) -> None:
    argv = [sys.executable, "-c", FAULT, shape]
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2] / "py")}
    done = subprocess.run(argv, env=env, capture_output=True, text=True, check=True)
    assert "a fault of the test" in done.stderr
    assert "rt_xxxxxxxx" not in done.stderr


def test_a_ticket_is_in_no_log(
    world: World, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    ticket, other = buy(world.admin), buy(world.admin)
    with opened(world.url, ticket) as stream:
        assert stream.status == 200

    async def fails(*_: object) -> None:
        raise RuntimeError("a fault of the test")

    assert world.nobody("GET", f"/api/events/stream?ticket={ticket}").status == 401
    monkeypatch.setattr("rowlock.viewer._by_ticket", fails)
    answer = world.nobody("GET", f"/api/events/stream?ticket={other}")
    assert (answer.status, "rt_" in answer.text) == (500, False)
    out, err = capfd.readouterr()
    # The parts of a traceback that show variables are of the test's own logger.
    said = [line for line in (out + err).splitlines() if "answered" in line]
    assert any("/api/events/stream" in line for line in said)
    assert not any(t[3:] in line for line in said for t in (ticket, other))
