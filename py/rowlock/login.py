"""Sign in and out. Cannot be rows of the route table: they check passwords and set cookies."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor

from aiohttp import web
from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError
from structlog.contextvars import bind_contextvars

from rowlock import auth, cors, json_body, values
from rowlock.errors import Refusal, invalid
from rowlock.guard import read_body
from rowlock.keys import DATABASE, PASSWORDS, PLACE, SECRET, SETTINGS

PASSWORD_BYTES = 1024
_CHANGE = values.spellings(("old_password", "password"), {})
_FIELDS = values.spellings(("external_id", "password"), {"username": "external_id"})


class Passwords:
    """argon2id in threads of its own, so that a hash stalls no other request."""

    def __init__(self) -> None:
        self._hasher = PasswordHasher()
        self._threads = ThreadPoolExecutor(max_workers=2, thread_name_prefix="password")
        # What an unknown user's password is compared with, so that both refusals take as long.
        self._nobody = self._hasher.hash("")

    def hash_now(self, password: str) -> str:
        """The stored form of a new password; blocks for as long as that takes."""
        if not password or len(password.encode()) > PASSWORD_BYTES:
            raise invalid("password", "length", f"Give password as 1 to {PASSWORD_BYTES} bytes.")
        return self._hasher.hash(password)

    async def hash(self, password: str) -> str:
        """As hash_now, in a thread."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, self.hash_now, password)

    async def verify(self, password_hash: str | None, password: str) -> bool:
        """Whether the password is the one; without a stored form no, after the same time."""
        loop = asyncio.get_running_loop()
        stored = password_hash or self._nobody
        right = await loop.run_in_executor(self._threads, self._verify, stored, password)
        return right and password_hash is not None

    def _verify(self, stored: str, password: str) -> bool:
        try:
            return self._hasher.verify(stored, password)
        except (Argon2Error, InvalidHashError):
            return False

    def close(self) -> None:
        """End the threads."""
        self._threads.shutdown(wait=False, cancel_futures=True)


async def passwords(app: web.Application) -> AsyncIterator[None]:
    """Cleanup context: the threads that hash."""
    app[PASSWORDS] = Passwords()
    yield
    app[PASSWORDS].close()


def address_of(request: web.Request) -> str:
    """Whence a request comes, as the outermost proxy that is trusted saw it."""
    # A proxy may append a line of its own; all lines are one list.
    hops = ",".join(request.headers.getall("X-Forwarded-For", ())).split(",")
    trusted = request.app[SETTINGS].trusted_proxies
    if trusted and len(hops) >= trusted and hops[-trusted].strip():
        return hops[-trusted].strip()[:200]
    return request.remote or "local"


def _check_query(request: web.Request) -> None:
    """Refuse a query: what stands in addresses is logged by others."""
    if request.rel_url.raw_query_string:
        raise Refusal(
            400,
            "query is not valid",
            "query_invalid",
            {"reason": "not_here"},
            "Give all of it in the body.",
        )


async def login(request: web.Request) -> web.Response:
    """POST /api/auth/login: a token and a cookie for a name and a password."""
    own_page = auth.is_own_page(request)
    if not own_page and cors.allowed(request) is None:
        auth.check_own_page(request)
    given = values.named(json_body.members(await read_body(request)), _FIELDS)
    _check_query(request)
    field = {name: values.convert(name, "text", raw) for name, raw in given.items()}
    external_id, password = field.get("external_id"), field.get("password")
    if not password or len(password.encode()) > PASSWORD_BYTES:
        raise invalid("password", "length", f"Give password as 1 to {PASSWORD_BYTES} bytes.")

    database = request.app[DATABASE]
    [ticket] = await database.call(
        "login_attempt_start", external_id=external_id, address=address_of(request)
    )
    right = await request.app[PASSWORDS].verify(ticket["password_hash"], password)
    await database.call(
        "login_attempt_finish",
        attempt_id=ticket["attempt_id"],
        succeeded="true" if right else "false",
    )
    if not right:
        raise Refusal(
            401,
            "name or password is wrong",
            "login_valid",
            {"reason": "credential"},
            "Check both and try again; whoever forgot the password gets another one from an admin.",
        )

    bind_contextvars(actor=str(ticket["user_id"]))
    realm = request.app[PLACE].realm
    token, ends = auth.issue(request.app[SECRET], str(ticket["user_id"]), realm)
    body = {
        "token": token,
        "expires_at": f"{ends:%Y-%m-%dT%H:%M:%SZ}",
        "user_id": str(ticket["user_id"]),
    }
    response = web.Response(text=json.dumps(body), content_type="application/json")
    if not own_page:
        return response
    settings = request.app[SETTINGS]
    secure = settings.cookie_secure
    response.set_cookie(
        auth.cookie_name(settings.schema_name),
        token,
        max_age=int(auth.SESSION.total_seconds()),
        httponly=True,
        samesite="Strict",
        secure=request.secure if secure is None else secure,
    )
    return response


async def change_password(request: web.Request) -> web.Response:
    """POST /api/me/password: a new password for the old one."""
    credential = await auth.identify(request)

    async def ask(function: str, **given: str) -> bytes:
        known = request.app[DATABASE].functions[function]
        _, body = await auth.fetch(request, credential, known, None, given)
        return body

    # Who is calling is settled before what is asked, as in any route.
    await auth.recognize(request, credential)
    given = values.named(json_body.members(await read_body(request)), _CHANGE)
    _check_query(request)
    field = {name: values.convert(name, "text", raw) for name, raw in given.items()}
    old = field.get("old_password")
    if not old or len(old.encode()) > PASSWORD_BYTES:
        raise invalid(
            "old_password", "length", f"Give old_password as 1 to {PASSWORD_BYTES} bytes."
        )
    new = await request.app[PASSWORDS].hash(field.get("password") or "")

    ticket = json.loads(await ask("login_attempt_start_own", address=address_of(request)))
    right = await request.app[PASSWORDS].verify(ticket["password_hash"], old)
    await request.app[DATABASE].call(
        "login_attempt_finish",
        attempt_id=ticket["attempt_id"],
        succeeded="true" if right else "false",
    )
    if not right:
        raise Refusal(
            403,
            "old password is wrong",
            "password_valid",
            {"reason": "old_password"},
            "Check it and try again; an account without a password gets one from an admin.",
        )
    await ask("user_put_password", password_hash=new)
    return web.Response(text='{"changed": true}', content_type="application/json")


async def logout(request: web.Request) -> web.Response:
    """POST /api/auth/logout: forget the cookie. Tokens end by themselves."""
    cookie = auth.cookie_name(request.app[SETTINGS].schema_name)
    if cookie in request.cookies:
        auth.check_write_header(request)
    values.named(json_body.query(request.rel_url.raw_query_string), {})
    values.named(json_body.members(await read_body(request)), {})
    response = web.Response(text='{"signed_out": true}', content_type="application/json")
    response.del_cookie(cookie, httponly=True, samesite="Strict")
    return response
