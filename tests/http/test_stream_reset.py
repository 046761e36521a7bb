"""A journal that is not the one a cursor came from, and what retention took: clients are told."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from .conftest import World, alone
from .service import ids

OTHER = "00000000-0000-4000-8000-000000000000"


@pytest.fixture
def fresh(fresh_dsn: str) -> Iterator[World]:
    with alone(fresh_dsn) as world:
        yield world


def epoch(world: World) -> str:
    return str(world.admin("GET", "/api/events").body["epoch"])


def restore(world: World) -> None:
    """What `rowlock doctor --restored` does once a backup came back."""
    world.conn.execute("select rowlock.event_restore()")


def test_a_cursor_above_the_journal_is_reset(world: World) -> None:
    top = world.last_seq()
    with world.admin.stream("?after=999999999") as stream:
        [reset] = stream.take(1)
        assert (reset.event, reset.id) == ("reset", top)
        assert reset.data == {"epoch": epoch(world), "after": top}
        world.row()
        assert ids(stream.take(1)) == world.journaled(top)


def test_a_stream_of_another_epoch_is_reset(world: World) -> None:
    start = world.last_seq()
    world.row()
    with world.admin.stream(f"?epoch={OTHER}", last=start) as stream:
        [reset] = stream.take(1)
        assert (reset.event, reset.data["epoch"]) == ("reset", epoch(world))
        row = world.row()
        assert stream.take(1)[0].data["escalation_id"] == row
    with world.admin.stream(f"?epoch={epoch(world)}", last=start) as stream:
        assert stream.take(1)[0].event == "escalation.created"


@pytest.mark.parametrize("query", ["epoch=x", "epoch=1"])
def test_a_bad_epoch_is_400(world: World, query: str) -> None:
    for path in ("/api/events/stream", "/api/events"):
        answer = world.admin("GET", f"{path}?{query}")
        assert (answer.status, answer.field) == (400, "epoch")


def test_a_page_of_another_epoch_says_so(world: World) -> None:
    start = world.last_seq()
    world.row()
    for query in (f"after={start}&epoch={OTHER}", "after=999999999"):
        page = world.admin("GET", f"/api/events?{query}").body
        assert (page["reset"], page["events"]) == (True, [])
        assert (page["next"], page["epoch"]) == (world.last_seq(), epoch(world))
    page = world.admin("GET", f"/api/events?after={start}&epoch={epoch(world)}").body
    assert (page["reset"], len(page["events"])) == (False, 1)


@pytest.mark.slow
def test_an_open_stream_is_reset_when_the_journal_is_another(fresh: World) -> None:
    with fresh.admin.stream() as live, fresh.admin.stream("?topic=nothing") as idle:
        fresh.row()
        assert live.take(1)
        restore(fresh)
        for stream in (live, idle):
            [reset] = stream.take(1)
            assert (reset.event, reset.data["epoch"]) == ("reset", epoch(fresh))
        start = fresh.last_seq()
        fresh.row()
        assert ids(live.take(1)) == fresh.journaled(start)


def test_an_open_stream_is_reset_when_the_sequence_is_behind(fresh: World) -> None:
    """An older backup came back and nobody said so."""
    with fresh.admin.stream() as stream:
        fresh.row()
        fresh.row()
        assert stream.take(2)
        with fresh.conn.transaction():
            fresh.conn.execute("set local session_replication_role = replica")
            fresh.conn.execute(
                "delete from rowlock.event where seq = (select max(seq) from rowlock.event)"
            )
            fresh.conn.execute(
                "select setval('rowlock.event_seq', (select max(seq) from rowlock.event))"
            )
        [reset] = stream.take(1)
        assert (reset.event, reset.data["after"]) == ("reset", fresh.last_seq())
        fresh.row()
        assert stream.take(1)[0].id == fresh.last_seq()


@pytest.mark.slow
def test_a_purge_during_a_replay_is_told(fresh: World) -> None:
    """What goes while it stands still is told as one range, and what came since follows."""
    add = (
        "select rowlock._event_append(topic => 'escalation.created', subject_type => 'escalation',"
        " subject_id => 's', role => 'reviewer',"
        " payload => jsonb_build_object('x', repeat('x', 4000))) from generate_series(1, 1000)"
    )
    start = fresh.last_seq()
    for _ in range(15):
        fresh.conn.execute(add)
    before = fresh.journaled(start)
    with fresh.admin.stream(f"?after={start}") as stream:
        first = stream.take(10)
        # The client reads nothing meanwhile, so the replay stands still far from its end.
        time.sleep(1)
        fresh.conn.execute("select rowlock.event_purge(older_than => '0')")
        fresh.conn.execute(add)
        seen, purged = ids(first), []
        last = fresh.last_seq()
        while seen[-1] != last:
            [frame] = stream.take(1, 60)
            if frame.event == "purged":
                purged.append(frame.data)
                assert frame.data["from"] == (seen[-1] or 0) + 1
            else:
                seen.append(frame.id)
    [told] = purged
    assert told["to"] == before[-1]
    gone = [s for s in before if s >= told["from"]]
    assert [s for s in before if s < told["from"]] + fresh.journaled(start) == seen
    assert gone
