"""The same thing made or taken away by several at once: it is made once, and gone once."""

from __future__ import annotations

from collections import Counter

import psycopg
import pytest
from psycopg import sql

from tests.support.race import Move, Outcome, race_rounds, tally
from tests.support.scene import Scene, one
from tests.support.servers import Server

pytestmark = pytest.mark.race


def test_of_twenty_who_ask_under_one_key_one_makes_the_row(scene: Scene) -> None:
    actors = [scene.account("reviewer") for _ in range(20)]

    def ask(actor: str) -> Move:
        def run(conn: psycopg.Connection, key: str) -> object:
            return one(
                conn, "escalation_create", role="reviewer", type="approval", signal_key=key,
                actor=actor,
            )  # fmt: skip

        return run

    rounds = race_rounds(25, scene.connect, "key-{}".format, *map(ask, actors))
    for key, ends in rounds:
        assert Counter(end.outcome for end in ends) == {"ok": 20}
        made = [end.value for end in ends]
        assert Counter(m["created"] for m in made) == {True: 1, False: 19}
        [row] = {m["escalation"]["id"] for m in made}
        [maker] = [a for a, m in zip(actors, made, strict=True) if m["created"]]
        assert scene.state(row)["created_by"] == maker
        assert scene.topics(row) == ["escalation.created"]
        query = "select count(*) from rowlock.escalation where signal_key = %s"
        assert scene.value(query, key) == 1


def test_a_key_is_free_again_when_its_maker_rolls_back(scene: Scene) -> None:
    asked = {"role": "reviewer", "type": "approval", "actor": scene.root}

    def undone(conn: psycopg.Connection, key: str) -> object:
        with conn.transaction(force_rollback=True):
            return one(conn, "escalation_create", signal_key=key, **asked)["created"]

    def kept(conn: psycopg.Connection, key: str) -> object:
        return one(conn, "escalation_create", signal_key=key, **asked)["created"]

    rounds = race_rounds(50, scene.connect, "again-{}".format, undone, kept)
    for key, ends in rounds:
        assert (ends[0].outcome, ends[1].outcome) == ("ok", "ok")
        assert ends[1].value is True
        row = scene.value("select id from rowlock.escalation where signal_key = %s", key)
        assert scene.topics(str(row)) == ["escalation.created"]


