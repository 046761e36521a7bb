"""Whence a login comes: what proxies append, and what clients make up."""

from __future__ import annotations

import pytest
from aiohttp import web
from aiohttp.test_utils import make_mocked_request
from multidict import CIMultiDict
from pydantic import SecretStr

from rowlock.keys import SETTINGS
from rowlock.login import address_of
from rowlock.settings import Settings


@pytest.mark.parametrize(
    "trusted, lines, address",
    [
        (0, ["192.0.2.1"], "local"),
        (1, [], "local"),
        (1, ["192.0.2.1"], "192.0.2.1"),
        (1, ["198.51.100.1, 192.0.2.1"], "192.0.2.1"),
        # A proxy may append a line of its own to what the client made up.
        (1, ["198.51.100.1", "192.0.2.1"], "192.0.2.1"),
        (2, ["198.51.100.1", "192.0.2.1", "10.0.0.1"], "192.0.2.1"),
        (2, ["10.0.0.1"], "local"),
    ],
)
def test_the_address_is_what_the_trusted_proxy_saw(
    trusted: int, lines: list[str], address: str
) -> None:
    app = web.Application()
    app[SETTINGS] = Settings(database_url=SecretStr("dbname=x"), trusted_proxies=trusted)
    headers = CIMultiDict([("X-Forwarded-For", line) for line in lines])
    request = make_mocked_request("POST", "/api/auth/login", headers=headers, app=app)
    assert address_of(request) == address
