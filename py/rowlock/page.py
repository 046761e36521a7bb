"""The page: a document at every address of it, and the files that it loads. Asks no database.

No rows of the route table: static files, public, as everybody gets the same.
"""

from __future__ import annotations

import hashlib
import json
import posixpath
import re
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from aiohttp import web

from rowlock import static
from rowlock.guard import Handler

FOLDER = "app"
ASSETS = "/assets/{version}/{path:[a-z0-9/_.-]+}"
_FIRST = "main.js"
_ROUTE = re.compile(
    r'^  \{ path: "([^"]+)", load: \(\) => import\("\./([^"]+)"\)(.*)', re.MULTILINE
)
_STYLES = re.compile(r"\bstyles: \[([^\]]*)\]")
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
def addresses() -> tuple[str, ...]:
    """The addresses that people see, as routes.js lists them."""
    return tuple(_routes())


@cache
def _routes() -> dict[str, tuple[str, tuple[str, ...]]]:
    """Module and styles of each address."""
    found = _ROUTE.findall(static.read(f"{FOLDER}/routes.js").body.decode())
    return {
        path: (module, tuple(json.loads(f"[{','.join(_STYLES.findall(rest))}]")))
        for path, module, rest in found
    }


@cache
def version() -> str:
    """The digest of all files: what has it in its address never changes."""
    digest = hashlib.sha256()
    for name in _names():
        digest.update(f"{name} {static.read(f'{FOLDER}/{name}').tag}\n".encode())
    return digest.hexdigest()[:16]


def loaded(address: str) -> list[str]:
    """All scripts that a page imports, but for those that it imports only when they are needed."""
    found: list[str] = []
    waiting = [_FIRST, _routes()[address][0]]
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


def styles(address: str) -> list[str]:
    """The styles of a page's own."""
    return [f"css/{name}.css" for name in _routes()[address][1]]


@cache
def _document(address: str) -> static.File:
    """The document of an address: it names all that is loaded, that nothing is found out late."""
    text = static.read(f"{FOLDER}/index.html").body.decode()
    lines = [f'<link rel="stylesheet" href="/assets/{{version}}/{n}">' for n in styles(address)]
    lines += [f'<link rel="modulepreload" href="/assets/{{version}}/{n}">' for n in loaded(address)]
    text = text.replace("<!-- of this page -->", "\n".join(lines)).replace("{version}", version())
    return static.File.of(text.encode(), "text/html")


def document(address: str) -> Handler:
    """Answers GET of an address: with the document, which finds out by itself what to show."""

    async def answer(request: web.Request) -> web.Response:
        response = static.answer(request, _document(address))
        response.headers["Content-Security-Policy"] = static.STRICT
        return response

    return answer


async def asset(request: web.Request) -> web.Response:
    """GET /assets/…: a file of this version of the page; those of another are gone."""
    name = request.match_info["path"]
    if request.match_info["version"] != version() or name not in _names():
        raise web.HTTPNotFound
    return static.answer(request, static.read(f"{FOLDER}/{name}"), static.FOREVER)
