"""Clients that vanish while the journal is handed round: the one reader of the process goes on."""

from __future__ import annotations

import socket
import struct
from pathlib import Path

import pytest

from tests.http.service import Client
from tests.support.servers import Server
from tests.support.up import up

pytestmark = [pytest.mark.slow, pytest.mark.fault]

SECRET = "0123456789abcdef0123456789abcdef"
RESET = struct.pack("ii", 1, 0)


def test_streams_that_are_cut_silence_no_other(empty_dsn: str, server: Server) -> None:
    # A process of its own: the loop of `rowlock up` refuses writes to what is gone.
    with (
        Path("/dev/null").open("w") as log,
        up(log=log, DATABASE_URL=empty_dsn, ROWLOCK_JWT_SECRET=SECRET) as service,
    ):
        url = service.ready()
        signed = Client(url)("POST", "/api/auth/login", service.said["admin"])
        client = Client(url, signed.body["token"])
        ask = {"role": "reviewer", "type": "t"}
        with client.stream("?topic=escalation.created") as kept:
            kept.block()
            made = []
            for _ in range(40):
                with client.stream() as cut:
                    cut.block()
                    cut.sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
                    made.append(client("POST", "/api/escalations", ask).body["id"])
                made.append(client("POST", "/api/escalations", ask).body["id"])
            assert [f.data["subject_id"] for f in kept.take(len(made), 60)] == made
            assert client("GET", "/readyz").status == 200
