"""Is the process there, may it get traffic. No rows of the route table: nobody signs in here."""

from __future__ import annotations

import asyncio
import json
from functools import cache

import psycopg
from aiohttp import web

from rowlock import install
from rowlock.database import Database
from rowlock.keys import DATABASE, ENDPOINTS, JOURNAL, STOPPING

READY_SECONDS = 3.0


@cache
def shipped() -> dict[str, str]:
    """The migrations of this version and their digests."""
    return {s.migration: s.sha256 or "" for s in install.steps() if s.migration is not None}


async def ledger_problem(database: Database) -> str | None:
    """Why this version and the schema do not fit, or nothing."""
    if "migration_list" not in database.functions:
        return "the schema tells this login nothing of its version; run: rowlock install"
    ledger = {r["name"]: r["sha256"] for r in await database.call("migration_list")}
    if missing := sorted(shipped().keys() - ledger.keys()):
        return f"the schema is older than this service: {', '.join(missing)}; run: rowlock install"
    if unknown := sorted(ledger.keys() - shipped().keys()):
        return f"the schema is newer than this service: {', '.join(unknown)}; upgrade the service"
    if changed := sorted(name for name, digest in shipped().items() if ledger[name] != digest):
        return f"migrations differ from those of this service: {', '.join(changed)}"
    return None


async def notice(app: web.Application) -> None:
    """Bind the routes anew to a schema that changed; raises LookupError when it does not fit."""
    await app[ENDPOINTS].load(app[DATABASE])
    if problem := await ledger_problem(app[DATABASE]):
        raise LookupError(problem)


async def healthz(_: web.Request) -> web.Response:
    """GET /healthz: the process answers."""
    return web.json_response({"status": "ok"})


async def _problem(database: Database) -> tuple[bool, str | None]:
    try:
        return True, await ledger_problem(database)
    except psycopg.Error:  # those of the pool are of this kind
        return False, "the database cannot be asked"


async def readyz(request: web.Request) -> web.Response:
    """GET /readyz: database reachable, schema of this version, reader alive, not stopping."""
    checks = {
        "serving": not request.app[STOPPING].is_set(),
        "database": False,
        "schema": False,
        "journal": request.app[JOURNAL].alive,
    }
    asked = asyncio.create_task(_problem(request.app[DATABASE]))
    problem: str | None = "the database takes too long"
    # Whoever probes has little patience. The question ends by itself.
    if (await asyncio.wait({asked}, timeout=READY_SECONDS))[0]:
        checks["database"], problem = asked.result()
        checks["schema"] = problem is None
    ready = all(checks.values())
    body: dict[str, object] = {"status": "ready" if ready else "not ready", "checks": checks}
    if not ready:
        body["problem"] = problem
    return web.Response(
        status=200 if ready else 503, text=json.dumps(body), content_type="application/json"
    )
