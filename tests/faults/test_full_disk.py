"""The disk of the database is full: verbs are refused, and all goes on by itself once it is not."""

from __future__ import annotations

import os
import random
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import psycopg
import pytest

from rowlock.auth import issue
from rowlock.embedded import Embedded
from rowlock.embedded_keeper import kept_running
from tests.http.service import Client
from tests.support.house import SECRET, House
from tests.support.servers import temporary_home

pytestmark = [pytest.mark.fault, pytest.mark.slow]

SIZE = "220m"
SETTINGS = {
    "fsync": "on",
    "shared_buffers": "16MB",
    "maintenance_work_mem": "16MB",
    "min_wal_size": "32MB",
    "max_wal_size": "32MB",
}


@pytest.fixture
def disk() -> Iterator[Path]:
    """A small one of its own."""
    if os.geteuid() != 0:
        pytest.skip("only root mounts a disk")
    with temporary_home() as home:
        place = home.parent / "disk"
        place.mkdir(mode=0o711)
        given = ["-t", "tmpfs", "-o", f"size={SIZE},mode=0711", "rowlock-test", str(place)]
        done = subprocess.run(["mount", *given], capture_output=True, text=True, check=False)
        if done.returncode:
            pytest.skip("this machine mounts no disk")
        try:
            yield place
        finally:
            subprocess.run(["umount", "--lazy", str(place)], check=True)


@contextmanager
def filled(disk: Path) -> Iterator[None]:
    """Not a byte is left."""
    ballast = disk / "ballast"
    with ballast.open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(b"\0" * 65536)
    try:
        yield
    finally:
        ballast.unlink()


@dataclass(slots=True)
class Asker:
    """Fills the database, and remembers what was accepted."""

    admin: Client
    accepted: dict[str, str] = field(default_factory=dict)
    chance: random.Random = field(default_factory=lambda: random.Random(7))

    def ask(self) -> int:
        text = self.chance.randbytes(30_000).hex()
        body = {"role": "reviewer", "type": "t", "escalation_payload": {"text": text}}
        answer = self.admin("POST", "/api/escalations", body)
        if answer.status == 201:
            self.accepted[answer.body["id"]] = text
        else:
            assert answer.status in (503, 504), answer.text
            assert answer.body["detail"] is None
        return answer.status

    def recovers(self) -> None:
        end = time.monotonic() + 90
        while self.ask() != 201 or self.admin("GET", "/readyz").status != 200:
            assert time.monotonic() < end, "it does not come back"
            time.sleep(0.1)


def test_nothing_that_was_accepted_is_lost(disk: Path, tmp_path: Path) -> None:
    with Embedded(disk / "data", settings=SETTINGS) as embedded, kept_running(embedded):
        house = House(embedded, tmp_path / "log")
        house.env["ROWLOCK_POOL_WAIT"] = "0.5"
        with house.service():
            admin = Client(f"http://127.0.0.1:{house.port}", issue(SECRET, str(house.root))[0])
            asker = Asker(admin)
            assert asker.ask() == 201
            with filled(disk):
                for _ in range(200):
                    if asker.ask() == 503:
                        break
                assert asker.ask() == 503
                # Who asks only for what is there is answered.
                assert admin("GET", "/api/escalations").status == 200
                assert admin("GET", "/metrics").status == 200
            asker.recovers()
            assert '"sqlstate": "53100"' in house.log.read_text()

            begin = embedded.log.stat().st_size
            with filled(disk):
                # No room for the next piece of its log: the server dies, and cannot come back.
                for _ in range(100):
                    with suppress(psycopg.Error), house.connect() as conn:
                        # A piece in which nothing was written is not left.
                        conn.execute("select pg_logical_emit_message(false, 'a', 'piece')")
                        conn.execute("select pg_switch_wal()")
                    if asker.ask() == 503 and not embedded.running():
                        break
                else:
                    pytest.fail("the server lives on")
                assert asker.ask() == 503
                assert admin("GET", "/healthz").status == 200
            asker.recovers()
            # The log is on that disk too, and says only what there was room for.
            with embedded.log.open() as log:
                log.seek(begin)
                assert "not properly shut down" in log.read()
        with house.connect() as conn:
            rows = conn.execute(
                "select e.id::text, e.escalation_payload->>'text', array_agg(v.topic)"
                " from rowlock.escalation e left join rowlock.event v on v.subject_id = e.id::text"
                " group by e.id"
            ).fetchall()
    assert {row: text for row, text, _ in rows if row in asker.accepted} == asker.accepted
    assert all(topics == ["escalation.created"] for *_, topics in rows)
    assert '"status": 500' not in house.log.read_text()
