"""The seam of thinness: few Python modules hold SQL, and few name a field of a record."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import psycopg
import pytest

ROOT = Path(__file__).parents[1] / "py" / "rowlock"
MODULES = sorted(ROOT.rglob("*.py"))
# The request path's one module of SQL, what works before there are functions to call, and no more.
SQL_MODULES = {"functions.py", "install.py", "embedded.py"}
REQUEST_PATH = (
    "app.py", "routes.py", "functions.py", "handler.py", "errors.py", "auth.py", "events.py",
)  # fmt: skip
KEYWORDS = (
    r"select|insert\s+into|update\s+\S+\s+set|delete\s+from|merge\s+into|with\s+\w+\s+as"
    r"|(?:create|alter|drop|truncate|grant|revoke|comment\s+on|lock\s+table)\s+\w+"
    r"|listen|unlisten|notify|copy|explain|vacuum|set\s+(?:local\s+)?\w+\s*(?:=|to)"
)
STATEMENT = re.compile(rf"\s*(?:{KEYWORDS})\s+\S")
# Who may name fields of records, and which. Whoever adds one says here why it cannot be SQL's.
FIELDS: dict[str, set[str]] = {
    # The statement of a request names the actor, or what proves who it is; the catalog's rows are
    # made in the module.
    "functions.py": {"actor", "external_id", "key_prefix", "name"},
    "handler.py": {"actor", "password_hash"},
    # Passwords are checked and cookies set here.
    "login.py": {"attempt_id", "expires_at", "external_id", "password_hash", "token", "user_id"},
    # Secrets are encrypted and decrypted here.
    "secrets_answer.py": {
        "escalation_id", "id", "items", "key_id", "path", "payload", "resolver_payload", "token",
        "value",
    },
    "secrets_http.py": {"bind_on_use", "key_id", "label", "max_uses", "token", "value"},
    # The word of every refusal's body, and the code of a fault; a task has such columns too.
    "errors.py": {"error", "failed"},
    "guard.py": {"failed"},
    # Parts of an application.
    "keys.py": {"place", "settings"},
    # A level of the log.
    "settings.py": {"error"},
    # The claims of a token, and what user_provision takes of them.
    "oidc.py": {"email", "name"},
    "auth.py": {"roles"},
    "health.py": {"name", "sha256", "status"},
    # The one reader, and the one place where scope is applied outside of SQL.
    "events.py": {"purged_through"},
    "scope.py": {"epoch", "events"},
    "playback.py": {"epoch", "purged", "reset"},
    "stream.py": {"epoch", "origin_id", "role", "ticket", "topic", "topics"},
    # What a stream is allowed to see is kept while it is open.
    "viewer.py": {
        "actor", "ends_at", "is_global", "key_prefix", "position", "read_all", "read_for",
        "read_self",
    },
    "routes.py": {"host", "topic", "topics"},
    # A list in a query.
    "values.py": {"topics"},
    # The address that the service listens on.
    "settings_list.py": {"host"},
    # Whether an answer is held back, and for which row, or which run behind which number.
    "waiting.py": {"escalation_id", "next", "outcome", "pending", "run_id"},
    # The address of a file.
    "page.py": {"path", "version"},
    # A page of a table, whatever its columns are.
    "csv_file.py": {"next", "rows"},
    # What the stream can be asked for.
    "openapi_own.py": {"epoch", "origin_id", "role", "ticket", "topics"},
    # Samples as the database makes them, and the labels of our own.
    "metrics.py": {"status"},
    # A delivery as it was claimed, and for the log as it ended; a secret that signs it.
    "webhooks.py": {
        "attempts", "body", "claim_no", "delivery_id", "last_error", "last_status", "secrets",
        "status", "url", "webhook_id",
    },
    "webhooks_secret.py": {"id", "key_id", "value"},
    "monitor.py": {"help", "labels", "name", "value", "version"},
    # What the registry tells of a tenant becomes the settings of its part; words of health.
    "tenant.py": {"hosts", "schema_name"},
    "tenants.py": {"host"},
    "tenants_http.py": {"status"},
    # Which timer is due, and whether its last run failed, for the log.
    "timers.py": {"last_error", "last_rows", "name", "wait"},
    # A log's columns become the arguments of escalation_import.
    "importer.py": {
        "claimed_at", "created_at", "key", "origin_id", "resolved_at", "role", "type",
    },
    # The words of a log, and of what `rowlock export` writes: names that the options have too.
    "importer_log.py": {"created", "pending", "resolved"},
    "importer_names.py": {
        "claimed_at", "created", "created_at", "id", "origin_id", "resolved_at", "resolved_by",
        "role", "status", "task", "type",
    },
    "importer_xes.py": {"id", "key", "value"},
    # The keys of files and programs, not of records.
    "embedded.py": {"users"},
    # Names of a folder and of a function.
    "embedded_host.py": {"run"},
    "embedded_cluster.py": {"run", "status"},
}  # fmt: skip
# The OpenAPI document, and the catalog it is made from, have words of their own for their keys.
DOCUMENT = "openapi"
VOCABULARY = {
    "description", "error", "example", "failed", "items", "name", "path", "properties", "status",
    "tags", "title", "type", "url", "value", "version",
}  # fmt: skip
# The command line shows tables to people: its columns are fields, wherever it prints. The worker
# is a client of the service, and reads what that answers.
SHOWN = ("cli/", "worker/")


def is_statement(text: str) -> bool:
    """Whether it begins as SQL does; a sentence begins with a capital and goes on in small ones."""
    first = text.split(maxsplit=1)[:1]
    return any(w in (w.lower(), w.upper()) for w in first) and bool(STATEMENT.match(text.lower()))


def module(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@cache
def strings(path: Path) -> tuple[tuple[int, str], ...]:
    """Line and text of every string of a module but docstrings and the texts of options."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    prose = {id(node) for node in _prose(tree)}
    return tuple(
        (node.lineno, node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in prose
    )


def _prose(tree: ast.AST) -> Iterator[ast.AST]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr):
            yield node.value
        elif isinstance(node, ast.keyword) and node.arg in ("help", "description", "title"):
            yield from ast.walk(node.value)


