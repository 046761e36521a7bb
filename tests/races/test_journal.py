"""The journal under stress: late commits, undone work, forgeries and strangers lose no event."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from itertools import pairwise
from random import Random

import psycopg
import pytest

from tests.support.journal import Crowd, Reader, Writer, everything
from tests.support.scene import Scene, login
from tests.support.servers import Server, connection

pytestmark = pytest.mark.race

WRITERS, SECONDS = 20, 4.0


@contextmanager
def disturbances(server: Server, scene: Scene, crowd: Crowd) -> Iterator[None]:
    """Open the whole time: what must neither stall nor mislead a reader."""
    high = scene.value("select class::bigint << 48 from rowlock.event_watermark")
    with ExitStack() as stack:
        name = stack.enter_context(login(server, f"{scene.login}_stranger"))
        stranger = stack.enter_context(scene.connect(name))
        stranger.execute("select pg_advisory_lock_shared(%s)", [high | 1])
        elsewhere = stack.enter_context(connection(server.admin))
        elsewhere.execute("select pg_advisory_lock_shared(%s)", [high | 1])

        def block(conn: psycopg.Connection) -> None:
            # The very numbers that writers are about to take as their marks.
            top = scene.value("select last_value from rowlock.event_seq")
            for mark in range(top, top + 4):
                conn.execute("select pg_advisory_lock(%s)", [high | mark])
            time.sleep(0.002)
            conn.execute("select pg_advisory_unlock_all()")

        crowd.add(partial(scene.connect, name), block, pause=0.005)

        long = stack.enter_context(scene.own())
        long.execute("create table elsewhere (n integer)")
        long.execute("begin")
        long.execute("insert into elsewhere values (1)")
        yield
        long.execute("commit")


@pytest.mark.parametrize("notify", ["bell", "off"])
def test_a_reader_with_a_cursor_loses_nothing_and_a_naive_one_does(
    two_phase_server: Server, two_phase: Scene, notify: str
) -> None:
    scene, seed = two_phase, time.time_ns()
    scene.owner.execute("update rowlock.setting set value = %s where name = 'notify'", [notify])
    rows = scene.rows(40)
    writers = [
        Writer(scene.root, rows, Random(seed + n), two_phase=notify == "off")
        for n in range(WRITERS)
    ]
    start = everything(scene)[-1].seq
    service, client, naive = Reader(start), Reader(start), Reader(start)

    crowd = Crowd()
    with disturbances(two_phase_server, scene, crowd):
        for writer in writers:
            crowd.add(scene.connect, writer.transaction)
        crowd.add(scene.connect, service.read, pause=0.002)
        crowd.add(scene.connect, partial(client.page, actor=scene.root))
        crowd.add(scene.own, naive.naive, pause=0.001)
        time.sleep(SECONDS)
        crowd.stop()
        with scene.connect() as conn:
            until = time.monotonic() + 30
            while not service.read(conn) or not client.page(conn, scene.root, 1000):
                assert time.monotonic() < until, "the journal does not come to rest"

    written = [event for event in everything(scene) if event.seq > start]
    assert service.seen == written, f"seed {seed}"
    assert client.seen == written, f"seed {seed}"
    assert service.quiet < SECONDS, "something that writes no event stalled the reader"

    versions: dict[str, list[int]] = defaultdict(list)
    for event in service.seen:
        versions[event.subject].append(event.version or 0)
    assert all(b == a + 1 for seen in versions.values() for a, b in pairwise(seen)), f"seed {seed}"
    scene.check_history()

    # Luck would have it that nothing was late: then this test has shown nothing.
    lost = set(written) - set(naive.seen)
    ended = {how: sum(w.ended.get(how, 0) for w in writers) for how in ("commit", "rollback")}
    assert len(lost) >= 20, (len(written), ended)
    assert len(written) >= 500
    assert ended["rollback"] >= 20
    if notify == "off":
        assert sum(w.ended.get("prepare", 0) for w in writers) >= 10
