"""Which addresses a webhook may reach, and a resolver that lets no other be connected to."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from ipaddress import (
    IPv4Address,
    IPv4Network,
    IPv6Address,
    IPv6Network,
    ip_address,
    ip_network,
)

from aiohttp.abc import AbstractResolver, ResolveResult

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network

# Names that hang are looked up in threads of their own, so that they hold nobody else up.
LOOKUPS = 32
# Written out: what the library takes for global changes with its version. Of version 6 only this
# block is given to hosts; the last of each list are inside of some cloud, or of forms long gone.
_GIVEN = ip_network("2000::/3")
_INSIDE: tuple[Network, ...] = tuple(
    ip_network(n)
    for n in (
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16",
        "172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24", "192.168.0.0/16", "198.18.0.0/15",
        "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/3", "168.63.129.16/32", "192.88.99.0/24",
        "2001::/23", "2001:db8::/32", "3fff::/20",
    )
)  # fmt: skip
# Addresses that stand for another one, which is in their last or middle bits.
_MAPPED = ip_network("::ffff:0:0/96")
_NAT64 = (ip_network("64:ff9b::/96"), ip_network("64:ff9b:1::/48"))
_6TO4, _TEREDO = ip_network("2002::/16"), ip_network("2001::/32")


class RefusedError(OSError):
    """An address that nothing is sent to."""


def _meant(address: Address) -> Address:
    """The address that one of version 6 stands for."""
    if isinstance(address, IPv6Address):
        number = int(address)
        if address in _MAPPED or any(address in n for n in _NAT64):
            return IPv4Address(number & 0xFFFFFFFF)
        if address in _6TO4:
            return IPv4Address(number >> 80 & 0xFFFFFFFF)
        if address in _TEREDO:
            return IPv4Address(number & 0xFFFFFFFF ^ 0xFFFFFFFF)
    return address


def is_public(address: Address) -> bool:
    """Whether it is somewhere on the internet: no host of ours, of this network or of a cloud."""
    meant = _meant(address)
    return (
        meant.is_global
        and (meant.version == 4 or meant in _GIVEN)
        and not any(meant in n for n in _INSIDE if n.version == meant.version)
    )


@dataclass(frozen=True, slots=True)
class Allowed:
    """What may be reached although it is private: hosts by name, networks by address."""

    hosts: frozenset[str]
    networks: tuple[Network, ...]

    @classmethod
    def of(cls, words: Iterable[str]) -> Allowed:
        """From the words of the setting."""
        hosts, networks = set[str](), list[Network]()
        for word in words:
            try:
                networks.append(ip_network(word, strict=False))
            except ValueError:
                hosts.add(word.lower())
        return cls(frozenset(hosts), tuple(networks))

    def permits(self, host: str, address: str) -> bool:
        """Whether what a host stands for now may be connected to."""
        try:
            found = ip_address(address.partition("%")[0])
        except ValueError:
            return False
        if host.lower() in self.hosts or is_public(found):
            return True
        meant = _meant(found)
        return any(meant in n for n in self.networks if n.version == meant.version)

    def check(self, host: str | None) -> None:
        """Refuse a host that is itself an address, which no resolver would be asked for."""
        # As the client judges it: 127.1 and 2130706433 are addresses to the system.
        if not host or (
            (":" in host or host.replace(".", "").isdigit()) and not self.permits(host, host)
        ):
            raise RefusedError


class Resolver(AbstractResolver):
    """Looks a name up once, and answers with those of its addresses that may be reached."""

    def __init__(self, allowed: Allowed) -> None:
        self._allowed = allowed
        self._threads = ThreadPoolExecutor(LOOKUPS, thread_name_prefix="webhook-names")
        self._asked: dict[str, asyncio.Future[list[str]]] = {}

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC
    ) -> list[ResolveResult]:
        """The addresses to connect to; the connection is made to these and to no others."""
        found = [a for a in await self._lookup(host) if self._allowed.permits(host, a)]
        if not found:
            raise RefusedError
        return [
            ResolveResult(
                hostname=host,
                host=address,
                port=port,
                family=socket.AF_INET6 if ":" in address else socket.AF_INET,
                proto=socket.IPPROTO_TCP,
                flags=socket.AI_NUMERICHOST,
            )
            for address in found
        ]

    async def close(self) -> None:
        """Forget the threads; one that hangs ends by itself."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _lookup(self, host: str) -> list[str]:
        # However many wait for a name, one thread asks.
        if (asked := self._asked.get(host)) is None:
            asked = asyncio.get_running_loop().run_in_executor(self._threads, _addresses, host)
            self._asked[host] = asked
            asked.add_done_callback(lambda done: self._told(host, done))
        return await asyncio.shield(asked)

    def _told(self, host: str, done: asyncio.Future[list[str]]) -> None:
        self._asked.pop(host, None)
        if not done.cancelled():
            done.exception()


def _addresses(host: str) -> list[str]:
    found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(address[0]) for *_, address in found))
