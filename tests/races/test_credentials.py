"""Credentials raced for: each use goes to one, and what is bound stays with who came first."""

from __future__ import annotations

import base64
from collections import Counter
from uuid import uuid4

import psycopg
import pytest
from psycopg.types.json import Jsonb

from tests.support.race import Move, Outcome, race, race_rounds, tally
from tests.support.scene import Scene, one

pytestmark = pytest.mark.race

USED: Outcome = ("PT409", "credential_used")
BOUND: Outcome = ("PT409", "credential_bound")
GONE: Outcome = ("PT404", "credential_exists")


def stored(scene: Scene, actor: str, **more: object) -> str:
    given = {"token": str(uuid4()), "value": b"c" * 28, "key_id": "k"}
    one(scene.owner, "credential_store", **given, actor=actor, **more)
    return str(given["token"])


def uses(scene: Scene, token: str) -> object:
    return scene.value("select use_count from rowlock.ephemeral_credential where token = %s", token)


@pytest.mark.parametrize("max_uses", [1, 7])
def test_of_twenty_consumers_as_many_win_as_there_are_uses(scene: Scene, max_uses: int) -> None:
    actor = scene.account("reviewer")
    for _ in range(5):
        token = stored(scene, actor, max_uses=max_uses)
        outcomes = race(
            20, scene.connect,
            lambda conn, n, t=token: one(
                conn, "credential_consume", token=t, ref=f"run-{n}", actor=actor
            ),
        )  # fmt: skip
        assert outcomes == Counter({"ok": max_uses, USED: 20 - max_uses})
        assert uses(scene, token) == max_uses


def test_of_twenty_one_binds_it_and_its_repeats_are_free(scene: Scene) -> None:
    actor = scene.account("reviewer")
    for _ in range(5):
        token = stored(scene, actor, max_uses=3, bind_on_use=True)
        # Four come in each name.
        outcomes = race(
            20, scene.connect,
            lambda conn, n, t=token: one(
                conn, "credential_consume", token=t, ref=f"run-{n % 5}", actor=actor
            ),
        )  # fmt: skip
        assert outcomes == Counter({"ok": 4, BOUND: 16})
        assert uses(scene, token) == 1


def test_a_use_that_is_given_back_goes_to_one(scene: Scene) -> None:
    actor, other = scene.account("reviewer"), scene.account("reviewer")

    def begun(_: int) -> str:
        token = stored(scene, actor)
        one(scene.owner, "credential_consume", token=token, actor=actor)
        return token

    def back(conn: psycopg.Connection, token: str) -> object:
        return one(conn, "credential_refund", token=token, actor=actor)

    def take(conn: psycopg.Connection, token: str) -> object:
        return one(conn, "credential_consume", token=token, actor=other)

    rounds = race_rounds(50, scene.connect, begun, back, take, take)
    assert set(tally(rounds)) <= {("ok", "ok", USED), ("ok", USED, "ok"), ("ok", USED, USED)}
    for token, ends in rounds:
        assert uses(scene, token) == [end.outcome for end in ends[1:]].count("ok")


def test_one_that_is_revoked_is_consumed_before_or_not_at_all(scene: Scene) -> None:
    actor = scene.account("reviewer")
    rounds = race_rounds(
        50, scene.connect, lambda _: stored(scene, actor),
        lambda conn, token: one(conn, "credential_revoke", token=token, actor=actor),
        lambda conn, token: one(conn, "credential_consume", token=token, actor=actor),
    )  # fmt: skip
    assert set(tally(rounds)) == {("ok", "ok"), ("ok", GONE)}


def test_purges_remove_each_one_once(scene: Scene) -> None:
    actor = scene.account("reviewer")
    tokens = [stored(scene, actor) for _ in range(40)]
    scene.owner.execute(
        "update rowlock.ephemeral_credential set created_at = now() - interval '1 hour',"
        " expires_at = clock_timestamp() where token = any(%s::uuid[])",
        [tokens],
    )
    removed: list[int] = []

    def purge(conn: psycopg.Connection, _: int) -> object:
        while n := int(one(conn, "credential_purge", max_rows=3)):
            removed.append(n)
        return None

    assert race(6, scene.connect, purge) == Counter({"ok": 6})
    assert sum(removed) == 40


def test_of_answers_with_passwords_one_is_stored_with_its_token(scene: Scene) -> None:
    one(
        scene.owner, "role_patch", role="reviewer", actor=scene.root,
        patch={"form_schema": {"properties": {"pin": {"format": "password"}}}},
    )  # fmt: skip
    actors = [scene.account("reviewer") for _ in range(4)]

    def answer(actor: str) -> Move:
        def run(conn: psycopg.Connection, row: str) -> object:
            token = str(uuid4())
            credential = {
                "escalation_id": row, "field": "pin", "path": ["pin"], "token": token,
                "key_id": "k", "value": base64.b64encode(b"c" * 40).decode(),
            }  # fmt: skip
            resolved = one(
                conn, "escalation_resolve", id=row, resolver_payload={"pin": "s3cret"},
                credentials=Jsonb([credential]), actor=actor,
            )  # fmt: skip
            assert resolved["resolver_payload"] == {"pin": f"eph:v1:pin:{token}"}
            return token

        return run

    before = scene.value("select count(*) from rowlock.ephemeral_credential")
    rounds = race_rounds(25, scene.connect, lambda _: scene.row(), *map(answer, actors))
    resolved: Outcome = ("PT409", "escalation_resolved")
    for _, ends in rounds:
        assert Counter(end.outcome for end in ends) == {"ok": 1, resolved: 3}
    # Who lost has left no credential behind.
    assert scene.value("select count(*) from rowlock.ephemeral_credential") == before + 25
    scene.check_history()
