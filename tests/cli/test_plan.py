"""The commands about projects and items: what they answer, and the exit codes."""

from __future__ import annotations

import psycopg
import pytest

from .test_commands import NOBODY, Shell


@pytest.fixture(scope="module")
def shell(dsn: str) -> Shell:
    with psycopg.connect(dsn, autocommit=True) as conn:
        conn.execute("select rowlock.user_create_first(external_id => 'admin')")
    return Shell(dsn)


def test_a_project_is_made_patched_and_archived(shell: Shell) -> None:
    made = shell.json("project", "add", "launch", "Launch", "-d", "All of it")
    assert (made["slug"], made["description"], made["status"]) == ("launch", "All of it", "active")
    assert shell.json("project", "patch", "launch", '{"name": "Go"}')["name"] == "Go"
    assert shell.json("project", "show", made["id"])["name"] == "Go"
    assert shell.json("project", "archive", "launch")["status"] == "archived"
    assert shell.json("item", "add", "launch", "late", code=1)["code"] == "project_active"
    assert "archived" in shell.run("project", "list").stdout
    assert shell.json("project", "list", "--status", "active")["projects"] == []
    assert shell.json("project", "unarchive", "launch")["status"] == "active"
    for unknown in ("nowhere", NOBODY):
        assert shell.json("project", "show", unknown, code=1)["code"] == "project_exists"


def test_items_are_made_moved_and_done(shell: Shell) -> None:
    shell.json("project", "add", "plan", "Plan")
    top = shell.json("item", "add", "plan", "Top", "--kind", "epic")["id"]
    ids = [shell.json("item", "add", "plan", t, "--parent", top)["id"] for t in ("One", "Two")]
    assert shell.json("item", "order", ids[1], "--", "-1")["sort_order"] == -1
    below = shell.json("item", "list", "--parent", top)["work_items"]
    assert [i["title"] for i in below] == ["Two", "One"]
    assert shell.json("item", "move", ids[1], "--to", ids[0])["parent_id"] == ids[0]
    tree = shell.run("item", "tree", top).stdout.splitlines()
    titles = [line for line in tree if "todo" in line]
    places = [t.partition("todo")[2].rstrip() for t in titles]
    assert places == ["     Top", "       One", "         Two"]
    assert shell.json("item", "move", top, "--to", ids[1], code=1)["code"] == "work_item_cycle"
    assert shell.json("item", "move", ids[1], "--root", "--order", "3")["parent_id"] is None
    for where in ((), ("--root", "--to", top)):
        assert shell.run("item", "move", top, *where).returncode == 2
    assert shell.json("item", "patch", ids[0], '{"assignee": "ada"}')["assignee"] == "ada"
    mine = shell.json("item", "list", "--project", "plan", "--assignee", "ada", "--max", "1")
    assert [i["id"] for i in mine["work_items"]] == [ids[0]]
    assert shell.json("item", "set", ids[0], "done")["work_items"][0]["status"] == "done"
    assert shell.json("item", "show", top, "--done") == {"done": 1, "total": 1, "ratio": 1}
    assert shell.json("item", "set", ids[0], "todo", code=1)["code"] == "transition_legal"
    assert shell.run("item", "set", ids[0], "open").returncode == 2
    assert "One" not in shell.run("item", "set", top, "cancelled", "--with-runs").stdout
    assert shell.run("item", "delete", top).stdout == "deleted, with 1 items below and 0 runs\n"
    assert shell.json("item", "show", top, code=1)["code"] == "work_item_exists"
    roots = shell.json("item", "list", "--roots", "--project", "plan")["work_items"]
    assert [i["title"] for i in roots] == ["Two"]
