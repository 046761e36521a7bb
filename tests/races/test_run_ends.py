"""Many runs end at once, while somebody settles what they ask."""

from __future__ import annotations

import time
from concurrent.futures import Future, ThreadPoolExecutor

import pytest
from psycopg.types.json import Jsonb

from tests.support.fleet import Fleet
from tests.support.race import Move
from tests.support.scene import Scene, call, one

pytestmark = pytest.mark.race


def cancels_item(scene: Scene, fleet: Fleet, host: str) -> Move:
    return lambda conn, _: call(
        conn, "work_item_transition", id=fleet.item, to_status="cancelled", with_runs=True,
        actor=scene.root,
    )  # fmt: skip


def loses_sessions(scene: Scene, fleet: Fleet, host: str) -> Move:
    given = {"host_id": host, "instance_id": fleet.instances[host], "sessions": []}
    return lambda conn, _: one(conn, "host_reconcile", **given, actor=scene.root)


def loses_host(scene: Scene, fleet: Fleet, host: str) -> Move:
    scene.owner.execute("update rowlock.host set status = 'offline' where id = %s", [host])
    return lambda conn, _: call(conn, "run_sweep_lost")


def no_host_takes_them(scene: Scene, fleet: Fleet, host: str) -> Move:
    scene.owner.execute("update rowlock.run set status = 'failed' where host_id = %s", [host])
    scene.owner.execute(
        "update rowlock.run set status = 'pending', host_id = null,"
        " pending_since = '2000-01-01'::timestamptz + ascii(id::text) * interval '1 day'"
        " where work_item_id = %s",
        [fleet.item],
    )
    return lambda conn, _: call(conn, "run_sweep_dispatch_timeouts")


@pytest.mark.parametrize("ends", [cancels_item, loses_sessions, loses_host, no_host_takes_them])
def test_neither_the_end_of_many_nor_the_answer_to_many_is_a_deadlock(
    scene: Scene, ends: object
) -> None:
    fleet = Fleet(scene)
    host = fleet.machine()
    runs = sorted((fleet.running(host) for _ in range(8)), reverse=True)
    scene.owner.execute("update rowlock.run set attempt = 3 where id = any (%s::uuid[])", [runs])
    # The last run asks first, so that the order of the runs is not that of their rows.
    rows = [
        one(
            scene.owner, "run_ask", run_id=run, attempt=3, wait_key="k", role="reviewer",
            question=Jsonb("May I?"), actor=scene.root,
        )["escalation"]["id"]
        for run in runs
    ]  # fmt: skip
    end: Move = ends(scene, fleet, host)  # type: ignore[operator]

    with scene.connect() as first, ThreadPoolExecutor(2) as pool:

        def waits(work: Move) -> Future[object]:
            conn = scene.connect()
            started = pool.submit(lambda: work(conn, ""))
            query = "select count(*) from pg_locks where pid = %s and not granted"
            while not scene.value(query, conn.info.backend_pid):
                assert not started.done(), started.result()
                time.sleep(0.01)
            return started

        first.execute("begin")
        one(first, "escalation_claim", id=rows[0], actor=scene.root)
        given = {"ids": rows, "reason": "never mind", "actor": scene.root}
        settled = waits(lambda conn, _: call(conn, "escalation_bulk_cancel", **given))
        ended = waits(end)
        first.execute("commit")
        settled.result(20)
        ended.result(20)
    query = (
        "select array_agg(distinct status) from rowlock.escalation where run_id = any (%s::uuid[])"
    )
    assert scene.value(query, runs) == ["cancelled"]
    scene.check_history()
