"""A login against the functions it may call: others' rows, things of its own in the way, settings.

The functions and their arguments come from the catalog, so that a new one is attacked too.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from typing import Any

import psycopg
import pytest
from psycopg import sql
from psycopg.types.json import Jsonb

from tests.fuzz.arguments import Function, catalog
from tests.support.scene import Scene, login, one
from tests.support.servers import Server

pytestmark = pytest.mark.slow

# It stands in whatever others wrote, and is nowhere in what the functions say.
SECRET = "the-others-secret"
IDS = {
    "escalation": "id", "task": "id", "host": "id", "run": "id", "webhook": "id", "api_key": "id",
    "user_account": "id", "work_item": "id", "project": "id", "delivery": "id",
}  # fmt: skip


def plant(made: Scene) -> None:
    """The secret, in what belongs to others and is not for everybody."""
    for statement in (
        "update rowlock.escalation set description = %(s)s,"
        " metadata = jsonb_build_object('k', %(s)s::text),"
        " envelope = jsonb_build_object('k', %(s)s::text)",
        "update rowlock.task set envelope = jsonb_build_object('k', %(s)s::text)",
        "update rowlock.user_account set email = %(s)s,"
        " metadata = jsonb_build_object('k', %(s)s::text)",
        "update rowlock.api_key set name = %(s)s",
    ):
        made.owner.execute(statement.encode(), {"s": SECRET})


@pytest.fixture(scope="module")
def logins(server: Server, scene: Scene) -> Iterator[dict[str, str]]:
    """A login of an account without a role, of one that has its own rows alone, and a proxy."""
    with ExitStack() as stack:
        made = {
            kind: stack.enter_context(login(server, f"{scene.login}_{kind}"))
            for kind in ("bare", "own", "proxy")
        }
        for kind, account in (
            ("bare", scene.account()),
            ("own", scene.account("reviewer", scope="self")),
        ):
            one(scene.owner, "login_grant", db_role=made[kind], kind="user", user_id=account)
        one(scene.owner, "login_grant", db_role=made["proxy"], kind="proxy")
        yield made


@pytest.fixture(scope="module")
def functions(scene: Scene) -> list[Function]:
    """Those that a user may call."""
    query = """
        select has_function_privilege('rowlock_user', p.oid, 'execute')
        from pg_proc p where p.proname = %s"""
    return [f for f in catalog(scene) if scene.value(query, f.name)]


def attempts(scene: Scene, functions: list[Function]) -> Iterator[tuple[Function, dict[str, Any]]]:
    """Each function with what would do for it, once with the ids of each kind of thing."""
    found = {
        t: [str(i) for (i,) in scene.owner.execute(f"select {c} from rowlock.{t}".encode())]
        for t, c in IDS.items()
    }
    for function in functions:
        takes = {n: kind for n, kind, _ in function.arguments if n != "actor"}
        ids = [n for n, kind in takes.items() if kind in ("uuid", "uuid[]")]
        words = {
            n: Jsonb(e) if takes[n] == "jsonb" else e
            for n, e in function.examples.items() if n in takes and n not in ids
        }  # fmt: skip
        needed = {n: words[n] for n, _, must in function.arguments if must and n in words}
        first = function.name.split("_")[0]
        noun = next((t for t in IDS if t.startswith(first)), "escalation")
        for table in [noun, *(t for t in IDS if t != noun)] if ids else [noun]:
            for one_id in found[table][:2]:
                given = {n: [one_id] if takes[n] == "uuid[]" else one_id for n in ids}
                yield function, {**needed, **given}
                if table == noun:
                    yield function, {**words, **given}


def once(
    tried: Iterator[tuple[Function, dict[str, Any]]],
) -> list[tuple[Function, dict[str, Any]]]:
    """Of the attempts at each function the one that says most."""
    best: dict[str, tuple[Function, dict[str, Any]]] = {}
    for function, given in tried:
        if function.name not in best or len(given) > len(best[function.name][1]):
            best[function.name] = function, given
    return list(best.values())


def rows(scene: Scene) -> dict[str, set[str]]:
    """All rows of all tables."""
    tables = scene.owner.execute(
        "select relname from pg_class"
        " where relnamespace = 'rowlock'::regnamespace and relkind = 'r'"
    ).fetchall()
    return {
        t: {
            r
            for (r,) in scene.owner.execute(
                sql.SQL("select t::text from {} t").format(sql.Identifier("rowlock", t))
            )
        }
        for (t,) in tables
    }


def ending(conn: psycopg.Connection, function: Function, given: dict[str, Any]) -> tuple[str, str]:
    """State and code, and what was answered."""
    try:
        answer = conn.execute(function.called(given), given).fetchall()
    except psycopg.Error as e:
        return f"{e.sqlstate} {e.diag.constraint_name}", str(e)
    return "done", str(answer)


@pytest.mark.parametrize("kind", ["bare", "own"])
def test_no_function_tells_or_changes_what_is_others(
    scene: Scene, logins: dict[str, str], functions: list[Function], kind: str
) -> None:
    plain = [replace(f, answered=False) for f in functions]
    told, changed, tried = [], [], 0
    before = rows(scene)
    query = "select user_id::text from rowlock.db_principal where db_role = %s"
    own = scene.value(query, logins[kind])
    with scene.connect(logins[kind]) as conn:
        for function, given in attempts(scene, plain):
            how, answer = ending(conn, function, given)
            tried += 1
            # What it gave itself may come back.
            if SECRET in answer:
                told.append((function.name, how, answer[:300]))
    after = rows(scene)
    for table, known in before.items():
        changed += [(table, row[:200]) for row in known - after[table] if own not in row]
    assert sorted({t[0] for t in told}) == []
    assert changed == []
    assert tried > 500


# Of the functions of the catalog, those that bodies call by a name without its schema.
SHADOWS = """
    select p.proname, pg_get_function_identity_arguments(p.oid), pg_get_function_result(p.oid)
    from pg_proc p join pg_type r on r.oid = p.prorettype
    where p.pronamespace = 'pg_catalog'::regnamespace and p.prokind = 'f' and r.typtype = 'b'
      and not p.proretset and p.provariadic = 0 and not exists (
        select from unnest(p.proargtypes::oid[]) a (t) join pg_type y on y.oid = a.t
        where y.typtype = 'p')
      and p.proname in (
        select m[1] from pg_proc b, regexp_matches(b.prosrc, '\\m([a-z0-9_]+)\\(', 'g') m
        where b.pronamespace = 'rowlock'::regnamespace)
    """
OPERATORS = (
    ("=", "uuid", "uuid", "boolean"), ("=", "text", "text", "boolean"),
    ("<>", "text", "text", "boolean"), ("~", "text", "text", "boolean"),
    ("->>", "jsonb", "text", "text"), ("||", "text", "text", "text"),
    ("<=", "timestamptz", "timestamptz", "boolean"), ("=", "integer", "integer", "boolean"),
    ("+", "timestamptz", "interval", "timestamptz"), ("@>", "jsonb", "jsonb", "boolean"),
)  # fmt: skip
TABLES = ("escalation", "membership", "user_account", "db_principal", "pg_roles", "pg_proc", "role")
TYPES = ("uuid", "text", "jsonb", "timestamptz", "access")
# Each by itself: what cannot be made is no trap.
EACH = """
do $do$
declare v_statement text;
begin
  foreach v_statement in array {}::text[] loop
    begin
      execute v_statement;
    exception when others then null;
    end;
  end loop;
