"""Accounts, superadmins and keys changed by several at once."""

from __future__ import annotations

import hashlib

import psycopg
import pytest

from tests.support.race import Move, Outcome, race_rounds, tally
from tests.support.scene import Scene, behind, one
from tests.support.servers import Server

pytestmark = pytest.mark.race

LAST: Outcome = ("PT409", "user_last_superadmin")
ACTIVE = """
    select count(distinct u.id) from rowlock.membership m join rowlock.user_account u
    on u.id = m.user_id where m.type = 'superadmin' and u.status = 'active'"""


def superadmin(scene: Scene) -> str:
    made = scene.account()
    one(scene.owner, "membership_grant", user_id=made, role="superadmin", type="superadmin",
        actor=scene.root)  # fmt: skip
    return made


def only(scene: Scene, *kept: str) -> None:
    """These are the superadmins, and no others."""
    scene.owner.execute(
        "delete from rowlock.membership where type = 'superadmin' and user_id <> all (%s::uuid[])",
        [list(kept)],
    )
    scene.owner.execute(
        "insert into rowlock.membership (user_id, role, type) select id, 'superadmin', 'superadmin'"
        " from unnest(%s::uuid[]) id on conflict do nothing",
        [list(kept)],
    )
    scene.owner.execute(
        "update rowlock.user_account set status = 'active' where id = any (%s::uuid[])",
        [list(kept)],
    )


@pytest.fixture
def two(scene: Scene) -> tuple[str, str]:
    return superadmin(scene), superadmin(scene)


def revoke(actor: str, other: str) -> Move:
    def run(conn: psycopg.Connection, _: str) -> object:
        return one(conn, "membership_revoke", user_id=other, role="superadmin", actor=actor)

    return run


def demote(actor: str, other: str) -> Move:
    def run(conn: psycopg.Connection, _: str) -> object:
        return one(conn, "membership_grant", user_id=other, role="superadmin", actor=actor)

    return run


def suspend(actor: str, other: str) -> Move:
    def run(conn: psycopg.Connection, _: str) -> object:
        return one(conn, "user_patch", id=other, patch={"status": "suspended"}, actor=actor)

    return run


@pytest.mark.parametrize("left", [revoke, demote, suspend])
@pytest.mark.parametrize("right", [revoke, demote, suspend])
def test_of_two_superadmins_who_strip_each_other_one_stays(
    scene: Scene, two: tuple[str, str], left: object, right: object
) -> None:
    a, b = two

    def setup(number: int) -> str:
        only(scene, a, b)
        return str(number)

    assert callable(left) and callable(right)
    rounds = race_rounds(24, scene.connect, setup, left(a, b), right(b, a))
    # The loser is the last; or was no longer anybody when it began.
    losses: set[Outcome] = {
        LAST, ("PT401", "actor_active"), ("PT403", "membership_grantable"), ("PT403", "user_owner"),
        ("PT403", "actor_global"),
    }  # fmt: skip
    for _, ends in rounds:
        outcomes = [end.outcome for end in ends]
        assert outcomes.count("ok") == 1, outcomes
        assert set(outcomes) - {"ok"} <= losses
    only(scene, scene.root)


def test_of_two_who_delete_each_other_one_stays(scene: Scene) -> None:
    def setup(number: int) -> str:
        pair = superadmin(scene), superadmin(scene)
        only(scene, *pair)
        return ",".join(pair)

    def delete(place: int) -> Move:
        def run(conn: psycopg.Connection, pair: str) -> object:
            ids = pair.split(",")
            return one(conn, "user_delete", id=ids[1 - place], actor=ids[place])

        return run

    def setup_with_root(number: int) -> str:
        only(scene, scene.root)
        return setup(number)

    rounds = race_rounds(24, scene.connect, setup_with_root, delete(0), delete(1))
    for _, ends in rounds:
        assert [end.outcome for end in ends].count("ok") == 1
    assert scene.value(ACTIVE) == 1
    only(scene, scene.root)


