"""Files that the service gives out as they are, with their headers. Knows no page and no route."""

from __future__ import annotations

import gzip
import hashlib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from aiohttp import web

TYPES = {"html": "text/html", "css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}
# A page loads its own files and asks its own service; nothing stands inline.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
# Ours makes nodes and text alone: a string that would be parsed as HTML is refused by the browser.
STRICT = f"{POLICY}; require-trusted-types-for 'script'; trusted-types 'none'"
LOOK_AGAIN = "no-cache"
FOREVER = "public, max-age=31536000, immutable"
SMALL = 1024


@dataclass(frozen=True, slots=True)
class File:
    """What is sent: as it is, packed where that saves something, and its digest."""

    body: bytes
    kind: str
    packed: bytes | None
    tag: str

    @classmethod
    def of(cls, body: bytes, kind: str) -> File:
        """The file of these bytes; packed with no time in it, so that it is always the same."""
        packed = gzip.compress(body, 9, mtime=0) if len(body) >= SMALL else None
        return cls(body, kind, packed, hashlib.sha256(body).hexdigest()[:32])


EMPTY = File.of(b"", "application/json")


@cache
def read(name: str) -> File:
    """A file of the package's folder web."""
    body = files("rowlock").joinpath("web", *name.split("/")).read_bytes()
    return File.of(body, TYPES[name.rpartition(".")[2]])


def answer(request: web.Request, file: File, keep: str = LOOK_AGAIN) -> web.Response:
    """The file, or that it has not changed; packed for who takes that."""
    headers = {"ETag": f'"{file.tag}"', "Cache-Control": keep, "Vary": "Accept-Encoding"}
    if any(t.value in (file.tag, "*") for t in request.if_none_match or ()):
        return web.Response(status=304, headers=headers)
    body = file.body
    if file.packed and "gzip" in request.headers.get("Accept-Encoding", ""):
        body, headers["Content-Encoding"] = file.packed, "gzip"
    return web.Response(body=body, content_type=file.kind, charset="utf-8", headers=headers)
