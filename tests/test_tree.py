"""The naming law: files, catalog, install.sql and pgTAP files name the same functions."""

from __future__ import annotations

import hashlib
import re
import subprocess
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import psycopg
import pytest

from tests.support.servers import Connect

SQL = Path(__file__).parents[1] / "sql"
FUNCTIONS = sorted((SQL / "functions").glob("*/*.sql"))
TESTS = sorted(p for p in (SQL / "tests").rglob("*.sql") if p.relative_to(SQL).parts[1] != "house")
INSTALL = (SQL / "install.sql").read_text(encoding="utf-8")
WRITE = re.compile(r"\b(?:insert into|update|delete from|lock table)\s+(?:only\s+)?rowlock\.(\w+)")
READ = re.compile(
    r"\b(?:from|join)\s+(?:only\s+)?rowlock\.(\w+)\b(?!\s*\()|,\s*rowlock\.(\w+)\s+(?!rowlock)[a-z]\b"
)
QUOTED = re.compile(r"'rowlock\.(\w+)'")
CALL = re.compile(r"\browlock\.(\w+)\s*\(")


def name_of(path: Path) -> str:
    """functions/escalation/claim.sql is escalation_claim, event/_mark.sql is _event_mark."""
    noun, verb = path.parent.name, path.stem
    return f"_{noun}{verb}" if verb.startswith("_") else f"{noun}_{verb}"


def relative(path: Path) -> str:
    return str(path.relative_to(SQL / "tests"))


@dataclass(frozen=True, slots=True)
class Source:
    """A function file: what its head says, and what its body does."""

    text: str
    reads: frozenset[str]
    writes: frozenset[str]
    body_reads: frozenset[str]
    body_writes: frozenset[str]
    calls: frozenset[str]


@cache
def sources() -> dict[str, Source]:
    found: dict[str, Source] = {}
    for path in FUNCTIONS:
        text = path.read_text(encoding="utf-8")
        head = text.split("create or replace")[0]
        says_reads, _, says_writes = head.partition("Writes:")
        _, _, says_reads = says_reads.partition("Reads:")
        body = re.sub(r"--.*", "", text.partition("$$")[2].rpartition("$$")[0])
        rest = WRITE.sub("", body)
        found[name_of(path)] = Source(
            text,
            frozenset(re.findall(r"rowlock\.(\w+)", says_reads)),
            frozenset(re.findall(r"rowlock\.(\w+)", says_writes)),
            frozenset(a or b for a, b in READ.findall(rest)) | frozenset(QUOTED.findall(body)),
            frozenset(WRITE.findall(body)),
            frozenset(CALL.findall(body)),
        )
    return found


def touched(name: str, seen: set[str]) -> tuple[set[str], set[str]]:
    """What a function reads and writes, itself or by what it calls."""
    seen.add(name)
    source = sources()[name]
    reads, writes = set(source.body_reads), set(source.body_writes)
    for callee in source.calls & sources().keys() - seen:
        more_reads, more_writes = touched(callee, seen)
        reads |= more_reads
        writes |= more_writes
    return reads, writes


@pytest.fixture(scope="module")
def catalog(dsn: str) -> dict[str, list[str]]:
    """Names and arguments of all functions that an install leaves."""
    query = """
        select p.proname, coalesce(p.proargnames, '{}') from pg_proc p
        where p.pronamespace = 'rowlock'::regnamespace order by 1"""
    with psycopg.connect(dsn) as conn:
        return dict(conn.execute(query).fetchall())


def names(connect: Connect, kinds: str) -> set[str]:
    query = """
        select relname from pg_class
        where relnamespace = 'rowlock'::regnamespace and relkind = any (%s)"""
    return {row[0] for row in connect().execute(query, [list(kinds)])}


def test_function_files_are_the_functions_of_the_catalog(catalog: dict[str, list[str]]) -> None:
    assert sorted(name_of(p) for p in FUNCTIONS) == sorted(catalog)


def test_install_runs_every_file_once() -> None:
    lines = re.findall(r"^\\ir ((?:functions|views)/\S+)$", INSTALL, re.MULTILINE)
    there = [*FUNCTIONS, *(SQL / "views").glob("*.sql")]
    assert sorted(lines) == sorted(str(p.relative_to(SQL)) for p in there)


def test_view_files_are_the_views_of_the_catalog(connect: Connect) -> None:
    assert {p.stem for p in (SQL / "views").glob("*.sql")} == names(connect, "v")


