"""The commands on a database: what they answer, and the exit codes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg.conninfo import make_conninfo

from tests.support.command import Done, answer, rowlock
from tests.support.servers import Server

NOBODY = "00000000-0000-4000-8000-000000000000"


@pytest.fixture(scope="module")
def base(dsn: str) -> str:
    """The module's database, with an admin."""
    with psycopg.connect(dsn, autocommit=True) as conn:
        conn.execute("select rowlock.user_create_first(external_id => 'admin')")
    return dsn


class Shell:
    """A shell in which DATABASE_URL and perhaps ROWLOCK_ACTOR are set."""

    def __init__(self, dsn: str, actor: str | None = "admin") -> None:
        self.env = {"DATABASE_URL": dsn, **({"ROWLOCK_ACTOR": actor} if actor else {})}

    def run(self, *argv: str, stdin: str = "") -> Done:
        return rowlock(*argv, env=self.env, stdin=stdin)

    def json(self, *argv: str, code: int = 0) -> dict[str, Any]:
        return answer(self.run("--json", *argv), code)

    def create(self, *argv: str) -> dict[str, Any]:
        return self.json("create", "reviewer", "approval", *argv)


@pytest.fixture(scope="module")
def shell(base: str) -> Shell:
    return Shell(base)


@pytest.fixture(scope="module")
def worker(base: str, shell: Shell) -> Shell:
    """The shell of somebody who reviews and nothing else."""
    shell.json("user", "add", "worker")
    shell.json("grant", "worker", "reviewer")
    return Shell(base, "worker")


def test_an_escalation_goes_from_question_to_answer(shell: Shell) -> None:
    made = shell.create("-d", "May we ship?", "--priority", "1", "--payload", '{"order": 7}')
    assert (made["status"], made["role"], made["priority"]) == ("pending", "reviewer", 1)
    assert json.loads(made["escalation_payload"]) == {"order": 7}
    waiting = shell.json("queue", "--role", "reviewer")
    assert made["id"] in [r["id"] for r in waiting["escalations"]]
    held = shell.json("claim", made["id"], "--minutes", "5")
    assert held["escalation"]["claim_no"] == 1
    assert [r["id"] for r in shell.json("queue", "--mine")["escalations"]] == [made["id"]]
    done = shell.json("resolve", made["id"], '{"decision": "yes"}', "--claim-no", "1")
    assert done["resolved"] is True
    shown = shell.json("show", made["id"])
    assert shown["status"] == "resolved"
    assert json.loads(shown["resolver_payload"]) == {"decision": "yes"}
    resolved = shell.json("queue", "--status", "resolved", "--max", "1")
    assert [r["id"] for r in resolved["escalations"]] == [made["id"]]


def test_the_answer_may_come_by_standard_input(shell: Shell) -> None:
    made = shell.create()
    assert shell.run("resolve", made["id"], "-", stdin='{"n": 1}').returncode == 0
    assert json.loads(shell.json("show", made["id"])["resolver_payload"]) == {"n": 1}


def test_the_next_of_a_queue_is_claimed(shell: Shell) -> None:
    shell.json("role", "add", "desk", "--title", "The desk")
    ids = [shell.json("create", "desk", "call", "--priority", p)["id"] for p in ("3", "1", "2")]
    first = shell.json("claim", "--next", "--role", "desk", "--max", "2")
    assert [r["id"] for r in first["claimed"]] == [ids[1], ids[2]]
    assert shell.json("claim", "--next", "--role", "desk", "--type", "other")["claimed"] == []
    assert shell.json("cancel", ids[0], "--reason", "no need")["cancelled"] is True
    assert shell.json("claim", "--next", "--role", "desk")["claimed"] == []


def test_a_row_is_routed_to_a_person_by_name(shell: Shell, worker: Shell) -> None:
    made = shell.create("--assign", "worker", "--timeout", "2 hours", "--origin", "case 1")
    assert made["assigned_to"] is not None
    assert made["expires_at"] is not None
    assert [r["id"] for r in shell.json("queue", "--origin", "case 1")["escalations"]] == [
        made["id"]
    ]


