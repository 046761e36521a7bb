"""Webhooks over HTTP: what is sent where, signed with what, in which order, and how often."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import psycopg
import pytest
from standardwebhooks.webhooks import WebhookVerificationError

from rowlock.webhooks_post import Sender
from tests.support.receiver import Receiver, receiving

from .conftest import World
from .service import Client, serving, settings_for, until

HOOKS = "/api/webhooks"
# Less than the minute after which a delivery is claimed by somebody else.
PATIENCE = 50.0


@pytest.fixture(scope="module")
def receiver() -> Iterator[Receiver]:
    with receiving() as made:
        yield made


@pytest.fixture(scope="module")
def world(dsn: str, password_hash: str) -> Iterator[World]:
    """As that of all modules, of a service that may reach this machine and gives nothing up."""
    settings = settings_for(dsn, webhook_allow=("127.0.0.0/8",))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("rowlock.webhooks.Sender", partial(Sender, seconds=PATIENCE))
        with psycopg.connect(dsn, autocommit=True) as conn, serving(settings) as url:
            yield World.first(url, conn, password_hash)


@pytest.fixture
def hooks(world: World, receiver: Receiver) -> Iterator[Hooks]:
    """Webhooks that end with the test."""
    made = Hooks(world, receiver)
    yield made
    world.conn.execute("delete from rowlock.webhook")


class Hooks:
    """Makes webhooks to paths of the receiver."""

    def __init__(self, world: World, receiver: Receiver) -> None:
        self.world, self.receiver = world, receiver
        self.secrets: dict[str, str] = {}

    def make(
        self, path: str, *topics: str, client: Client | None = None, url: str | None = None
    ) -> str:
        """Its id."""
        to = {"url": url or self.receiver.url + path, "topics": [*topics] or ["escalation.*"]}
        answer = (client or self.world.admin)("POST", HOOKS, to)
        assert answer.status == 201, answer.text
        name = str(answer.body["webhook"]["id"])
        self.secrets[name] = answer.body["secret"]
        return name

    def deliveries(self, name: str) -> list[Any]:
        """Newest first."""
        found = self.world.admin("GET", f"{HOOKS}/{name}/deliveries").body["deliveries"]
        return list(found)

    def states(self, name: str) -> list[tuple[str, str | None]]:
        return [(d["status"], d["last_error"]) for d in self.deliveries(name)]

    def due(self, name: str) -> None:
        """What waits for its next attempt need not wait any more."""
        self.world.conn.execute(
            "update rowlock.delivery set next_at = now()"
            " where webhook_id = %s and next_at > now() and claimed_until is null",
            [name],
        )


def test_an_event_is_sent_signed_and_as_a_page_has_it(world: World, hooks: Hooks) -> None:
    name = hooks.make("/signed", "escalation.created")
    row = world.row(description="what it is about")
    [got] = hooks.receiver.wait("/signed", 1)
    event = got.verified(hooks.secrets[name])
    assert (event["topic"], event["subject_id"]) == ("escalation.created", row)
    page = world.admin("GET", f"/api/events?after={event['id'] - 1}&limit=1").body["events"]
    assert page == [event]
    assert got.headers["content-type"] == "application/json"
    assert got.headers["user-agent"].startswith("rowlock/")
    with pytest.raises(WebhookVerificationError):
        got.verified("whsec_" + "A" * 44)
    with pytest.raises(WebhookVerificationError):
        replace(got, body=got.body + b" ").verified(hooks.secrets[name])
    until(lambda: hooks.states(name) == [("delivered", None)])
    [delivery] = hooks.deliveries(name)
    assert (delivery["id"], delivery["attempts"]) == (got.id, 1)
    assert (delivery["last_status"], delivery["seq"]) == (200, event["id"])


def test_a_secret_is_shown_once_and_kept_as_ciphertext(world: World, hooks: Hooks) -> None:
    name = hooks.make("/shown")
    secret = hooks.secrets[name]
    assert secret.startswith("whsec_")
    told = [
        world.admin("GET", f"{HOOKS}/{name}"),
        world.admin("GET", HOOKS),
        world.admin("PATCH", f"{HOOKS}/{name}", {"description": "x"}),
    ]
    assert [a for a in told if "secret" in a.text.replace("old_secret_until", "")] == []
    [row] = world.conn.execute("select s::text from rowlock.webhook_secret s").fetchall()
    assert secret not in row[0]
    assert (
        world.admin(
            "POST", HOOKS, {"url": "https://a.example", "topics": ["*"], "key_id": "k"}
        ).field
        == "key_id"
    )


def test_a_failure_is_tried_again_under_the_same_id(hooks: Hooks) -> None:
    answers = iter([500, 302, 200])
    hooks.receiver.answers["/failing"] = lambda _: (next(answers), {"Location": "/elsewhere"})
    name = hooks.make("/failing")
    hooks.world.row()
    hooks.receiver.wait("/failing", 1)
    until(lambda: hooks.states(name) == [("pending", "status")])
    assert hooks.deliveries(name)[0]["last_status"] == 500
    hooks.due(name)
    hooks.receiver.wait("/failing", 2)
    until(lambda: hooks.deliveries(name)[0]["last_status"] == 302)
    hooks.due(name)
    got = hooks.receiver.wait("/failing", 3)
    until(lambda: hooks.states(name) == [("delivered", None)])
    assert len({g.id for g in got}) == 1
    assert len({g.body for g in got}) == 1
    # A redirect leads nowhere.
    assert hooks.receiver.to("/elsewhere") == []


def test_a_subject_is_told_in_order_and_waits_for_nobody_else(hooks: Hooks) -> None:
    world, receiver = hooks.world, hooks.receiver
    refuses = threading.Event()
    refuses.set()
    late = world.row()
    receiver.answers["/order"] = lambda got: (
        503 if refuses.is_set() and got.event["subject_id"] == late else 200
    )
    name = hooks.make("/order")
    for verb in ("claim", "release", "claim"):
        world.admin("POST", f"/api/escalations/{late}/{verb}")
    soon = world.row()
    world.admin("POST", f"/api/escalations/{soon}/claim")
    got = receiver.wait("/order", 3)
    mine = [g.event["topic"] for g in got if g.event["subject_id"] == soon]
    assert mine == ["escalation.created", "escalation.claimed"]
    until(lambda: ("pending", "status") in hooks.states(name))

    def told() -> list[tuple[str, str]]:
        return [
            (g.id, g.event["topic"]) for g in receiver.to("/order") if g.event["subject_id"] == late
        ]

    # The first one, however often by now, and none behind it.
    assert len({*told()}) == 1
    refuses.clear()
    hooks.due(name)
    until(lambda: {s for s, _ in hooks.states(name)} == {"delivered"})
    first, *rest = dict.fromkeys(told())
    assert [topic for _, topic in (first, *rest)] == [
        f"escalation.{t}" for t in ("claimed", "released", "claimed")
    ]
    tried = told().count(first)
    assert tried >= 2 and told() == [first] * tried + rest


def test_a_slow_endpoint_delays_no_other(hooks: Hooks) -> None:
    over = threading.Event()
    # Longer than what follows waits for the quick one.
    hooks.receiver.answers["/slow"] = lambda _: (over.wait(PATIENCE), 200)[1]
    slow, quick = hooks.make("/slow"), hooks.make("/quick")
    try:
        for _ in range(8):
            hooks.world.row()
        got = hooks.receiver.wait("/quick", 8)
        last = hooks.world.row()
        got = hooks.receiver.wait("/quick", 9)
        assert last in {g.event["subject_id"] for g in got}
        # And the slow one gets no more at a time than it can hold.
        assert len(hooks.receiver.wait("/slow", 4)) == 4
        assert len({g.id for g in got}) == 9
    finally:
        over.set()
    until(lambda: {s for s, _ in hooks.states(slow)} == {"delivered"})
    assert {s for s, _ in hooks.states(quick)} == {"delivered"}


def test_two_secrets_sign_while_one_takes_over(hooks: Hooks) -> None:
    world, receiver = hooks.world, hooks.receiver
    name = hooks.make("/rotated")
    old = hooks.secrets[name]
    path = f"{HOOKS}/{name}/rotate-secret"
    answer = world.admin("POST", path, {"overlap": "1 hour"})
    assert answer.status == 200
    new = answer.body["secret"]
    assert new != old
    assert answer.body["webhook"]["old_secret_until"] is not None
    world.row()
    [got] = receiver.wait("/rotated", 1)
    assert got.verified(new) == got.verified(old)
    newest = world.admin("POST", path, {"overlap": "0 seconds"}).body["secret"]
    world.row()
    got = receiver.wait("/rotated", 2)[1]
    assert got.verified(newest)
    for gone in (old, new):
        with pytest.raises(WebhookVerificationError):
            got.verified(gone)


def test_who_may_read_it_now_is_told(hooks: Hooks) -> None:
    world, receiver = hooks.world, hooks.receiver
    user = world.user("told", ("reviewer", {}))
    world.call("role_create", role="packer", actor=world.root)
    name = hooks.make("/scoped", client=world.client(user))
    world.row(role="packer")
    mine = world.row()
    [got] = receiver.wait("/scoped", 1)
    assert got.event["subject_id"] == mine
    receiver.answers["/scoped"] = lambda _: 500
    world.row()
    receiver.wait("/scoped", 2)
    until(lambda: hooks.states(name)[0] == ("pending", "status"))
    # The owner is suspended: what waited stays, and what happens is not for them.
    world.admin("PATCH", f"/api/users/{user}", {"status": "suspended"})
    # A slow machine may have tried again until here.
    tried = len(receiver.to("/scoped"))
    other = hooks.make("/other")
    world.row()
    hooks.due(name)
    receiver.wait("/other", 1)
    until(lambda: hooks.states(other) == [("delivered", None)])
    assert len(receiver.to("/scoped")) == tried
    assert hooks.states(name)[0] == ("pending", "status")
    # They are back, but may not read the role any more: in this order, as it is sent when they are.
    world.call("membership_revoke", user_id=user, role="reviewer", actor=world.root)
    world.admin("PATCH", f"/api/users/{user}", {"status": "active"})
    hooks.due(name)
    until(lambda: hooks.states(name)[0] == ("dead", "not_readable"))
    assert len(receiver.to("/scoped")) == tried


def test_what_is_dead_is_seen_and_sent_once_more(hooks: Hooks) -> None:
    world, receiver = hooks.world, hooks.receiver
    receiver.answers["/dead"] = lambda _: 500
    name = hooks.make("/dead")
    rows = [world.row() for _ in range(3)]
    receiver.wait("/dead", 3)
    until(lambda: hooks.states(name) == [("pending", "status")] * 3)
    world.conn.execute(
        "update rowlock.delivery set first_attempt_at = first_attempt_at - interval '1 day'"
    )
    hooks.due(name)
    until(lambda: hooks.states(name) == [("dead", "status")] * 3)
    assert world.admin("GET", f"{HOOKS}/{name}").body["dead"] == 3
    del receiver.answers["/dead"]
    dead = world.admin("GET", f"{HOOKS}/{name}/deliveries?status=dead").body["deliveries"]
    # Some may have been tried again by themselves.
    tried = len(receiver.to("/dead"))
    one = world.admin("POST", f"/api/deliveries/{dead[-1]['id']}/replay")
    assert (one.status, one.body["status"]) == (200, "pending")
    again = receiver.wait("/dead", tried + 1)[-1]
    assert (again.id, again.event["subject_id"]) == (dead[-1]["id"], rows[0])
    until(lambda: hooks.states(name)[-1] == ("delivered", None))
    rest = world.admin("POST", f"{HOOKS}/{name}/replay")
    assert rest.body == {"replayed": 2, "more": False}
    until(lambda: {s for s, _ in hooks.states(name)} == {"delivered"})
    assert world.admin("GET", f"{HOOKS}/{name}/deliveries?status=dead").body["deliveries"] == []


@pytest.mark.parametrize(
    "url, error",
    [
        ("http://10.255.255.1/", "address_refused"),
        ("http://169.254.169.254/latest/meta-data", "address_refused"),
        ("http://[::ffff:10.0.0.1]/", "address_refused"),
        ("http://0/", "address_refused"),
        ("http://no-such-host.invalid/", "name_unknown"),
        ("http://127.0.0.1:1/", "connection"),
    ],
)
def test_what_cannot_be_reached_says_why(hooks: Hooks, url: str, error: str) -> None:
    name = hooks.make("", url=url)
    hooks.world.row()
    until(lambda: hooks.states(name) == [("pending", error)])


def test_no_log_has_an_address_or_a_secret(hooks: Hooks, capfd: pytest.CaptureFixture[str]) -> None:
    hooks.receiver.answers["/t0ken?key=hidden"] = lambda _: 500
    name = hooks.make("/t0ken?key=hidden")
    gone = hooks.make("", url="http://127.0.0.1:1/t0ken?key=hidden")
    hooks.world.row()
    until(lambda: hooks.states(name) + hooks.states(gone) == [
        ("pending", "status"), ("pending", "connection"),
    ])  # fmt: skip
    told = ""

    def said() -> bool:
        nonlocal told
        told += "".join(capfd.readouterr())
        return told.count("webhook was sent") >= 2

    # Once it is written down it is told.
    until(said)
    assert name in told
    for secret in ("t0ken", "hidden", "whsec_", *hooks.secrets.values()):
        assert secret not in told


def test_without_a_key_nothing_is_made_or_sent(dsn: str, hooks: Hooks) -> None:
    with serving(settings_for(dsn, secret_key=None)) as url:
        client = Client(url, hooks.world.admin.token)
        body = {"url": "https://a.example", "topics": ["*"]}
        assert client("POST", HOOKS, body).code == (422, "secret_key_missing")
        assert client("GET", HOOKS).status == 200
        assert Client(url)("POST", HOOKS, body).status == 401


def test_deliveries_are_counted(hooks: Hooks) -> None:
    name = hooks.make("/counted")
    hooks.world.row()
    until(lambda: hooks.states(name) == [("delivered", None)])
    wanted = (
        'rowlock_webhooks{status="enabled"} 1.0',
        'rowlock_webhook_attempts_total{status="delivered"}',
        'rowlock_deliveries{status="dead"}',
    )
    # The database is asked once in a while, and what was sent is counted once it is written down.
    until(lambda: all(told in hooks.world.nobody("GET", "/metrics").text for told in wanted))
