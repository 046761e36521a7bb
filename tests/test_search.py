"""Searches of the metadata against a plain reading of the language: page, count, walk and scope."""

from __future__ import annotations

import json
import random
import uuid
from collections.abc import Iterator

import psycopg
import pytest

from tests.support.search_oracle import ROLES, Query, asked, fits, made, ordered


@pytest.fixture(scope="module")
def conn(dsn: str) -> Iterator[psycopg.Connection]:
    with psycopg.connect(dsn, autocommit=True) as conn:
        yield conn


@pytest.mark.slow
def test_searches_find_what_a_plain_reading_finds(conn: psycopg.Connection) -> None:
    rng = random.Random(5)
    people = {n: str(uuid.UUID(int=rng.getrandbits(128))) for n in ("root", "some", "own", "none")}
    dials = {
        "ra": (None, 60, None), "rb": (600, 1, None), "rc": (None, 30, "since"),
        "rd": (None, None, None), "re": (0, None, None), "rf": (120, None, "since"),
    }  # fmt: skip
    scopes = {
        "root": (ROLES, []),
        "some": (ROLES[:3], ["rd"]),
        "own": ([], ROLES),
        "none": ([], []),
    }
    for name, id_ in people.items():
        insert = "insert into rowlock.user_account (id, external_id) values (%s, %s)"
        conn.execute(insert, [id_, name])
    for role, given in dials.items():
        insert = """insert into rowlock.role
            (role, priority_threshold_minutes, sla_minutes, priority_facet)
            values (%s, %s, %s, %s)"""
        conn.execute(insert, [role, *given])
    grant = "insert into rowlock.membership (user_id, role, type, read_scope, write_scope) values "
    conn.execute(grant + "(%s, 'superadmin', 'superadmin', 'all', 'all')", [people["root"]])
    for name in ("some", "own"):
        for scope, roles in zip(("all", "self"), scopes[name], strict=True):
            for role in roles:
                conn.execute(grant + "(%s, %s, 'member', %s, 'none')", [people[name], role, scope])
    rows = [made(rng, list(people.values())) for _ in range(1500)]
    with conn.cursor() as cursor:
        cursor.executemany(
            """insert into rowlock.escalation (id, role, type, subtype, priority, status, metadata,
              assigned_to, assigned_until, created_at, updated_at, ended_at, resolved_at,
              expires_at)
            values (%(id)s, %(role)s, 't', 't', %(priority)s, %(status)s, %(data)s, %(assigned_to)s,
              %(assigned_until)s, %(created_at)s, %(created_at)s, %(ended_at)s, %(resolved_at)s,
              case when %(expires_at)s::timestamptz > %(created_at)s then %(expires_at)s end)""",
            [
                r
                | {"data": json.dumps(r["metadata"])}
                | {"resolved_at": r["ended_at"] if r["status"] == "resolved" else None}
                for r in rows
            ],
        )
    conn.execute("analyze rowlock.escalation")

    def search(query: Query, by: str) -> tuple[list[str], int | None, str | None]:
        found = conn.execute(
            "select array(select i ->> 'id' from jsonb_array_elements((p).items) i),"
            " (p).total, (p).next from rowlock.escalation_search(query => %s, actor => %s) p",
            [json.dumps(query), people[by]],
        ).fetchone()
        assert found
        return found[0], found[1], found[2]

    def first_of_queues(query: Query, by: str, step: int) -> list[str] | None:
        """A page from the first rows of each queue, when that tells it."""
        found = conn.execute(
            """select w -> 'ids' from rowlock._escalation_search_query(query => %s) q,
              rowlock._escalation_search_scope(
                access => rowlock._actor_access(actor => %s), query => q) a,
              rowlock._escalation_search_walk(
                query => q, access => a, at => now(), step => %s, with_leases => true) w
            where (w ->> 'is_whole')::boolean""",
            [json.dumps(query), people[by], step],
        ).fetchone()
        return found[0] if found else None

    met, told = 0, 0
    for n in range(120):
        by, q, step = rng.choice(["root", "some", "some", "own", "none"]), asked(rng), 7
        everything, own = scopes[by]
        expected = ordered(
            [
                r
                for r in rows
                if (
                    r["role"] in everything or (r["role"] in own and r["assigned_to"] == people[by])
                )
                and fits(r, q, dials)
            ],
            q.get("order_by", [{"field": "priority"}, {"field": "created_at"}]),
        )
        met += bool(expected)
        for more in ({"max_rows": 500}, {"max_rows": step}, {"limit": 20, "offset": 13}):
            ids, total, _ = search(q | more, by)
            first = int(more.get("offset", 0))
            last = first + int(more.get("max_rows", more.get("limit", 0)))
            assert (ids, total) == (expected[first:last], len(expected)), (n, by, q, more)
        assert search(q | {"max_rows": 1, "count": "exact"}, by)[1] == len(expected), (n, by, q)
        if q.get("status") == "pending" and "order_by" not in q and by != "root":
            for rows_each in (1, 3, 12, 500):
                page = first_of_queues(q | {"max_rows": step}, by, rows_each)
                assert page is None or page == expected[: step + 1], (n, by, q, rows_each)
                told += page is not None
        walked: list[str] = []
        after: str | None = None
        while len(walked) < 40:
            ids, _, after = search(q | {"max_rows": step, "count": "false", "after": after}, by)
            walked += ids
            if after is None:
                break
        assert walked == expected[: len(walked)], (n, by, q)
        assert after or len(walked) == len(expected), (n, by, q)
    assert met > 60
    assert told > 30
