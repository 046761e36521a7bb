"""The commands about hosts: what they answer, and the exit codes."""

from __future__ import annotations

from uuid import uuid4

import psycopg
import pytest

from .test_commands import Shell


@pytest.fixture(scope="module")
def shell(dsn: str) -> Shell:
    with psycopg.connect(dsn, autocommit=True) as conn:
        conn.execute("select rowlock.user_create_first(external_id => 'admin')")
        for name in ("mini", "mega"):
            conn.execute(
                "select rowlock.host_register(name => %s, platform => 'macos', instance_id => %s,"
                " actor => u.id) from rowlock.user_account u",
                [name, uuid4()],
            )
    return Shell(dsn)


def listed(shell: Shell, *options: str) -> list[list[str]]:
    lines = shell.run("host", "list", *options).stdout.splitlines()
    return [line.split()[:4] for line in lines if "macos" in line]


def test_a_host_is_listed_disabled_and_enabled(shell: Shell) -> None:
    assert listed(shell) == [
        ["mega", "macos", "online", "yes"],
        ["mini", "macos", "online", "yes"],
    ]
    assert shell.json("host", "disable", "mini")["status"] == "disabled"
    assert listed(shell, "--status", "disabled")[0][:3] == ["mini", "macos", "disabled"]
    found = shell.json("host", "show", "mini")
    assert shell.json("host", "enable", found["id"])["status"] == "online"


def test_a_suspicion_is_ended_in_favour_of_whoever_is_named(shell: Shell, dsn: str) -> None:
    found, other = shell.json("host", "show", "mega"), str(uuid4())
    with psycopg.connect(dsn, autocommit=True) as conn:
        conn.execute(
            "select rowlock.host_heartbeat(host_id => %s, instance_id => %s, actor => u.id)"
            " from rowlock.user_account u",
            [found["id"], other],
        )
    assert [line[0] for line in listed(shell, "--suspect")] == ["mega"]
    done = shell.run("host", "clear-suspect", "mega", "--instance", found["instance_id"])
    assert done.stdout == f"mega is {found['instance_id']} from now on.\n"
    assert shell.json("host", "clear-suspect", "mega")["cleared"] is False


def test_what_is_no_host_is_refused(shell: Shell) -> None:
    assert shell.json("host", "show", "nobody", code=1)["code"] == "host_exists"
    refused = shell.json("host", "list", "--status", "gone", code=1)
    assert refused["detail"]["field"] == "status"
