"""A question with a form of every kind of field, and its page."""

from __future__ import annotations

from typing import Any

from tests.http.conftest import World

from .conftest import ask
from .window import Window

FORM: dict[str, Any] = {
    "x-lt-order": [
        "decision", "amount", "reason", "checks", "address", "lines", "tags", "when", "secret",
        "note", "kind",
    ],
    "required": ["decision", "reason", "checks"],
    "properties": {
        "decision": {"enum": ["approve", "reject"], "title": "Your decision"},
        "amount": {"type": "number", "minimum": 0, "x-lt-maximum": "payload.most",
                   "x-lt-bind": "order.amount", "x-lt-showIf": "resolver.decision=approve",
                   "description": "In euros."},
        "reason": {"type": "string", "minLength": 5, "format": "textarea"},
        "checks": {"type": "object", "x-lt-source": "payload.checks", "x-lt-require-all": True},
        "address": {"type": "object", "required": ["city"],
                    "properties": {"street": {"type": "string"},
                                   "city": {"type": "string", "minLength": 2}}},
        "lines": {"type": "array", "items": {"type": "object", "required": ["sku"],
                  "properties": {"sku": {"type": "string"},
                                 "count": {"type": "integer", "minimum": 1}}}},
        "tags": {"type": "array", "items": {"enum": ["fragile", "express", "gift"]}},
        "when": {"type": "string", "format": "date"},
        "secret": {"type": "string", "format": "password", "title": "Door code"},
        "note": {"type": ["string", "null"], "maxLength": 500},
        "kind": {"const": "refund", "title": "Kind of case"},
    },
}  # fmt: skip
FAULT = ".field .fault:not(:empty)"
PAYLOAD = {
    "question": "May we refund this order?",
    "most": 120,
    "order": {"id": "4711", "total": 119.5, "link": "https://shop.example/orders/4711"},
    "checks": [
        {"id": "photo", "label": "The photo shows the damage"},
        {"id": "limit", "label": "Within the limit"},
    ],
}


def asked(world: World, **more: Any) -> str:
    given = {
        "type": "refund", "description": "Refund 119.50 EUR to customer 4711?",
        "escalation_payload": PAYLOAD, "metadata": {"region": "north"}, "origin_id": "order-4711",
    }  # fmt: skip
    return ask(world, **given | more)


def stored(world: World, row: str) -> dict[str, Any]:
    """The answer as the row has it."""
    query = "select resolver_payload from rowlock.escalation where id = %s"
    [[payload]] = world.conn.execute(query, [row]).fetchall()
    return dict(payload)


def at(window: Window, row: str, query: str = "") -> Window:
    window.open(f"/escalations/{row}{query}")
    window.sees("article.one h1").to_be_visible()
    return window
