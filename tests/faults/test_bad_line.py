"""The line between the service and Postgres is slow, cut, half-closed, or a hole."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass

import psycopg
import pytest

from tests.http.conftest import World
from tests.http.service import Answer, ids, serving, settings_for, until
from tests.support.proxy import Line, Proxy, proxy

pytestmark = pytest.mark.fault

STATEMENT = 1.0
# A request waits for a connection, for its statement, and for a line that says nothing; never long:
# not half a minute, which is what clients here wait.
BOUND = 25.0
CREATE = "/api/escalations"


@dataclass(slots=True)
class Place(World):
    """A service whose way to Postgres leads through a proxy."""

    line: Proxy

    def ask(self) -> tuple[Answer, float]:
        began = time.monotonic()
        answer = self.admin("POST", CREATE, {"role": "reviewer", "type": "t"})
        assert answer.status in (201, 503, 504), answer.text
        assert answer.body.get("request_id") or answer.status == 201
        return answer, time.monotonic() - began

    def ask_many(self, n: int = 12) -> list[int]:
        """What so many at once are told, each within its bound."""
        with ThreadPoolExecutor(n) as pool:
            asked = list(pool.map(lambda _: self.ask(), range(n)))
        assert max(seconds for _, seconds in asked) < BOUND, asked
        return [answer.status for answer, _ in asked]

    def recovers(self, within: float) -> None:
        """Requests and readiness come back by themselves."""
        end = time.monotonic() + within
        while True:
            answer, _ = self.ask()
            if answer.status == 201 and self.nobody("GET", "/readyz").status == 200:
                return
            assert time.monotonic() < end, answer.text


@contextmanager
def placed(fresh_dsn: str, patience: float) -> Iterator[Place]:
    with psycopg.connect(fresh_dsn, autocommit=True) as conn, proxy(fresh_dsn) as line:
        wait = min(patience, STATEMENT)
        found = settings_for(fresh_dsn, statement_timeout=patience, pool_wait=wait)
        url = line.conninfo(found.database_url.get_secret_value())
        with serving(
            found.model_copy(update={"database_url": type(found.database_url)(url)})
        ) as at:
            row = conn.execute("select id from rowlock.user_create_first(external_id => 'root')")
            yield Place(at, conn, str((row.fetchone() or [""])[0]), "", line)


@pytest.fixture
def place(fresh_dsn: str) -> Iterator[Place]:
    with placed(fresh_dsn, STATEMENT) as made:
        yield made


@pytest.fixture
def steady(fresh_dsn: str) -> Iterator[Place]:
    """One where statements have their time: what ends them is the line."""
    with placed(fresh_dsn, 10.0) as made:
        yield made


@contextmanager
def undisturbed(place: Place) -> Iterator[None]:
    """A stream that is open before, stays open, and has every event in the end."""
    place.row()
    start = place.last_seq()
    with place.admin.stream() as stream:
        place.row()
        first = stream.take(1)[0]
        yield
        place.recovers(60)
        expected = place.journaled(start)
        assert ids([first, *stream.take(len(expected) - 1)]) == expected


def test_slow(fresh_dsn: str) -> None:
    with placed(fresh_dsn, 30.0) as place, undisturbed(place):
        place.line.delay = 0.05
        assert set(place.ask_many()) == {201}
        place.line.delay = 0.0


def test_cut_everywhere(steady: Place) -> None:
    with undisturbed(steady):
        for _ in range(5):
            until(lambda: len(steady.line.lines) >= 2)
            assert steady.line.cut() >= 2
            assert set(steady.ask_many()) <= {201, 503}


def test_refused(steady: Place) -> None:
    with undisturbed(steady):
        steady.line.refuses = True
        steady.line.cut()
        for _ in range(3):
            assert set(steady.ask_many()) == {503}
        steady.line.refuses = False
        steady.recovers(60)


@pytest.mark.parametrize("kept", [0, 1, 5, 40])
def test_cut_amid_an_answer(steady: Place, kept: int) -> None:
    with undisturbed(steady):

        def tap(line: Line, down: bool, piece: bytes) -> bytes:
            if not down or len(piece) <= kept:
                return piece
            line.then = line.cut
            return piece[:kept]

        steady.line.tap = tap
        assert set(steady.ask_many()) == {503}
        steady.line.tap = None


@pytest.mark.parametrize("backend", [False, True])
def test_half_closed(place: Place, backend: bool) -> None:
    with undisturbed(place):
        for _ in range(3):
            place.line.half_close(server=backend)
            assert set(place.ask_many()) <= {201, 503}


@pytest.mark.parametrize("forgotten", [False, True])
def test_a_hole(place: Place, forgotten: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rowlock.line.PATIENCE", 2.0)
    with undisturbed(place):
        place.line.swallow()
        assert set(place.ask_many()) <= {503, 504}
        began = time.monotonic()
        assert place.nobody("GET", "/readyz").status == 503
        assert time.monotonic() - began < BOUND
        assert set(place.ask_many()) <= {503, 504}
        place.line.mend(forgotten=forgotten)
        place.recovers(60)


def test_a_stop_in_a_hole_is_bounded(place: Place) -> None:
    with ThreadPoolExecutor(1) as pool:
        place.line.swallow()
        pool.submit(place.ask)
        time.sleep(0.5)


def test_a_service_ends_in_time_although_the_database_hangs(
    fresh_dsn: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rowlock.ending.FINISH_SECONDS", 1.0)
    with ThreadPoolExecutor(3) as pool:
        with placed(fresh_dsn, 30.0) as place:
            place.recovers(60)
            place.line.swallow()
            asked = [pool.submit(place.admin, "GET", "/api/me") for _ in range(3)]
            time.sleep(0.5)
            began = time.monotonic()
        # Not the half minute that a statement may take, and who asked is told.
        assert time.monotonic() - began < 25
        assert {a.result().status for a in asked} == {503}
