"""An upgrade under traffic, from SQL and over HTTP: no verb fails but by being asked again."""

from __future__ import annotations

import asyncio
import lzma
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic, sleep
from uuid import UUID

import psycopg
import pytest

import rowlock.install
from rowlock.auth import issue
from rowlock.install import install, status
from tests.http.service import SECRET, Client, serving, settings_for
from tests.support.installing import MIGRATIONS, by_file, next_release
from tests.support.load import Follower, Load, check
from tests.support.scene import one

pytestmark = [pytest.mark.fault, pytest.mark.slow]

RELEASE = Path(__file__).parents[1] / "releases/rowlock-0.1.0.sql.xz"
# What a client of SQL asks again for: locks, and plans of the schema before.
AGAIN = {"55P03", "40001", "40P01", "0A000", "42704", "42804", "42883", "XX000"}
SECONDS_EACH = 0.04
WORKERS = 4

# Row types that verbs return, a view's columns, and a signature, as releases change them.
NEXT = """
alter table rowlock.escalation add column later text;
alter table rowlock.role add column later text;
alter table rowlock.timer add column later text;
drop function rowlock.escalation_stats(text, uuid);
"""


@dataclass(slots=True)
class Callers:
    """Sessions that create, claim, search and resolve, each some twenty-five times a second."""

    dsn: str
    actor: str
    calls: int = 0
    slowest: float = 0
    again: Counter[str] = field(default_factory=Counter)
    failed: list[BaseException] = field(default_factory=list)
    _stop: threading.Event = field(default_factory=threading.Event)

    @contextmanager
    def at_work(self) -> Iterator[None]:
        workers = [threading.Thread(target=self._work, args=(n,)) for n in range(WORKERS)]
        for worker in workers:
            worker.start()
        try:
            yield
        finally:
            self._stop.set()
            for worker in workers:
                worker.join(60)
        assert not self.failed, self.failed

    def wait(self, more: int) -> None:
        """Until so many calls more were answered."""
        end, enough = monotonic() + 60, self.calls + more
        while self.calls < enough and not self.failed:
            assert monotonic() < end, "nobody calls"
            sleep(0.02)

    def _work(self, number: int) -> None:
        try:
            with psycopg.connect(self.dsn, autocommit=True) as conn:
                conn.execute("set lock_timeout = '2s'")
                turn = 0
                while not self._stop.is_set():
                    turn += 1
                    self._row(conn, f"sql-{number}-{turn}")
        except BaseException as e:
            self.failed.append(e)

    def _row(self, conn: psycopg.Connection, key: str) -> None:
        made = self._call(conn, "escalation_create", role="reviewer", type="t", signal_key=key)
        row = made["escalation"]["id"]
        self._call(conn, "escalation_claim", id=row)
        self._call(conn, "escalation_search", query={"status": "pending", "limit": 5})
        self._call(conn, "escalation_resolve", id=row, resolver_payload={"by": key})

    def _call(
        self, conn: psycopg.Connection, verb: str, **given: object
    ) -> dict[str, dict[str, UUID]]:
        began = monotonic()
        while True:
            try:
                said: dict[str, dict[str, UUID]] = one(conn, verb, **given, actor=self.actor)
                break
            except psycopg.Error as e:
                if e.sqlstate not in AGAIN:
                    raise
                self.again[f"{e.sqlstate} {e.diag.message_primary}"] += 1
                conn.execute("deallocate all")
        self.slowest = max(self.slowest, monotonic() - began)
        self.calls += 1
        sleep(SECONDS_EACH)
        return said

    def told(self) -> str:
        return f"{self.calls} calls, slowest {self.slowest:.2f} s, asked again {dict(self.again)}"


def first(dsn: str) -> str:
    with psycopg.connect(dsn, autocommit=True) as conn:
        return str(one(conn, "user_create_first", external_id="root")["id"])


def test_sql_goes_on_from_the_release_to_what_is_now(empty_dsn: str, tmp_path: Path) -> None:
    release = tmp_path / "release.sql"
    release.write_bytes(lzma.decompress(RELEASE.read_bytes()))
    by_file(empty_dsn, release)
    callers = Callers(empty_dsn, first(empty_dsn))
    with callers.at_work():
        callers.wait(100)
        began = monotonic()
        install(empty_dsn)
        print(f"upgraded in {monotonic() - began:.2f} s")
        callers.wait(100)
    print(callers.told())
    assert status(empty_dsn).applied == tuple(MIGRATIONS)


async def test_sql_and_http_go_on(
    fresh_dsn: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    callers = Callers(fresh_dsn, first(fresh_dsn))
    folder = next_release(tmp_path / "sql", NEXT)
    stats = folder / "functions/escalation/stats.sql"
    text = stats.read_text()
    assert "\n  actor " in text
    stats.write_text(text.replace("\n  actor ", "\n  later text default null,\n  actor ", 1))
    with ExitStack() as stack:
        url = stack.enter_context(serving(settings_for(fresh_dsn)))
        client = Client(url, issue(SECRET, callers.actor)[0])
        load = Load(url, client.token or "", rest=0.05)
        work = stack.enter_context(ExitStack())
        work.enter_context(callers.at_work())
        await load.begin(2, Follower(0))
        await load.progress(20)
        assert await asyncio.to_thread(install, fresh_dsn) == []
        await load.progress(20)
        print("again:", callers.told(), f"http {load.answered}, slowest {load.slowest:.2f} s")
        callers.slowest = load.slowest = 0
        with monkeypatch.context() as patch:
            patch.setattr(rowlock.install, "sql_folder", lambda: folder)
            assert await asyncio.to_thread(install, fresh_dsn) == ["9999_next"]
        began, before = monotonic(), callers.calls + load.answered
        await load.progress(20)
        rate = (callers.calls + load.answered - before) / (monotonic() - began)
        print(f"{rate:.0f} a second")
        print("next:", callers.told(), f"http {load.answered}, slowest {load.slowest:.2f} s")
        # The service is older than the schema by now: balancers are told, and answers go on.
        ready = await asyncio.to_thread(client, "GET", "/readyz")
        assert ready.status == 503
        assert "newer than this service: 9999_next" in ready.body["problem"]
        assert (await asyncio.to_thread(client, "GET", "/api/escalations/stats")).status == 200
        await asyncio.to_thread(work.close)
        await load.end(lambda: last(fresh_dsn))
    print(f"refused {load.refused}, unanswered {load.unanswered}")
    assert load.unanswered == 0
    with psycopg.connect(fresh_dsn) as conn:
        check(conn, load, 0)


def last(dsn: str) -> int:
    with psycopg.connect(dsn, autocommit=True) as conn:
        row = conn.execute("select max(seq) from rowlock.event").fetchone()
        return int(row[0]) if row else 0
