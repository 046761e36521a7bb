"""Deliveries raced for: none is lost, doubled or stuck, and of a subject each comes in its turn."""

from __future__ import annotations

import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from random import Random
from uuid import uuid4

import psycopg
import pytest

from tests.support.race import Outcome, race_rounds, tally
from tests.support.scene import Scene, behind, call, one

pytestmark = pytest.mark.race

ENDED: Outcome = ("PT409", "delivery_ended")
GONE: Outcome = ("PT404", "delivery_exists")


def hook(scene: Scene, actor: str = "", *topics: str) -> str:
    """A new webhook; its id."""
    given = {"secret_id": str(uuid4()), "sealed_secret": b"c" * 28, "key_id": "k"}
    to = {"url": "https://a.example/", "topics": [*topics] or ["escalation.>"]}
    with scene.connect() as conn:
        made = one(conn, "webhook_create", **to, **given, actor=actor or scene.root)
    return str(made["id"])


def enqueued(conn: psycopg.Connection) -> None:
    while one(conn, "delivery_enqueue"):
        pass


def dead(scene: Scene, webhook: str) -> str:
    """A delivery of the webhook that is dead; its id."""
    scene.row()
    enqueued(scene.owner)
    row = scene.value(
        "update rowlock.delivery set status = 'dead', ended_at = now(), next_at = null"
        " where webhook_id = %s and seq = (select max(seq) from rowlock.delivery) returning id",
        webhook,
    )
    return str(row)


@dataclass(slots=True)
class Post:
    """Workers of several processes, and what they were given."""

    scene: Scene
    done: threading.Event = field(default_factory=threading.Event)
    lock: threading.Lock = field(default_factory=threading.Lock)
    claims: list[tuple[str, int]] = field(default_factory=list)
    busy: Counter[str] = field(default_factory=Counter)
    most: int = 0
    order: dict[tuple[str, str], list[int]] = field(default_factory=dict)

    def work(self, seed: int) -> None:
        random = Random(seed)
        with self.scene.connect() as conn:
            while not self.done.is_set():
                one(conn, "delivery_enqueue", max_rows=random.choice([1, 5, 50]))
                claimed = call(conn, "delivery_claim", max_rows=random.choice([1, 3, 50]))
                for claim in claimed:
                    self._take(claim)
                for claim in random.sample(claimed, len(claimed)):
                    self._end(conn, claim, random)

    def _take(self, claim: dict[str, object]) -> None:
        with self.lock:
            self.claims.append((str(claim["delivery_id"]), int(str(claim["claim_no"]))))
            self.busy[str(claim["webhook_id"])] += 1
            self.most = max(self.most, *self.busy.values())

    def _end(self, conn: psycopg.Connection, claim: dict[str, object], random: Random) -> None:
        with self.lock:
            self.busy[str(claim["webhook_id"])] -= 1
        # Some fail, and need not wait for their next attempt.
        status = random.choice([200, 200, 500])
        for row in call(
            conn,
            "delivery_finish",
            id=claim["delivery_id"],
            claim_no=claim["claim_no"],
            status=status,
        ):
            if row["status"] == "delivered":
                return
            conn_ = self.scene.owner
            with self.lock:
                conn_.execute(
                    "update rowlock.delivery set next_at = now() where id = %s"
                    " and claimed_until is null and next_at is not null",
                    [row["id"]],
                )


def write(scene: Scene, seed: int, count: int) -> None:
    """Rows that come and go, some in long transactions, some undone."""
    random = Random(seed)
    with scene.connect() as conn:
        for _ in range(count):
            conn.execute("begin")
            made = one(
                conn, "escalation_create", role="reviewer", type="t", actor=scene.root
            )["escalation"]["id"]  # fmt: skip
            for verb in ("claim", "release")[: random.randrange(3)]:
                one(conn, f"escalation_{verb}", id=made, actor=scene.root)
            if random.random() < 0.2:
                time.sleep(random.random() / 50)
            conn.execute("rollback" if random.random() < 0.2 else "commit")


