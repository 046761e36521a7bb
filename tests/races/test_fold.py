"""The tally of open rows at work: at every moment it says what counting the rows says."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random

import psycopg
import pytest

from tests.support.installing import dump
from tests.support.pgtap import run_psql
from tests.support.race import race_each
from tests.support.scene import Scene, one

pytestmark = pytest.mark.race

WRITERS, READERS, SECONDS = 8, 2, 2.0
# How often a look found a tally, and none: fewer show nothing.
TALLIED, DOUBTED = 20, 5
Going = Callable[[], bool]
ROLES, TYPES = ("reviewer", "engineer"), ("a", "b")
# One statement, one snapshot.
BOTH = """
    select
      (select jsonb_object_agg(o.role || o.type, o.open)
       from rowlock._escalation_open_counts(roles => null) o),
      (select jsonb_object_agg(c.role || c.type, c.open) from (
         select e.role, e.type, count(*) as open from only rowlock.escalation e
         where e.status = 'pending' group by e.role, e.type) c),
      f.through >= w.purged_through and not exists (select from rowlock.escalation_fold_doubt)
    from rowlock.escalation_fold f, rowlock.event_watermark w"""
BY_HAND = (
    "insert into rowlock.escalation (id, role, type, created_at, updated_at)"
    " select gen_random_uuid(), 'reviewer', 'a', now(), now() from generate_series(1, 3)",
    "update rowlock.escalation set status = 'cancelled', ended_at = clock_timestamp()"
    " where id = any (array(select o.id from only rowlock.escalation o"
    "  where o.status = 'pending' limit 2 for update skip locked)) and created_at <= now()",
    "delete from rowlock.escalation where id = any (array(select o.id"
    "  from only rowlock.escalation o where o.status = 'pending' limit 1 for update skip locked))",
    "update rowlock.escalation set role = 'engineer' where id = any (array(select o.id"
    "  from only rowlock.escalation o where o.status = 'pending' limit 1 for update skip locked))",
)


def step(conn: psycopg.Connection, random: Random, root: str) -> None:
    """One verb, of those that open, end and move rows, and of one that does not."""
    match random.randrange(10):
        case 0 | 1 | 2:
            one(
                conn, "escalation_create", role=random.choice(ROLES), type=random.choice(TYPES),
                timeout=random.choice([None, "1 second"]), actor=root,
            )  # fmt: skip
        case 3:
            log = [
                {"origin_id": str(random.random()), "key": "1", "type": "c", "role": "mill"}
                | {"created_at": "2020-01-01T00:00:00Z"}
                | ({"resolved_at": "2020-01-02T00:00:00Z"} if n else {})
                for n in range(2)
            ]
            conn.execute(
                "select rowlock.escalation_import(source => 'log', rows => %s::jsonb, actor => %s)",
                (json.dumps(log[random.randrange(2) :][:1]), root),
            )
        case 4:
            one(conn, "escalation_expire", max_rows=3)
        case verb:
            taken = conn.execute(
                "select c.id::text, c.role from rowlock.escalation_claim_next("
                " max_rows => 2, actor => %s) c",
                [root],
            ).fetchall()
            for row, role in taken:
                match verb:
                    case 5:
                        one(conn, "escalation_resolve", id=row, resolver_payload="{}", actor=root)
                    case 6:
                        one(conn, "escalation_cancel", id=row, actor=root)
                    case 7:
                        target = ROLES[role == ROLES[0]]
                        one(conn, "escalation_escalate", id=row, target_role=target, actor=root)
                    case 8:
                        one(conn, "escalation_level_up", id=row, expected_level=0, actor=root)
                    case _:
                        one(conn, "escalation_release", id=row, actor=root)


def write(conn: psycopg.Connection, random: Random, root: str, going: Going) -> int:
    """Transactions of one to four verbs; every fourth takes back what it did."""
    done = 0
    while going():
        try:
            with conn.transaction(force_rollback=random.random() < 0.25):
                for _ in range(random.randrange(1, 5)):
                    step(conn, random, root)
            done += 1
        # Sets are locked in the order of ids, single rows in that of the caller.
        except psycopg.Error as e:
            if (e.sqlstate or "")[:2] not in ("PT", "40"):
                raise
    return done


@pytest.mark.parametrize("by_hand", [False, True], ids=["verbs", "by hand too"])
def test_the_tally_says_what_the_rows_say(scene: Scene, by_hand: bool) -> None:
    scene.rows(300)
    scene.owner.execute(
        "insert into rowlock.role_level (role, level, after_minutes, action, target_role) values"
        " ('reviewer', 1, 1, 'reassign', 'engineer'), ('engineer', 1, 1, 'reassign', 'reviewer')"
        " on conflict do nothing"
    )
    one(scene.owner, "escalation_fold", min_rows=0, anew=True)
    begun = time.monotonic()
    seen: Counter[bool] = Counter()

    def going() -> bool:
        """For some time, and until enough was seen, however slow the machine is."""
        enough = seen[True] > TALLIED and (not by_hand or seen[False] > DOUBTED)
        return time.monotonic() < begun + (SECONDS if enough else 60)

    def hand(conn: psycopg.Connection, random: Random) -> int:
        while going():
            with conn.transaction(force_rollback=random.random() < 0.3):
                conn.execute(random.choice(BY_HAND).encode())
            if random.random() < 0.05:
                one(conn, "event_restore")
            time.sleep(0.02)
        return 1

    def fold(conn: psycopg.Connection, random: Random) -> int:
        folded = 0
        while going():
            folded += one(conn, "escalation_fold", max_rows=150, min_rows=0)
            if random.random() < 0.02:
                one(conn, "event_purge", older_than="200 milliseconds")
            time.sleep(0.01)
        return folded or int(by_hand)

    def work(_: psycopg.Connection, number: int) -> int:
        random = Random(number)
        if number < WRITERS:
            with scene.connect() as conn:
                return write(conn, random, scene.root, going)
        with scene.own() as conn:
            if number == WRITERS:
                return fold(conn, random)
            if number == WRITERS + 1:
                return hand(conn, random) if by_hand else 1
            while going():
                told, counted, tallied = conn.execute(BOTH).fetchone() or (None, None, None)
                assert told == counted, f"tallied: {tallied}"
                seen[bool(tallied)] += 1
            return 1

    ended = race_each(WRITERS + 2 + READERS, scene.own, work)
    assert [e.outcome for e in ended] == ["ok"] * len(ended)
    assert all(e.value for e in ended), "somebody did nothing"
    assert seen[True] > TALLIED
    assert not by_hand or seen[False] > DOUBTED
    one(scene.owner, "escalation_fold", min_rows=0, anew=by_hand)
    told, counted, tallied = scene.owner.execute(BOTH).fetchone() or (None, None, None)
    assert told == counted
    assert tallied


@pytest.mark.slow
def test_a_restored_backup_has_a_tally_that_is_right(
    scene: Scene, empty_dsn: str, tmp_path: Path
) -> None:
    scene.rows(120)
    one(scene.owner, "escalation_fold", min_rows=0, anew=True)
    scene.rows(7, type="after")
    backup = tmp_path / "backup.sql"
    with scene.connect() as open_still, open_still.transaction():
        one(open_still, "escalation_create", role="reviewer", type="lost", actor=scene.root)
        backup.write_text(dump(scene.dsn))
    done = run_psql(empty_dsn, backup)
    assert done.returncode == 0, done.stderr
    with psycopg.connect(empty_dsn, autocommit=True) as conn:
        for tallied in (True, False):
            told, counted, found = conn.execute(BOTH).fetchone() or (None, None, None)
            assert found is tallied
            assert told == counted
            one(conn, "event_restore")
