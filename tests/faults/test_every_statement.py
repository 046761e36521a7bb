"""The line to Postgres breaks at each point of a verb's statement: what clients are told is true.

ROWLOCK_FAULT_ROUTES=all takes every route, which takes minutes; else an important few.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPException
from random import Random
from typing import Any

import psycopg
import pytest
from psycopg import sql

from rowlock.routes import ROUTES, Route
from tests.http.access_cells import CLEAN
from tests.http.conftest import World
from tests.http.contract import DOCUMENT
from tests.http.service import Answer, serving, settings_for
from tests.http.test_openapi_answers import BEFORE, asked, values_of
from tests.support.proxy import Proxy, proxy
from tests.support.wire import HARMLESS, LATE, PARSE, POINTS, Wire

pytestmark = pytest.mark.fault

KEY = "idempotency_key"
IMPORTANT = frozenset({
    "escalation_create", "escalation_claim", "escalation_claim_next", "escalation_release",
    "escalation_resolve", "escalation_resolve_all_or_none", "escalation_escalate",
    "membership_grant", "run_ask", "run_claim", "run_signal", "signal_send",
    "work_item_transition",
})  # fmt: skip
# A second time these change nothing, so each is of a role of its own.
SETS = frozenset({"role_patch", "role_escalation_put", "role_level_put"})
EVERY = os.environ.get("ROWLOCK_FAULT_ROUTES") == "all"
WRITES = [r for r in ROUTES if r.method != "GET" and (EVERY or r.function in IMPORTANT)]
READS = [
    r for r in ROUTES
    if r.method == "GET" and (EVERY or r.function in {"escalation_list", "analytics_event_log"})
]  # fmt: skip
Event = tuple[str, str, str, int | None]


@dataclass(frozen=True, slots=True)
class Left:
    """What a request left: whether anything was written, and its events."""

    changed: bool
    events: tuple[Event, ...]

    @property
    def topics(self) -> set[str]:
        return {topic for topic, *_ in self.events}


@dataclass(slots=True)
class Broken(World):
    """A service whose way to Postgres breaks where it is told to."""

    line: Proxy
    wire: Wire
    document: dict[str, Any] = field(default_factory=dict)
    keyed: frozenset[str] = frozenset()
    everything: sql.Composable = field(default_factory=lambda: sql.SQL(""))

    def look(self) -> None:
        """Learn what there is."""
        self.document = dict(self.nobody("GET", DOCUMENT).body)
        query = "select proname from pg_proc where %s = any(proargnames)"
        self.keyed = frozenset(name for (name,) in self.conn.execute(query, [KEY]))
        tables = self.conn.execute(
            "select relname from pg_class where relnamespace = 'rowlock'::regnamespace"
            " and relkind = 'r'"
        )
        one = sql.SQL("select {}, count(*), sum(xmin::text::int8) from only {}")
        self.everything = sql.SQL(" union all ").join(
            one.format(sql.Literal(t), sql.Identifier("rowlock", t)) for (t,) in tables.fetchall()
        )

    def state(self) -> list[tuple[Any, ...]]:
        return sorted(self.conn.execute(self.everything).fetchall())

    def events(self, after: int) -> tuple[Event, ...]:
        query = (
            "select topic, subject_type, subject_id, version from rowlock.event"
            " where seq > %s order by seq"
        )
        return tuple(self.conn.execute(query, [after]).fetchall())

    @contextmanager
    def watched(self) -> Iterator[list[Left]]:
        """What the block left."""
        found: list[Left] = []
        before, seq = self.state(), self.last_seq()
        yield found
        found.append(Left(self.state() != before, self.events(seq)))

    def gone(self) -> None:
        """Wait until what broken lines asked for has come to its end."""
        end = time.monotonic() + 20
        query = "select from pg_stat_activity where pid = any(%s)"
        while self.conn.execute(query, [list(self.wire.dying)]).fetchone() is not None:
            assert time.monotonic() < end, "the backend of a broken line stays"
            time.sleep(0.005)
        self.wire.dying.clear()

    def answers(self) -> None:
        """Everybody is answered, and with what was asked: more requests than there are lines."""
        own = [self.call("user_create", external_id=str(time.time_ns() + n), actor=self.root)["id"]
               for n in range(3)]  # fmt: skip
        with ThreadPoolExecutor(12) as pool:
            ids = own * 4
            got = list(pool.map(lambda user: self.admin("GET", f"/api/users/{user}"), ids))
        assert [(a.status, a.body.get("id")) for a in got] == [(200, user) for user in ids]


@pytest.fixture(scope="module")
def broken(dsn: str) -> Iterator[Broken]:
    with psycopg.connect(dsn, autocommit=True) as conn, proxy(dsn) as line:
        wire = Wire(line)
        found = settings_for(dsn, timers=False, webhooks=False)
        url = line.conninfo(found.database_url.get_secret_value())
        settings = found.model_copy(update={"database_url": type(found.database_url)(url)})
        with serving(settings) as at:
            world = World.first(at, conn)
            made = Broken(at, conn, world.root, "", line, wire)
            made.look()
            yield made


@dataclass(slots=True)
class Request:
    """One route's own example, which can be sent twice."""

    broken: Broken
    route: Route
    key: str
    values: dict[str, str] = field(default_factory=dict)

    def prepare(self) -> Request:
        for statement in CLEAN:
            self.broken.conn.execute(statement, {"root": self.broken.root})
        self.values = values_of(self.route, self.broken)
        BEFORE.get(self.route.function, lambda *_: None)(self.broken, self.values)
        if self.route.function in SETS:
            self.values["role"] = f"set-{time.monotonic_ns()}"
            self.broken.call("role_create", role=self.values["role"], actor=self.broken.root)
        return self

    def send(self) -> Answer:
        headers = {"Idempotency-Key": self.key} if self.route.function in self.broken.keyed else {}

        def who(method: str, path: str, body: object = None) -> Answer:
            return self.broken.admin(method, path, body, headers=headers)

        return asked(self.broken.document, self.route, who, self.values)  # type: ignore[arg-type]