def test_migrations_are_listed_in_order_with_their_digests() -> None:
    listed = re.findall(r"^\\set migration (\S+) \\set sha256 (\S+) ", INSTALL, re.MULTILINE)
    files = sorted((SQL / "migrations").glob("*.sql"))
    assert listed == [(p.stem, hashlib.sha256(p.read_bytes()).hexdigest()) for p in files]
    numbers = [name[:4] for name, _ in listed]
    assert numbers == sorted(set(numbers)), "a number twice, or out of order"


@pytest.mark.parametrize("path", FUNCTIONS, ids=name_of)
def test_a_function_file_holds_its_function(path: Path, catalog: dict[str, list[str]]) -> None:
    name, text = name_of(path), path.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 200
    order = [
        f"-- rowlock.{name}(",
        f"create or replace function rowlock.{name}(",
        f"comment on function rowlock.{name} is",
        f"revoke all on function rowlock.{name} from public;",
    ]
    assert [text.count(part) for part in order] == [1, 1, 1, 1]
    assert sorted(order, key=text.index) == order
    assert text.startswith(order[0])
    assert re.findall(r"rowlock\._function_grant\('(\w+)'", text) in ([], [name])
    assert re.findall(r"create or replace function rowlock\.(\w+)", text) == [name]

    loose = re.sub(r"rowlock\._trigger_put\(\$t\$.*?\$t\$\)", "", text, flags=re.DOTALL)
    bare = re.search(r"create or replace trigger \w", loose)
    assert not bare, "an install would wait for writers"

    head = re.match(r"-- rowlock\.\w+\(([^)]*)\): [^\n]+[.?]$", text, re.MULTILINE)
    assert head, "the first line is the call, then what it does in a sentence"
    said = [a for a in re.split(r",\s*", head[1]) if a]
    arguments = iter(catalog[name])
    assert all(a == "…" or a in arguments for a in said), "the head names arguments in order"
    assert "…" in said or len(said) == len(catalog[name]), "the head leaves arguments out"


@pytest.mark.parametrize("name", sorted(sources()))
def test_a_head_says_what_is_touched(name: str, connect: Connect) -> None:
    source, tables = sources()[name], names(connect, "rpSv")
    assert source.reads | source.writes <= tables, "the head names what does not exist"
    assert source.body_writes & tables <= source.writes, "the head keeps a write to itself"
    assert source.body_reads & tables <= source.reads | source.writes, "or a read"
    reads, writes = touched(name, set())
    assert source.writes <= writes, "nothing that it calls writes this"
    assert source.reads <= reads | writes, "nothing that it calls reads this"


def test_every_public_function_has_a_pgtap_file() -> None:
    for path in FUNCTIONS:
        if path.stem.startswith("_") or path.stem.endswith("_answer"):
            continue
        mirror = SQL / "tests" / path.relative_to(SQL / "functions")
        assert mirror.is_file() or list(mirror.with_suffix("").glob("*.sql")), (
            f"{mirror} is missing"
        )


@pytest.mark.parametrize("path", TESTS, ids=relative)
def test_a_pgtap_file_mirrors_a_function(path: Path) -> None:
    mirror = Path(relative(path))
    owner = mirror if len(mirror.parts) == 2 else mirror.parent.with_suffix(".sql")
    assert (SQL / "functions" / owner).is_file()


@pytest.mark.parametrize("path", sorted((SQL / "tests").rglob("*.sql")), ids=relative)
def test_a_pgtap_file_is_a_transaction_with_a_plan(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 250
    assert re.search(r"^begin\b[^\n]*;\n\\ir (\.\./)+_fixtures\.psql\n", text, re.MULTILINE)
    assert re.search(r"^select plan\([1-9]\d*\);$", text, re.MULTILINE)
    assert text.endswith("select * from finish();\nrollback;\n")


def test_nothing_is_kept_but_text_and_old_releases() -> None:
    top = SQL.parent
    kept = subprocess.run(["git", "ls-files", "-z"], cwd=top, capture_output=True)
    if kept.returncode != 0:
        pytest.skip("git does not know this tree")
    files = [top / name for name in kept.stdout.decode().split("\0") if name]
    binary = [f for f in files if f.is_file() and b"\0" in f.read_bytes()]
    releases = top / "tests" / "releases"
    assert files and not [f for f in binary if f.parent != releases]
