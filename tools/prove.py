"""Runs the pgTAP files under pg_prove, on a throwaway server; the same files that pytest runs."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from psycopg.conninfo import conninfo_to_dict

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.support.pgtap import load_pgtap, psql_program  # noqa: E402
from tests.support.servers import running_server  # noqa: E402


def main() -> int:
    program = shutil.which("pg_prove")
    if program is None:
        print(
            "pg_prove is not installed (Debian: libtap-parser-sourcehandler-pgtap-perl); "
            "make test runs the same files without it",
            file=sys.stderr,
        )
        return 1
    files = sys.argv[1:] or ["--recurse", "--ext", ".sql", "sql/tests"]
    with running_server() as server, server.database() as name:
        load_pgtap(server.conninfo(name))
        where = conninfo_to_dict(server.conninfo(name))
        told = {f"PG{k.upper()}": str(where[k]) for k in ("host", "port", "user")}
        told |= {"PGDATABASE": name, "LC_ALL": "C.UTF-8"}
        argv = [program, "--psql-bin", psql_program(), *files]
        code = subprocess.run(argv, cwd=ROOT, env=os.environ | told).returncode
        server.close()
    return code


if __name__ == "__main__":
    sys.exit(main())
