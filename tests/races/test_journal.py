"""The journal under stress: late commits, undone work, forgeries and strangers lose no event."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
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

WRITERS = 20


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

    def enough() -> bool:
        """Much was written, undone, prepared, and committed too late for the naive reader."""
        ended = Counter[str]()
        for writer in writers:
            ended.update(writer.ended)
        if min(len(service.seen), len(client.seen)) < 1500 or ended["rollback"] < 20:
            return False
        passed = {s for s in list(service.seen) if s.seq <= naive.cursor}
        late = len(passed - set(naive.seen)) >= 20
        return late and (notify != "off" or ended["prepare"] >= 10)

    crowd = Crowd()
    with disturbances(two_phase_server, scene, crowd):
        for writer in writers:
            crowd.add(scene.connect, writer.transaction)
        crowd.add(scene.connect, service.read, pause=0.002)
        crowd.add(scene.connect, partial(client.page, actor=scene.root))
        crowd.add(scene.own, naive.naive, pause=0.001)
        # While all that disturbs is open: were a reader to wait for it, it would see nothing.
        crowd.run_until(enough)
        with scene.connect() as conn:
            until = time.monotonic() + 120
            while not service.read(conn) or not client.page(conn, scene.root, 1000):
                assert time.monotonic() < until, "the journal does not come to rest"

    written = [event for event in everything(scene) if event.seq > start]
    assert service.seen == written, f"seed {seed}"
    assert client.seen == written, f"seed {seed}"

    versions: dict[str, list[int]] = defaultdict(list)
    for event in service.seen:
        versions[event.subject].append(event.version or 0)
    assert all(b == a + 1 for seen in versions.values() for a, b in pairwise(seen)), f"seed {seed}"
    scene.check_history()

    assert len(set(written) - set(naive.seen)) >= 20
