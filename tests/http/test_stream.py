"""The live stream through a real client: order, resume, seam, scope, lag, ping, stop."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import psycopg
import pytest

from rowlock import scope
from rowlock.app import serve
from rowlock.scope import Access, Event, topic_matches, visible
from rowlock.stream import _Stream

from .conftest import World
from .service import Client, Frame, serving, settings_for


def last_seq(world: World) -> int:
    row = world.conn.execute("select coalesce(max(seq), 0) from rowlock.event").fetchone()
    assert row
    return int(row[0])


def journaled(world: World, after: int) -> list[int]:
    query = "select seq from rowlock.event where seq > %s order by seq"
    return [row[0] for row in world.conn.execute(query, [after])]


def ids(frames: list[Frame]) -> list[int | None]:
    return [f.id for f in frames]


def test_an_event_comes_live_with_id_topic_and_data(world: World) -> None:
    with world.admin.stream() as stream:
        assert stream.status == 200
        kind = stream.response.headers["Content-Type"]
        assert kind.startswith("text/event-stream")
        assert stream.response.headers["X-Rowlock-Epoch"]
        began = time.monotonic()
        row = world.row(origin_id="o-1")
        [frame] = stream.take(1)
        assert time.monotonic() - began < 1
    assert (frame.event, frame.id) == ("escalation.created", last_seq(world))
    data = frame.data
    assert data["id"] == frame.id
    assert data["type"] == f"system.escalation.{row}.created"
    assert (data["escalation_id"], data["origin_id"], data["version"]) == (row, "o-1", 1)
    page = world.admin("GET", f"/api/events?after={last_seq(world) - 1}").body
    assert page["events"] == [data]


def test_the_older_address_answers_too(world: World) -> None:
    answer = world.nobody("GET", "/api/v1/events/stream")
    assert answer.status == 401


def test_resume_by_header_and_by_query_lose_and_repeat_nothing(world: World) -> None:
    start = last_seq(world)
    for _ in range(5):
        world.row()
    seqs = journaled(world, start)
    with world.admin.stream(f"?after={start}") as stream:
        assert ids(stream.take(3)) == seqs[:3]
    with world.admin.stream(last=seqs[2]) as stream:
        world.row()
        more = journaled(world, seqs[2])
        assert ids(stream.take(len(more))) == more
    # The header wins: a browser keeps asking for the address it began with.
    with world.admin.stream(f"?after={start}", last=seqs[3]) as stream:
        assert ids(stream.take(1)) == [seqs[4]]


def test_zero_is_from_the_beginning_and_nothing_is_from_now(world: World) -> None:
    world.row()
    with world.admin.stream("?after=0") as stream:
        assert ids(stream.take(1)) == journaled(world, 0)[:1]
    time.sleep(1.2)
    with world.admin.stream() as stream:
        row = world.row()
        assert stream.take(1)[0].data["escalation_id"] == row


@pytest.mark.race
def test_replay_and_live_meet_without_a_seam(world: World) -> None:
    """Streams begin anywhere in a busy journal, and each sees every event once, in order."""
    start = last_seq(world)
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
    expected = journaled(world, start)[:600]
    assert all(s == expected for s in seen)


def test_filters_narrow_the_stream(world: World) -> None:
    start = last_seq(world)
    wanted = world.row(origin_id="wanted")
    other = world.row(role="engineer")
    world.admin("POST", f"/api/escalations/{wanted}/claim")

    def subjects(query: str, n: int) -> list[tuple[str | None, str]]:
        with world.admin.stream(f"?after={start}&{query}") as stream:
            return [(f.event, f.data["escalation_id"]) for f in stream.take(n)]

    assert subjects("topic=escalation.claimed", 1) == [("escalation.claimed", wanted)]
    assert subjects("topic=nothing.*,escalation.claimed", 1) == [("escalation.claimed", wanted)]
    assert subjects("role=engineer", 1) == [("escalation.created", other)]
    assert [s for _, s in subjects("origin_id=wanted", 2)] == [wanted, wanted]
    assert [s for _, s in subjects("originId=wanted&topic=escalation.>", 2)] == [wanted, wanted]


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


def test_the_purged_range_is_told_first(fresh_dsn: str) -> None:
    with (
        psycopg.connect(fresh_dsn, autocommit=True) as conn,
        serving(settings_for(fresh_dsn)) as url,
    ):
        row = conn.execute(
            "select id from rowlock.user_create_first(external_id => 'r')"
        ).fetchone()
        assert row
        world = World(url, conn, str(row[0]), "")
        for _ in range(3):
            world.row()
        through = last_seq(world)
        conn.execute("select rowlock.event_purge(older_than => '0')")
        with world.admin.stream("?after=1") as stream:
            [purged] = stream.take(1)
            assert (purged.event, purged.data) == ("purged", {"from": 2, "to": through})
            world.row()
            assert stream.take(1)[0].id == last_seq(world)


def test_scope_decides_what_a_stream_sees(world: World) -> None:
    reviewer = world.user("sees-reviewer", ("reviewer", {}))
    own = world.user("sees-own", ("reviewer", {"read_scope": "self", "write_scope": "self"}))
    start = last_seq(world)
    free, assigned = world.row(), world.row(assigned_to=own)
    world.row(role="engineer")
    marker = world.row(assigned_to=own)

    def seen(user: str) -> list[str]:
        with world.client(user).stream(f"?after={start}&topic=escalation.*") as stream:
            found: list[str] = []
            while marker not in found:
                found += [f.data["escalation_id"] for f in stream.take(1)]
            return found

    assert seen(reviewer) == [free, assigned, marker]
    assert seen(own) == [assigned, marker]


def test_a_change_of_membership_changes_the_stream_at_once(world: World) -> None:
    user = world.user("comes-and-goes")
    with world.client(user).stream("?topic=escalation.*") as stream:
        hidden = world.row()
        world.call("membership_grant", user_id=user, role="reviewer", actor=world.root)
        seen = world.row()
        assert stream.take(1)[0].data["escalation_id"] == seen != hidden
        world.call("membership_revoke", user_id=user, role="reviewer", actor=world.root)
        world.row()
        # Scope is that of the moment of reading, so the stream must have read the row by now.
        time.sleep(0.5)
        world.call("membership_grant", user_id=user, role="reviewer", actor=world.root)
        again = world.row()
        assert stream.take(1)[0].data["escalation_id"] == again


def test_a_suspended_user_loses_the_stream(world: World) -> None:
    user = world.user("soon-gone", ("reviewer", {}))
    with world.client(user).stream() as stream:
        world.row()
        assert stream.take(1)
        world.conn.execute(
            "update rowlock.user_account set status = 'suspended' where id = %s", [user]
        )
        began = time.monotonic()
        while stream.block() is not None:
            pass
        assert time.monotonic() - began < 6
    assert world.client(user)("GET", "/api/events/stream").status == 401


def test_visible_is_the_rule_of_event_since(world: World) -> None:
    """The one place where scope is applied outside SQL, compared with SQL row by row."""
    users = [
        world.root,
        world.user("v-none"),
        world.user("v-all", ("reviewer", {})),
        world.user("v-self", ("reviewer", {"read_scope": "self", "write_scope": "none"})),
        world.user(
            "v-mixed", ("engineer", {}), ("reviewer", {"read_scope": "self", "write_scope": "self"})
        ),
        world.user("v-admin", ("planner", {"type": "admin"})),
        world.user("v-global", ("admin", {"type": "admin"})),
    ]
    for role in ("reviewer", "engineer", "planner"):
        for assigned in (None, *users):
            more = {"assigned_to": assigned} if assigned else {}
            world.call("escalation_create", role=role, type="t", actor=world.root, **more)
    world.admin("POST", "/api/escalations", {"role": "", "type": "t"})
    world.admin("POST", "/api/roles", {"role": "fresh"})
    batch = world.call("event_read", after=0, max_rows=10000)
    events = [Event(**e) for e in batch["events"]]
    assert len(events) > 30
    for user in users:
        facts = world.call("actor_access", actor=user)
        access = Access(
            user, facts["is_global"], frozenset(facts["read_all"]), frozenset(facts["read_self"])
        )
        page = world.call("event_since", after=0, max_rows=1000, actor=user)
        assert [e.seq for e in events if visible(e, access)][:1000] == [
            e["id"] for e in page["events"]
        ]


def test_topic_matches_is_the_rule_of_sql(world: World) -> None:
    tokens = ["", "a", "b", "*", ">", "a.b", "a.*", "*.b", "a.>", "*.>", "a.b.c", "a.*.c"]
    tokens += [">.a", "a.>.c", "*.*", ".", "a.", ".a", "a..b", "**", "a.b.>", "A.b", "a b"]
    row = world.conn.execute(
        "select array_agg(rowlock.topic_matches(pattern => p, topic => t) order by i, j)"
        " from unnest(%s::text[]) with ordinality p (p, i),"
        " unnest(%s::text[]) with ordinality t (t, j)",
        [tokens, tokens],
    ).fetchone()
    assert row
    ours = [topic_matches(p, t) for p in tokens for t in tokens]
    pairs = [(p, t) for p in tokens for t in tokens]
    assert [(x, a, b) for x, a, b in zip(pairs, ours, row[0], strict=True) if a != b] == []


@contextmanager
def alone(dsn: str) -> Iterator[World]:
    with psycopg.connect(dsn, autocommit=True) as conn, serving(settings_for(dsn)) as url:
        row = conn.execute(
            "select id from rowlock.user_create_first(external_id => 'r')"
        ).fetchone()
        assert row
        yield World(url, conn, str(row[0]), "")


def many(world: World, n: int, size: int) -> None:
    world.conn.execute(
        "select rowlock._event_append(topic => 'escalation.created', subject_type => 'escalation',"
        " subject_id => 's', role => 'reviewer',"
        " payload => jsonb_build_object('x', repeat('x', %s)))"
        " from generate_series(1, %s)",
        [size, n],
    )


def test_a_reader_that_does_not_drain_is_told_that_it_lagged(fresh_dsn: str) -> None:
    with alone(fresh_dsn) as world, world.admin.stream() as stream:
        world.row()
        first = stream.take(1)[0]
        # More than the buffer and the sockets hold.
        for _ in range(12):
            many(world, 1000, 2000)
        time.sleep(3)
        frames = [first]
        while (frame := stream.block()) is not None:
            frames += [frame] if frame.event else []
        assert frames[-1].event == "lagged"
        cursor = frames[-2].id
        expected = journaled(world, (first.id or 0) - 1)
        got = ids(frames[:-1])
        assert got == expected[: len(got)]
        assert scope.BUFFER <= len(got) < len(expected)
        with world.admin.stream(last=cursor) as resumed:
            rest = expected[len(got) :]
            assert ids(resumed.take(len(rest), timeout=60)) == rest


def test_an_idle_stream_is_pinged(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rowlock.stream.PING", 0.3)
    assert _Stream
    with world.admin.stream("?topic=nothing") as stream:
        began = time.monotonic()
        while stream.comments.count("ping") < 3:
            assert stream.block(5) is not None
        assert 0.8 < time.monotonic() - began < 3


def test_a_stop_closes_streams_with_a_comment(fresh_dsn: str) -> None:
    began = 0.0
    with alone(fresh_dsn) as world:
        conn = world.admin.open("GET", "/api/events/stream", None, {}, 30)
        response = conn.getresponse()
        began = time.monotonic()
    assert serve
    assert time.monotonic() - began < 5
    assert response.read().decode().rstrip().endswith(": closing")
    conn.close()


@pytest.mark.fault
def test_the_stream_outlives_the_connection_of_the_reader(fresh_dsn: str) -> None:
    with alone(fresh_dsn) as world, world.admin.stream() as stream:
        world.row()
        stream.take(1)
        start = last_seq(world)
        for _ in range(3):
            world.conn.execute(
                "select pg_terminate_backend(pid) from pg_stat_activity"
                " where datname = current_database() and application_name like '%journal%'"
            )
            world.call("escalation_create", role="reviewer", type="t", actor=world.root)
            time.sleep(0.5)
        expected = journaled(world, start)
        assert ids(stream.take(len(expected))) == expected


def test_events_come_without_any_notify(fresh_dsn: str) -> None:
    with alone(fresh_dsn) as world, world.admin.stream() as stream:
        world.conn.execute("update rowlock.setting set value = 'off' where name = 'notify'")
        for _ in range(5):
            began = time.monotonic()
            world.row()
            stream.take(1)
            assert time.monotonic() - began < 1.2


def test_a_late_commit_is_not_lost(world: World, dsn: str) -> None:
    """A writer that journaled first and commits last is waited for."""
    start = last_seq(world)
    with psycopg.connect(dsn) as late, world.admin.stream() as stream:
        create = "select rowlock.escalation_create(role => 'reviewer', type => 'late', actor => %s)"
        late.execute(create, [world.root])
        world.row()
        time.sleep(0.3)
        late.commit()
        expected = journaled(world, start)
        assert len(expected) == 2
        assert ids(stream.take(2)) == expected


def test_a_client_that_leaves_is_forgotten(world: World) -> None:
    for _ in range(20):
        with world.admin.stream() as stream:
            assert stream.status == 200
    world.row()
    assert Client(world.url)("GET", "/readyz").status == 200
