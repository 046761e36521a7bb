"""The page's files: how they are served, what they weigh, and what none of them may hold."""

from __future__ import annotations

import gzip
import re
from importlib.resources import files
from pathlib import Path

import pytest

from rowlock import page
from tests.http.conftest import World

APP = Path(str(files("rowlock").joinpath("web", "app")))
FILES = sorted(p for p in APP.rglob("*") if p.is_file())
SCRIPTS = [p for p in FILES if p.suffix == ".js"]
KIB = 1024


def relative(path: Path) -> str:
    return path.relative_to(APP).as_posix()


def assets(document: str) -> list[str]:
    """What the document loads, in the order in which it says so."""
    return re.findall(r'(?:href|src)="(/assets/[^"]+)"', document)


@pytest.mark.parametrize("path", [re.sub(r"{\w+}", "1", a) for a in page.addresses()])
def test_every_address_gives_the_document(world: World, path: str) -> None:
    answer = world.nobody("GET", path)
    assert (answer.status, answer.headers.get_content_type()) == (200, "text/html")
    policy = answer.headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'") and "unsafe" not in policy
    assert "require-trusted-types-for 'script'; trusted-types 'none'" in policy
    assert answer.headers["Cache-Control"] == "no-cache"
    known = world.nobody("GET", path, headers={"If-None-Match": answer.headers["ETag"]})
    assert (known.status, known.text) == (304, "")


def test_what_it_loads_is_kept_for_good_and_packed(world: World) -> None:
    types = {"js": "text/javascript", "css": "text/css", "svg": "image/svg+xml"}
    loaded = assets(world.nobody("GET", "/").text)
    assert len(loaded) > 10
    for path in dict.fromkeys(loaded):
        answer = world.nobody("GET", path)
        kind = types[path.rpartition(".")[2]]
        assert (answer.status, answer.headers.get_content_type()) == (200, kind), path
        assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        assert answer.headers["Vary"] == "Accept-Encoding"
        assert answer.headers["Content-Encoding"] is None
    answer = world.nobody("HEAD", loaded[-1], headers={"Accept-Encoding": "br, gzip"})
    assert answer.headers["Content-Encoding"] is None, "it saves nothing on a file so small"
    packed = world.nobody("HEAD", "/", headers={"Accept-Encoding": "gzip"})
    assert packed.headers["Content-Encoding"] == "gzip"


def test_files_of_another_version_and_others_are_not_there(world: World) -> None:
    for path in (
        "/assets/0000000000000000/main.js",
        f"/assets/{page.version()}/no.js",
        f"/assets/{page.version()}/../docs.js",
        f"/assets/{page.version()}/..%2fdocs.js",
        f"/assets/{page.version()}/index.html/",
        f"/assets/{page.version()}/",
    ):
        assert world.nobody("GET", path).code == (404, "route_exists"), path


def test_an_address_is_of_one_page() -> None:
    text = (APP / "routes.js").read_text(encoding="utf-8")
    paths = re.findall(r'path: "([^"]+)"', text)
    assert len(paths) == len(set(paths))


def test_a_document_names_all_that_its_page_shows_first(world: World) -> None:
    loaded = assets(world.nobody("GET", "/").text)
    assert len(set(loaded)) == len(loaded) - 1, "each once, the first script as itself too"
    names = {path.split("/", 3)[3] for path in loaded}
    assert {"main.js", "pages/inbox.js", "css/base.css", "css/inbox.css", "icon.svg"} <= names
    assert not {"pages/escalation.js", "css/escalation.css"} & names, "of another page"
    assert names <= {relative(p) for p in FILES}


def test_every_style_belongs_to_all_pages_or_to_some() -> None:
    own = {name for path in page.addresses() for name in page.styles(path)}
    shared = set(re.findall(r"css/\w+\.css", (APP / "index.html").read_text(encoding="utf-8")))
    assert own | shared == {relative(p) for p in FILES if p.suffix == ".css"}
    assert not own & shared


def test_an_address_is_one_page() -> None:
    assert sorted(page.addresses()) == sorted(set(page.addresses())), "a line of routes.js twice"


@pytest.mark.parametrize("path", page.addresses())
def test_a_page_weighs_little(path: str) -> None:
    names = page.loaded(path)
    assert len(names) > 1, "routes.js is read wrongly"
    shared = [p for p in FILES if p.suffix in (".html", ".svg") or p.parent.name == "css"]
    other = {name for at in page.addresses() for name in page.styles(at)} - set(page.styles(path))
    needed = [APP / name for name in names] + [p for p in shared if relative(p) not in other]
    plain = sum(p.stat().st_size for p in needed)
    packed = sum(len(gzip.compress(p.read_bytes())) for p in needed)
    print(f"{path}: {plain / KIB:.0f} KiB, packed {packed / KIB:.0f}")
    # Half of what it may weigh: the other half is for what it loads later, and for what it shows.
    assert plain < 150 * KIB


def test_all_pages_together_weigh_little() -> None:
    packed = sum(len(gzip.compress(p.read_bytes())) for p in FILES)
    print(f"all pages, packed: {packed / KIB:.0f} KiB")
    assert packed < 300 * KIB


@pytest.mark.parametrize("path", FILES, ids=relative)
def test_a_file_is_small_and_asks_no_other_host(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 150
    assert not re.search(r"https?://", text.replace("http://www.w3.org/2000/svg", ""))
    assert not re.search(r"@import|url\(", text)


@pytest.mark.parametrize("path", SCRIPTS, ids=relative)
def test_a_script_parses_nothing_as_html_and_sets_no_style(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|srcdoc", text)
    assert not re.search(r"\beval\b|new Function|DOMParser|createContextualFragment", text)
    assert not re.search(r"setAttribute\(\"style|\bstyle:", text)
    assert text.startswith("// "), "the first line says what it is for"


def test_nothing_on_the_document_is_inline() -> None:
    text = (APP / "index.html").read_text(encoding="utf-8")
    assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?! type=\"module\" src=)", text)