def test_who_acts_may_be_said_before_or_behind_the_command(shell: Shell, worker: Shell) -> None:
    for argv in (["--as", "worker", "role", "add", "x"], ["role", "add", "x", "--as", "worker"]):
        assert shell.json(*argv, code=1)["code"] == "actor_global"
        assert answer(shell.run(*argv, "--json"), 1)["code"] == "actor_global"


def test_a_refusal_ends_with_1_and_says_why(shell: Shell, worker: Shell) -> None:
    made = shell.create()
    shell.json("claim", made["id"])
    refused = worker.json("claim", made["id"], code=1)
    assert refused["code"] == "escalation_held"
    assert refused["detail"]["reason"] == "held"
    assert refused["hint"]
    done = worker.run("claim", made["id"])
    assert done.returncode == 1
    assert done.stdout == ""
    assert "escalation is held by someone else  [escalation_held]" in done.stderr
    assert refused["hint"] in done.stderr


@pytest.mark.parametrize(
    ("argv", "code", "field"),
    [
        (["show", NOBODY], "escalation_exists", None),
        (["show", "not-an-id"], "argument_invalid", "id"),
        (["create", "", "x"], "argument_invalid", "role"),
        (["create", "reviewer", "x", "--metadata", "{"], "argument_invalid", "metadata"),
        (["create", "reviewer", "x", "--metadata", "[]"], "argument_invalid", "metadata"),
        (["create", "reviewer", "x", "--priority", "9"], "argument_invalid", "priority"),
        (["create", "reviewer", "x", "--timeout", "soon"], "argument_invalid", "timeout"),
        (["queue", "--max", "0"], "argument_invalid", "max_rows"),
        (["claim", "--next", "--max", "1000"], "argument_invalid", "max_rows"),
        (["grant", "admin", "no-such-role"], "argument_invalid", "role"),
        (["grant", "no-such-user", "reviewer"], "user_exists", None),
        (["user", "add", "admin"], "user_external_id_taken", None),
        (["role", "add", "Not A Role"], "argument_invalid", "role"),
        (["queue", "--as", "no-such-user"], "user_exists", None),
    ],
)
def test_what_the_database_refuses_is_told(
    shell: Shell, argv: list[str], code: str, field: str | None
) -> None:
    refused = shell.json(*argv, code=1)
    assert refused["code"] == code
    if field:
        assert refused["detail"]["field"] == field


@pytest.mark.parametrize(
    "argv",
    [
        ["frobnicate"],
        ["create"],
        ["claim"],
        ["claim", NOBODY, "--next"],
        ["queue", "--status", "strange"],
        ["queue", "--max", "many"],
        ["user", "add", "x", "--password", "--password-stdin"],
        ["queue", "--as", "x\udcff"],
    ],
)
def test_a_wrong_command_line_ends_with_2(shell: Shell, argv: list[str]) -> None:
    done = shell.run(*argv)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr
    assert "Traceback" not in done.stderr


def test_nobody_acts_when_nobody_is_named(base: str) -> None:
    done = rowlock("queue", "--json", env={"DATABASE_URL": base})
    assert "--as" in answer(done, 2)["error"]


@pytest.mark.parametrize(
    "change",
    [{"port": "1"}, {"dbname": "no_such_database"}, {"host": "/nonexistent"}],
)
def test_a_database_that_is_not_there_ends_with_3(base: str, change: dict[str, str]) -> None:
    done = rowlock("--json", "queue", env={"DATABASE_URL": make_conninfo(base, **change)})
    assert answer(done, 3)["code"] == "unavailable"
    for command in ("status", "install"):
        url = make_conninfo(base, **change)
        assert rowlock(command, env={"DATABASE_URL": url}).returncode == 3


def test_without_a_server_nothing_is_started(tmp_path: Path) -> None:
    done = rowlock("--json", "queue", env={"XDG_DATA_HOME": str(tmp_path)})
    refused = answer(done, 3)
    assert "rowlock up" in refused["error"]
    assert list(tmp_path.iterdir()) == []


