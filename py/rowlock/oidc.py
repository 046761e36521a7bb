"""Bearer tokens of an OpenID Connect issuer: whether it made them, and for whom.

No request waits for the issuer while the key of its token is known.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic
from urllib.parse import urlsplit

import jwt
import structlog
from aiohttp import ClientError, ClientSession, ClientTimeout, web

from rowlock.errors import failed
from rowlock.keys import OIDC, SETTINGS
from rowlock.settings import Settings, StartError

ALGORITHMS = ("RS256", "ES256")
LEEWAY = 30
# An unknown key asks the issuer again, but not more often than this, whoever sends how many.
REFETCH = 10.0
# Keys that the issuer has withdrawn are forgotten after so long.
REFRESH = 300.0
JWKS_BYTES = 1024 * 1024
_TIMEOUT = ClientTimeout(total=5)
_LOCAL = ("127.0.0.1", "::1", "localhost")

log = structlog.get_logger("rowlock.oidc")

Claims = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Subject:
    """Of whom a token is, as the issuer says."""

    external_id: str
    email: str | None
    display_name: str | None
    roles: tuple[str, ...]
    ends_at: datetime


class Keys:
    """The issuer's public keys by id, from a file or an address."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._keys: dict[str | None, jwt.PyJWK] = {}
        self._asked = -REFETCH
        self._loading = asyncio.Lock()

    async def load(self) -> None:
        """Read them anew; those known stay when that fails."""
        self._asked = monotonic()
        found = jwt.PyJWKSet.from_dict(json.loads(await self._text()))
        fit = [
            k
            for k in found.keys
            if k.algorithm_name in ALGORITHMS and k.public_key_use in (None, "sig")
        ]
        self._keys = {k.key_id: k for k in fit}
        if len(fit) == 1:
            # A token without a key id can only be of the one key.
            self._keys[None] = fit[0]

    async def key(self, key_id: str | None) -> jwt.PyJWK | None:
        """The key of that id; the issuer is asked again for one that is not known."""
        if key_id in self._keys:
            return self._keys[key_id]
        async with self._loading:
            if key_id not in self._keys and monotonic() - self._asked >= REFETCH:
                await self.try_load()
        if not self._keys:
            raise failed(503, "unavailable")
        return self._keys.get(key_id)

    async def try_load(self) -> None:
        """As load; a failure is a line in the log."""
        try:
            await self.load()
        except (ClientError, OSError, TimeoutError, ValueError, jwt.PyJWTError) as e:
            log.warning("the keys of the issuer cannot be read", error=f"{type(e).__name__}: {e}")

    async def _text(self) -> bytes:
        if "://" not in self._source:
            return await asyncio.to_thread(Path(self._source).read_bytes)
        async with (
            ClientSession(timeout=_TIMEOUT, trust_env=True) as session,
            session.get(self._source, allow_redirects=False) as answer,
        ):
            if answer.status != 200:
                raise ValueError(f"status {answer.status}")
            text = await answer.content.read(JWKS_BYTES + 1)
            while len(text) <= JWKS_BYTES and (more := await answer.content.read(JWKS_BYTES)):
                text += more
            if len(text) > JWKS_BYTES:
                raise ValueError("too large")
            return text


class Issuer:
    """The one issuer whose tokens are taken, and what is read from them."""

    def __init__(self, settings: Settings) -> None:
        if not (settings.oidc_audience and settings.oidc_jwks):
            raise StartError(
                "ROWLOCK_OIDC_ISSUER needs ROWLOCK_OIDC_AUDIENCE and ROWLOCK_OIDC_JWKS"
            )
        to = urlsplit(settings.oidc_jwks)
        if to.scheme and not (to.scheme == "https" or to.hostname in _LOCAL):
            raise StartError("ROWLOCK_OIDC_JWKS is a file or an https address")
        self._issuer = settings.oidc_issuer
        self._audience = settings.oidc_audience
        self._claim = settings.oidc_claim
        self._roles_claim = settings.oidc_roles_claim
        self._roles = _mapping(settings.oidc_roles)
        self.keys = Keys(settings.oidc_jwks)

    async def verify(self, token: str) -> Subject | None:
        """Whose token it is, or None when it is not the issuer's, not for us or not valid now."""
        try:
            key = await self.keys.key(_text(jwt.get_unverified_header(token).get("kid")))
            if key is None:
                raise jwt.InvalidKeyError("key is not known")
            claims = jwt.decode(
                token,
                key,
                algorithms=ALGORITHMS,
                audience=self._audience,
                issuer=self._issuer,
                leeway=LEEWAY,
                options={
                    "require": ["exp", "iss", "aud"],
                    "verify_sub": False,
                    "enforce_minimum_key_length": True,
                },
            )
            return self._subject(claims)
        except (jwt.PyJWTError, ValueError, OverflowError) as e:
            log.info("token is refused", error=f"{type(e).__name__}: {e}")
            return None

    def _subject(self, claims: Claims) -> Subject:
        external_id = _text(claims.get(self._claim))
        if not external_id or len(external_id) > 200 or not external_id.isprintable():
            raise ValueError(f"claim {self._claim} names nobody")
        # Anybody may write any address into some directories; only a verified one is a name.
        if self._claim == "email" and claims.get("email_verified") is not True:
            raise ValueError("email is not verified")
        return Subject(
            external_id,
            _harmless(claims.get("email")),
            _harmless(claims.get("name")),
            tuple(sorted(self._named(claims))),
            datetime.fromtimestamp(float(str(claims["exp"])), UTC),
        )

    def _named(self, claims: Claims) -> set[str]:
        if not self._roles_claim:
            return set()
        found: object = claims.get(self._roles_claim)
        if found is None:
            # A path, as realm_access.roles.
            found = claims
            for part in self._roles_claim.split("."):
                found = found.get(part) if isinstance(found, dict) else None
        words = re.split(r"[\s,]+", found) if isinstance(found, str) else found
        groups = {w for w in words if isinstance(w, str)} if isinstance(words, list) else set()
        if self._roles:
            return {role for group, role in self._roles if group in groups}
        return {g for g in groups if _ROLE.fullmatch(g)}


_ROLE = re.compile(r"[a-z][a-z0-9_-]{0,199}")


def _mapping(text: str) -> tuple[tuple[str, str], ...]:
    pairs = [part.strip().rpartition("=") for part in text.split(",") if part.strip()]
    if any(not group or not _ROLE.fullmatch(role) for group, _, role in pairs):
        raise StartError("ROWLOCK_OIDC_ROLES is group=role, with commas between")
    return tuple((group, role) for group, _, role in pairs)


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _harmless(value: object) -> str | None:
    text = _text(value)
    return text[:200] if text and "\0" not in text and text.isprintable() else None


def is_foreign(token: str) -> bool:
    """Whether a token is signed as an issuer signs; whose it is, verify says."""
    try:
        return jwt.get_unverified_header(token).get("alg") in ALGORITHMS
    except jwt.PyJWTError:
        return False


async def issuer(app: web.Application) -> AsyncIterator[None]:
    """Cleanup context: the issuer, when there is one, and its keys kept fresh."""
    settings = app[SETTINGS]
    if not settings.oidc_issuer:
        app[OIDC] = None
        yield
        return
    app[OIDC] = made = Issuer(settings)
    await made.keys.try_load()

    async def refresh() -> None:
        while True:
            await asyncio.sleep(REFRESH)
            await made.keys.try_load()

    task = asyncio.create_task(refresh())
    yield
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await task
