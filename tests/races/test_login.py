"""Password attempts side by side: each is counted, and nobody's lock keeps people out."""

from __future__ import annotations

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
            conn.execute("set lock_timeout = '1s'")
            ticket = one(conn, "login_attempt_start", external_id="root", address="root")
            assert ticket["attempt_id"] is not None
