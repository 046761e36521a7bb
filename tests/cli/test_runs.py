"""The commands about runs: what they answer, and the exit codes."""

from __future__ import annotations

from uuid import UUID, uuid4

import psycopg
import pytest

from .test_commands import Shell

MADE = """
  with actor as (select rowlock.user_create_first(external_id => 'admin') as made),
  project as (
    select p.id, (made).id as actor from actor, rowlock.project_create(
      name => 'Plan', slug => 'plan', actor => (made).id) p)
  select w.id, p.actor, (rowlock.host_register(
    name => 'mini', platform => 'macos', instance_id => %s, actor => p.actor)).host.id
  from project p, rowlock.work_item_create(
    project_id => p.id, kind => 'task', title => 'work', actor => p.actor) w"""


@pytest.fixture(scope="module")
def made(dsn: str) -> tuple[UUID, UUID, UUID]:
    """A task, the administrator, and a host."""
    with psycopg.connect(dsn, autocommit=True) as conn:
        found = conn.execute(MADE, [uuid4()]).fetchone()
    assert found
    return found[0], found[1], found[2]


@pytest.fixture(scope="module")
def shell(dsn: str, made: tuple[UUID, UUID, UUID]) -> Shell:
    assert made
    return Shell(dsn)


def begun(dsn: str, run: str, made: tuple[UUID, UUID, UUID], kind: str) -> None:
    with psycopg.connect(dsn, autocommit=True) as conn:
        conn.execute(
            "select rowlock.run_dispatch(id => %s, host_id => %s, actor => %s)",
            [run, made[2], made[1]],
        )
        conn.execute(
            "select rowlock.run_signal(id => %s, attempt => 1, kind => %s, actor => %s)",
            [run, kind, made[1]],
        )


def test_a_run_is_made_listed_and_stopped(
    shell: Shell, dsn: str, made: tuple[UUID, UUID, UUID]
) -> None:
    run = shell.json("run", "create", str(made[0]), "--cwd", "/srv", "--host", "mini")
    assert (run["status"], run["target_host_id"]) == ("pending", str(made[2]))
    assert shell.json("run", "show", run["id"])["cwd"] == "/srv"
    assert shell.json("run", "stop", run["id"], code=1)["code"] == "transition_legal"
    begun(dsn, run["id"], made, "started")
    listed = shell.run("run", "list", "--status", "running", "--host", "mini").stdout
    assert run["id"] in listed and "claude" in listed
    assert shell.json("run", "list", "--parked")["runs"] == []
    assert shell.json("run", "stop", run["id"])["status"] == "stopped"
    assert [r["id"] for r in shell.json("run", "list", "--item", str(made[0]))["runs"]] == [
        run["id"]
    ]


def test_a_failed_run_is_requeued_as_often_as_it_may(
    shell: Shell, dsn: str, made: tuple[UUID, UUID, UUID]
) -> None:
    run = shell.json("run", "create", str(made[0]), "--cwd", "/srv")
    begun(dsn, run["id"], made, "failed")
    said = shell.run("run", "requeue", run["id"], "--max-attempts", "1").stdout
    assert said == "It has had its 1 attempts, and stays failed.\n"
    assert shell.json("run", "requeue", run["id"])["outcome"] == "requeued"
    assert shell.json("run", "requeue", run["id"], code=1)["code"] == "transition_legal"


def test_what_is_no_run_is_refused(shell: Shell) -> None:
    assert shell.json("run", "show", str(uuid4()), code=1)["code"] == "run_exists"
    refused = shell.json("run", "list", "--status", "done", code=1)
    assert refused["detail"]["field"] == "status"
