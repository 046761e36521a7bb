"""What a webhook may reach: no address of ours, of this network or of a cloud, by any spelling."""

from __future__ import annotations

import asyncio
import base64
import socket
from ipaddress import ip_address

import pytest
from aiohttp import web
from pydantic import ValidationError
from standardwebhooks.webhooks import Webhook

from rowlock import webhooks_secret, webhooks_target
from rowlock.secrets_box import Box, UnreadableError
from rowlock.settings import Settings
from rowlock.webhooks_post import Outcome, Sender
from rowlock.webhooks_target import Allowed, RefusedError, Resolver, is_public

PRIVATE = [
    "0.0.0.0", "0.1.2.3", "10.0.0.1", "100.64.0.1", "100.100.100.200", "127.0.0.1",
    "127.255.255.254", "168.63.129.16", "169.254.169.254", "172.16.0.1", "172.31.255.255",
    "192.0.0.192", "192.0.2.1", "192.168.1.1", "192.88.99.1", "198.18.0.1", "224.0.0.1",
    "239.1.2.3", "240.0.0.1", "255.255.255.255", "::", "::1", "::127.0.0.1", "::ffff:10.0.0.1",
    "::ffff:169.254.169.254", "64:ff9b::10.0.0.1", "64:ff9b::a9fe:a9fe", "2001::1",
    "2001:0:4136:e378:8000:63bf:3fff:fdd2", "2001:db8::1", "2002:7f00:1::1", "2002:a00:1::",
    "fc00::1", "fd00:ec2::254", "fe80::1", "fec0::1", "ff02::1", "ff0e::1",
]  # fmt: skip
PUBLIC = ["1.1.1.1", "93.184.216.34", "172.32.0.1", "2606:4700::1111", "::ffff:1.1.1.1"]


@pytest.mark.parametrize("address", PRIVATE)
def test_what_is_inside_is_not_public(address: str) -> None:
    assert not is_public(ip_address(address))
    assert not Allowed.of([]).permits("host.example", address)


@pytest.mark.parametrize("address", PUBLIC)
def test_the_internet_is_public(address: str) -> None:
    assert Allowed.of([]).permits("host.example", address)


@pytest.mark.parametrize(
    "word, host, address, may",
    [
        ("10.1.0.0/16", "a.example", "10.1.2.3", True),
        ("10.1.0.0/16", "a.example", "::ffff:10.1.2.3", True),
        ("10.1.0.0/16", "a.example", "10.2.0.1", False),
        ("127.0.0.1", "localhost", "127.0.0.1", True),
        ("127.0.0.1", "localhost", "::1", False),
        ("fd00::/8", "a.example", "fd12::1", True),
        ("intra.corp", "Intra.Corp", "10.9.9.9", True),
        ("intra.corp", "other.corp", "10.9.9.9", False),
        ("intra.corp", "intra.corp", "fe80::1%eth0", True),
    ],
)
def test_what_is_allowed_may_be_reached(word: str, host: str, address: str, may: bool) -> None:
    assert Allowed.of([word]).permits(host, address) is may


@pytest.mark.parametrize(
    "host",
    ["127.1", "2130706433", "0", "0177.0.0.1", "10.0.0.1", "::1", "::ffff:127.0.0.1", "1.2.3.4.5",
     "", None],
)  # fmt: skip
def test_a_host_that_is_an_address_is_judged_as_one(host: str | None) -> None:
    with pytest.raises(RefusedError):
        Allowed.of([]).check(host)


def test_the_setting_takes_hosts_and_networks() -> None:
    given = {"database_url": "postgresql://x", "webhook_allow": "10.0.0.0/8, intra.corp,fd00::/8"}
    assert Settings(**given).webhook_allow == ("10.0.0.0/8", "intra.corp", "fd00::/8")
    for bad in ("http://a.example", "10.0.0.0/33", "a b"):
        with pytest.raises(ValidationError, match="neither a host nor a network"):
            Settings(**{**given, "webhook_allow": bad})


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> dict[str, list[list[str]]]:
    """What names stand for, each time that one is looked up."""
    known: dict[str, list[list[str]]] = {}

    def addresses(host: str) -> list[str]:
        told = known[host]
        return told.pop(0) if len(told) > 1 else told[0]

    monkeypatch.setattr(webhooks_target, "_addresses", addresses)
    return known


