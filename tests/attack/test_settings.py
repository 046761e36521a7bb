"""A session sets what it likes: the functions answer as they do for everybody else."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import psycopg
import pytest

from tests.attack.test_logins import SETTINGS, attempts
from tests.fuzz.arguments import Function, catalog
from tests.support.scene import Scene

pytestmark = pytest.mark.slow

# What moves by itself, from one call to the next.
MOVES = re.compile(
    r"(?P<id>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"
    r"|(?P<time>\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d(?::?\d\d)?))"
    r"|(?P<number>\d+(?:\.\d+)?)"
)


Call = tuple[Function, dict[str, Any]]
# Sizes and counts; a new secret.
MOVING = {"database_status", "event_ticket_create"}


def still(text: str) -> str:
    """Without what moves: ids, times and numbers that grow are their kind alone."""
    return MOVES.sub(lambda m: m.lastgroup or "", text)


@dataclass(frozen=True, slots=True)
class Told:
    """What a call tells its caller, and what it leaves in the journal."""

    caller: str
    journal: str = ""


@dataclass(slots=True)
class Asker:
    """Calls every function in a session of its own, and undoes what it did."""

    scene: Scene
    # A caller is shown intervals in the style of the session; readers of the journal are not.
    intervals: re.Pattern[str]
    calls: list[Call]

    def told(self, settings: dict[str, str]) -> dict[str, Told]:
        with self.scene.own() as conn:
            for name, value in settings.items():
                conn.execute("select set_config(%s, %s, false)", [name, value])
            return {
                f"{f.name} {n}": self.one(conn, f, given) for n, (f, given) in enumerate(self.calls)
            }

    def one(self, conn: psycopg.Connection, function: Function, given: dict[str, Any]) -> Told:
        query = "select topic, role, payload from rowlock.event where xmin::text = %s order by seq"
        try:
            with conn.transaction(force_rollback=True):
                rows = conn.execute(function.called(given), given).fetchall()
                [number] = conn.execute("select pg_current_xact_id()::xid::text").fetchone() or [""]
                events = conn.execute(query, [number]).fetchall()
        except psycopg.Error as e:
            said = e.diag
            facts = (said.constraint_name, said.message_detail, said.message_hint)
            return Told(f"{e.sqlstate} {still(str(facts)) if said.constraint_name else ''}")
        answer = self.intervals.sub("interval", json.dumps(rows, sort_keys=True))
        return Told(still(answer), still(str(events)))


def first(calls: Iterator[tuple[Function, dict[str, Any]]]) -> list[Call]:
    """Of the attempts at each function the first two: with what it needs, and with all it takes."""
    found: dict[str, list[Call]] = {}
    for function, given in calls:
        if len(some := found.setdefault(function.name, [])) < 2 and (function, given) not in some:
            some.append((function, given))
    return [call for some in found.values() for call in some]


@pytest.fixture(scope="module")
def asker(scene: Scene) -> Asker:
    query = (
        "select string_agg(distinct a.attname, '|') from pg_attribute a join pg_class c"
        " on c.oid = a.attrelid where c.relnamespace = 'rowlock'::regnamespace"
        " and a.atttypid = 'interval'::regtype"
    )
    names = scene.value(query)
    functions = [replace(f, answered=False) for f in catalog(scene)]
    calls = [
        (f, {**given, "actor": scene.root} if any(n == "actor" for n, *_ in f.arguments) else given)
        for f, given in first(attempts(scene, functions))
        if f.name not in MOVING
    ]
    return Asker(scene, re.compile(rf'"({names})": "[^"]*"'), calls)


def test_every_function_answers_and_journals_as_ever(asker: Asker) -> None:
    usual = asker.told({})
    assert sum(told.caller.startswith("[") for told in usual.values()) > 200
    assert sum(told.journal != "[]" for told in usual.values()) > 40
    odd = asker.told(SETTINGS)
    assert {n: (usual[n], odd[n]) for n in usual if odd[n] != usual[n]} == {}
    # What cannot be done there is refused as told, and all else is as ever.
    closed = asker.told(
        {"default_transaction_isolation": "serializable", "default_transaction_read_only": "on"}
    )
    refused = {Told("25006 "), *(t for t in closed.values() if "'event_isolation'" in t.caller)}
    differs = {n: (usual[n], t) for n, t in closed.items() if t not in (usual[n], *refused)}
    # It tells what is unusual.
    assert {n.split()[0] for n in differs} <= {"doctor_list"}, differs
