"""The page: one document at every address of it, and the files that it loads. Asks no database.

No rows of the route table: static files, public, as everybody gets the same.
"""

from __future__ import annotations

import hashlib
import posixpath
import re
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from aiohttp import web

from rowlock import static

FOLDER = "app"
# The addresses that people see; which page belongs to one, the page itself knows (routes.js).
ADDRESSES = ("/", "/sign-in", "/escalations/{id}")
ASSETS = "/assets/{version}/{path:[a-z0-9/_.-]+}"
# What is shown first: a browser is told all that these load, and need not find out step by step.
_FIRST = ("main.js", "pages/inbox.js")
_IMPORT = re.compile(r'^(?:import|export)\b[^;]*?"(\.[^"]+)";', re.MULTILINE)


@cache
def _names() -> tuple[str, ...]:
    """All files that the page may load, by their paths in its folder."""

    def walk(folder: Traversable, lead: str) -> list[str]:
        found: list[str] = []
        for each in folder.iterdir():
            if each.is_dir():
                found += walk(each, f"{lead}{each.name}/")
            elif each.name.rpartition(".")[2] in static.TYPES:
                found.append(f"{lead}{each.name}")
        return found

    return tuple(sorted(walk(files("rowlock").joinpath("web", FOLDER), "")))


@cache
def version() -> str:
    """The digest of all files: what has it in its address never changes."""
    digest = hashlib.sha256()
    for name in _names():
        digest.update(f"{name} {static.read(f'{FOLDER}/{name}').tag}\n".encode())
    return digest.hexdigest()[:16]


def loaded(first: tuple[str, ...] = _FIRST) -> list[str]:
    """These modules and all that they import, whatever they import only when it is asked for."""
    found: list[str] = []
    waiting = list(first)
    while waiting:
        name = waiting.pop(0)
        if name not in found:
            found.append(name)
            text = static.read(f"{FOLDER}/{name}").body.decode()
            beside = posixpath.dirname(name)
            waiting += [
                posixpath.normpath(posixpath.join(beside, i)) for i in _IMPORT.findall(text)
            ]
    return found


@cache
def _document() -> static.File:
    text = static.read(f"{FOLDER}/index.html").body.decode()
    links = [f'<link rel="modulepreload" href="/assets/{{version}}/{n}">' for n in loaded()]
    text = text.replace("<!-- modules -->", "\n".join(links)).replace("{version}", version())
    return static.File.of(text.encode(), "text/html")


async def document(request: web.Request) -> web.Response:
    """GET of an address of the page: the document, which finds out by itself what to show."""
    response = static.answer(request, _document())
    response.headers["Content-Security-Policy"] = static.STRICT
    return response


async def asset(request: web.Request) -> web.Response:
    """GET /assets/…: a file of this version of the page; those of another are gone."""
    name = request.match_info["path"]
    if request.match_info["version"] != version() or name not in _names():
        raise web.HTTPNotFound
    return static.answer(request, static.read(f"{FOLDER}/{name}"), static.FOREVER)
