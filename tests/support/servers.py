"""Fixtures: a server a session, a database a module made from a template, connections a test."""

from __future__ import annotations

import gc
import itertools
import os
import shutil
import signal
import tempfile
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Protocol

import psycopg
import pytest
from psycopg import sql
from psycopg.conninfo import make_conninfo
from tools.postgres import OLDEST, PostgresMissing, postgres_bindir

from rowlock.embedded import Embedded

# A test server may lose everything in a power cut, except where a test is about crashes.
FAST = {
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "shared_buffers": "128MB",
    "max_wal_size": "256MB",
    # Statements of tests run once or twice, so that compiling them never pays.
    "jit": "off",
}
# Where files cost the kernel least, and what must be free there for those of a whole run.
MEMORY, ROOM = Path("/dev/shm"), 6 << 30
TEMPLATE = "rowlock_test_template"


class Connect(Protocol):
    def __call__(self, login: str | None = None) -> psycopg.Connection: ...


@dataclass(slots=True)
class Server:
    """A server to make databases on: embedded, or the one that DATABASE_URL names."""

    admin: str
    embedded: bool
    _numbers: Iterator[int] = field(default_factory=itertools.count)
    _templated: bool = False

    def conninfo(self, dbname: str, user: str | None = None) -> str:
        return make_conninfo(self.admin, dbname=dbname, **({"user": user} if user else {}))

    def execute(self, statement: str, *names: str) -> None:
        with psycopg.connect(self.admin, autocommit=True) as conn:
            conn.execute(sql.SQL(statement).format(*map(sql.Identifier, names)))

    def template(self) -> str:
        """The database with rowlock installed, made once."""
        name = f"{TEMPLATE}_{os.getpid()}"
        if not self._templated:
            from rowlock.install import install

            self.execute("drop database if exists {} with (force)", name)
            self.execute("create database {} template template0", name)
            install(self.conninfo(name))
            self._templated = True
        return name

    @contextmanager
    def database(self, template: str | None = None) -> Iterator[str]:
        """A database of its own, dropped afterwards."""
        name = f"rowlock_test_{os.getpid()}_{next(self._numbers)}"
        # Of a server that may lose everything, files are copied quicker than they are logged.
        how = " strategy file_copy" if self.embedded else ""
        self.execute(f"create database {{}} template {{}}{how}", name, template or self.template())
        try:
            yield name
        finally:
            self.execute("drop database if exists {} with (force)", name)

    def close(self) -> None:
        if self._templated:
            self.execute("drop database if exists {} with (force)", self.template())


def roomy_memory() -> Path | None:
    """The file system in memory, where there is one with room, and memory behind it."""
    try:
        free = os.statvfs(MEMORY)
        available = next(
            int(line.split()[1]) << 10
            for line in Path("/proc/meminfo").read_text().splitlines()
            if line.startswith("MemAvailable:")
        )
    except (OSError, StopIteration):
        return None
    room = min(free.f_bavail * free.f_frsize, available)
    return MEMORY if room >= ROOM and os.access(MEMORY, os.W_OK) else None


@contextmanager
def temporary_home(*, quick: bool = False) -> Iterator[Path]:
    """A data folder for a throwaway server, where root's server account can enter it.

    A quick one may lie in memory; where a test asks what is kept, it lies on the disk.
    """
    place = roomy_memory() if quick else None
    outer = Path(tempfile.mkdtemp(prefix="rowlock-test-", dir=place))
    if os.geteuid() == 0:
        outer.chmod(0o711)
    try:
        yield outer / "data"
    finally:
        shutil.rmtree(outer, ignore_errors=True)


@contextmanager
def running_server(
    bindir: Path | None = None, settings: Mapping[str, str] = FAST
) -> Iterator[Server]:
    """A throwaway embedded server."""
    with temporary_home(quick=settings.get("fsync") == "off") as home:
        embedded = Embedded(home, bindir=bindir, settings=settings).start()
        try:
            yield Server(embedded.conninfo("postgres"), embedded=True)
        finally:
            embedded.stop()


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """The server of the session: DATABASE_URL's, an image's when asked for, else embedded."""
    with ExitStack() as stack:
        url, image = os.environ.get("DATABASE_URL"), os.environ.get("ROWLOCK_TEST_IMAGE")
        if url:
            found = Server(url, embedded=False)
        elif image:
            from testcontainers.postgres import (  # type: ignore[import-not-found,unused-ignore]
                PostgresContainer,
            )

            container = stack.enter_context(PostgresContainer(image, driver=None))
            found = Server(container.get_connection_url(), embedded=False)
        else:
            found = stack.enter_context(running_server())
        yield found
        found.close()


@pytest.fixture(scope="session")
def server_15() -> Iterator[Server]:
    """A server of the oldest Postgres that is supported."""
    try:
        bindir = postgres_bindir(OLDEST)
    except PostgresMissing as e:
        pytest.skip(str(e))
    with running_server(bindir) as found:
        yield found
        found.close()


@pytest.fixture(
    params=[
        pytest.param("server", id="18"),
        pytest.param("server_15", id="15", marks=[pytest.mark.pg15, pytest.mark.slow]),
    ]
)
def any_server(request: pytest.FixtureRequest) -> Server:
    """The server of the session, and the oldest one."""
    found = request.getfixturevalue(request.param)
    assert isinstance(found, Server)
    return found


@pytest.fixture(scope="module")
def db(server: Server) -> Iterator[str]:
    """The name of a fresh database with rowlock installed, one a test module."""
    with server.database() as name:
        yield name


@pytest.fixture(scope="module")
def dsn(server: Server, db: str) -> str:
    """How the superuser connects to the module's database."""
    return server.conninfo(db)


@pytest.fixture
def fresh_dsn(server: Server) -> Iterator[str]:
    """As dsn, for one test alone."""
    with server.database() as name:
        yield server.conninfo(name)


@pytest.fixture
def empty_dsn(server: Server) -> Iterator[str]:
    """An empty database for one test, rowlock not installed."""
    with server.database(template="template0") as name:
        yield server.conninfo(name)


@pytest.fixture
def connect(server: Server, dsn: str) -> Iterator[Connect]:
    """Makes autocommit connections to the module's database, as the superuser or as a login."""
    with ExitStack() as stack:

        def make(login: str | None = None) -> psycopg.Connection:
            return stack.enter_context(connection(dsn, login, trusted=server.embedded))

        yield make


def connection(dsn: str, login: str | None = None, *, trusted: bool = True) -> psycopg.Connection:
    """An autocommit connection; a server that asks for passwords lets the superuser become it."""
    if login and trusted:
        return psycopg.connect(make_conninfo(dsn, user=login), autocommit=True)
    conn = psycopg.connect(dsn, autocommit=True)
    if login:
        conn.execute(sql.SQL("set session authorization {}").format(sql.Identifier(login)))
    return conn


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """The tests live as long as the session: the collector need not look at them each time."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.freeze()


def pytest_sessionstart(session: pytest.Session) -> None:
    # A terminated run unwinds as an interrupted one does, so that no server is left behind.
    def interrupt(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    before: Callable[..., object] | int | None = signal.getsignal(signal.SIGTERM)
    if before is signal.SIG_DFL:
        signal.signal(signal.SIGTERM, interrupt)
