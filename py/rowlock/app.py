"""Puts the service together: resources as cleanup contexts, routes, health."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator

import psycopg
import psycopg_pool
from aiohttp import web

from rowlock import (
    cors,
    csv_file,
    docs,
    functions,
    handler,
    health,
    login,
    monitor,
    oidc,
    page,
    secrets_http,
    viewer,
    waiting,
    webhooks_http,
)
from rowlock.database import Database, make_pool
from rowlock.ending import finish, stop_streams
from rowlock.events import Journal
from rowlock.guard import add_headers, guard
from rowlock.keys import (
    BOX,
    DATABASE,
    DOCUMENT,
    ENDPOINTS,
    JOURNAL,
    LINES,
    MONITOR,
    PLACE,
    SECRET,
    SETTINGS,
    STOPPING,
)
from rowlock.line import Source
from rowlock.replica import replica
from rowlock.routes import ROUTES
from rowlock.secrets_box import make_box
from rowlock.settings import Settings, StartError, jwt_secret, secret_keys
from rowlock.stream import stream
from rowlock.tenant import Place
from rowlock.timers import timers
from rowlock.webhooks import webhooks

BODY_BYTES = 1024 * 1024


async def _database(app: web.Application) -> AsyncIterator[None]:
    settings = app[SETTINGS]
    async with make_pool(settings) as pool:
        try:
            await pool.wait(timeout=30)
            async with pool.connection() as conn:
                who = await functions.read_login(conn, settings.schema_name)
        except (psycopg.Error, psycopg_pool.PoolTimeout) as e:
            raise StartError(f"the database cannot be reached: {e}") from e
        if who.is_superuser or who.is_owner:
            raise StartError(
                f"the login {who.login} is a superuser or owns the schema; the service runs as a "
                f"login of kind service only: see login_grant in {settings.schema_name}"
            )
        if not who.installed:
            raise StartError(f"there is no schema {settings.schema_name}; run: rowlock install")
        app[DATABASE] = Database(pool, settings.schema_name)
        app[LINES].append(pool.cut)
        try:
            await app[ENDPOINTS].load(app[DATABASE])
            if problem := await health.ledger_problem(app[DATABASE]):
                raise StartError(problem)
        except LookupError as e:
            raise StartError(str(e)) from e
        yield


async def _journal(app: web.Application) -> AsyncIterator[None]:
    settings, database = app[SETTINGS], app[DATABASE]
    journal = app[JOURNAL] = Journal(
        database, Source(settings, database), lambda: health.notice(app)
    )
    app[LINES].append(journal.cut)
    tasks = [asyncio.create_task(work) for work in (journal.run(), journal.tend())]
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(10):
            await journal.ready.wait()
    yield
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks, timeout=1)
    journal.cut()
    await asyncio.wait(tasks)


async def _monitor(app: web.Application) -> AsyncIterator[None]:
    app[MONITOR] = monitor.Monitor(app[SETTINGS], app[DATABASE])
    yield
    await app[MONITOR].close()


def make_app(settings: Settings, place: Place | None = None) -> web.Application:
    """The application, not started; refuses settings that are not safe to start with.

    `place`: which tenant it is of, where a process has several.
    """
    others = [cors.preflight] if settings.cors_origins else []
    app = web.Application(middlewares=[guard, *others], client_max_size=BODY_BYTES)
    app[SETTINGS] = settings
    app[PLACE] = place or Place("", settings.schema_name)
    app[SECRET] = jwt_secret(settings)
    app[BOX] = make_box(*secret_keys(settings))
    app[STOPPING] = asyncio.Event()
    app[LINES] = []
    app[ENDPOINTS] = handler.Endpoints()
    app[DOCUMENT] = docs.Document()
    app.cleanup_ctx.extend(
        [
            login.passwords,
            oidc.issuer,
            _database,
            replica,
            _journal,
            waiting.tend,
            _monitor,
            timers,
            webhooks,
        ]
    )
    app.on_shutdown.extend([stop_streams, finish])
    app.on_response_prepare.append(add_headers)
    if settings.cors_origins:
        app.on_response_prepare.append(cors.add_headers)

    app.router.add_get("/healthz", health.healthz)
    app.router.add_get("/readyz", health.readyz)
    if settings.metrics != "off":
        app.router.add_get("/metrics", monitor.metrics)
    for path in page.addresses():
        app.router.add_get(path, page.document(path))
    app.router.add_get(page.ASSETS, page.asset)
    app.router.add_get("/api/openapi.json", docs.openapi_json)
    app.router.add_get("/api/docs", docs.page)
    app.router.add_get("/api/docs/docs.{file:css|js|svg}", docs.page)
    app.router.add_post("/api/auth/login", login.login)
    app.router.add_post("/api/auth/logout", login.logout)
    app.router.add_post("/api/me/password", login.change_password)
    for path in ("/api/events/stream", "/api/v1/events/stream"):
        app.router.add_route("GET", path, stream)
    app.router.add_post("/api/events/tickets", viewer.buy)
    app.router.add_post("/api/credentials", secrets_http.store)
    app.router.add_post("/api/credentials/exchange", secrets_http.exchange)
    for route in ROUTES:
        handle = csv_file.handle if route.table else handler.handle
        handle = webhooks_http.handle if route.sealed else handle
        app.router.add_route(route.method, route.path, waiting.handle if route.held else handle)
    return app
