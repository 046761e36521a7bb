"""A role that is removed while somebody is about to name it: one of them is told."""

from __future__ import annotations

from functools import partial
from typing import Any

import psycopg
import pytest
from psycopg.types.json import Jsonb

from tests.support.race import Outcome, race_rounds, tally
from tests.support.scene import Scene, detail, one

pytestmark = pytest.mark.race

IN_USE: Outcome = ("PT409", "role_in_use")
INVALID: Outcome = ("PT400", "argument_invalid")
GONE: Outcome = ("PT404", "role_exists")


def delete(scene: Scene, conn: psycopg.Connection, number: str) -> Any:
    return one(conn, "role_delete", role=f"desk-{number}", actor=scene.root)


def exists(scene: Scene, number: str) -> bool:
    query = "select exists (select from rowlock.role where role = %s)"
    return bool(scene.value(query, f"desk-{number}"))


NAMERS = {
    "grant": ("membership_grant", {"role": "desk-{}"}, {"memberships"}),
    "child": ("role_patch", {"role": "other-{}", "patch": {"parent_role": "desk-{}"}},
              {"child_roles"}),
    "upstream": ("role_patch", {"role": "other-{}", "patch": {"upstream_roles": ["desk-{}"]}},
                 {"downstream_roles"}),
    "chain to": ("role_escalation_create",
                 {"source_role": "other-{}", "target_role": "desk-{}"}, {"chains"}),
    "chain from": ("role_escalation_create",
                   {"source_role": "desk-{}", "target_role": "other-{}"}, {"chains"}),
    "targets": ("role_escalation_put", {"role": "other-{}", "target_roles": ["desk-{}"]},
                {"chains"}),
    "level": ("role_level_put", {"role": "other-{}", "levels":
              '[{{"after_minutes": 5, "action": "reassign", "target_role": "desk-{}"}}]'},
              {"levels"}),
    "escalate": ("escalation_escalate", {"target_role": "desk-{}"}, {"pending"}),
}  # fmt: skip


def filled(value: Any, number: str) -> Any:
    """The arguments with the round's number in every name."""
    if isinstance(value, dict):
        return {k: filled(v, number) for k, v in value.items()}
    if isinstance(value, list):
        return [filled(v, number) for v in value]
    return value.format(number)


@pytest.mark.parametrize("kind", NAMERS)
def test_who_names_a_role_keeps_it_or_finds_it_gone(scene: Scene, kind: str) -> None:
    verb, arguments, counted = NAMERS[kind]
    user = scene.account()
    rows: dict[str, str] = {}

    def setup(_: int) -> str:
        number = scene.roles("desk", "other")
        if kind == "escalate":
            rows[number] = scene.row()
        return number

    def move(conn: psycopg.Connection, number: str) -> Any:
        more = {"id": rows[number]} if kind == "escalate" else {}
        more |= {"user_id": user} if kind == "grant" else {}
        return one(conn, verb, actor=scene.root, **filled(arguments, number), **more)

    rounds = race_rounds(40, scene.connect, setup, move, partial(delete, scene))
    assert set(tally(rounds)) == {("ok", IN_USE), (INVALID, "ok")}
    for number, (namer, remover) in rounds:
        assert exists(scene, number) == (namer.outcome == "ok")
        if remover.error:
            assert set(detail(remover.error)["uses"]) == counted


def test_a_row_on_its_way_keeps_the_role_that_its_maker_has_left(scene: Scene) -> None:
    user: dict[str, str] = {}

    def setup(_: int) -> str:
        number = scene.roles()
        user[number] = scene.account(f"desk-{number}")
        return number

    def ask(conn: psycopg.Connection, number: str) -> Any:
        return one(conn, "escalation_create", role=f"desk-{number}", type="t", actor=user[number])

    def leave(conn: psycopg.Connection, number: str) -> Any:
        role = f"desk-{number}"
        one(conn, "membership_revoke", user_id=user[number], role=role, actor=scene.root)
        return delete(scene, conn, number)

    rounds = race_rounds(100, scene.connect, setup, ask, leave)
    refused: Outcome = ("PT403", "role_manage")
    assert set(tally(rounds)) == {("ok", IN_USE), (refused, "ok")}
    # And surely, not only by chance: the removal waits for the one that holds the role.
    number = setup(0)
    with scene.connect() as maker, scene.connect() as remover:
        remover.execute("set lock_timeout = '300ms'")
        with maker.transaction():
            ask(maker, number)
            with pytest.raises(psycopg.errors.LockNotAvailable):
                leave(remover, number)
        with pytest.raises(psycopg.Error) as refusal:
            delete(scene, remover, number)
        assert detail(refusal.value)["uses"] == {"pending": 1}
    query = """
        select count(*) from rowlock.escalation e where e.role like 'desk-%%'
          and not exists (select from rowlock.role r where r.role = e.role)"""
    assert scene.value(query) == 0


def test_an_import_never_leaves_rows_without_their_role(scene: Scene) -> None:
    def setup(_: int) -> str:
        return scene.roles()

    def steps(conn: psycopg.Connection, number: str) -> Any:
        row = {"origin_id": number, "key": "1", "type": "t", "role": f"desk-{number}",
               "created_at": "2026-01-01T00:00:00Z"}  # fmt: skip
        return one(
            conn, "escalation_import", rows=Jsonb([row]), source="race", actor=scene.root
        )  # fmt: skip

    rounds = race_rounds(60, scene.connect, setup, steps, partial(delete, scene))
    assert set(tally(rounds)) == {("ok", IN_USE), ("ok", "ok")}
    for number, (imported, removed) in rounds:
        assert imported.value["roles"] == (removed.outcome == "ok")
        assert exists(scene, number)


def test_who_makes_a_role_that_is_being_removed_has_one(scene: Scene) -> None:
    def make(conn: psycopg.Connection, number: str) -> Any:
        with conn.transaction():
            found = one(conn, "role_create", role=f"desk-{number}", actor=scene.root)
            one(conn, "role_get", role=found["role"]["role"], actor=scene.root)
            return found

    rounds = race_rounds(100, scene.connect, lambda _: scene.roles(), make, partial(delete, scene))
    assert set(tally(rounds)) == {("ok", "ok")}
    for number, (maker, _) in rounds:
        assert maker.value["role"]["role"] == f"desk-{number}"
        assert exists(scene, number) == maker.value["created"]


def test_of_two_who_delete_a_role_one_does(scene: Scene) -> None:
    move = partial(delete, scene)
    rounds = race_rounds(60, scene.connect, lambda _: scene.roles(), move, move)
    assert set(tally(rounds)) == {("ok", GONE), (GONE, "ok")}
