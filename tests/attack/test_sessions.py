"""Sessions: none can be planted, handed on in an address, framed, or used from elsewhere."""

from __future__ import annotations

import pytest

from rowlock import page
from rowlock.auth import cookie_name, issue
from rowlock.routes import ROUTES
from tests.http.conftest import PASSWORD, World, password_hash, world
from tests.http.service import SECRET
from tests.http.test_routes import OWN, concrete

__all__ = ["password_hash", "world"]

NAME = cookie_name("rowlock")
WRITES = sorted({(r.method, r.path) for r in ROUTES if r.method != "GET"})


def test_a_session_that_was_planted_is_not_the_one_that_is_opened(world: World) -> None:
    mallory = world.user("mallory")
    planted = {"Cookie": f"{NAME}={issue(SECRET, mallory)[0]}", "Sec-Fetch-Site": "same-origin"}
    body = {"external_id": "root", "password": PASSWORD}
    answer = world.nobody("POST", "/api/auth/login", body, headers=planted)
    given = answer.headers["Set-Cookie"].partition(";")[0]
    assert given.startswith(f"{NAME}=") and given != planted["Cookie"]
    # Each session is its owner's, whichever was there before.
    for cookie, who in ((given, world.root), (planted["Cookie"], mallory)):
        assert world.nobody("GET", "/api/me", headers={"Cookie": cookie}).body["actor"] == who
    # With both, neither is a way to speak for the other: the first counts, or none.
    both = {"Cookie": f"{planted['Cookie']}; {given}"}
    told = world.nobody("GET", "/api/me", headers=both)
    assert told.status == 401 or told.body["actor"] in (mallory, world.root)


@pytest.mark.parametrize("name", ["token", "access_token", NAME, "session", "api_key", "actor"])
def test_no_address_or_body_carries_a_session(world: World, name: str) -> None:
    token = issue(SECRET, world.root)[0]
    assert world.nobody("GET", f"/api/me?{name}={token}").status == 401
    assert world.nobody("POST", "/api/roles", {"role": "planted", name: token}).status == 401


@pytest.mark.slow
@pytest.mark.parametrize("method, path", [*WRITES, *sorted(o for o in OWN if o[0] != "GET")])
def test_a_write_by_cookie_needs_our_own_page(world: World, method: str, path: str) -> None:
    """A form or an image elsewhere sends the cookie where a browser is old, and no header."""
    cookie = {"Cookie": f"{NAME}={issue(SECRET, world.root)[0]}"}
    before = world.snapshot()
    plain = world.nobody(method, concrete(path), headers=cookie)
    assert plain.code == (403, "write_header")
    for site in ("cross-site", "same-site"):
        told = {
            **cookie,
            "X-Rowlock": "1",
            "Sec-Fetch-Site": site,
            "Origin": "https://evil.example",
        }
        assert world.nobody(method, concrete(path), headers=told).code == (403, "cookie_origin")
    assert world.snapshot() == before


def test_no_document_can_be_framed(world: World) -> None:
    for path in (*page.addresses(), "/api/docs", "/api/me", "/nowhere"):
        answer = world.nobody("GET", concrete(path))
        assert answer.headers["X-Frame-Options"] == "DENY", path
        assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"], path
