"""A request is one statement, whoever calls: counted in the log of a server of the test's own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
import pytest
from tools import access_matrix
from tools.access_matrix import Line

from rowlock.embedded import Embedded
from rowlock.install import install
from tests.support.servers import FAST, temporary_home

from .access_cells import Cells, prepare_roles
from .access_variants import Caller
from .conftest import World
from .contract import DOCUMENT
from .idp import AUDIENCE, ISSUER, idp_server
from .service import Answer, Client, Stream, serving, settings_for

pytestmark = pytest.mark.slow

# One line a route; of a row that another holds a release is refused.
HELD = "a row that the caller claimed"
LINES = [
    line
    for line in access_matrix.read().lines
    if line.variant == (HELD if line.path.endswith("/release") else "")
]
# What is no row of the route table: passwords are checked between statements, the rest asks nobody.
OTHERS = {
    "GET /healthz": 0,
    "GET /readyz": 1,
    "GET /metrics": 0,
    "GET /api/openapi.json": 0,
    "GET /api/docs": 0,
    "GET /api/docs/docs.{file}": 0,
    "POST /api/auth/login": 2,
    "POST /api/auth/logout": 0,
    "POST /api/me/password": 4,
}
# By the service itself: who may still watch, and, for a new stream, where the journal is.
OWN = re.compile(r'select \* from "rowlock"\."event_(access|read)"')


@dataclass(slots=True)
class Log:
    """What the pool of the service asked, as the server logged it."""

    path: Path
    at: int = 0

    def mark(self) -> None:
        self.at = self.path.stat().st_size

    def statements(self) -> list[str]:
        """Since the mark; BEGIN and SET would be among them, Parse and Bind are none."""
        with self.path.open("rb") as file:
            file.seek(self.at)
            text = file.read().decode()
        found = re.findall(r"^@rowlock http\|LOG:  (?:statement|execute [^:]+): (.*)", text, re.M)
        return [s for s in found if not OWN.match(s)]


@dataclass(slots=True)
class Counted:
    """A client whose requests are counted."""

    client: Client
    log: Log
    asked: list[str]

    def __call__(self, method: str, path: str, body: object = None) -> Answer:
        self.log.mark()
        answer = self.client(method, path, body)
        self.asked = self.log.statements()
        return answer

    @contextmanager
    def stream(self, **more: str) -> Iterator[Stream]:
        self.log.mark()
        with self.client.stream(**more) as stream:
            self.asked = self.log.statements()
            yield stream


@dataclass(slots=True)
class Budget:
    world: World
    document: dict[str, Any]
    log: Log
    clients: dict[str, tuple[Client, str]]


@pytest.fixture(scope="module")
def budget(password_hash: str) -> Iterator[Budget]:
    logged = {**FAST, "log_line_prefix": "@%a|"}
    with temporary_home(quick=True) as home, idp_server() as idp:
        idp.add("one")
        embedded = Embedded(home, settings=logged).start()
        try:
            dsn = embedded.conninfo("postgres")
            install(dsn)
            oidc = {"oidc_issuer": ISSUER, "oidc_audience": AUDIENCE, "oidc_jwks": idp.url}
            settings = settings_for(dsn, **oidc)
            with psycopg.connect(dsn, autocommit=True) as conn:
                conn.execute("alter role rowlock_http set log_statement = 'all'")
                with serving(settings) as url:
                    world = World.first(url, conn, password_hash)
                    yield _budget(world, Log(embedded.log), Client(url, idp.token("person")))
        finally:
            embedded.stop()


def _budget(world: World, log: Log, person: Client) -> Budget:
    prepare_roles(world)
    everything = {"role": "admin", "type": "superadmin", "actor": world.root}
    bot = world.bot("robot")
    owner = person("GET", "/api/me").body["actor"]
    for user in (bot, owner):
        world.call("membership_grant", user_id=user, **everything)
    key = world.call("api_key_mint", user_id=bot, name="k", actor=world.root)["key"]
    world.conn.execute(
        "update rowlock.user_account set password_hash = %s where account_type = 'user'",
        [world.password_hash],
    )
    clients = {
        "session": (world.admin, world.root),
        "key": (Client(world.url, key), bot),
        "issuer": (person, str(owner)),
    }
    return Budget(world, dict(world.nobody("GET", DOCUMENT).body), log, clients)


def test_every_route_has_a_budget() -> None:
    assert len(LINES) == len({(line.method, line.path) for line in access_matrix.read().lines})


@pytest.mark.parametrize("kind", ["session", "key", "issuer"])
@pytest.mark.parametrize("line", LINES, ids=lambda line: line.name)
def test_a_request_is_one_statement(budget: Budget, line: Line, kind: str) -> None:
    client, user = budget.clients[kind]
    counted = Counted(client, budget.log, [])
    cells = Cells(budget.world, budget.document, line)
    # What a connection prepares is prepared by then; the count is the same.
    for _ in range(2):
        answer = cells.send(Caller(counted, user))
        if (line.name, kind) == ("POST /api/me/password", "key"):
            assert (answer.status, len(counted.asked)) == (403, 3)  # a bot has no password
            continue
        assert answer.status in (200, 201), answer.text
        assert len(counted.asked) == OTHERS.get(line.name, 1), counted.asked
