"""Typed keys of what the application holds. Holds nothing itself."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from aiohttp import web

if TYPE_CHECKING:
    from rowlock.database import Database
    from rowlock.docs import Document
    from rowlock.events import Journal
    from rowlock.handler import Endpoints
    from rowlock.login import Passwords
    from rowlock.monitor import Monitor
    from rowlock.oidc import Issuer
    from rowlock.secrets_box import Box
    from rowlock.settings import Settings
    from rowlock.tenant import Place
    from rowlock.tenants import Tenants

BOX: web.AppKey[Box | None] = web.AppKey("box")
DATABASE: web.AppKey[Database] = web.AppKey("database")
DOCUMENT: web.AppKey[Document] = web.AppKey("document")
ENDPOINTS: web.AppKey[Endpoints] = web.AppKey("endpoints")
JOURNAL: web.AppKey[Journal] = web.AppKey("journal")
# How to end what waits for a database that hangs.
LINES: web.AppKey[list[Callable[[], None]]] = web.AppKey("lines")
MONITOR: web.AppKey[Monitor] = web.AppKey("monitor")
OIDC: web.AppKey[Issuer | None] = web.AppKey("oidc")
PASSWORDS: web.AppKey[Passwords] = web.AppKey("passwords")
PLACE: web.AppKey[Place] = web.AppKey("place")
SECRET: web.AppKey[str] = web.AppKey("secret")
SETTINGS: web.AppKey[Settings] = web.AppKey("settings")
STOPPING: web.AppKey[asyncio.Event] = web.AppKey("stopping")
TENANTS: web.AppKey[Tenants] = web.AppKey("tenants")
