"""What the benchmarks share: a private server with fsync on, databases, pgbench and a table."""

from __future__ import annotations

import re
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psycopg

from rowlock.embedded import Embedded
from rowlock.install import install

WORKER = "00000000-0000-4000-8000-000000000001"


@dataclass(frozen=True, slots=True)
class Bench:
    """A running server and the folder with its programs."""

    server: Embedded
    scratch: Path

    def database(self, name: str) -> str:
        """A database with the schema, one worker of the role reviewer and a service login."""
        conninfo = self.create(name)
        install(conninfo)
        self.people(conninfo)
        return conninfo

    def create(self, name: str) -> str:
        """An empty database."""
        with psycopg.connect(self.server.conninfo(), autocommit=True) as conn:
            conn.execute(f'create database "{name}"'.encode())
        return self.server.conninfo(dbname=name)

    def people(self, conninfo: str) -> None:
        """One worker of the role reviewer, and a service login."""
        self.run(
            conninfo,
            "do $$ begin if to_regrole('bench') is null then create role bench login;"
            " end if; end $$",
            "select rowlock.login_grant(db_role => 'bench', kind => 'service')",
            f"insert into rowlock.user_account (id, external_id) values ('{WORKER}', 'worker')",
            f"insert into rowlock.membership (user_id, role) values ('{WORKER}', 'reviewer')",
        )

    def run(self, conninfo: str, *statements: str) -> None:
        """Statements as the owner, each on its own."""
        with psycopg.connect(conninfo, autocommit=True) as conn:
            for statement in statements:
                conn.execute(statement.encode())

    def postmaster(self) -> int:
        """The process id of the server."""
        return int((self.server.home / "pg" / "postmaster.pid").read_text().split()[0])

    def fill(self, conninfo: str, pending: int, leased: int = 0) -> None:
        """Empty the table, then put in free rows and live leases of other people."""
        rows = """insert into rowlock.escalation
            (id, role, type, subtype, priority, assigned_to, assigned_until, created_at, updated_at)
            select rowlock._uuid_v7(), 'reviewer', 'approval', 'approval', 1 + i % 4,
              {who}, {until}, now() - interval '1 day' + i * interval '1 ms', now()
            from generate_series(1, {n}) i"""
        self.run(
            conninfo,
            "truncate rowlock.escalation cascade",
            rows.format(who="null", until="null", n=pending),
            rows.format(who="gen_random_uuid()", until="now() + interval '1 day'", n=leased),
            "vacuum analyze rowlock.escalation",
            "checkpoint",
        )

    def tps(
        self, conninfo: str, script: str, clients: int, seconds: int, user: str, *more: str
    ) -> float:
        """Transactions a second of a pgbench script over so many connections."""
        done = self.pgbench(conninfo, script, clients, user, "-T", str(seconds), *more)
        found = re.search(r"tps = ([\d.]+)", done)
        if found is None:
            raise SystemExit(done)
        return float(found[1])

    def latencies(
        self, conninfo: str, script: str, count: int, user: str, *more: str
    ) -> list[float]:
        """Milliseconds of each run of a script on one connection, ascending."""
        prefix = self.scratch / "latency"
        for old in self.scratch.glob("latency*"):
            old.unlink()
        log = ("-l", f"--log-prefix={prefix}")
        self.pgbench(conninfo, script, 1, user, "-t", str(count), *log, *more)
        lines = [
            line for log in self.scratch.glob("latency.*") for line in log.read_text().splitlines()
        ]
        return sorted(int(line.split()[2]) / 1000 for line in lines)

    def pgbench(self, conninfo: str, script: str, clients: int, user: str, *more: str) -> str:
        """What one pgbench run printed."""
        file = self.scratch / "script.sql"
        file.write_text(script)
        dsn = psycopg.conninfo.make_conninfo(conninfo, user=user)
        argv = [str(self.server.bindir / "pgbench"), "-n", "-M", "prepared", "-c", str(clients)]
        argv += ["-f", str(file), *more, dsn]
        done = subprocess.run(argv, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise SystemExit(done.stderr[-2000:])
        return done.stdout


@contextmanager
def bench(settings: Mapping[str, str] | None = None) -> Iterator[Bench]:
    """A server in a folder of its own, as a user would run it; gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="rowlock-bench-") as folder:
        # The server may run as a user of its own, which has to get in.
        Path(folder).chmod(0o711)
        server = Embedded(Path(folder) / "data", settings=settings or {})
        try:
            with server:
                scratch = Path(folder) / "scratch"
                scratch.mkdir()
                yield Bench(server, scratch)
        finally:
            server.destroy()


def median(values: list[float]) -> float:
    """The middle value."""
    return sorted(values)[len(values) // 2]


def table(title: str, head: list[str], rows: list[list[str]]) -> None:
    """Print a table, the first column left, the others right."""
    widths = [max(len(r[i]) for r in [head, *rows]) for i in range(len(head))]
    print(f"\n{title}")
    for row in [head, *rows]:
        cells = [
            c.ljust(w) if i == 0 else c.rjust(w)
            for i, (c, w) in enumerate(zip(row, widths, strict=True))
        ]
        print("  " + "  ".join(cells))