end $do$"""


def ambush(scene: Scene, conn: psycopg.Connection, at: str) -> int:
    """Functions, operators, tables and types in the way of the real ones, each of which tells."""
    told = "perform pg_catalog.set_config('trap.sprung', 'yes', false)"
    trap = f"language plpgsql as $$begin {told}; return null; end$$"
    made = [
        f"create function {at}.{sql.Identifier(name).as_string(conn)}({arguments})"
        f" returns {result} {trap}"
        for name, arguments, result in scene.owner.execute(SHADOWS).fetchall()
    ]
    for number, (sign, left, right, result) in enumerate(OPERATORS):
        made += [
            f"create function {at}.op{number}({left}, {right}) returns {result} {trap}",
            f"create operator {at}.{sign}"
            f" (leftarg = {left}, rightarg = {right}, function = {at}.op{number})",
        ]
    temp = "temp" if at == "pg_temp" else ""
    made += [f"create {temp} table {at}.{t} (id int, role text, kind text)" for t in TABLES]
    made += [f"create type {at}.{t} as (x integer)" for t in TYPES]
    conn.execute(sql.SQL(EACH).format(sql.Literal(made)))
    mine = "select count(*) from pg_catalog.pg_proc where proowner = %s::regrole"
    [count] = scene.owner.execute(mine, [conn.info.user]).fetchone() or [0]
    return int(count)


@pytest.mark.parametrize("at", ["pg_temp", "evil"])
def test_nothing_of_a_logins_own_stands_in_for_ours(
    scene: Scene, logins: dict[str, str], functions: list[Function], at: str
) -> None:
    seen = once(attempts(scene, functions))
    own = logins["own"]
    with scene.connect(own) as conn:
        plain = []
        for function, given in seen:
            plain.append(ending_inside(conn, function, given))
    if at == "evil":
        scene.owner.execute(
            sql.SQL("create schema evil authorization {}").format(sql.Identifier(own))
        )
    with scene.connect(own) as conn:
        assert ambush(scene, conn, at) > 50
        # Before the catalog, in which a path that does not name it is sought first.
        conn.execute(f"set search_path = {at}, pg_temp, pg_catalog".encode())
        trapped = []
        for function, given in seen:
            trapped.append(ending_inside(conn, function, given))
        setting = "select pg_catalog.current_setting('trap.sprung', true)"
        sprung = conn.execute(setting).fetchone()
        # Whoever looks into the path is caught; pg_temp is never looked into for functions.
        conn.execute("select lower('X')")
        assert (conn.execute(setting).fetchone() == ("yes",)) is (at == "evil")
    if at == "evil":
        scene.owner.execute("drop schema evil cascade")
    differs = [(s[0].name, a, b) for s, a, b in zip(seen, plain, trapped, strict=True) if a != b]
    assert differs == []
    assert sprung in ((None,), ("",))


# A cast of the test's own means the real type, whatever the path.
REAL = {
    "integer": "int4", "bigint": "int8", "boolean": "bool",
    "timestamp with time zone": "timestamptz",
}  # fmt: skip


def really(function: Function, given: dict[str, Any]) -> sql.Composed:
    """The call, in which nothing is sought in the path."""
    kinds = {n: k for n, k, _ in function.arguments}
    named = [
        sql.SQL("{} => {}::pg_catalog." + REAL.get(kinds[n], kinds[n])).format(
            sql.Identifier(n), sql.Placeholder(n)
        )
        for n in given
    ]
    call = sql.SQL("select pg_catalog.count(*) from {}({})")
    return call.format(sql.Identifier("rowlock", function.name), sql.SQL(", ").join(named))


def ending_inside(conn: psycopg.Connection, function: Function, given: dict[str, Any]) -> str:
    """As ending, with types that a path cannot change, in a savepoint."""
    try:
        with conn.transaction(force_rollback=True):
            conn.execute(really(function, given), given)
    except psycopg.Error as e:
        return f"{e.sqlstate} {e.diag.constraint_name}"
    return "done"


# What any login may set, each to something else than usual; and what is ours to set.
SETTINGS = {
    "array_nulls": "off",
    "backslash_quote": "off",
    "bytea_output": "escape",
    "check_function_bodies": "off",
    "constraint_exclusion": "on",
    "cursor_tuple_fraction": "0",
    "datestyle": "SQL, DMY",
    "default_text_search_config": "simple",
    "default_transaction_deferrable": "on",
    "enable_bitmapscan": "off",
    "enable_hashagg": "off",
    "enable_hashjoin": "off",
    "enable_indexonlyscan": "off",
    "enable_indexscan": "off",
    "enable_material": "off",
    "enable_mergejoin": "off",
    "enable_sort": "off",
    "escape_string_warning": "off",
    "extra_float_digits": "-15",
    "from_collapse_limit": "1",
    "geqo_threshold": "2",
    "gin_fuzzy_search_limit": "1",
    "intervalstyle": "sql_standard",
    "jit_above_cost": "0",
    "join_collapse_limit": "1",
    "lc_monetary": "C",
    "lc_numeric": "C",
    "lc_time": "C",
    "plan_cache_mode": "force_generic_plan",
    "plpgsql.check_asserts": "off",
    "plpgsql.extra_errors": "all",
    "plpgsql.extra_warnings": "all",
    "plpgsql.print_strict_params": "on",
    "quote_all_identifiers": "on",
    "row_security": "off",
    "standard_conforming_strings": "off",
    "stats_fetch_consistency": "none",
    "synchronize_seqscans": "off",
    "timezone": "Pacific/Kiritimati",
    "timezone_abbreviations": "Australia",
    "transform_null_equals": "on",
    "work_mem": "64kB",
    "xmlbinary": "hex",
    "xmloption": "document",
    "rowlock.beside": "on",
    "rowlock.doubt": "00000000-0000-4000-8000-000000000000",
    "rowlock.lock_wait": "1",
    "rowlock.low_seq": "999999999999",
    "rowlock.low_water": "1",
    "rowlock.manifest": "x",
    "rowlock.retention": "on",
}


def under(
    scene: Scene, name: str, settings: dict[str, str], functions: list[Function]
) -> dict[str, str]:
    """How a call of each function ends in a session with these settings."""
    with scene.connect(name) as conn:
        for setting, value in settings.items():
            conn.execute("select set_config(%s, %s, false)", [setting, value])
        tried = once(attempts(scene, functions))
        return {f.name: ending_inside(conn, f, given) for f, given in tried}


def test_no_setting_of_a_session_changes_how_a_call_ends(
    scene: Scene, logins: dict[str, str], functions: list[Function]
) -> None:
    ours = r"""
        select distinct m[1] from pg_proc, regexp_matches(
          prosrc, '(?:set_config|current_setting)[(]''(rowlock[.][a-z_]+)''', 'g') m"""
    named = {n for (n,) in scene.owner.execute(ours)} - {"rowlock.actor"}
    assert named <= set(SETTINGS), "a setting of ours that nobody forges"
    plain = under(scene, logins["own"], {}, functions)
    assert under(scene, logins["own"], SETTINGS, functions) == plain


def test_no_login_becomes_another(scene: Scene, logins: dict[str, str]) -> None:
    roles = [r for (r,) in scene.owner.execute("select rolname from pg_roles").fetchall()]
    for who in logins.values():
        with scene.connect(who) as conn:
            for role, how in itertools.product(roles, ("role", "session authorization")):
                if role == who:
                    continue
                named = sql.Identifier(role)
                try:
                    conn.execute(sql.SQL(f"set {how} {{}}").format(named))
                except psycopg.errors.InsufficientPrivilege:
                    continue
                # The group that gives it its functions, and nothing else.
                assert (how, role) in {("role", "rowlock_user"), ("role", "rowlock_proxy")}
                assert conn.execute("select session_user").fetchone() == (who,)
                conn.execute("reset role")
