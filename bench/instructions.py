"""Instructions of a verb in Postgres, by valgrind: a busy machine counts as a quiet one does."""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from support import WORKER, Bench, bench, table

# Before it is counted: plans are made, each also the way that the planner comes to prefer.
WARM, COUNTED = 20, 40
ANSWER = """'{"ok": true}'"""
FILL = """insert into rowlock.escalation
  (id, role, type, subtype, priority, created_at, updated_at)
  select ('00000000-0000-7000-8000-' || lpad(i::text, 12, '0'))::uuid, 'reviewer', 'approval',
    'approval', 2, now() - interval '1 day' + i * interval '1 ms', now()
  from generate_series(1, 3000) i"""
SETTINGS = ("shared_buffers=64MB", "fsync=off", "max_connections=20", "jit=off")


@dataclass(frozen=True, slots=True)
class Verb:
    """A call, in terms of $1: the id of its row, or the ids of its rows; `held`: claimed before."""

    name: str
    call: str
    rows: int = 1
    held: bool = False


VERBS = (
    Verb("create", "rowlock.escalation_create(role => 'reviewer', type => 'approval', {who})"),
    Verb("claim", "(rowlock.escalation_claim(id => $1, {who})).is_extension"),
    Verb("extend", "(rowlock.escalation_claim(id => $1, {who})).is_extension", held=True),
    Verb("next", "id from rowlock.escalation_claim_next({who})"),
    Verb("resolve", "(rowlock.escalation_resolve(id => $1, {answer}, {who})).id", held=True),
    Verb("next of 20", "id from rowlock.escalation_claim_next(max_rows => 20, {who})", 20),
    Verb("resolve 20", "rowlock.escalation_resolve_by_ids(ids => $1, {answer}, {who})", 20, True),
)


def script(verb: Verb) -> str:
    """One statement a line, as a single-user server reads it; EXECUTE is what is counted."""
    who, answer = f"actor => '{WORKER}'", f"resolver_payload => {ANSWER}"
    call = "select " + verb.call.format(who=who, answer=answer)
    pop = f"select id from rowlock.escalation_claim_next(max_rows => {verb.rows}, {who});"
    counted = COUNTED if verb.rows == 1 else COUNTED // 4

    def given(n: int) -> str:
        ids = [f"'00000000-0000-7000-8000-{n * verb.rows + i + 1:012}'" for i in range(verb.rows)]
        return f"{ids[0]}::uuid" if verb.rows == 1 else f"array[{', '.join(ids)}]::uuid[]"

    takes = "$1" in call
    kind = "" if not takes else " (uuid)" if verb.rows == 1 else " (uuid[])"
    lines = ["set session authorization bench;"]
    lines += [pop] * (WARM + counted if verb.held else 0)
    lines += [call.replace("$1", given(n)) + ";" for n in range(WARM)]
    lines += [f"prepare x{kind} as {call};"]
    lines += [
        f"execute x ({given(n)});" if takes else "execute x;" for n in range(WARM, WARM + counted)
    ]
    return "\n".join(lines) + "\n"


def count(b: Bench, copy: Path, database: str, verb: Verb) -> float:
    """Thousands of instructions for each row, in a copy of the server's files."""
    owner = (b.server.home / "pg").stat()
    place = copy.parent / "counted"
    shutil.rmtree(place, ignore_errors=True)
    subprocess.run(["cp", "-a", str(copy), str(place)], check=True)
    argv = ["valgrind", "--tool=callgrind", "--collect-atstart=no", "--toggle-collect=ExecuteQuery"]
    argv += ["--callgrind-out-file=/dev/null", str(b.server.bindir / "postgres"), "--single", "-F"]
    argv += ["-D", str(place), *(word for s in SETTINGS for word in ("-c", s)), database]
    done = subprocess.run(
        argv, input=script(verb), capture_output=True, text=True, check=False,
        user=owner.st_uid, group=owner.st_gid, cwd="/",
        env={**os.environ, "TMPDIR": str(copy.parent)},
    )  # fmt: skip
    found = re.search(r"Collected : (\d+)", done.stderr)
    if found is None or "ERROR:" in done.stderr:
        errors = [line for line in done.stderr.splitlines() if "ERROR:" in line]
        raise SystemExit(errors[0] if errors else done.stderr[-2000:])
    counted = COUNTED if verb.rows == 1 else COUNTED // 4
    return int(found[1]) / 1000 / counted / verb.rows


def installed(b: Bench, tree: Path, name: str) -> tuple[Path, str]:
    """A copy of the server's files with the schema of a checkout, filled and analyzed."""
    conninfo = b.create(name)
    subprocess.run(
        [sys.executable, "-c", f"from rowlock.install import install; install({conninfo!r})"],
        env={**os.environ, "PYTHONPATH": str(tree / "py")}, check=True,
    )  # fmt: skip
    b.people(conninfo)
    b.run(conninfo, FILL, "vacuum analyze", "checkpoint")
    owner = (b.server.home / "pg").stat()
    folder = b.scratch / name
    folder.mkdir()
    os.chown(folder, owner.st_uid, owner.st_gid)
    argv = [str(b.server.bindir / "pg_basebackup"), "-D", str(folder / "files"), "-d", conninfo]
    subprocess.run(
        [*argv, "-c", "fast", "--no-sync"], check=True,
        user=owner.st_uid, group=owner.st_gid, cwd="/",
    )  # fmt: skip
    return folder / "files", name


def measure(b: Bench, trees: dict[str, Path], only: list[str]) -> None:
    """All verbs of all checkouts."""
    places = {name: installed(b, tree, name) for name, tree in trees.items()}
    rows = []
    for verb in VERBS:
        if only and verb.name not in only:
            continue
        seen = [count(b, copy, database, verb) for copy, database in places.values()]
        rows.append(
            [verb.name, *(f"{n:.0f}" for n in seen), *(f"{n / seen[0]:.2f}" for n in seen[1:])]
        )
    head = ["verb", *places, *(f"of {next(iter(places))}" for _ in list(places)[1:])]
    table("thousands of instructions for a row", head, rows)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", nargs="+", default=[], help="verbs, by name")
    parser.add_argument("--against", type=Path, help="another checkout, counted first")
    args = parser.parse_args()
    checkouts = {"before": args.against} if args.against else {}
    checkouts["now"] = Path(__file__).resolve().parent.parent
    if shutil.which("valgrind") is None:
        print("valgrind is not installed: nothing is counted.")
        sys.exit()
    with bench() as running:
        measure(running, checkouts, args.only)
