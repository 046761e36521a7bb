"""Who is calling: bearer tokens, API keys, the session cookie. Knows no roles."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from uuid import UUID

import jwt
import psycopg
from aiohttp import web

from rowlock import bound, functions, values
from rowlock.errors import Refusal, refusal
from rowlock.functions import (
    ACTOR,
    BY_ID,
    BY_KEY,
    BY_SUBJECT,
    KEY_PREFIX,
    KEY_SHA256,
    NEEDS,
    ROUTE_SCOPE,
    SUBJECT,
    Function,
    Statement,
)
from rowlock.keys import DATABASE, OIDC, PLACE, SECRET, SETTINGS
from rowlock.oidc import Subject, is_foreign

WRITE_HEADER = "X-Rowlock"
SESSION = timedelta(hours=24)
# What the schema says of a person whom single sign-on has not brought before.
UNKNOWN = "user_provisioned"
READS = frozenset({"GET", "HEAD"})
_KEY = re.compile(r"rl_([A-Za-z0-9]{1,64})_[A-Za-z0-9_-]{1,256}")


@dataclass(frozen=True, slots=True)
class Credential:
    """What a statement needs to know who calls; of a key only its prefix and digest."""

    by: str
    name: str
    parameters: Mapping[str, str]
    ends_at: datetime | None = None
    subject: Subject | None = None


def cookie_name(schema: str) -> str:
    """The session cookie's name: a browser keeps those of all ports of a host in one jar."""
    return f"{schema}_session"


async def identify(request: web.Request, route_scope: str = "") -> Credential:
    """The credential of a request, or 401; 403 for a cookie's write without the header.

    `route_scope`: the scope whose API keys may call this route beside those that may call any.
    """
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    if scheme:
        if scheme.lower() != "bearer" or not token.strip():
            raise _refused("credential is not a bearer token", "credential_scheme")
        return await _bearer(request, token.strip(), route_scope)
    cookie = request.cookies.get(cookie_name(request.app[SETTINGS].schema_name))
    if cookie is not None:
        check_own_page(request)
    if cookie is None:
        raise _refused("credential is required", "credential_required")
    app = request.app
    credential = _session(app[SECRET], app[PLACE].realm, cookie)
    check_write_header(request)
    return credential


def is_own_page(request: web.Request) -> bool:
    """Whether a browser says that a page of another origin asks; others say nothing."""
    return request.headers.get("Sec-Fetch-Site", "none") in ("none", "same-origin")


def check_own_page(request: web.Request) -> None:
    """Refuse what a page of another origin asks in the name of whoever is signed in."""
    if not is_own_page(request):
        raise Refusal(
            403,
            "session cookies are for pages of this origin",
            "cookie_origin",
            {"reason": "other_origin"},
            "Send a bearer token; ROWLOCK_CORS_ORIGINS says which pages may ask.",
        )


def check_write_header(request: web.Request) -> None:
    """Refuse a cookie's write without the header, which a foreign page cannot set."""
    if request.method not in READS and WRITE_HEADER not in request.headers:
        raise Refusal(
            403,
            "header is required",
            "write_header",
            {"reason": "missing_header", "header": WRITE_HEADER},
            f"Send {WRITE_HEADER}: 1 with writes that use the session cookie.",
        )


def issue(secret: str, user_id: str, realm: str = "rowlock") -> tuple[str, datetime]:
    """A session token that names the user and who takes it, and when it ends."""
    now = datetime.now(UTC).replace(microsecond=0)
    claims = {"iss": realm, "sub": user_id, "iat": now, "exp": now + SESSION}
    return jwt.encode(claims, secret, algorithm="HS256"), now + SESSION


async def fetch(
    request: web.Request,
    credential: Credential,
    function: Function,
    answer: Function | None,
    given: Mapping[str, str | None],
    status: int = 200,
) -> tuple[int, bytes]:
    """What a function tells whoever calls, by one statement; an error as the client is told it."""
    statement = functions.request(function, answer, frozenset(given), status, credential.by)
    try:
        return await _fetch(request, credential, statement, given)
    except Exception as e:
        raise refusal(e, bound.kinds(statement.names, statement.text)) from e


async def _fetch(
    request: web.Request,
    credential: Credential,
    statement: Statement,
    given: Mapping[str, str | None],
) -> tuple[int, bytes]:
    """The one row of a request's statement; whoever single sign-on brings anew is made known."""
    database = request.app[DATABASE]
    try:
        return await database.fetch(statement, {**credential.parameters, **given})
    except psycopg.Error as e:
        subject = credential.subject
        if subject is None or e.diag.constraint_name != UNKNOWN:
            raise
    await database.call(
        "user_provision",
        external_id=subject.external_id,
        email=subject.email,
        display_name=subject.display_name,
        roles=values.convert("roles", "_text", json.dumps(subject.roles)),
    )
    return await database.fetch(statement, {**credential.parameters, **given})


async def recognize(request: web.Request, credential: Credential) -> None:
    """Refuse whoever is nobody to the database, before something is done for them here."""
    who = request.app[DATABASE].functions["actor_access"]
    await fetch(request, credential, who, None, {})


async def _bearer(request: web.Request, token: str, route_scope: str) -> Credential:
    if not token.startswith("rl_"):
        issuer = request.app[OIDC]
        if issuer is None or not is_foreign(token):
            return _session(request.app[SECRET], request.app[PLACE].realm, token)
        subject = await issuer.verify(token)
        if subject is None:
            raise _refused("session is not valid", "session_valid")
        name = subject.external_id
        return Credential(BY_SUBJECT, name, {SUBJECT: name}, subject.ends_at, subject)
    found = _KEY.fullmatch(token)
    if not found:
        raise _refused("api key is not valid", "key_valid")
    digest = f"\\x{hashlib.sha256(token.encode()).hexdigest()}"
    needs = "read" if request.method in READS else "write"
    parameters = {
        KEY_PREFIX: found[1],
        KEY_SHA256: digest,
        NEEDS: needs,
        ROUTE_SCOPE: route_scope,
    }
    return Credential(BY_KEY, f"key {found[1]}", parameters)


def _session(secret: str, realm: str, token: str) -> Credential:
    credential = _verified(secret, realm, token)
    if credential.ends_at is None or credential.ends_at <= datetime.now(UTC):
        raise _refused("session is not valid", "session_valid")
    return credential


# To check a signature takes longer than all else that is done here for a request.
@lru_cache(maxsize=4096)
def _verified(secret: str, realm: str, token: str) -> Credential:
    """What a token says that was good when it was first seen; an error is not kept."""
    try:
        # Accounts of two tenants may have one id: a copy of a schema has all of them.
        claims = jwt.decode(
            token,
            secret,
            algorithms=["HS256"],
            issuer=realm,
            # It may be of a machine whose clock is ahead, or of before ours was set back.
            options={"require": ["exp", "iss", "sub"], "verify_iat": False},
        )
        user_id = str(UUID(claims["sub"]))
        ends_at = datetime.fromtimestamp(int(claims["exp"]), UTC)
    except (jwt.InvalidTokenError, ValueError, OverflowError):
        raise _refused("session is not valid", "session_valid") from None
    return Credential(BY_ID, user_id, {ACTOR: user_id}, ends_at)


def _refused(error: str, code: str) -> Refusal:
    hint = "Sign in at POST /api/auth/login; send its token, or a key, as Authorization: Bearer …."
    return Refusal(401, error, code, {"reason": "credential"}, hint)
