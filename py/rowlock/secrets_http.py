"""Credentials over HTTP. Cannot be rows of the route table: they encrypt and decrypt here."""

from __future__ import annotations

import json
from uuid import uuid4

from aiohttp import web
from structlog.contextvars import bind_contextvars

from rowlock import auth, json_body, values
from rowlock.auth import Credential
from rowlock.errors import Refusal, invalid
from rowlock.guard import read_body
from rowlock.json_body import Json
from rowlock.keys import BOX, DATABASE
from rowlock.secrets_box import NONCE_BYTES, REFERENCE, TAG_BYTES, Box, UnreadableError

# As much as the table keeps of a ciphertext.
SECRET_BYTES = 65536 - NONCE_BYTES - TAG_BYTES
STORE, CONSUME, REFUND = "credential_store", "credential_consume", "credential_refund"
_STORED = values.spellings(("value", "label", "max_uses", "ttl_seconds", "bind_on_use"), {})
_EXCHANGED = values.spellings(("token", "ref"), {})


async def store(request: web.Request) -> web.Response:
    """POST /api/credentials: keep a secret for a while, and get the token that stands for it."""
    credential, raw = await _asked(request, _STORED)
    box = await box_of(request, credential)
    secret = raw.pop("value", None)
    given = _converted(request, STORE, raw)
    given |= {"token": str(uuid4()), "key_id": box.key_id, "value": None}
    if secret is not None and secret.value is not None:
        if len(secret.text.encode()) > SECRET_BYTES:
            await auth.recognize(request, credential)
            raise invalid("value", "too_long", f"Shorten value to {SECRET_BYTES} bytes of JSON.")
        sealed = box.seal(given["token"] or "", given.get("label") or "", secret.text)
        given["value"] = f"\\x{sealed.hex()}"
    status, body = await _answered(request, credential, STORE, given)
    return _response(status, body.decode())


async def exchange(request: web.Request) -> web.Response:
    """POST /api/credentials/exchange: the secret of a token, which is a use of it."""
    credential, raw = await _asked(request, _EXCHANGED)
    box = await box_of(request, credential)
    given = _converted(request, CONSUME, raw)
    token = given.get("token")
    if token and token.startswith(REFERENCE):
        # As it stands in an answer: eph:v1:<field>:<token>.
        given["token"] = token.rpartition(":")[2]
    status, body = await _answered(request, credential, CONSUME, given)
    found = json.loads(body)
    sealed = bytes.fromhex(found.pop("value").removeprefix("\\x"))
    try:
        secret = box.open(found["token"], found["label"], found.pop("key_id"), sealed)
    except UnreadableError as e:
        await _refunded(request, credential, given)
        raise _unreadable(e) from None
    # The secret goes out as the JSON that it came as.
    return _response(status, f'{json.dumps(found)[:-1]}, "value": {secret}}}')


async def _asked(
    request: web.Request, accepted: dict[str, str]
) -> tuple[Credential, dict[str, Json]]:
    credential = await auth.identify(request)
    bind_contextvars(actor=credential.name)
    values.named(json_body.query(request.rel_url.raw_query_string), {})
    members = values.named(json_body.members(await read_body(request)), accepted)
    return credential, {name: raw for name, raw in members.items() if isinstance(raw, Json)}


async def box_of(request: web.Request, credential: Credential) -> Box:
    """The keys of the service, or a refusal where it has none."""
    box = request.app[BOX]
    if box is None:
        await auth.recognize(request, credential)
        raise Refusal(
            422,
            "the service has no secret key",
            "secret_key_missing",
            {"reason": "not_configured"},
            "Whoever runs the service sets ROWLOCK_SECRET_KEY.",
        )
    return box


def _unreadable(error: UnreadableError) -> Refusal:
    if error.known:
        return Refusal(
            422,
            "credential cannot be decrypted",
            "credential_readable",
            {"reason": "not_readable"},
            "It was not stored over this service, or was altered. Ask for the secret again.",
        )
    return Refusal(
        422,
        "the service does not have the key of this credential",
        "secret_key_unknown",
        {"reason": "key_unknown"},
        "Whoever runs the service adds the key before to ROWLOCK_SECRET_KEYS_OLD.",
    )


def _converted(request: web.Request, function: str, raw: dict[str, Json]) -> dict[str, str | None]:
    types = {a.name: a.type_name for a in request.app[DATABASE].functions[function].arguments}
    return {name: values.convert(name, types[name], value) for name, value in raw.items()}


async def _answered(
    request: web.Request, credential: Credential, function: str, given: dict[str, str | None]
) -> tuple[int, bytes]:
    known = request.app[DATABASE].functions
    answer = known.get(f"{function}_answer")
    return await auth.fetch(request, credential, known[function], answer, given)


async def _refunded(
    request: web.Request, credential: Credential, given: dict[str, str | None]
) -> None:
    try:
        await _answered(request, credential, REFUND, given)
    except Refusal as e:
        # A free repeat has nothing to give back.
        if e.status >= 500:
            raise


def _response(status: int, body: str) -> web.Response:
    return web.Response(status=status, text=body, content_type="application/json")