def test_many_workers_deliver_each_event_once_and_in_order(scene: Scene) -> None:
    hooks = [hook(scene) for _ in range(3)]
    begin = scene.value("select max(since_seq) from rowlock.webhook")
    post = Post(scene)
    with ThreadPoolExecutor(8) as pool:
        workers = [pool.submit(post.work, n) for n in range(4)]
        for writer in [pool.submit(write, scene, n, 40) for n in range(4)]:
            writer.result(120)
        left = (
            "select (select count(*) from rowlock.event where seq > %s and topic ~ '^escalation')"
            " * 3 - (select count(*) from rowlock.delivery where status = 'delivered')"
        )
        until = time.monotonic() + 120
        while scene.value(left, begin) and time.monotonic() < until:
            time.sleep(0.05)
        post.done.set()
        for worker in workers:
            worker.result(60)
    assert scene.value(left, begin) == 0
    assert scene.value("select count(*) from rowlock.delivery where status <> 'delivered'") == 0
    # Nobody was given a claim that another had.
    assert [n for n in Counter(post.claims).values() if n > 1] == []
    assert post.most <= 4
    # Of each subject and webhook, one began when the one before had ended.
    early = """
      select count(*) from (
        select d.attempted_at, lag(d.ended_at) over (
          partition by d.webhook_id, d.subject_id order by d.seq) as before
        from rowlock.delivery d) x
      where x.attempted_at < x.before"""
    assert scene.value(early) == 0
    assert len(hooks) == 3
    scene.owner.execute("delete from rowlock.webhook")


def test_of_two_replays_one_wins_and_its_claim_is_one(scene: Scene) -> None:
    webhook = hook(scene)

    def replay(conn: psycopg.Connection, delivery: str) -> object:
        return one(conn, "delivery_replay", id=delivery, actor=scene.root)

    def claim(conn: psycopg.Connection, delivery: str) -> object:
        return [c["delivery_id"] for c in call(conn, "delivery_claim")]

    rounds = race_rounds(
        40, scene.connect, lambda _: dead(scene, webhook), replay, replay, claim, claim
    )
    assert {ends[:2] for ends in tally(rounds)} <= {("ok", ENDED), (ENDED, "ok")}
    for delivery, ends in rounds:
        assert sum(ends[n].value.count(delivery) for n in (2, 3)) <= 1
    scene.owner.execute("delete from rowlock.webhook")


def test_a_webhook_that_is_deleted_leaves_nobody_waiting(scene: Scene) -> None:
    hooks: dict[str, str] = {}

    def begun(_: int) -> str:
        webhook = hook(scene)
        hooks[delivery := dead(scene, webhook)] = webhook
        one(scene.owner, "delivery_replay", id=delivery, actor=scene.root)
        call(scene.owner, "delivery_claim")
        return delivery

    def end(conn: psycopg.Connection, delivery: str) -> object:
        return len(call(conn, "delivery_finish", id=delivery, claim_no=1, status=200))

    def delete(conn: psycopg.Connection, delivery: str) -> object:
        return one(conn, "webhook_delete", id=hooks[delivery], actor=scene.root)

    def replay(conn: psycopg.Connection, delivery: str) -> object:
        return one(conn, "delivery_replay", id=delivery, actor=scene.root)

    rounds = race_rounds(40, scene.connect, begun, end, delete, replay)
    assert {ends[:2] for ends in tally(rounds)} == {("ok", "ok")}
    assert {ends[2] for ends in tally(rounds)} <= {"ok", ENDED, GONE}
    assert scene.value("select count(*) from rowlock.delivery") == 0


def test_one_that_ends_while_another_is_added_lets_it_go(scene: Scene) -> None:
    webhook, row = hook(scene), scene.row()
    enqueued(scene.owner)
    [claim] = call(scene.owner, "delivery_claim")
    one(scene.owner, "escalation_claim", id=row, actor=scene.root)

    def add(conn: psycopg.Connection, _: str) -> object:
        return one(conn, "delivery_enqueue")

    def end(conn: psycopg.Connection, _: str) -> object:
        given = {"id": claim["delivery_id"], "claim_no": claim["claim_no"], "status": 200}
        return len(call(conn, "delivery_finish", **given))

    assert behind(scene, add, end) == 1
    state = (
        "select array_agg(status || case when next_at is null then '' else ' now' end order by seq)"
        " from rowlock.delivery where webhook_id = %s"
    )
    assert scene.value(state, webhook) == ["delivered", "pending now"]
    # And the other way round.
    [claim] = call(scene.owner, "delivery_claim")
    one(scene.owner, "escalation_release", id=row, actor=scene.root)
    assert behind(scene, end, add) == 1
    assert scene.value(state, webhook) == ["delivered", "delivered", "pending now"]
    scene.owner.execute("delete from rowlock.webhook")
