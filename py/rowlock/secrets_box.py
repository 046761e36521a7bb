"""Encrypts secrets, and reads them again. Knows neither HTTP nor the database."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from rowlock.settings import StartError

KEY_BYTES, NONCE_BYTES, TAG_BYTES = 32, 12, 16
# What a secret that is replaced by its token reads, and its ciphertext is of.
REFERENCE = "eph:v1:"
_HEX = re.compile(r"[0-9A-Fa-f]{64}")


class UnreadableError(Exception):
    """A ciphertext that no key of ours reads; `known` says whether its key is one of them."""

    def __init__(self, known: bool) -> None:
        super().__init__("ciphertext cannot be read")
        self.known = known


@dataclass(frozen=True, slots=True)
class _Key:
    cipher: AESGCM
    digests: bytes

    @classmethod
    def of(cls, key: bytes) -> _Key:
        # A key for each purpose, so that neither says anything of the other.
        return cls(AESGCM(_derived(key, b"rowlock credential")), _derived(key, b"rowlock digest"))


def _derived(key: bytes, purpose: bytes) -> bytes:
    return HKDF(algorithm=SHA256(), length=KEY_BYTES, salt=None, info=purpose).derive(key)


def _id(key: bytes) -> str:
    return hashlib.sha256(b"rowlock key id" + key).hexdigest()[:16]


def parse_key(text: str) -> bytes | None:
    """A key from its 32 bytes as hex or base64; None when it is neither."""
    if _HEX.fullmatch(text):
        return bytes.fromhex(text)
    try:
        # With or without padding, in either alphabet.
        plain = text.rstrip("=").translate(str.maketrans("-_", "+/"))
        key = base64.b64decode(plain + "=" * (-len(plain) % 4), validate=True)
    except (binascii.Error, ValueError):
        return None
    return key if len(key) == KEY_BYTES else None


def make_box(key: str | None, older: str | None = None) -> Box | None:
    """The box of the keys that are set; none without them, and no start with bad ones."""
    if key is None:
        if older is not None:
            raise StartError("ROWLOCK_SECRET_KEYS_OLD needs a ROWLOCK_SECRET_KEY beside it")
        return None
    named = [("ROWLOCK_SECRET_KEY", key)]
    named += [("ROWLOCK_SECRET_KEYS_OLD", w) for w in (older or "").split(",") if w.strip()]
    keys: list[bytes] = []
    for name, word in named:
        parsed = parse_key(word.strip())
        if parsed is None:
            raise StartError(
                f"{name} must hold {KEY_BYTES} bytes, as hex or base64; "
                "make one with: openssl rand -hex 32"
            )
        keys.append(parsed)
    return Box(*keys)


class Box:
    """The keys of the service: the first one encrypts, all of them decrypt."""

    def __init__(self, first: bytes, *older: bytes) -> None:
        self._keys: Mapping[str, _Key] = {_id(k): _Key.of(k) for k in (*older, first)}
        self.key_id = _id(first)

    def seal(self, token: str, label: str, secret: str) -> bytes:
        """The ciphertext of a secret; under another token or label it cannot be read."""
        nonce = os.urandom(NONCE_BYTES)
        cipher = self._keys[self.key_id].cipher
        return nonce + cipher.encrypt(nonce, secret.encode(), _bound(token, label))

    def open(self, token: str, label: str, key_id: str, value: bytes) -> str:
        """The secret that was sealed; raises UnreadableError."""
        if (key := self._keys.get(key_id)) is None:
            raise UnreadableError(known=False)
        nonce, sealed = value[:NONCE_BYTES], value[NONCE_BYTES:]
        try:
            return key.cipher.decrypt(nonce, sealed, _bound(token, label)).decode()
        except (InvalidTag, ValueError):
            raise UnreadableError(known=True) from None

    def digest(self, secret: str) -> str:
        """Tells whether two secrets are the same to nobody without the key."""
        key = self._keys[self.key_id].digests
        return hmac.new(key, secret.encode(), hashlib.sha256).hexdigest()


def _bound(token: str, label: str) -> bytes:
    # The token is of one length, so no label runs into it.
    return f"{REFERENCE}{label}:{token}".encode()
