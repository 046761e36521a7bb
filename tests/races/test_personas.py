"""Personas changed by several at once: memberships end as personas and direct grants say."""

from __future__ import annotations

from collections import Counter

import psycopg
import pytest

from tests.support.race import Move, Outcome, race_rounds, tally
from tests.support.scene import Scene, behind, one

pytestmark = pytest.mark.race


def persona(scene: Scene, key: str, **roles: str) -> str:
    one(scene.owner, "persona_create", key=key, actor=scene.root)
    for role, relationship in roles.items():
        one(scene.owner, "persona_put_role", key=key, role=role, relationship=relationship,
            actor=scene.root)  # fmt: skip
    return key


RIGHT = """
    select count(*) from (
      select h.user_id, r.role from rowlock.user_persona h
      join rowlock.persona_role r on r.persona_id = h.persona_id
    ) w full join (
      select m.user_id, m.role from rowlock.membership m where m.granted_by_persona is not null
    ) m on m.user_id = w.user_id and m.role = w.role
    where w.user_id is null or m.user_id is null"""


def test_who_gets_a_persona_gets_the_role_that_it_gets(scene: Scene) -> None:
    def setup(number: int) -> str:
        return f"{persona(scene, f'p{number}', reviewer='write-all')} {scene.account()}"

    def put(conn: psycopg.Connection, made: str) -> object:
        return one(conn, "persona_put_role", key=made.split()[0], role="planner", actor=scene.root)

    def give(conn: psycopg.Connection, made: str) -> object:
        key, user = made.split()
        return one(conn, "user_persona_grant", user_id=user, key=key, actor=scene.root)

    rounds = race_rounds(60, scene.connect, setup, put, give)
    assert set(tally(rounds)) == {("ok", "ok")}
    for made, ends in rounds:
        counts = Counter(ends[0].value["counts"]) + Counter(ends[1].value["counts"])
        assert counts["granted"] == 2
        query = "select count(*) from rowlock.membership where user_id = %s"
        assert scene.value(query, made.split()[1]) == 2
    assert scene.value(RIGHT) == 0


def test_two_reconciliations_end_as_the_personas_say(scene: Scene) -> None:
    one_key = persona(scene, "one", reviewer="write-self", engineer="write-all")
    other_key = persona(scene, "other", reviewer="write-all", engineer="read-all")

    def setup(number: int) -> str:
        user = scene.account(*["reviewer"] * (number // 4 % 2), scope="self")
        for key in (one_key, other_key)[: number // 8 % 3]:
            one(scene.owner, "user_persona_grant", user_id=user, key=key, actor=scene.root)
        return user

    def give(key: str) -> Move:
        def run(conn: psycopg.Connection, user: str) -> object:
            return one(conn, "user_persona_grant", user_id=user, key=key, actor=scene.root)

        return run

    def sweep(conn: psycopg.Connection, _: str) -> object:
        return one(conn, "persona_reconcile", actor=scene.root)

    rounds = race_rounds(48, scene.connect, setup, give(one_key), give(other_key), sweep)
    assert set(tally(rounds)) == {("ok", "ok", "ok")}
    query = """
        select array_agg(role || ' ' || read_scope || ' ' || write_scope order by role)
        from rowlock.membership where user_id = %s"""
    for user, _ in rounds:
        assert scene.value(query, user) == ["engineer all all", "reviewer all all"]
    assert one(scene.owner, "persona_reconcile", actor=scene.root) == dict.fromkeys(
        ("granted", "refreshed", "raised", "removed"), 0
    )


def test_a_persona_given_and_ended_leaves_nothing_behind(scene: Scene) -> None:
    def setup(number: int) -> str:
        return f"{persona(scene, f'q{number}', planner='write-all')} {scene.account()}"

    def give(conn: psycopg.Connection, made: str) -> object:
        key, user = made.split()
        return one(conn, "user_persona_grant", user_id=user, key=key, actor=scene.root)

    def end(conn: psycopg.Connection, made: str) -> object:
        return one(conn, "persona_delete", key=made.split()[0], actor=scene.root)

    def leave(conn: psycopg.Connection, made: str) -> object:
        return one(conn, "user_delete", id=made.split()[1], actor=scene.root)

    rounds = race_rounds(48, scene.connect, setup, give, end, leave)
    late: set[Outcome] = {"ok", ("PT404", "persona_exists"), ("PT404", "user_exists")}
    for made, ends in rounds:
        assert ends[0].outcome in late
        assert (ends[1].outcome, ends[2].outcome) == ("ok", "ok")
        query = "select count(*) from rowlock.membership where user_id = %s"
        assert scene.value(query, made.split()[1]) == 0
    assert scene.value(RIGHT) == 0


def test_a_change_of_a_persona_sees_what_its_holder_just_got(scene: Scene) -> None:
    user = scene.account()
    low, high = (
        persona(scene, "low", reviewer="read-all"),
        persona(scene, "high", reviewer="write-all"),
    )
    one(scene.owner, "user_persona_grant", user_id=user, key=low, actor=scene.root)

    def give(conn: psycopg.Connection, _: str) -> object:
        return one(conn, "user_persona_grant", user_id=user, key=high, actor=scene.root)

    def put(conn: psycopg.Connection, _: str) -> object:
        return one(conn, "persona_put_role", key=low, role="reviewer", relationship="write-self",
                   actor=scene.root)  # fmt: skip

    behind(scene, give, put)
    query = "select write_scope from rowlock.membership where user_id = %s"
    assert scene.value(query, user) == "all"
