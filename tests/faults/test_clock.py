"""Clocks are set: the database's one goes back and forth, and the service's is of no account."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jwt.api_jwt
import psycopg
import pytest

from rowlock import auth, waiting
from rowlock.install import install
from rowlock.routes import ROUTES
from tests.http.access_cells import CLEAN
from tests.http.conftest import World, alone
from tests.http.contract import DOCUMENT
from tests.http.service import serving, settings_for
from tests.http.test_openapi_answers import BEFORE, asked, values_of
from tests.support.faketime import Clocked, clocked

pytestmark = pytest.mark.fault

HOUR = 3600
ENDED = ("created", "claimed", "extended", "claimed", "resolved")


@dataclass(slots=True)
class Late(World):
    """A service before a server whose clock can be set."""

    clock: Clocked


@pytest.fixture(scope="module")
def late() -> Iterator[Late]:
    with clocked() as clock:
        dsn = clock.embedded.conninfo()
        install(dsn)
        settings = settings_for(dsn, timers=False, webhooks=False)
        with psycopg.connect(dsn, autocommit=True) as conn, serving(settings) as url:
            yield Late(url, conn, World.first(url, conn).root, "", clock)


@pytest.fixture
def on_time(late: Late) -> Iterator[Late]:
    yield late
    late.clock.step(0)


@pytest.fixture(scope="module")
def plain(dsn: str) -> Iterator[World]:
    with alone(dsn) as world:
        yield world


def refusals(late: Late, seconds: int) -> dict[str, str]:
    """What routes refuse that are asked after the clock was set, behind what they need."""
    document: dict[str, Any] = dict(late.nobody("GET", DOCUMENT).body)
    found: dict[str, str] = {}
    for route in ROUTES:
        late.clock.step(0)
        for statement in CLEAN:
            late.conn.execute(statement, {"root": late.root})
        values = values_of(route, late)
        BEFORE.get(route.function, lambda *_: None)(late, values)
        late.conn.execute("update rowlock.host set last_seen_at = clock_timestamp()")
        late.clock.step(seconds)
        answer = asked(document, route, late.admin, values)
        if answer.status >= 300:
            found[route.function] = answer.body["code"]
    return found


@pytest.mark.slow
def test_every_verb_after_the_clock_went_back(on_time: Late) -> None:
    assert refusals(on_time, -HOUR) == {}


@pytest.mark.slow
def test_every_verb_after_the_clock_went_on(on_time: Late) -> None:
    """What holds for a time has lapsed; nothing else is refused."""
    assert refusals(on_time, HOUR) == {
        "credential_revoke": "credential_exists",
        "run_claim": "host_eligible",
        "run_dispatch": "host_eligible",
    }


def test_a_lease_while_the_clock_goes_back_and_forth(on_time: Late) -> None:
    ada, bob = (on_time.user(name, ("reviewer", {})) for name in ("ada", "bob"))
    row = on_time.row()
    path = f"/api/escalations/{row}"

    def claim(user: str) -> tuple[int, Any]:
        answer = on_time.client(user)("POST", f"{path}/claim", {"duration_minutes": 30})
        return answer.status, answer.body

    def left() -> int:
        """Minutes, of which the last one has begun."""
        query = "select assigned_until - clock_timestamp() from rowlock.escalation where id = %s"
        found = on_time.conn.execute(query, [row]).fetchone()
        assert found
        return -(-found[0] // dt.timedelta(minutes=1))

    assert claim(ada)[0] == 200
    on_time.clock.step(-HOUR)
    # Back: it holds longer, and who claims anew has it for as long as was asked for.
    assert left() == 90
    assert claim(bob)[0] == 409
    assert claim(ada)[0] == 200
    assert left() == 30
    on_time.clock.step(HOUR)
    # On: it has lapsed, and who had it learns that.
    status, second = claim(bob)
    assert (status, second["escalation"]["claim_no"]) == (200, 2)
    on_time.clock.step(0)
    assert claim(ada)[1]["code"] == "escalation_held"
    answer = on_time.client(ada)("POST", f"{path}/resolve", {"resolver_payload": {}})
    assert answer.status == 409
    answer = on_time.client(bob)("POST", f"{path}/resolve", {"resolver_payload": {}})
    assert answer.status == 200
    held = on_time.conn.execute(
        "select created_at <= claimed_at and claimed_at <= resolved_at and resolved_at = ended_at"
        " from rowlock.escalation where id = %s",
        [row],
    ).fetchone()
    assert held == (True,)
    assert on_time.topics(row) == [f"escalation.{t}" for t in ENDED]


def test_timers_after_the_clock_went_back(on_time: Late) -> None:
    def ran() -> bool:
        return bool(on_time.call_all("timer_run", name="expire"))

    on_time.clock.step(HOUR)
    assert ran()
    on_time.clock.step(0)
    assert ran()
    assert not ran()


def skewed(patch: pytest.MonkeyPatch, hours: int) -> None:
    """The service's own clock is off."""

    class Kind(type):
        def __instancecheck__(cls, value: object) -> bool:
            return isinstance(value, dt.datetime)

    class Skewed(dt.datetime, metaclass=Kind):
        @classmethod
        def now(cls, tz: dt.tzinfo | None = None) -> Any:
            return dt.datetime.now(tz) + dt.timedelta(hours=hours)

    for module in (auth, waiting, jwt.api_jwt):
        patch.setattr(module, "datetime", Skewed)


@pytest.mark.parametrize("hours", [-3, 3])
def test_the_clock_of_the_service(
    plain: World, hours: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = plain.admin
    skewed(monkeypatch, hours)
    row = before("POST", "/api/escalations", {"role": "reviewer", "type": "t"}).body["id"]
    body = {"duration_minutes": 30}
    claimed = plain.admin("POST", f"/api/escalations/{row}/claim", body)
    assert claimed.status == 200
    left = plain.conn.execute(
        "select assigned_until - clock_timestamp() from rowlock.escalation where id = %s", [row]
    ).fetchone()
    assert left
    assert dt.timedelta(minutes=29) < left[0] <= dt.timedelta(minutes=30)
    # One service has the wrong time, and another the right one.
    session = plain.admin
    monkeypatch.undo()
    assert session("GET", "/api/me").status == 200


def test_few_look_at_the_clock_of_the_service() -> None:
    looks = re.compile(r"datetime\.now\(|\btime\.time\(|\butcnow\(|\btoday\(")
    found = {p.stem for p in Path(auth.__file__).parent.glob("*.py") if looks.search(p.read_text())}
    # When sessions end, and what the signature of a webhook says.
    assert found == {"auth", "waiting", "webhooks_secret"}
