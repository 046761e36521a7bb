"""A durable server with a service in front of it, each a process to be killed."""

from __future__ import annotations

import os
import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random

import psycopg

from rowlock.embedded import Embedded
from rowlock.install import install, prepare_service_login
from tests.support.up import Up, up

SECRET = "0123456789abcdef0123456789abcdef"
DATABASE = "rowlock"


class House:
    """A durable server, and a service in front of it, each a process to be killed."""

    def __init__(self, embedded: Embedded, log: Path) -> None:
        self.embedded = embedded
        self.random = Random(7)
        install(embedded.conninfo(DATABASE))
        login = prepare_service_login(embedded.conninfo(DATABASE))
        with self.connect() as conn:
            made = conn.execute("select id from rowlock.user_create_first(external_id => 'root')")
            [self.root] = made.fetchone() or [None]
        self.env = {
            "DATABASE_URL": embedded.conninfo(DATABASE, user=login),
            "ROWLOCK_JWT_SECRET": SECRET,
        }
        # Bound as long as this is there, and never listened at: nobody else is given the port.
        self._held = socket.socket()
        self._held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._held.bind(("127.0.0.1", 0))
        self.port = self._held.getsockname()[1]
        self.log = log

    def connect(self) -> psycopg.Connection:
        return psycopg.connect(self.embedded.conninfo(DATABASE), autocommit=True)

    @contextmanager
    def service(self) -> Iterator[Up]:
        with self.log.open("a") as log, up(port=self.port, log=log, **self.env) as service:
            service.ready()
            yield service

    def last(self) -> int:
        with self.connect() as conn:
            row = conn.execute("select coalesce(max(seq), 0) from rowlock.event").fetchone()
            return int(row[0]) if row else 0

    @property
    def postmaster(self) -> int:
        return int((self.embedded.home / "pg" / "postmaster.pid").read_text().split()[0])

    def kill_postmaster(self) -> None:
        """Its backends end what they do, notice, and leave; the server is started again."""
        os.kill(self.postmaster, signal.SIGKILL)
        self.embedded.revive()

    def kill_backend(self) -> None:
        """A backend of the service dies at work; the postmaster restarts all others."""
        with self.connect() as conn:
            while True:
                pids = conn.execute(
                    "select pid from pg_stat_activity"
                    " where application_name like 'rowlock %' and state <> 'idle'"
                ).fetchall()
                if pids:
                    with suppress(ProcessLookupError):
                        os.kill(self.random.choice(pids)[0], signal.SIGKILL)
                        return
