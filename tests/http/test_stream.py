"""The live stream through a real client: order, resume, and the seam of replay and live."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest

from .conftest import World
from .service import ids


def test_an_event_comes_live_with_id_topic_and_data(world: World) -> None:
    with world.admin.stream() as stream:
        assert stream.status == 200
        kind = stream.response.headers["Content-Type"]
        assert kind.startswith("text/event-stream")
        assert stream.response.headers["X-Rowlock-Epoch"]
        row = world.row(origin_id="o-1")
        [frame] = stream.take(1)
    assert (frame.event, frame.id) == ("escalation.created", world.last_seq())
    data = frame.data
    assert data["id"] == frame.id
    assert data["type"] == f"system.escalation.{row}.created"
    assert (data["escalation_id"], data["origin_id"], data["version"]) == (row, "o-1", 1)
    page = world.admin("GET", f"/api/events?after={world.last_seq() - 1}").body
    assert page["events"] == [data]


def test_the_older_address_answers_too(world: World) -> None:
    answer = world.nobody("GET", "/api/v1/events/stream")
    assert answer.status == 401


def test_resume_by_header_and_by_query_lose_and_repeat_nothing(world: World) -> None:
    start = world.last_seq()
    for _ in range(5):
        world.row()
    seqs = world.journaled(start)
    with world.admin.stream(f"?after={start}") as stream:
        assert ids(stream.take(3)) == seqs[:3]
    with world.admin.stream(last=seqs[2]) as stream:
        world.row()
        more = world.journaled(seqs[2])
        assert ids(stream.take(len(more))) == more
    # The header wins: a browser keeps asking for the address it began with.
    with world.admin.stream(f"?after={start}", last=seqs[3]) as stream:
        assert ids(stream.take(1)) == [seqs[4]]


def test_zero_is_from_the_beginning_and_nothing_is_from_now(world: World) -> None:
    with world.admin.stream() as stream:
        world.row()
        stream.take(1)
    with world.admin.stream("?after=0") as stream:
        assert ids(stream.take(1)) == world.journaled(0)[:1]
    with world.admin.stream() as stream:
        row = world.row()
        assert stream.take(1)[0].data["escalation_id"] == row


@pytest.mark.race
def test_replay_and_live_meet_without_a_seam(world: World) -> None:
    """Streams begin anywhere in a busy journal, and each sees every event once, in order."""
    start = world.last_seq()
    done = threading.Event()

    def write(number: int) -> None:
        client, n = world.admin, 0
        while not done.is_set() and n < 60:
            row = client("POST", "/api/escalations", {"role": "reviewer", "type": "t"}).body["id"]
            client("POST", f"/api/escalations/{row}/claim")
            n += 1

    def follow(number: int) -> list[int | None]:
        time.sleep(0.07 * number)
        found: list[int | None] = []
        after = start
        while len(found) < 600:
            with world.admin.stream(last=after) as stream:
                # A few events, then a new connection: every resume is a seam.
                for frame in stream.take(min(37 + number, 600 - len(found)), timeout=60):
                    found.append(frame.id)
                    after = frame.id or after
        return found

    with ThreadPoolExecutor(16) as pool:
        writers = [pool.submit(write, n) for n in range(6)]
        streams = [pool.submit(follow, n) for n in range(6)]
        seen = [s.result(120) for s in streams]
        done.set()
        for w in writers:
            w.result(60)
    expected = world.journaled(start)[:600]
    assert all(s == expected for s in seen)


@pytest.mark.parametrize(
    "query, field",
    [("after=x", "after"), ("after=-1", "after"), ("nope=1", "nope"), ("role=%00", "role"),
     ("after=9999999999999999999", "after"), ("topic=a&topics=b", "topics")],
)  # fmt: skip
def test_a_bad_stream_request_is_400(world: World, query: str, field: str) -> None:
    answer = world.admin("GET", f"/api/events/stream?{query}")
    assert (answer.status, answer.field) == (400, field)
    assert answer.headers["Content-Type"].startswith("application/json")


def test_a_bad_last_event_id_is_400(world: World) -> None:
    answer = world.admin("GET", "/api/events/stream", headers={"Last-Event-ID": "first"})
    assert (answer.status, answer.field) == (400, "after")


def test_a_cursor_above_the_journal_is_told_to_start_anew(world: World) -> None:
    with world.admin.stream("?after=999999999") as stream:
        [reset] = stream.take(1)
        assert reset.event == "reset"
        world.row()
        assert stream.take(1)[0].event == "escalation.created"


def test_a_late_commit_is_not_lost(world: World, dsn: str) -> None:
    """A writer that journaled first and commits last is waited for."""
    start = world.last_seq()
    with psycopg.connect(dsn) as late, world.admin.stream() as stream:
        create = "select rowlock.escalation_create(role => 'reviewer', type => 'late', actor => %s)"
        late.execute(create, [world.root])
        world.row()
        time.sleep(0.3)
        late.commit()
        expected = world.journaled(start)
        assert len(expected) == 2
        assert ids(stream.take(2)) == expected
