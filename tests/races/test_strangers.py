"""Logins that have no business with the journal stop nobody; those that had keep their word."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import psycopg
import pytest

from tests.support.journal import APPEND, Journal
from tests.support.scene import Scene, login, one
from tests.support.servers import Server

pytestmark = pytest.mark.race

Login = Callable[[str], str]


@pytest.fixture(name="login")
def _login(server: Server, scene: Scene) -> Iterator[Login]:
    """Makes Postgres logins, gone after the test."""
    with ExitStack() as stack:

        def make(name: str) -> str:
            return stack.enter_context(login(server, f"{scene.login}_{name}"))

        yield make


@pytest.fixture
def high(scene: Scene) -> int:
    """The locks of the journal: this plus the mark."""
    value: int = scene.value("select class::bigint << 48 from rowlock.event_watermark")
    return value


def lock(conn: psycopg.Connection, number: int, how: str = "_shared") -> None:
    conn.execute(f"select pg_advisory_lock{how}(%s)".encode(), [number])


def refused(state: str, code: str) -> Callable[[pytest.ExceptionInfo[psycopg.Error]], bool]:
    def check(caught: pytest.ExceptionInfo[psycopg.Error]) -> bool:
        return (caught.value.sqlstate, caught.value.diag.constraint_name) == (state, code)

    return check


def test_a_strangers_lock_stops_nobody(journal: Journal, login: Login, high: int) -> None:
    with journal.scene.connect(login("stranger")) as stranger:
        for mark in range(1, 50):
            lock(stranger, high | mark)
        assert journal.open_mark() is None
        journal.write(journal.soon)
        assert len(journal.read()) == 1
        # Nor does it hide the mark of somebody who counts.
        journal.late.execute("begin")
        journal.write(journal.late)
        journal.check_waits()


def test_a_lock_in_another_database_or_of_another_class_stops_nobody(
    journal: Journal, server: Server, high: int
) -> None:
    with psycopg.connect(server.admin) as other, journal.scene.own() as own:
        lock(other, high | 1)
        lock(own, (high ^ (1 << 48)) | 1)
        lock(own, high | 1, how="")
        assert journal.open_mark() is None


def test_a_writer_goes_round_the_numbers_that_a_stranger_keeps(
    journal: Journal, login: Login, high: int
) -> None:
    with journal.scene.connect(login("keeper")) as stranger:
        top = one(journal.scene.owner, "event_probe")
        for mark in range(top - 8, top + 8):
            lock(stranger, high | mark, how="")
        journal.late.execute("begin")
        journal.write(journal.late)
        assert journal.open_mark() == top - 9
        journal.check_waits()
        stranger.execute("select pg_advisory_unlock_all()")


def test_a_writer_that_finds_no_number_changes_nothing(
    journal: Journal, login: Login, high: int
) -> None:
    scene = journal.scene
    before = scene.state(journal.row)
    with scene.connect(login("glutton")) as stranger:
        top = one(scene.owner, "event_probe")
        for mark in range(1, top + 1):
            lock(stranger, high | mark, how="")
        with pytest.raises(psycopg.Error) as caught:
            journal.write(journal.soon)
        assert refused("PT503", "event_mark")(caught)
        assert scene.state(journal.row) == before
        assert journal.read() == []
        # A closed connection's backend may keep its locks for a moment yet.
        stranger.execute("select pg_advisory_unlock_all()")
    journal.write(journal.soon)
    assert len(journal.read()) == 1


def test_a_strangers_lock_on_a_role_holds_its_removal_up_for_a_moment(
    scene: Scene, login: Login
) -> None:
    role = f"desk-{scene.roles()}"
    key = scene.value(
        "select row('rowlock.role'::regclass::oid::integer, hashtext(%s))::text", role
    )
    take = f"select pg_advisory_lock{key}".encode()
    with scene.connect(login("lurker")) as stranger, scene.connect() as conn:
        stranger.execute(take)
        # A session that waits for ever, as most do.
        conn.execute("set lock_timeout = 0")
        conn.execute("set statement_timeout = '10s'")
        with pytest.raises(psycopg.errors.LockNotAvailable):
            one(conn, "role_delete", role=role, actor=scene.root)
        assert conn.execute("show lock_timeout").fetchone() == ("0",)
        # Who asks in the role goes round it.
        assert one(conn, "escalation_create", role=role, type="t", actor=scene.root)["created"]
        # A lock timeout of the session's own counts.
        other = f"desk-{scene.roles()}"
        conn.execute("set lock_timeout = '3s'")
        with conn.transaction():
            one(conn, "role_delete", role=other, actor=scene.root)
            assert conn.execute("show lock_timeout").fetchone() == ("3s",)


def test_no_strangers_lock_stops_archiving(scene: Scene, login: Login) -> None:
    key = scene.value("select 'rowlock.escalation'::regclass::oid::integer")
    with scene.connect(login("warden")) as stranger, scene.connect() as conn:
        stranger.execute("select pg_advisory_lock(%s, 0)", [key])
        conn.execute("set lock_timeout = '100ms'")
        assert one(conn, "escalation_archive", older_than="30 days", actor=scene.root) == 0


def test_an_open_transaction_of_a_revoked_login_still_counts(
    journal: Journal, login: Login, high: int
) -> None:
    scene = journal.scene
    name = login("leaver")
    user = scene.account("reviewer")
    one(scene.owner, "login_grant", db_role=name, kind="user", user_id=user)
    journal.read()
    with scene.connect(name) as leaver:
        leaver.execute("begin")
        one(leaver, "escalation_claim", id=journal.row)
        one(scene.owner, "login_revoke", db_role=name)
        age(scene, name)
        other = scene.row()
        journal.write(journal.soon, other)
        assert journal.read() == [], "what the revoked login has written would be lost"
        leaver.execute("commit")
        assert len(journal.read()) == 3

        # It may call no more, and a lock of its own is that of a stranger.
        with pytest.raises(psycopg.Error):
            one(leaver, "escalation_release", id=journal.row)
        lock(leaver, high | 1)
        assert journal.open_mark() is None
        journal.write(journal.soon, other)
        assert len(journal.read()) == 1


def test_a_transaction_that_began_while_its_login_was_revoked_counts(
    journal: Journal, login: Login, high: int
) -> None:
    scene = journal.scene
    name = login("quick")
    one(scene.owner, "login_grant", db_role=name, kind="user", user_id=scene.account("reviewer"))
    journal.read()
    with scene.connect(name) as quick, scene.own() as owner:
        with owner.transaction():
            one(owner, "login_revoke", db_role=name)
            # Not committed yet, so this is still a call like any other.
            quick.execute("begin")
            one(quick, "escalation_claim", id=journal.row)
        journal.write(journal.soon, scene.row())
        assert journal.read() == []
        quick.execute("commit")
        assert len(journal.read()) == 3


@pytest.mark.parametrize("dropped", [True, False], ids=["dropped", "renamed"])
def test_a_transaction_whose_login_lost_its_name_counts(
    journal: Journal, server: Server, login: Login, dropped: bool
) -> None:
    scene = journal.scene
    name = login("nameless")
    one(scene.owner, "login_grant", db_role=name, kind="user", user_id=scene.account("reviewer"))
    journal.read()
    with scene.connect(name) as nameless:
        nameless.execute("begin")
        one(nameless, "escalation_claim", id=journal.row)
        if dropped:
            one(scene.owner, "login_revoke", db_role=name)
            age(scene, name)
            server.execute("drop role {}", name)
        else:
            server.execute("alter role {} rename to {}", name, f"{name}_new")
        journal.write(journal.soon, scene.row())
        assert journal.read() == [], "what it has written would be lost"
        nameless.execute("commit")
        assert len(journal.read()) == 3
    if dropped:
        server.execute("create role {}", name)
    else:
        server.execute("alter role {} rename to {}", f"{name}_new", name)


def age(scene: Scene, name: str) -> None:
    """The revocation was ten minutes ago."""
    scene.owner.execute(
        "update rowlock.db_principal set revoked_at = revoked_at - interval '10 minutes' "
        "where db_role = %s",
        [name],
    )


@pytest.mark.parametrize("level", ["repeatable read", "serializable"])
@pytest.mark.parametrize(
    "verb", [{"event_since": {"after": 0}}, {"event_read": {"after": 0}}, {"event_purge": {}}]
)
def test_a_snapshot_older_than_the_locks_is_refused(
    scene: Scene, level: str, verb: dict[str, dict[str, object]]
) -> None:
    [(name, arguments)] = verb.items()
    if name == "event_since":
        arguments = {**arguments, "actor": scene.root}
    with scene.own() as conn:
        conn.execute(f"begin isolation level {level}".encode())
        with pytest.raises(psycopg.Error) as caught:
            one(conn, name, **arguments)
        assert refused("PT400", "event_isolation")(caught)


def test_the_readers_of_the_journal_are_volatile(scene: Scene) -> None:
    query = "select provolatile from pg_proc where proname = any (%s)"
    names = ["event_since", "event_read", "event_purge", "_event_horizon"]
    assert scene.owner.execute(query, [names]).fetchall() == [("v",)] * len(names)


def test_a_sequence_that_caches_numbers_is_refused(journal: Journal) -> None:
    scene = journal.scene
    with scene.own() as first, scene.own() as second, scene.own() as third:
        scene.owner.execute("alter sequence rowlock.event_seq cache 50")
        for conn in (first, second):
            conn.execute(APPEND)
        # The first still has numbers below what the second was given.
        with pytest.raises(psycopg.Error) as caught:
            first.execute(APPEND)
        assert refused("PT503", "event_order")(caught)
        scene.owner.execute("alter sequence rowlock.event_seq cache 1")
        for conn in (second, third):
            conn.execute(APPEND)


# Last, because the sequence goes far ahead.
def test_a_writer_leaps_over_many_numbers_that_a_stranger_keeps(
    journal: Journal, login: Login, high: int
) -> None:
    journal.scene.owner.execute("select setval('rowlock.event_seq', 100000)")
    with journal.scene.connect(login("hoarder")) as stranger:
        for mark in range(99_500, 100_001):
            lock(stranger, high | mark, how="")
        journal.late.execute("begin")
        journal.write(journal.late)
        assert 98_900 < (journal.open_mark() or 0) < 99_500
        journal.check_waits()
        stranger.execute("select pg_advisory_unlock_all()")
