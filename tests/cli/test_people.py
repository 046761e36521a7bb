"""The commands about accounts, keys and personas."""

from __future__ import annotations

import json

import psycopg
import pytest
from argon2 import PasswordHasher

from .test_commands import Shell

# Every command is a process.
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def shell(dsn: str) -> Shell:
    with psycopg.connect(dsn, autocommit=True) as conn:
        conn.execute("select rowlock.user_create_first(external_id => 'admin')")
    return Shell(dsn)


def stored_hash(dsn: str, name: str) -> str | None:
    with psycopg.connect(dsn) as conn:
        row = conn.execute(
            "select password_hash from rowlock.user_account where external_id = %s", [name]
        ).fetchone()
    assert row
    return None if row[0] is None else str(row[0])


def test_an_account_from_its_making_to_its_end(shell: Shell, dsn: str) -> None:
    shell.json("user", "add", "ada", "--email", "a@example.org")
    shell.json("grant", "ada", "reviewer", "--write", "none")
    changed = shell.json("user", "set", "ada", "--name", "Ada", "--email", "")
    assert (changed["display_name"], changed["email"]) == ("Ada", None)
    assert shell.json("user", "set", "ada", "--status", "suspended")["status"] == "suspended"
    assert shell.json("queue", "--as", "ada", code=1)["code"] == "actor_active"
    shell.json("user", "set", "ada", "--status", "active")
    made = shell.json("user", "password", "ada")["password"]
    assert PasswordHasher().verify(stored_hash(dsn, "ada") or "", str(made))
    assert shell.run("user", "password", "ada", "--password-stdin", stdin="mine\n").returncode == 0
    assert PasswordHasher().verify(stored_hash(dsn, "ada") or "", "mine")

    shown = shell.json("user", "show", "ada")
    assert [(r["role"], r["write_scope"]) for r in shown["roles"]] == [("reviewer", "none")]
    assert "reviewer" in shell.run("user", "show", "ada").stdout
    listed = shell.json("user", "list", "AD", "--role", "reviewer", "--people")
    assert [u["external_id"] for u in listed["users"]] == ["ada"]
    assert "1 of 2" in shell.run("user", "list", "--max", "1").stderr
    assert shell.run("revoke", "ada", "reviewer").stdout == "ada is not in reviewer any more\n"
    assert shell.json("revoke", "ada", "reviewer", code=1)["code"] == "membership_exists"
    assert (
        shell.json("user", "set", "ada", "--external-id", "lovelace")["external_id"] == "lovelace"
    )
    gone = shell.run("user", "remove", "lovelace").stdout
    assert gone == "removed lovelace, with its roles, keys and personas\n"
    assert shell.json("user", "show", "lovelace", code=1)["code"] == "user_exists"
    assert shell.json("user", "remove", "admin", code=1)["code"] == "user_last_superadmin"


def test_nothing_to_change_is_a_usage_error(shell: Shell) -> None:
    assert shell.run("user", "set", "admin").returncode == 2
    done = shell.run("user", "password", "admin", "--password-stdin", stdin="\n")
    assert done.returncode == 2


def test_keys_are_listed_and_revoked(shell: Shell) -> None:
    shell.json("user", "add", "hal", "--bot")
    assert shell.run("key", "list", "hal").stdout == "none\n"
    key = shell.json("key", "new", "hal", "worker", "--scope", "read")
    listed = shell.json("key", "list", "hal")
    assert [k["name"] for k in listed["api_keys"]] == ["worker"]
    assert str(key["key"]) not in json.dumps(listed)
    assert "worker" in shell.run("key", "list", "hal").stdout
    assert shell.json("key", "revoke", "hal", "none", code=1)["code"] == "api_key_exists"
    gone = shell.run("key", "revoke", "hal", "worker").stdout
    assert gone == f"revoked worker ({key['key_prefix']}) of hal: it opens nothing any more\n"
    assert shell.json("key", "list", "hal")["total"] == 0


def test_a_persona_from_its_making_to_its_end(shell: Shell) -> None:
    shell.json("user", "add", "clara")
    shell.json("persona", "add", "clerk", "--title", "Clerk")
    shell.json("persona", "allow", "clerk", "reviewer")
    assert shell.json("persona", "give", "clara", "clerk")["counts"]["granted"] == 1
    changed = shell.json("persona", "allow", "clerk", "reviewer", "read-all")
    assert changed["counts"]["refreshed"] == 1
    assert "reviewer read-all" in shell.run("persona", "list").stdout
    assert shell.json("user", "show", "clara")["personas"][0]["key"] == "clerk"
    assert "granted" in shell.run("persona", "allow", "clerk", "planner").stdout
    assert shell.json("persona", "deny", "clerk", "planner")["counts"]["removed"] == 1
    assert shell.json("persona", "take", "clara", "clerk")["counts"]["removed"] == 1
    shell.json("persona", "give", "clara", "clerk")
    assert shell.run("persona", "remove", "clerk").stdout.startswith("removed clerk, from ")
    assert shell.json("persona", "list")["total"] == 0


def test_a_delegation_from_its_giving_to_its_end(shell: Shell) -> None:
    for name in ("dora", "emil"):
        shell.json("user", "add", name)
    shell.json("grant", "dora", "reviewer", "--read", "self", "--write", "self")
    given = ("delegate", "give", "emil", "reviewer", "--until", "2099-03-15", "--since")
    made = shell.json(*given, "2099-03-01", "--reason", "Holiday.", "--as", "dora")
    assert (made["role"], made["state"], made["reason"]) == ("reviewer", "planned", "Holiday.")
    over = shell.json(*given, "2099-03-02", "--from", "dora", code=1)
    assert over["code"] == "delegation_overlaps"
    listed = shell.run("delegate", "list", "emil", "--others").stdout
    assert "dora" in listed and "planned" in listed
    assert shell.json("delegate", "list", "--active")["delegations"] == []
    gone = shell.run("delegate", "end", str(made["id"]), "--as", "emil").stdout
    assert gone == "ended: nothing is done by it in reviewer any more\n"
    assert shell.json("delegate", "end", made["id"], code=1)["code"] == "delegation_over"
