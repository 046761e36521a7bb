"""The command line: names, transports and tables. Every rule it meets is the database's."""

from __future__ import annotations

import importlib

from rowlock.cli.options import app

# Each registers its commands; in the order of `rowlock --help`.
for _module in (
    "up",
    "schema",
    "config",
    "accounts",
    "people",
    "personas",
    "delegations",
    "roles",
    "projects",
    "items",
    "hosts",
    "runs",
    "queue",
    "stats",
    "imports",
    "export",
    "operate",
    "retention",
    "tenants",
    "watch",
    "worker",
    "demo",
):
    importlib.import_module(f"rowlock.cli.{_module}")


def main() -> None:
    """The program `rowlock`. Exit codes: 0 done, 1 refused, 2 usage, 3 unreachable."""
    app(prog_name="rowlock")