async def test_of_the_addresses_of_a_name_those_that_may_be_reached_are_left(
    names: dict[str, list[list[str]]],
) -> None:
    names["mixed.example"] = [["10.0.0.1", "1.1.1.1", "::1"]]
    names["inside.example"] = [["10.0.0.1", "::1"]]
    resolver = Resolver(Allowed.of([]))
    [found] = await resolver.resolve("mixed.example", 443)
    assert (found["host"], found["port"]) == ("1.1.1.1", 443)
    with pytest.raises(RefusedError):
        await resolver.resolve("inside.example", 443)
    await resolver.close()


async def test_a_name_that_changes_after_it_was_checked_leads_nowhere_else(
    names: dict[str, list[list[str]]],
) -> None:
    asked = []

    async def answer(request: web.Request) -> web.Response:
        asked.append(request.headers["Host"])
        return web.Response()

    app = web.Application()
    app.router.add_post("/", answer)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    port = runner.addresses[0][1]
    # Looked up once a delivery: the second address is what a rebinding name says later.
    names["rebound.example"] = [["127.0.0.2"], ["127.0.0.1"]]
    sender = Sender(Allowed.of(["127.0.0.2/32"]))
    url = f"http://rebound.example:{port}/"
    assert await sender.post(url, {}, b"{}") == Outcome(error="connection")
    assert await sender.post(url, {}, b"{}") == Outcome(error="address_refused")
    names["fine.example"] = [["127.0.0.1"]]
    await sender.close()
    sender = Sender(Allowed.of(["127.0.0.1"]))
    assert await sender.post(f"http://fine.example:{port}/", {}, b"{}") == Outcome(status=200)
    assert asked == [f"fine.example:{port}"]
    await sender.close()
    await runner.cleanup()


async def test_an_endpoint_that_says_nothing_or_too_much_is_left() -> None:
    async def mute(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()
        writer.close()

    async def endless(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 999999999\r\n\r\n")
        try:
            while not writer.is_closing():
                writer.write(b"x" * 65536)
                await writer.drain()
        except ConnectionError:
            pass

    async def nonsense(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"SSH-2.0-OpenSSH\r\n\r\n")
        await writer.drain()
        writer.close()

    sender = Sender(Allowed.of(["127.0.0.1"]), seconds=0.5)
    for work, outcome in (
        (mute, Outcome(error="timeout")),
        (endless, Outcome(status=200)),
        (nonsense, Outcome(error="no_http")),
    ):
        server = await asyncio.start_server(work, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        assert await sender.post(f"http://127.0.0.1:{port}/", {}, b"{}") == outcome
        assert (await sender.post(f"https://127.0.0.1:{port}/", {}, b"{}")).status is None
        server.close()
    await sender.close()


async def test_a_name_that_hangs_holds_no_other_up(monkeypatch: pytest.MonkeyPatch) -> None:
    over = asyncio.Event()
    loop = asyncio.get_running_loop()
    asked = []

    def addresses(host: str) -> list[str]:
        asked.append(host)
        if host == "hangs.example":
            asyncio.run_coroutine_threadsafe(over.wait(), loop).result()
        return ["1.1.1.1"]

    monkeypatch.setattr(webhooks_target, "_addresses", addresses)
    resolver = Resolver(Allowed.of([]))
    hanging = [asyncio.create_task(resolver.resolve("hangs.example")) for _ in range(100)]
    [found] = await resolver.resolve("quick.example")
    assert found["family"] == socket.AF_INET
    over.set()
    assert len(await asyncio.gather(*hanging)) == 100
    # However many wait for it, one thread does.
    assert sorted(asked) == ["hangs.example", "quick.example"]
    await resolver.close()


def test_each_secret_that_can_be_read_signs() -> None:
    old, new = Box(b"o" * 32), Box(b"n" * 32, b"o" * 32)
    sealed, secrets = [], []
    for box in (new, old):
        secret, kept = webhooks_secret.make(box)
        secrets.append(secret)
        value = kept["sealed_secret"].removeprefix("\\x")
        sealed.append({"id": kept["secret_id"], "key_id": kept["key_id"], "value": value})
    headers = webhooks_secret.signed(new, sealed, "message", b'{"a": 1}')
    for secret in secrets:
        assert Webhook(secret).verify(b'{"a": 1}', headers) == {"a": 1}
        assert len(base64.b64decode(secret.removeprefix("whsec_"))) == 32
    # Who has lost a key signs with what is left.
    headers = webhooks_secret.signed(old, sealed, "message", b"{}")
    assert headers["webhook-signature"].count("v1,") == 1
    with pytest.raises(UnreadableError):
        webhooks_secret.signed(Box(b"x" * 32), sealed, "message", b"{}")
    # A ciphertext is of its own id.
    with pytest.raises(UnreadableError):
        webhooks_secret.signed(new, [{**sealed[0], "id": sealed[1]["id"]}], "message", b"{}")
