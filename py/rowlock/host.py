"""Which host a request asks for, as far as its way here can be trusted."""

from __future__ import annotations

from ipaddress import ip_address

from aiohttp import web


def host_of(request: web.Request, trusted: int) -> str:
    """The host that was asked for, in small letters and without its port."""
    told = ",".join(request.headers.getall("X-Forwarded-Host", ())) if trusted else ""
    hops = [hop.strip() for hop in told.split(",") if hop.strip()]
    # Whoever is not one of our proxies may only have written what stands further left.
    own = request.headers.get("Host", "")
    if own:
        # An address in the line of the request goes before the header.
        own = request.host or own
    host = hops[-min(trusted, len(hops))] if hops else own
    name, _, port = host.rpartition(":")
    if name and (port.isdigit() or not port) and (":" not in name or name.endswith("]")):
        host = name
    return host.lower().removesuffix(".")[:253]


def is_address(host: str) -> bool:
    """Whether it is no name that a tenant may have: an address, or this machine."""
    if host == "localhost":
        return True
    try:
        ip_address(host.strip("[]"))
    except ValueError:
        return False
    return True