@pytest.mark.parametrize("path", MODULES, ids=module)
def test_sql_stands_in_the_modules_that_may_hold_it(path: Path) -> None:
    if module(path) in SQL_MODULES:
        return
    found = [(line, text) for line, text in strings(path) if is_statement(text)]
    assert found == [], "SQL belongs into functions.py, or better into a function of the schema"
    source = path.read_text(encoding="utf-8")
    assert not re.search(r"^from psycopg import .*\bsql\b", source, re.MULTILINE)
    assert not re.search(r"^(?:from|import) psycopg\.sql\b", source, re.MULTILINE)


LOOKS = [
    ("select 1", True),
    ("\n  select *", True),
    ("  with who as (", True),
    ("LISTEN rowlock", True),
    ("set local x = 1", True),
    ("update rowlock.note set a = 1", True),
    ("Grant a role, or take it away.", False),
    ("selected", False),
    ("update", False),
    ("listen", False),
]


@pytest.mark.parametrize("text, is_sql", LOOKS)
def test_the_look_for_sql_finds_it(text: str, is_sql: bool) -> None:
    assert is_statement(text) is is_sql


@pytest.fixture(scope="module")
def fields(dsn: str) -> set[str]:
    """The names of all columns of the schema's tables, views and composite types.

    Not those of the types *_error, nor `reason`, which a delegation has as well: what a refusal
    says, Python says too when it refuses. Nor those of internal types: no public function returns
    them.
    """
    query = """
        select distinct a.attname from pg_attribute a join pg_class c on c.oid = a.attrelid
        where c.relnamespace = 'rowlock'::regnamespace and c.relkind in ('r', 'v', 'c')
          and c.relname !~ '_error$'
          and coalesce(obj_description(c.reltype, 'pg_type'), '') !~ '^Internal: '
          and a.attnum > 0 and not a.attisdropped and a.attname <> 'reason'"""
    with psycopg.connect(dsn) as conn:
        return {row[0] for row in conn.execute(query)}


@pytest.mark.parametrize("path", MODULES, ids=module)
def test_python_names_no_field_of_a_record(path: Path, fields: set[str]) -> None:
    if module(path).startswith(SHOWN):
        return
    named = {text for _, text in strings(path)} & fields
    if module(path).startswith(DOCUMENT):
        named -= VOCABULARY
    assert named == FIELDS.get(module(path), set()), "see FIELDS: each name has its reason there"


def test_the_listed_modules_exist() -> None:
    assert {*FIELDS, *SQL_MODULES} <= {module(p) for p in MODULES}


def test_the_facade_stays_small() -> None:
    lines = {module(p): len(p.read_text(encoding="utf-8").splitlines()) for p in MODULES}
    assert {n: size for n, size in lines.items() if size >= 300} == {}
    assert sum(lines[name] for name in REQUEST_PATH) < 1500
