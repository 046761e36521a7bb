"""Collects the pgTAP files of sql/tests: psql runs each, on the session's server and on 15."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType

import psycopg
import pytest
from psycopg import sql
from tools.pgtap import pgtap_sql

from rowlock.embedded_host import EmbeddedError, find_bindir
from tests.support.servers import Server

SCHEMA = "tap"
LINE = re.compile(r"^(?P<not>not )?ok\b(?: +(?P<number>\d+))?(?: +- +| +)?(?P<rest>.*)$")
DIRECTIVE = re.compile(r"(?<!\\)#\s*(?P<kind>skip|todo)\b\S*\s*(?P<why>.*)$", re.IGNORECASE)
PLAN = re.compile(r"^1\.\.(?P<n>\d+)(?:\s*#\s*skip\b\S*\s*(?P<why>.*))?$", re.IGNORECASE)


@dataclass(slots=True)
class Tap:
    """What a TAP stream says: its plan, its lines, and everything that is wrong with it."""

    planned: int | None = None
    seen: int = 0
    wrong: list[str] = field(default_factory=list)
    skips: list[str] = field(default_factory=list)
    todos: list[str] = field(default_factory=list)

    def read(self, text: str) -> Tap:
        for line in text.splitlines():
            if plan := PLAN.match(line):
                if self.planned is not None:
                    self.wrong.append(f"a second plan: {line}")
                self.planned = int(plan["n"])
                if self.planned == 0 and "#" in line:
                    self.skips.append(plan["why"] or "no reason given")
            elif line.startswith("Bail out!"):
                self.wrong.append(line)
            elif test := LINE.match(line):
                self._test(line, test)
        if self.planned is None:
            self.wrong.append("there is no plan")
        elif self.planned != self.seen:
            self.wrong.append(f"planned {self.planned} tests, saw {self.seen}")
        elif self.planned == 0 and not self.skips:
            self.wrong.append("the plan is empty")
        return self

    def _test(self, line: str, test: re.Match[str]) -> None:
        self.seen += 1
        if test["number"] and int(test["number"]) != self.seen:
            self.wrong.append(f"expected number {self.seen}: {line}")
        directive = DIRECTIVE.search(test["rest"])
        if directive and directive["kind"].lower() == "skip":
            self.skips.append(directive["why"] or "no reason given")
        elif directive:
            self.todos.append(line)
        elif test["not"]:
            self.wrong.append(line)


def psql_program() -> str:
    """The psql beside the server's binaries, else the one on PATH."""
    try:
        beside = find_bindir() / "psql"
        if beside.exists():
            return str(beside)
    except EmbeddedError:
        pass
    found = shutil.which("psql")
    assert found, "psql is needed to run the pgTAP files, and is nowhere to be found"
    return found


def run_psql(conninfo: str, path: Path) -> subprocess.CompletedProcess[str]:
    """Run a file as pg_prove does."""
    options = "--no-psqlrc --no-align --quiet --pset=pager=off --tuples-only --set=ON_ERROR_STOP=1"
    return subprocess.run(
        [psql_program(), *options.split(), "--dbname", conninfo, "--file", str(path)],
        env={k: v for k, v in os.environ.items() if not k.startswith("PG")} | {"LC_ALL": "C.UTF-8"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=300,
    )


def load_pgtap(conninfo: str) -> None:
    """pgTAP into a schema of its own, on the path of every session of that database."""
    with psycopg.connect(conninfo, autocommit=True) as conn:
        conn.execute(f"create schema {SCHEMA}")
        conn.execute(f"grant usage on schema {SCHEMA} to public")
        _on_path(conn)
        offered = "select 1 from pg_available_extensions where name = 'pgtap'"
        if conn.execute(offered).fetchone():
            conn.execute(f"create extension pgtap schema {SCHEMA}")
            return
    done = run_psql(conninfo, pgtap_sql())
    assert done.returncode == 0, f"pgTAP did not load: {done.stderr}"


def _on_path(conn: psycopg.Connection) -> None:
    change = "alter database {} set search_path = tap, public"
    conn.execute(sql.SQL(change).format(sql.Identifier(conn.info.dbname)))


@dataclass(slots=True)
class Suite:
    """The databases that the pgTAP files of one server run in."""

    server: Server
    plain: str
    shared: str = ""

    @contextmanager
    def database(self, path: Path) -> Iterator[str]:
        """The shared one; one of its own for a file that looks at sizes: others leave dead rows."""
        if any(looks in path.read_text() for looks in ("explain (analyze", "'index size'")):
            with self.copied() as conninfo:
                yield conninfo
        else:
            yield self.shared

    @contextmanager
    def copied(self) -> Iterator[str]:
        """A new database with pgTAP; a template's settings are not copied with it."""
        with self.server.database(template=self.plain) as name:
            with psycopg.connect(self.server.conninfo(name), autocommit=True) as conn:
                _on_path(conn)
            yield self.server.conninfo(name)


def _suite(server: Server) -> Iterator[Suite]:
    with server.database() as plain:
        load_pgtap(server.conninfo(plain))
        suite = Suite(server, plain)
        with suite.copied() as suite.shared:
            yield suite


@pytest.fixture(scope="session")
def pgtap_here(server: Server) -> Iterator[Suite]:
    """On the server of the session."""
    yield from _suite(server)


@pytest.fixture(scope="session")
def pgtap_15(server_15: Server) -> Iterator[Suite]:
    """On the oldest one."""
    yield from _suite(server_15)


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    if file_path.suffix == ".sql" and (parent.config.rootpath / "sql/tests") in file_path.parents:
        return PgTapFile.from_parent(parent, path=file_path)
    return None


class PgTapFile(pytest.Module):
    """A pgTAP file as a module of two tests, so that it has fixtures and markers as any other."""

    def _getobj(self) -> ModuleType:
        path = self.path

        def test_here(pgtap_here: Suite, request: pytest.FixtureRequest) -> None:
            run_pgtap(pgtap_here, path, request.node)

        @pytest.mark.pg15
        def test_on_15(pgtap_15: Suite, request: pytest.FixtureRequest) -> None:
            run_pgtap(pgtap_15, path, request.node)

        if path.read_text().startswith("-- Slow: "):
            test_here = pytest.mark.slow(test_here)
        module = ModuleType(path.stem)
        vars(module).update(test_here=test_here, test_on_15=test_on_15)
        return module


def run_pgtap(suite: Suite, path: Path, node: pytest.Item) -> None:
    """Run one file and read all it says; a skipped TAP line is reported as a skipped test."""
    with suite.database(path) as conninfo:
        done = run_psql(conninfo, path)
    tap = Tap().read(done.stdout)
    for number, why in enumerate(tap.skips, 1):
        report_skip(node, f"{node.nodeid}#{number}", path, why)
    if done.returncode != 0:
        tap.wrong.append(f"psql ended with {done.returncode}")
    if tap.wrong:
        said = (done.stdout + done.stderr).strip()
        pytest.fail("\n".join([*tap.wrong, "", said]), pytrace=False)


def report_skip(node: pytest.Item, nodeid: str, path: Path, why: str) -> None:
    """Count a skip inside a file in the closing line, as pytest counts its own."""
    report = pytest.TestReport(
        nodeid=nodeid,
        location=(str(path), 0, nodeid),
        keywords={},
        outcome="skipped",
        longrepr=(str(path), 0, f"Skipped: {why}"),
        when="call",
    )
    node.ihook.pytest_runtest_logreport(report=report)