def test_a_grant_and_a_revocation_end_as_the_journal_says(scene: Scene) -> None:
    def setup(number: int) -> str:
        # In turn: a membership that stands, and none.
        return scene.account(*["reviewer"] * (number // 4 % 2))

    def grant(conn: psycopg.Connection, user: str) -> object:
        return one(conn, "membership_grant", user_id=user, role="reviewer", actor=scene.root)

    def revoke(conn: psycopg.Connection, user: str) -> object:
        return one(conn, "membership_revoke", user_id=user, role="reviewer", actor=scene.root)

    rounds = race_rounds(200, scene.connect, setup, grant, revoke)
    missing: Outcome = ("PT404", "membership_exists")
    stood = [ended for number, ended in enumerate(rounds) if number // 4 % 2]
    absent = [ended for number, ended in enumerate(rounds) if not number // 4 % 2]
    assert set(tally(stood)) == {("ok", "ok")}
    assert set(tally(absent)) == {("ok", "ok"), ("ok", missing)}
    said = "select payload->>'change' from rowlock.event where subject_id = %s order by seq"
    for number, (user, ends) in enumerate(rounds):
        assert ends[0].value and ends[0].value["user_id"] == user
        query = "select exists (select from rowlock.membership where user_id = %s)"
        there = scene.value(query, user)
        changes = [change for (change,) in scene.owner.execute(said, [user])]
        assert changes[-1] == ("granted" if there else "revoked"), (number, changes)
        # Turn and turn about: no change is journaled that was none.
        assert changes == (["granted", "revoked"] * 2)[: len(changes)]


def test_a_grant_in_two_shapes_ends_in_the_shape_journaled_last(scene: Scene) -> None:
    def grant(scope: str) -> Move:
        def run(conn: psycopg.Connection, user: str) -> object:
            return one(
                conn, "membership_grant", user_id=user, role="reviewer", read_scope=scope,
                write_scope=scope, actor=scene.root,
            )  # fmt: skip

        return run

    rounds = race_rounds(
        100, scene.connect, lambda _: scene.account(), grant("all"), grant("self")
    )  # fmt: skip
    assert set(tally(rounds)) == {("ok", "ok")}
    said = "select payload->>'read_scope' from rowlock.event where subject_id = %s order by seq"
    for user, _ in rounds:
        query = "select read_scope from rowlock.membership where user_id = %s"
        scopes = [scope for (scope,) in scene.owner.execute(said, [user])]
        assert sorted(scopes) == ["all", "self"]
        assert scene.value(query, user) == scopes[-1]


def test_of_two_who_revoke_a_key_one_does(scene: Scene) -> None:
    bot = str(one(scene.owner, "user_create", external_id="bot", account_type="bot",
                  actor=scene.root)["id"])  # fmt: skip

    def setup(number: int) -> str:
        made = one(scene.owner, "api_key_mint", user_id=bot, name=f"key {number}", actor=scene.root)
        return str(made["id"])

    def revoke(conn: psycopg.Connection, key: str) -> object:
        return one(conn, "api_key_revoke", user_id=bot, key_id=key, actor=scene.root)

    rounds = race_rounds(100, scene.connect, setup, revoke, revoke)
    gone: Outcome = ("PT404", "api_key_exists")
    assert set(tally(rounds)) == {("ok", gone), (gone, "ok")}


def test_of_two_keys_of_one_name_one_is_made(scene: Scene) -> None:
    bot = str(one(scene.owner, "user_create", external_id="twin", account_type="bot",
                  actor=scene.root)["id"])  # fmt: skip

    def mint(conn: psycopg.Connection, name: str) -> object:
        return one(conn, "api_key_mint", user_id=bot, name=name, actor=scene.root)

    rounds = race_rounds(50, scene.connect, "name {}".format, mint, mint)
    assert {Counter(e.outcome for e in ends)["ok"] for _, ends in rounds} == {1}
    assert {e.outcome for _, ends in rounds for e in ends} == {
        "ok",
        ("PT409", "api_key_name_taken"),
    }


def test_of_two_roles_of_one_name_one_is_made(scene: Scene) -> None:
    def create(conn: psycopg.Connection, role: str) -> object:
        return one(conn, "role_create", role=role, actor=scene.root)

    rounds = race_rounds(100, scene.connect, "desk-{}".format, create, create)
    for role, ends in rounds:
        assert Counter(e.value["created"] for e in ends) == {True: 1, False: 1}
        assert {e.value["role"]["role"] for e in ends} == {role}
        assert scene.topics(role) == ["role.updated"]


def test_of_two_accounts_of_one_name_one_is_made(scene: Scene) -> None:
    def create(conn: psycopg.Connection, name: str) -> object:
        return one(conn, "user_create", external_id=name, actor=scene.root)

    rounds = race_rounds(50, scene.connect, "namesake-{}".format, create, create)
    taken: Outcome = ("PT409", "user_external_id_taken")
    assert set(tally(rounds)) <= {("ok", taken), (taken, "ok")}


def test_of_two_first_superadmins_one_is_made(server: Server, scene: Scene) -> None:
    with server.database() as name, psycopg.connect(server.conninfo(name), autocommit=True) as own:

        def setup(number: int) -> str:
            own.execute("delete from rowlock.membership")
            return str(number)

        def first(side: str) -> Move:
            def run(conn: psycopg.Connection, number: str) -> object:
                return one(conn, "user_create_first", external_id=f"{side}-{number}")

            return run

        def connect() -> psycopg.Connection:
            return psycopg.connect(server.conninfo(name), autocommit=True)

        rounds = race_rounds(50, connect, setup, first("left"), first("right"))
        late: Outcome = ("PT409", "user_first")
        assert set(tally(rounds)) == {("ok", late), (late, "ok")}
        count = sql.SQL("select count(*) from rowlock.user_account")
        assert own.execute(count).fetchone() == (50,)
