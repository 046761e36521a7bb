"""An OpenID Connect issuer of the tests: keys made here, a small server of them, and forgeries."""

from __future__ import annotations

import base64
import hmac
import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import jwt
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

ISSUER, AUDIENCE = "https://id.example.org/", "rowlock"
Private = rsa.RSAPrivateKey | ec.EllipticCurvePrivateKey


@dataclass(slots=True)
class Idp:
    """An issuer: its private keys by id, the server of the public ones, and who asked it."""

    url: str = ""
    keys: dict[str, Private] = field(default_factory=dict)
    asked: int = 0
    up: bool = True

    def add(self, key_id: str, key: Private | None = None) -> None:
        self.keys[key_id] = key or rsa.generate_private_key(65537, 2048)

    def jwks(self) -> dict[str, Any]:
        made = []
        for key_id, key in self.keys.items():
            kind = jwt.algorithms.RSAAlgorithm if _rsa(key) else jwt.algorithms.ECAlgorithm
            public = kind.to_jwk(key.public_key(), as_dict=True)
            made.append({**public, "kid": key_id, "use": "sig"})
        return {"keys": made}

    def token(self, sub: str = "ada", key_id: str = "one", **changes: object) -> str:
        now = int(time.time())
        claims = {"iss": ISSUER, "aud": AUDIENCE, "sub": sub, "iat": now, "exp": now + 300}
        given = {k: v for k, v in {**claims, **changes}.items() if v is not None}
        key = self.keys[key_id]
        return jwt.encode(given, key, "RS256" if _rsa(key) else "ES256", headers={"kid": key_id})


def _rsa(key: Private) -> bool:
    return isinstance(key, rsa.RSAPrivateKey)


@contextmanager
def idp_server() -> Iterator[Idp]:
    idp = Idp()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            idp.asked += 1
            body = json.dumps(idp.jwks()).encode()
            self.send_response(200 if idp.up else 503)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    idp.url = f"http://127.0.0.1:{server.server_port}/jwks"
    try:
        yield idp
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def encoded(claims: dict[str, object], **header: str) -> str:
    """The first two parts of a token."""
    parts = (json.dumps(header).encode(), json.dumps(claims).encode())
    return ".".join(base64.urlsafe_b64encode(p).rstrip(b"=").decode() for p in parts)


def hs256(idp: Idp) -> str:
    """Signed with the public key as if it were a shared secret."""
    public = idp.keys["one"].public_key()
    text = public.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    claims = {"iss": ISSUER, "aud": AUDIENCE, "sub": "root", "exp": time.time() + 300}
    signed = encoded(claims, alg="HS256", kid="one")
    mac = hmac.digest(text, signed.encode(), "sha256")
    return f"{signed}.{base64.urlsafe_b64encode(mac).rstrip(b'=').decode()}"


def signed(idp: Idp, **changes: object) -> str:
    """A token whose claims no library would make."""
    claims = {"iss": ISSUER, "aud": AUDIENCE, "exp": int(time.time()) + 300, **changes}
    text = encoded(claims, alg="RS256", kid="one")
    key = idp.keys["one"]
    assert isinstance(key, rsa.RSAPrivateKey)
    made = key.sign(text.encode(), PKCS1v15(), SHA256())
    return f"{text}.{base64.urlsafe_b64encode(made).rstrip(b'=').decode()}"


def forged(idp: Idp) -> str:
    """Signed by somebody else under a key id of the issuer's."""
    other = Idp()
    other.add("one")
    return other.token("root")


def mixed(idp: Idp) -> str:
    """An ES256 token under the id of an RSA key."""
    key = ec.generate_private_key(ec.SECP256R1())
    claims = {"iss": ISSUER, "aud": AUDIENCE, "sub": "root", "exp": int(time.time()) + 300}
    return jwt.encode(claims, key, "ES256", headers={"kid": "one"})
