"""Secrets of webhooks: made, encrypted, and signed with. Knows neither HTTP nor the database."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import os
import time
from collections.abc import Mapping
from uuid import uuid4

from rowlock.secrets_box import Box, UnreadableError

PREFIX, SECRET_BYTES = "whsec_", 32
# The arguments that take an encrypted secret; a request never holds them.
SEALED = SECRET_ID, SEALED_SECRET, KEY_ID = "secret_id", "sealed_secret", "key_id"
_LABEL = "webhook"


def make(box: Box) -> tuple[str, dict[str, str]]:
    """A new secret, and the arguments that keep it."""
    secret = PREFIX + base64.b64encode(os.urandom(SECRET_BYTES)).decode()
    secret_id = str(uuid4())
    sealed = f"\\x{box.seal(secret_id, _LABEL, secret).hex()}"
    return secret, {SECRET_ID: secret_id, SEALED_SECRET: sealed, KEY_ID: box.key_id}


def shown(body: bytes, secret: str) -> bytes:
    """The answer with the secret in it; the JSON is as the database made it."""
    return body.rstrip()[:-1] + f', "secret": {json.dumps(secret)}}}'.encode()


def signed(
    box: Box, sealed: list[Mapping[str, str]], message_id: str, body: bytes
) -> dict[str, str]:
    """The headers of Standard Webhooks, with a signature for each secret that can be read.

    Raises UnreadableError when none can.
    """
    secrets = []
    for one in sealed:
        try:
            secrets.append(box.open(one["id"], _LABEL, one["key_id"], bytes.fromhex(one["value"])))
        except UnreadableError:
            continue
    if not secrets:
        raise UnreadableError(known=False)
    now = str(int(time.time()))
    content = f"{message_id}.{now}.".encode() + body
    return {
        "webhook-id": message_id,
        "webhook-timestamp": now,
        "webhook-signature": " ".join(f"v1,{_signature(s, content)}" for s in secrets),
    }


def _signature(secret: str, content: bytes) -> str:
    key = base64.b64decode(secret.removeprefix(PREFIX))
    return base64.b64encode(hmac.new(key, content, hashlib.sha256).digest()).decode()