def test_a_person_gets_a_password_that_is_printed_once(shell: Shell, base: str) -> None:
    made = shell.json("user", "add", "ann", "--password", "--name", "Ann", "--email", "a@b.c")
    assert len(made["password"]) >= 16
    assert "password_hash" not in made
    read = shell.run("user", "add", "eve", "--password-stdin", stdin="correct horse\n")
    assert read.returncode == 0
    assert shell.run("user", "add", "eva", "--password-stdin", stdin="\n").returncode == 2
    with psycopg.connect(base) as conn:
        hashes = conn.execute(
            "select password_hash like '$argon2id$%' from rowlock.user_account"
            " where external_id in ('ann', 'eve')"
        ).fetchall()
    assert hashes == [(True,), (True,)]


def test_a_bot_gets_a_key(shell: Shell) -> None:
    bot = shell.json("user", "add", "robot", "--bot")
    made = shell.json("key", "new", "robot", "ci", "--scope", "read", "--expires", "2099-01-01")
    assert made["key"].startswith("rl_")
    assert (made["user_id"], made["scopes"]) == (bot["id"], ["read"])
    assert shell.json("key", "new", "robot", "ci", code=1)["code"] == "api_key_name_taken"


def test_a_membership_has_the_scopes_that_are_said(shell: Shell) -> None:
    shell.json("user", "add", "filler")
    made = shell.json("grant", "filler", "engineer", "--read", "self", "--write", "self")
    assert (made["type"], made["read_scope"], made["write_scope"]) == ("member", "self", "self")


def test_what_others_wrote_does_not_steer_the_terminal(shell: Shell) -> None:
    made = shell.create("-d", "[red]\x1b[2J[/nonsense]")
    for argv in (["queue", "--max", "100"], ["show", made["id"]]):
        done = shell.run(*argv)
        assert done.returncode == 0
        assert "\x1b" not in done.stdout
        assert "[red]\N{REPLACEMENT CHARACTER}[2J[/nonsense]" in done.stdout


def test_a_table_keeps_ids_whole_in_a_pipe(shell: Shell) -> None:
    made = shell.create()
    assert made["id"] in shell.run("queue", "--max", "100").stdout


def test_install_twice_changes_nothing(empty_dsn: str) -> None:
    shell = Shell(empty_dsn)
    assert shell.json("status", code=1)["state"] == "not installed"
    assert "0001_access" in shell.json("install")["applied"]
    assert shell.json("install")["applied"] == []
    said = shell.json("status")
    assert (said["state"], said["pending"], said["embedded"]) == ("up to date", [], False)


def test_another_schema_is_named_before_or_behind(empty_dsn: str) -> None:
    shell = Shell(empty_dsn)
    assert shell.json("--schema", "acme", "install")["schema"] == "acme"
    assert shell.json("status", "--schema", "acme")["state"] == "up to date"
    assert shell.json("status", code=1)["state"] == "not installed"
    refused = shell.json("queue", "--as", NOBODY, code=1)
    assert (refused["code"], refused["detail"]["schema"]) == ("schema_exists", "rowlock")
    refused = shell.json("queue", "--schema", "other", code=1)
    assert "rowlock up --schema other" in refused["hint"]


@pytest.fixture
def own_login(base: str, server: Server) -> Iterator[str]:
    """A Postgres login of kind user, registered for `worker`."""
    if not server.embedded:
        pytest.skip("this server asks logins for passwords")
    with psycopg.connect(base, autocommit=True) as conn:
        conn.execute("create role cli_worker login")
        conn.execute(
            "select rowlock.login_grant(db_role => 'cli_worker', kind => 'user', user_id =>"
            " (select id from rowlock.user_account where external_id = 'worker'))"
        )
        yield make_conninfo(base, user="cli_worker")
        conn.execute("select rowlock.login_revoke(db_role => 'cli_worker')")
        conn.execute("drop role cli_worker")


def test_a_login_of_ones_own_needs_no_name(worker: Shell, own_login: str) -> None:
    own = Shell(own_login, actor=None)
    made = worker.create()
    held = own.json("claim", made["id"])
    assert held["escalation"]["id"] == made["id"]
    assert own.run("queue", "--mine").returncode == 0
    # Names are the owner's to look up; another's id is refused by the database.
    assert own.run("queue", "--as", "admin").returncode == 2
    assert own.json("queue", "--as", NOBODY, code=1)["code"] == "actor_own"
