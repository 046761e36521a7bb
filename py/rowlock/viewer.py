"""Who watches a stream: by credential, or by a ticket bought with one. Knows no rule."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from datetime import datetime

from aiohttp import web
from structlog.contextvars import bind_contextvars

from rowlock import auth, json_body, values
from rowlock.database import Database
from rowlock.functions import KEY_PREFIX, NEEDS
from rowlock.guard import read_body
from rowlock.keys import DATABASE
from rowlock.scope import Access, Viewer

Watcher = tuple[Viewer, Access, float | None]


async def buy(request: web.Request) -> web.Response:
    """POST /api/events/tickets. No row of the table: a ticket ends with the credential it is of."""
    values.named(json_body.query(request.rel_url.raw_query_string), {})
    values.named(json_body.members(await read_body(request)), {})
    credential = await auth.identify(request)
    bind_contextvars(actor=credential.name)
    known = request.app[DATABASE].functions
    create, answer = known["event_ticket_create"], known["event_ticket_create_answer"]
    given = {
        # Whoever may only read may watch.
        NEEDS: "read",
        "key_prefix": credential.parameters.get(KEY_PREFIX),
        "ends_at": credential.ends_at.isoformat() if credential.ends_at else None,
    }
    status, body = await auth.fetch(request, credential, create, answer, given, 201)
    return web.Response(status=status, text=body.decode(), content_type="application/json")


async def identify(request: web.Request, ticket: str | None) -> Watcher:
    """The viewer of a stream, what it may read now, and when its session ends; or 401."""
    if ticket is not None:
        return await _by_ticket(request.app[DATABASE], ticket)
    return await _by_credential(request)


async def _by_ticket(database: Database, ticket: str) -> Watcher:
    digest = hashlib.sha256(ticket.encode()).digest()
    [owner] = await database.call("event_ticket_redeem", ticket_sha256=digest)
    viewer = Viewer(str(owner["actor"]), owner["key_prefix"])
    bind_contextvars(actor=viewer.actor)
    found = parse(await database.call("event_access", **question([viewer])), [viewer])
    ends: datetime | None = owner["ends_at"]
    # An account that was suspended just now: its ticket is used up, and it sees nothing.
    access = found.get(viewer) or Access(viewer.actor, False, frozenset(), frozenset())
    return viewer, access, ends.timestamp() if ends else None


async def _by_credential(request: web.Request) -> Watcher:
    credential = await auth.identify(request)
    bind_contextvars(actor=credential.name)
    who = request.app[DATABASE].functions["actor_access"]
    _, body = await auth.fetch(request, credential, who, None, {})
    access = _access(json.loads(body))
    prefix = credential.parameters.get(KEY_PREFIX)
    viewer = Viewer(access.actor, str(prefix) if prefix else None)
    return viewer, access, credential.ends_at.timestamp() if credential.ends_at else None


def question(viewers: Sequence[Viewer]) -> dict[str, str]:
    """The arguments of event_access; ids and prefixes need no quotes in an array."""
    return {
        "actors": "{" + ",".join(v.actor for v in viewers) + "}",
        "key_prefixes": "{" + ",".join(v.key_prefix or "null" for v in viewers) + "}",
    }


def parse(rows: Sequence[dict[str, object]], viewers: Sequence[Viewer]) -> dict[Viewer, Access]:
    """What event_access answered to the question about these viewers."""
    return {viewers[int(str(r["position"])) - 1]: _access(r) for r in rows}


def _access(facts: dict[str, object]) -> Access:
    def roles(name: str) -> frozenset[str]:
        found = facts[name]
        return frozenset(found) if isinstance(found, list) else frozenset()

    return Access(
        str(facts["actor"]),
        facts["is_global"] is True,
        roles("read_all"),
        roles("read_self"),
        roles("read_for"),
    )
