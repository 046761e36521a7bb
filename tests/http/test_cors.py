"""Pages of other origins: off by default; with the setting by bearer token, never by cookie."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

import pytest
from pydantic import ValidationError

from .conftest import PASSWORD, World
from .service import Client, serving, settings_for

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

APP = "https://app.example.org"
ASK = {"Origin": APP, "Access-Control-Request-Method": "POST"}


@pytest.fixture(scope="module")
def open_url(world: World, dsn: str) -> Iterator[str]:
    """A second service on the same database, which lets pages of APP ask."""
    with serving(settings_for(dsn, cors_origins=APP)) as url:
        yield url


def test_by_default_no_other_origin_is_told_anything(world: World) -> None:
    for method, headers in (("GET", {"Origin": APP}), ("OPTIONS", ASK)):
        answer = world.admin(method, "/api/roles", headers=headers)
        assert answer.status == (200 if method == "GET" else 405)
        assert not [h for h in answer.headers if h.lower().startswith("access-control")]


def test_an_allowed_origin_may_ask_and_read(world: World, open_url: str) -> None:
    client = Client(open_url, world.admin.token)
    answer = client("GET", "/api/roles", headers={"Origin": APP})
    assert answer.status == 200
    assert answer.headers["Access-Control-Allow-Origin"] == APP
    assert "Access-Control-Allow-Credentials" not in answer.headers
    assert "Origin" in answer.headers["Vary"]
    refused = Client(open_url)("GET", "/api/roles", headers={"Origin": APP})
    assert (refused.status, refused.headers["Access-Control-Allow-Origin"]) == (401, APP)


def test_a_preflight_names_methods_and_headers(open_url: str) -> None:
    answer = Client(open_url)("OPTIONS", "/api/roles", headers=ASK)
    assert answer.status == 204
    assert answer.headers["Access-Control-Allow-Methods"] == "GET, POST"
    assert "Authorization" in answer.headers["Access-Control-Allow-Headers"]
    assert "X-Rowlock" not in answer.headers["Access-Control-Allow-Headers"]
    assert Client(open_url)("OPTIONS", "/nowhere", headers=ASK).status == 404


@pytest.mark.parametrize(
    "origin", ["https://app.example.org.evil.test", "http://app.example.org", "null", f"{APP}:8443"]
)
def test_another_origin_stays_outside(open_url: str, origin: str) -> None:
    for method in ("GET", "OPTIONS"):
        answer = Client(open_url)(method, "/api/roles", headers={**ASK, "Origin": origin})
        assert "Access-Control-Allow-Origin" not in answer.headers


@pytest.mark.parametrize("given", ["*", "app.example.org", f"{APP}/", "null", "https://a b"])
def test_an_origin_is_scheme_host_and_port(dsn: str, given: str) -> None:
    with pytest.raises(ValidationError, match="is no origin"):
        settings_for(dsn, cors_origins=given)


def signed_in(client: Client) -> str:
    answer = client("POST", "/api/auth/login", {"external_id": "root", "password": PASSWORD})
    return answer.headers["Set-Cookie"].partition(";")[0]


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_a_cookie_counts_on_our_own_pages_alone(world: World, open_url: str, site: str) -> None:
    for url, origin in ((world.url, APP), (open_url, APP)):
        headers = {
            "Cookie": signed_in(Client(url)), "Sec-Fetch-Site": site, "Origin": origin,
            "X-Rowlock": "1",
        }  # fmt: skip
        before = world.snapshot()
        for method, body in (("GET", None), ("POST", {"role": "planted"})):
            answer = Client(url)(method, "/api/roles", body, headers=headers)
            assert answer.code == (403, "cookie_origin")
        assert world.snapshot() == before
        own = Client(url)("GET", "/api/roles", headers={**headers, "Sec-Fetch-Site": "same-origin"})
        assert own.status == 200


def test_a_page_of_another_origin_signs_nobody_in(world: World, open_url: str) -> None:
    body = {"external_id": "root", "password": PASSWORD}
    headers = {"Origin": APP, "Sec-Fetch-Site": "cross-site"}
    assert world.nobody("POST", "/api/auth/login", body, headers=headers).code == (
        403,
        "cookie_origin",
    )
    answer = Client(open_url)("POST", "/api/auth/login", body, headers=headers)
    assert answer.status == 200 and answer.body["token"]
    assert "Set-Cookie" not in answer.headers


class Stranger(BaseHTTPRequestHandler):
    """Another site: one empty page."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!doctype html><title>stranger</title>")

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def stranger() -> Iterator[int]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Stranger)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server.server_port
    server.shutdown()
    thread.join()
    server.server_close()


def tried(page: Page, url: str, init: dict[str, Any]) -> str:
    """What a script of the page gets from fetch: a status, or that the browser forbids it."""
    script = "([url, init]) => fetch(url, init).then(a => String(a.status), e => e.name)"
    return str(page.evaluate(script, [url, init]))


def visited(context: BrowserContext, url: str, at: str) -> Page:
    """A page at that address in a browser that is signed in at the service."""
    page = context.new_page()
    page.goto(f"{url}/api/docs")
    body = {"method": "POST", "body": f'{{"external_id": "root", "password": "{PASSWORD}"}}'}
    assert tried(page, f"{url}/api/auth/login", body) == "200"
    assert tried(page, f"{url}/api/me", {}) == "200"
    page.goto(at)
    return page


@pytest.mark.slow
@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_a_page_elsewhere_can_do_nothing_with_the_session(
    world: World, browser: Browser, stranger: int, host: str
) -> None:
    context = browser.new_context()
    page = visited(context, world.url, f"http://{host}:{stranger}/")
    before = world.snapshot()
    path, body = f"{world.url}/api/roles", '{"role": "planted"}'
    tries: list[dict[str, Any]] = [
        {"credentials": "include"},
        {"credentials": "include", "method": "POST", "body": body},
        {"credentials": "include", "method": "POST", "body": body, "headers": {"X-Rowlock": "1"}},
    ]
    assert [tried(page, path, init) for init in tries] == ["TypeError"] * 3
    tried(page, path, {**tries[1], "mode": "no-cors"})
    assert world.snapshot() == before
    context.close()


@pytest.mark.slow
def test_a_page_that_is_allowed_asks_by_token(
    world: World, dsn: str, browser: Browser, stranger: int
) -> None:
    origin = f"http://127.0.0.1:{stranger}"
    with serving(settings_for(dsn, cors_origins=f"{APP}, {origin}")) as url:
        context = browser.new_context()
        page = visited(context, url, f"{origin}/")
        path, bearer = f"{url}/api/roles", {"Authorization": f"Bearer {world.admin.token}"}
        assert tried(page, path, {"headers": bearer}) == "200"
        made = {"method": "POST", "body": '{"role": "allowed"}'}
        assert tried(page, path, {**made, "headers": bearer}) == "201"
        # Its cookie is still worth nothing here.
        assert tried(page, path, {"credentials": "include"}) == "TypeError"
        assert tried(page, path, {**made, "headers": {"X-Rowlock": "1"}}) == "TypeError"
        context.close()