@pytest.mark.parametrize("route", WRITES, ids=lambda route: f"{route.method}-{route.path[5:]}")
def test_a_line_that_breaks(broken: Broken, route: Route) -> None:
    whole = Request(broken, route, f"{route.method} {route.path}").prepare()
    with broken.watched() as found:
        reference = whole.send()
    [usual] = found
    assert reference.status < 300, reference.text
    assert usual.changed or not usual.events

    for point in POINTS:
        request = Request(broken, route, f"{route.method} {route.path} {point}").prepare()
        broken.wire.arm(f'"rowlock"."{route.function}"(', point)
        with broken.watched() as found:
            first = request.send()
            assert broken.wire.broken, point
            broken.gone()
        [left] = found
        if point in HARMLESS:
            assert first.status == reference.status, (point, first.text)
            assert left.changed == usual.changed
        else:
            assert first.code == (503, "unavailable"), (point, first.text)
            assert first.body["detail"] is None
            assert first.headers["Retry-After"]
        if point in ("before", "amid the request", "without its end"):
            assert not left.changed, point
        if point.endswith("answer"):
            assert left.changed == usual.changed, point
        # All of it, or nothing; and each event once.
        assert left.topics <= usual.topics, point
        assert bool(left.topics) == (left.changed and bool(usual.topics)), point
        assert len(set(left.events)) == len(left.events), (point, left.events)
        if len(usual.events) == 1:
            assert len(left.events) <= 1, (point, left.events)

        with broken.watched() as found:
            second = request.send()
        [again] = found
        assert second.status < 500, (point, second.text)
        if not left.changed:
            assert second.status == reference.status, (point, second.text)
            assert again.topics <= usual.topics, point
            assert again.changed == usual.changed, point
        elif route.function in broken.keyed:
            # The first answer, and nothing more.
            assert (second.status, again) == (reference.status, Left(False, ())), point
    broken.answers()


@pytest.mark.parametrize("route", READS, ids=lambda route: route.path[5:])
def test_a_line_that_breaks_amid_a_read(broken: Broken, route: Route) -> None:
    request = Request(broken, route, "").prepare()
    whole = request.send()
    assert whole.status == 200, whole.text
    before = broken.state()
    for point in POINTS:
        broken.wire.arm(f'"rowlock"."{route.function}"(', point)
        answer = request.send()
        assert broken.wire.broken, point
        broken.gone()
        if point in HARMLESS:
            assert (answer.status, type(answer.body)) == (200, type(whole.body)), point
        else:
            # Never a part of it that looks like the whole.
            assert answer.code == (503, "unavailable"), (point, answer.text)
            assert answer.headers["Retry-After"]
    assert request.send().status == 200
    # A read leaves nothing.
    assert broken.state() == before
    broken.answers()


def test_a_file_whose_line_breaks_has_no_end(broken: Broken) -> None:
    for _ in range(3):
        broken.row()
    path = "/api/analytics/event-log?since=2020-01-01T00:00:00Z&max_rows=1&format=csv"
    assert broken.admin("GET", path).text.count("\r\n") > 3
    broken.wire.arm('"rowlock"."analytics_event_log"(', "amid the answer", passing=2)
    # It has begun as a 200: that it is not the whole is told by the way it ends.
    with pytest.raises((HTTPException, OSError)):
        broken.admin("GET", path)
    assert broken.wire.broken
    broken.gone()
    broken.answers()


@pytest.mark.parametrize("point", POINTS)
def test_a_line_that_breaks_while_a_statement_is_prepared(broken: Broken, point: str) -> None:
    path = f"/api/users/{broken.root}/roles"
    for _ in range(8):
        assert broken.admin("GET", path).status == 200
    # What is asked often is prepared by each new line; nobody notices that the old ones are gone.
    broken.line.cut()
    broken.wire.arm('"rowlock"."membership_list"(', point, PARSE)
    answer = broken.admin("GET", path)
    assert answer.status == 200 if point == LATE else answer.code == (503, "unavailable")
    assert broken.wire.broken
    assert broken.admin("GET", path).status == 200
    broken.answers()


def test_lines_that_break_under_many_who_ask(broken: Broken) -> None:
    """Nobody is given what another asked for; what was asked again under a key is there once."""
    chance = Random(7)
    ended = threading.Event()

    def breaks() -> None:
        while not ended.is_set():
            broken.wire.arm('"rowlock"."escalation_create"(', chance.choice(POINTS))
            ended.wait(0.01)

    def ask(name: str) -> int:
        tries = 0
        headers = {"Idempotency-Key": name}
        body = {"role": "reviewer", "type": "many", "description": name}
        while True:
            tries += 1
            answer = broken.admin("POST", "/api/escalations", body, headers=headers)
            if answer.status == 201:
                assert answer.body["description"] == name
                return tries
            assert answer.code in {(503, "unavailable"), (503, "busy")}, answer.text

    breaker = threading.Thread(target=breaks)
    breaker.start()
    with ThreadPoolExecutor(16) as pool:
        names = [f"many {n}" for n in range(200)]
        tries = sum(pool.map(ask, names))
    ended.set()
    breaker.join()
    broken.wire.arm("", "before")
    broken.gone()
    assert tries > len(names), "nothing broke"
    query = "select description from rowlock.escalation where type = 'many'"
    assert sorted(broken.conn.execute(query).fetchall()) == sorted((name,) for name in names)
    broken.answers()
