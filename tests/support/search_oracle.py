"""A plain reading of the search language, random rows, and random queries. Knows no database."""

from __future__ import annotations

import json
import random
import re
import uuid
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from functools import cmp_to_key
from typing import Any

ROLES = ["ra", "rb", "rc", "rd", "re", "rf"]
NOW = datetime.now(UTC).replace(microsecond=0)
NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?")
Row = dict[str, Any]
Query = dict[str, Any]


def made(rng: random.Random, people: list[str]) -> Row:
    """A row as some day may have left it; a role has facets of its own."""
    role = rng.choice(ROLES)
    facets = {
        "site": rng.choice(["north", "north", "south", role]),
        "size": rng.choice([1, 2, 10, 10.5, "9", "12abc", "1e400000", None, True, [10], {"n": 1}]),
        "tags": rng.choice([["a"], ["a", "b"], []]),
        "to": {"city": rng.choice(["bern", "rome"]), "zip": rng.choice([1, 2])},
        "since": rng.choice(["2020-01-01", "2099-01-01T00:00:00Z", "2020-02-31", "now", 5]),
    }
    status = rng.choice(["pending"] * 8 + ["resolved", "cancelled"])
    created = NOW - timedelta(hours=rng.randrange(1, 99), minutes=7)
    holder = rng.choice([None, None, None, *people])
    until = holder and rng.choice([None, NOW + timedelta(hours=9), NOW - timedelta(minutes=5)])
    return {
        "id": str(uuid.UUID(int=rng.getrandbits(128))),
        "role": role,
        "priority": rng.randrange(1, 5),
        "status": status,
        "assigned_to": holder,
        "assigned_until": until,
        "created_at": created,
        "ended_at": None if status == "pending" else created + timedelta(minutes=30),
        "expires_at": rng.choice(
            [None, None, NOW + timedelta(hours=9), NOW - timedelta(minutes=1)]
        ),
        "metadata": {k: facets[k] for k in facets if rng.random() < 0.8},
    }


def number(value: Any) -> Decimal | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, str):
        return Decimal(value) if NUMBER.fullmatch(value) else None
    return Decimal(str(value)) if isinstance(value, int | float) else None


def contains(has: Any, asked: Any) -> bool:
    """The server's @>, where no array stands beside a bare value."""
    if isinstance(asked, dict):
        return isinstance(has, dict) and all(
            k in has and contains(has[k], v) for k, v in asked.items()
        )
    if isinstance(asked, list):
        return isinstance(has, list) and all(any(contains(h, a) for h in has) for a in asked)
    return (type(has) is type(asked) and has == asked) or (
        number(has) is not None
        and not isinstance(has, str)
        and not isinstance(asked, str)
        and number(has) == number(asked)
    )


def late(row: Row, dials: dict[str, tuple[Any, Any, Any]]) -> bool:
    threshold, sla, facet = dials[row["role"]]
    minutes = sla if threshold is None else threshold
    origin: datetime | None = row["created_at"]
    if facet:
        told = {"2020-01-01": 2020, "2099-01-01T00:00:00Z": 2099}.get(
            str(row["metadata"].get(facet))
        )
        origin = datetime(told, 1, 1, tzinfo=UTC) if told else None
    held = row["assigned_until"] is not None and row["assigned_until"] > NOW
    open_ = row["status"] == "pending" and not (row["expires_at"] and row["expires_at"] <= NOW)
    return bool(
        open_
        and not held
        and minutes is not None
        and origin
        and NOW - origin > timedelta(minutes=minutes)
    )


OPERATORS = {"<": (-1,), "<=": (-1, 0), ">": (1,), ">=": (1, 0), "=": (0,)}


def fits(row: Row, q: Query, dials: dict[str, tuple[Any, Any, Any]]) -> bool:
    data = row["metadata"]
    due = row["status"] == "pending" and row["expires_at"] and row["expires_at"] <= NOW
    held = row["assigned_until"] is not None and row["assigned_until"] > NOW
    for bound in q.get("range", []):
        value = number(data.get(bound["facet"]))
        if value is None:
            return False
        limit = Decimal(str(bound["value"]))
        if (value > limit) - (value < limit) not in OPERATORS[bound["op"]]:
            return False
    return (
        ("status" not in q or ("expired" if due else row["status"]) == q["status"])
        and ("role" not in q or row["role"] == q["role"])
        and ("priority" not in q or row["priority"] == q["priority"])
        and ("available" not in q or (not held) == q["available"])
        and contains(data, q.get("facets", {}))
        and not any(contains(data, b) for b in q.get("block", []))
        and all(k in data for k in q.get("exists", []))
        and ("jeopardy" not in q or late(row, dials) == q["jeopardy"])
    )


def text(value: Any) -> str | None:
    if value is None or isinstance(value, str):
        return value
    return json.dumps(value)


def ordered(rows: list[Row], order: list[dict[str, Any]]) -> list[str]:
    """By each field; what is missing counts as the greatest; the id last."""

    def value(row: Row, by: dict[str, Any]) -> Any:
        if not by["field"].startswith("metadata."):
            return row[by["field"]]
        found = row["metadata"].get(by["field"][9:])
        return number(found) if by.get("numeric") else text(found)

    def compare(a: Row, b: Row) -> int:
        for by in [*order, {"field": "id"}]:
            x, y = value(a, by), value(b, by)
            if x == y:
                continue
            sign = 1 if x is None or (y is not None and x > y) else -1
            return -sign if by.get("direction") == "desc" else sign
        return 0

    return [r["id"] for r in sorted(rows, key=cmp_to_key(compare))]


def asked(rng: random.Random) -> Query:
    """A random query; each element with its odds."""
    q: Query = {}
    sites: list[Query] = [
        {"site": rng.choice(["north", "south", "ra", "rc"])},
        {"to": {"city": "bern"}},
        {"tags": ["b"]},
        {"size": rng.choice([10, "9", True, None])},
        {"site": "north", "to": {"zip": 1, "city": "rome"}},
        {},
    ]
    bounds = [
        {"facet": rng.choice(["size", "size", "site", "to"]), "op": op, "value": v}
        for op, v in rng.sample([("<", 10), (">=", 2), (">", 9), ("<=", 10.5), ("=", 10)], 2)
    ]
    for name, value, odds in (
        ("status", rng.choice(["pending", "pending", "pending", "expired", "resolved"]), 0.8),
        ("facets", rng.choice(sites), 0.7),
        ("block", rng.sample(sites[:5], rng.randrange(3)), 0.3),
        ("range", bounds[: rng.randrange(1, 3)], 0.3),
        ("exists", rng.sample(["site", "size", "tags", "none"], rng.choice([1, 1, 2])), 0.2),
        ("jeopardy", rng.random() < 0.7, 0.15),
        ("available", rng.random() < 0.7, 0.3),
        ("role", rng.choice(ROLES), 0.2),
        ("priority", 1, 0.1),
    ):
        if rng.random() < odds:
            q[name] = value
    if rng.random() < 0.4:
        fields = rng.sample(["metadata.size", "metadata.site", "metadata.none", "priority"], 2)
        q["order_by"] = [
            {"field": f, "direction": rng.choice(["asc", "desc"])}
            | ({"numeric": rng.random() < 0.5} if f == "metadata.size" else {})
            for f in fields
        ]
    return q
