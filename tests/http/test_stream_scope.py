"""What a stream shows to whom: filters, scope, and its changes while the stream is open."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from urllib.parse import quote

import pytest

from rowlock.scope import Access, Event, topic_matches, visible

from .conftest import World
from .service import until


def test_filters_narrow_the_stream(world: World) -> None:
    start = world.last_seq()
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


def test_scope_decides_what_a_stream_sees(world: World) -> None:
    reviewer = world.user("sees-reviewer", ("reviewer", {}))
    own = world.user("sees-own", ("reviewer", {"read_scope": "self", "write_scope": "self"}))
    start = world.last_seq()
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
    topic = "?topic=escalation.*"
    with world.client(user).stream(topic) as stream, world.admin.stream(topic) as all_:
        # Scope is that of the moment of reading, so the row must have been read by then.
        hidden = world.row()
        all_.take(1)
        world.call("membership_grant", user_id=user, role="reviewer", actor=world.root)
        seen = world.row()
        assert stream.take(1)[0].data["escalation_id"] == seen != hidden
        world.call("membership_revoke", user_id=user, role="reviewer", actor=world.root)
        world.row()
        all_.take(2)
        world.call("membership_grant", user_id=user, role="reviewer", actor=world.root)
        again = world.row()
        assert stream.take(1)[0].data["escalation_id"] == again


def test_a_delegation_changes_the_stream_at_once(world: World) -> None:
    giver = world.user("away", ("reviewer", {"read_scope": "self", "write_scope": "self"}))
    user = world.user("stands-in")
    given = {"from_user": giver, "to_user": user, "role": "reviewer", "actor": world.root}
    topics = "?topic=escalation.*,delegation.*"
    with world.client(user).stream(topics) as stream, world.admin.stream(topics) as all_:
        end = datetime.now(UTC) + timedelta(hours=1)
        made = world.call("delegation_create", until=end, **given)
        seen = world.row(assigned_to=giver)
        first, second = stream.take(2)
        assert (first.event, first.data["data"]["to_user"]) == ("delegation.created", user)
        assert second.data["escalation_id"] == seen
        world.call("delegation_revoke", id=made["id"], actor=giver)
        world.row(assigned_to=giver)
        all_.take(4)
        end = datetime.now(UTC) + timedelta(hours=1)
        world.call("delegation_create", until=end, **given)
        again = world.row(assigned_to=giver)
        events = stream.take(3)
        assert [e.event for e in events] == [
            "delegation.revoked",
            "delegation.created",
            "escalation.created",
        ]
        assert events[2].data["escalation_id"] == again
        # What the giver may do there changes what it gives.
        role = {"user_id": giver, "role": "reviewer", "actor": world.root}
        world.call("membership_grant", **role)
        free = world.row()
        assert stream.take(1)[0].data["escalation_id"] == free
        world.call("membership_grant", **role, read_scope="self", write_scope="self")
        world.row()
        own = world.row(assigned_to=giver)
        assert stream.take(1)[0].data["escalation_id"] == own


@pytest.mark.slow
def test_a_window_that_begins_or_ends_changes_an_open_stream(world: World) -> None:
    giver = world.user("briefly-away", ("reviewer", {"read_scope": "self", "write_scope": "self"}))
    user = world.user("briefly-in")

    def window(since: str, until: str) -> None:
        # Neither an event nor the bell tells of it, as when a window comes to its time.
        with world.conn.transaction():
            world.conn.execute("set local session_replication_role = replica")
            world.conn.execute("delete from rowlock.delegation where to_user = %s", [user])
            world.conn.execute(
                "insert into rowlock.delegation"
                " (id, from_user, to_user, role, since, until, created_by, created_at)"
                " select gen_random_uuid(), %s, %s, 'reviewer',"
                " now() + %s::interval, now() + %s::interval, %s, now()",
                [giver, user, since, until, giver],
            )
            world.conn.execute(
                "update rowlock.user_account set delegate_until = now() + '1 day' where id = %s",
                [user],
            )

    with world.client(user).stream("?topic=escalation.*,project.*") as stream:

        def shown() -> bool:
            world.row(assigned_to=giver)
            slug = f"mark-{world.last_seq()}"
            world.call("project_create", name="Mark", slug=slug, actor=world.root)
            # Whoever signed in sees projects: what comes before it was shown, or never is.
            found = [stream.take(1)[0].event]
            while found[-1] != "project.created":
                found += [stream.take(1)[0].event]
            return len(found) > 1

        assert not shown()
        window("-1 second", "1 hour")
        until(shown)
        window("-2 hours", "-1 second")
        until(lambda: not shown())


@pytest.mark.slow
def test_a_suspended_user_loses_the_stream(world: World) -> None:
    user = world.user("soon-gone", ("reviewer", {}))
    with world.client(user).stream() as stream:
        world.row()
        assert stream.take(1)
        world.conn.execute(
            "update rowlock.user_account set status = 'suspended' where id = %s", [user]
        )
        while stream.block() is not None:
            # A sign of life comes each quarter of a minute.
            assert stream.comments.count("ping") < 4, "the stream goes on"
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
        world.user("v-for-self"),
        world.user("v-for-all", ("engineer", {"read_scope": "self", "write_scope": "self"})),
    ]
    for giver, to in ((users[3], users[7]), (users[2], users[8]), (users[4], users[8])):
        given = {"from_user": giver, "to_user": to, "role": "reviewer", "actor": world.root}
        world.call("delegation_create", until=datetime.now(UTC) + timedelta(hours=1), **given)
    for role in ("reviewer", "engineer", "planner"):
        for assigned in (None, *users):
            more = {"assigned_to": assigned} if assigned else {}
            world.call("escalation_create", role=role, type="t", actor=world.root, **more)
    world.admin("POST", "/api/escalations", {"role": "", "type": "t"})
    world.admin("POST", "/api/roles", {"role": "fresh"})
    made = world.call("project_create", name="Plan", slug="plan", actor=world.root)
    item = {"project_id": made["id"], "kind": "task", "title": "t", "actor": world.root}
    world.call("work_item_create", **item)
    # Of topics that only look like those of the plan, and of those that nothing writes yet.
    for topic in ("projects.created", "worker", "run.started", "app.run.started"):
        world.conn.execute(
            "with known as ("
            "insert into rowlock.topic_catalog (topic, description, category, source)"
            " values (%s, 't', 't', 't') on conflict do nothing)"
            " insert into rowlock.event (topic, subject_type, subject_id, occurred_at)"
            " values (%s, 'app', 'x', now())",
            [topic, topic],
        )
    batch = world.call("event_read", after=0, max_rows=10000)
    events = [Event(**e) for e in batch["events"]]
    assert len(events) > 30
    for user in users:
        facts = world.call("actor_access", actor=user)
        access = Access(
            user,
            facts["is_global"],
            frozenset(facts["read_all"]),
            frozenset(facts["read_self"]),
            frozenset(facts["read_for"]),
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


@pytest.mark.slow
def test_odd_patterns_fit_nothing_and_break_nothing(world: World) -> None:
    start = world.last_seq()
    world.row()
    odd = quote(json.dumps(['"', "\\", "{}", "a,b", "null", "", "é'", "%", "x" * 5000]))
    with world.admin.stream(f"?after={start}&topic={odd}") as stream:
        assert stream.status == 200
        assert stream.quiet(1)
    more = quote(json.dumps(['"', "\\", "escalation.created"]))
    with world.admin.stream(f"?after={start}&topic={more}") as stream:
        assert [f.id for f in stream.take(1)] == world.journaled(start)


def test_a_stream_has_as_many_patterns_as_a_page(world: World) -> None:
    start = world.last_seq()
    row = world.row()
    patterns = ["a"] * 999 + ["*.created"]
    with world.admin.stream(f"?after={start}&topic={','.join(patterns)}") as stream:
        assert [f.data["escalation_id"] for f in stream.take(1)] == [row]
    answer = world.admin("GET", f"/api/events/stream?topic={','.join(['a', *patterns])}")
    assert (answer.status, answer.body["detail"]["reason"]) == (400, "too_many")
