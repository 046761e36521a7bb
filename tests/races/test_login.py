"""Signing in side by side: each attempt is counted, and nobody's lock keeps another out."""

from __future__ import annotations

import hashlib
from collections import Counter

import psycopg
import pytest

from tests.support.race import Move, race_rounds
from tests.support.scene import Scene, login, one
from tests.support.servers import Server

pytestmark = pytest.mark.race


def test_of_twenty_attempts_at_one_name_ten_are_let_through(scene: Scene) -> None:
    def attempt(number: int) -> Move:
        def run(conn: psycopg.Connection, name: str) -> object:
            address = f"{name} {number}"
            return one(conn, "login_attempt_start", external_id=name, address=address)

        return run

    rounds = race_rounds(10, scene.connect, "name-{}".format, *map(attempt, range(20)))
    for _, ends in rounds:
        assert Counter(end.outcome for end in ends) == {"ok": 10, ("PT429", "login_rate"): 10}


def test_a_strangers_lock_keeps_nobody_from_signing_in(server: Server, scene: Scene) -> None:
    with login(server, f"{scene.login}_porter") as name, scene.connect(name) as stranger:
        for word in ("login name", "login address"):
            stranger.execute("select pg_advisory_lock(hashtext(%s), hashtext('root'))", [word])
        with scene.connect() as conn:
            ticket = one(conn, "login_attempt_start", external_id="root", address="root")
            assert ticket["attempt_id"] is not None


def test_a_key_in_use_keeps_no_other_call_of_its_bot_waiting(scene: Scene) -> None:
    made = one(scene.owner, "user_create", external_id="busy", account_type="bot", actor=scene.root)
    bot = made["id"]
    key = one(scene.owner, "api_key_mint", user_id=bot, name="busy", actor=scene.root)
    sha256 = hashlib.sha256(key["key"].encode()).digest()

    def verify(conn: psycopg.Connection) -> object:
        return one(conn, "api_key_verify", key_prefix=key["key_prefix"], key_sha256=sha256)

    with scene.connect() as slow, scene.connect() as quick:
        slow.execute("begin")
        assert verify(slow) == bot
        assert verify(quick) == bot
        slow.execute("commit")
    query = "select last_used_at is not null from rowlock.api_key where id = %s"
    assert scene.value(query, key["id"]) is True
