"""Routes that make a secret. Beside the one handler, as it is encrypted and shown here."""

from __future__ import annotations

from dataclasses import replace

from aiohttp import web

from rowlock import handler, secrets_http, webhooks_secret


async def handle(request: web.Request) -> web.StreamResponse:
    """Answer with the secret, which the database has only encrypted and nobody is shown again."""
    asked = await handler.ask(request)
    box = await secrets_http.box_of(request, asked.credential)
    secret, kept = webhooks_secret.make(box)
    status, body = await replace(asked, given={**asked.given, **kept}).answer()
    return web.Response(
        status=status, body=webhooks_secret.shown(body, secret), headers=handler.JSON
    )