def test_a_small_admins_key_never_survives_a_promotion(scene: Scene) -> None:
    lead = scene.account("reviewer", kind="admin")

    def setup(number: int) -> str:
        made = one(scene.owner, "user_create", external_id=f"bot {number}", account_type="bot",
                   actor=scene.root)  # fmt: skip
        return str(made["id"])

    def mint(conn: psycopg.Connection, bot: str) -> object:
        return one(conn, "api_key_mint", user_id=bot, name="k", actor=lead)

    def promote(conn: psycopg.Connection, bot: str) -> object:
        return one(conn, "membership_grant", user_id=bot, role="superadmin", type="superadmin",
                   actor=scene.root)  # fmt: skip

    rounds = race_rounds(60, scene.connect, setup, mint, promote)
    refused: Outcome = ("PT403", "api_key_owner")
    assert set(tally(rounds)) == {("ok", "ok"), (refused, "ok")}
    for bot, ends in rounds:
        keys = scene.value("select count(*) from rowlock.api_key where user_id = %s", bot)
        assert keys == 0
        if ends[0].outcome == "ok":
            minted = ends[0].value
            sha256 = hashlib.sha256(minted["key"].encode()).digest()
            with scene.connect() as conn, pytest.raises(psycopg.Error) as e:
                one(conn, "api_key_verify", key_prefix=minted["key_prefix"], key_sha256=sha256)
            assert e.value.sqlstate == "PT401"


def test_an_admin_never_touches_who_is_just_becoming_superadmin(scene: Scene) -> None:
    lead = scene.account("reviewer", kind="admin")
    touches: tuple[tuple[str, dict[str, object]], ...] = (
        ("membership_grant", {"role": "reviewer", "read_scope": "self", "write_scope": "none"}),
        ("membership_revoke", {"role": "reviewer"}),
        ("user_patch", {"patch": {"external_id": "mine now"}}),
    )
    for verb, given in touches:
        user = scene.account("reviewer")

        def promote(conn: psycopg.Connection, _: str, user: str = user) -> object:
            return one(conn, "membership_grant", user_id=user, role="reviewer", type="superadmin",
                       actor=scene.root)  # fmt: skip

        def touch(
            conn: psycopg.Connection, _: str, user: str = user, verb: str = verb,
            given: dict[str, object] = given,
        ) -> object:  # fmt: skip
            name = "id" if verb == "user_patch" else "user_id"
            return one(conn, verb, **{name: user}, **given, actor=lead)

        with pytest.raises(psycopg.Error) as e:
            behind(scene, promote, touch)
        assert e.value.sqlstate == "PT403", verb
        query = "select type from rowlock.membership where user_id = %s"
        assert scene.value(query, user) == "superadmin"
    only(scene, scene.root)


def test_of_many_first_sights_one_provisions(scene: Scene) -> None:
    def see(conn: psycopg.Connection, name: str) -> object:
        return one(conn, "user_provision", external_id=name, roles=["reviewer", "planner"])

    rounds = race_rounds(40, scene.connect, "seen-{}".format, see, see, see)
    for _, ends in rounds:
        [user] = {end.value for end in ends}
        assert scene.topics(str(user)) == ["membership.changed"] * 2


def test_metadata_keys_of_two_writers_both_stay(scene: Scene) -> None:
    def write(key: str) -> Move:
        def run(conn: psycopg.Connection, user: str) -> object:
            return one(conn, "user_patch_metadata", id=user, assign={key: 1}, actor=scene.root)

        return run

    rounds = race_rounds(40, scene.connect, lambda _: scene.account(), write("a"), write("b"))
    for user, _ in rounds:
        query = "select metadata from rowlock.user_account where id = %s"
        assert scene.value(query, user) == {"a": 1, "b": 1}


def test_of_two_renames_to_one_external_id_one_is_done(server: Server, scene: Scene) -> None:
    def setup(number: int) -> str:
        return f"{scene.account()} {scene.account()} name-{number}"

    def rename(place: int) -> Move:
        def run(conn: psycopg.Connection, made: str) -> object:
            *ids, name = made.split()
            return one(conn, "user_patch", id=ids[place], patch={"external_id": name},
                       actor=scene.root)  # fmt: skip

        return run

    rounds = race_rounds(40, scene.connect, setup, rename(0), rename(1))
    taken: Outcome = ("PT409", "user_external_id_taken")
    assert set(tally(rounds)) <= {("ok", taken), (taken, "ok")}
