"""The commands about roles: what they answer, and the exit codes."""

from __future__ import annotations

import psycopg
import pytest

from .test_commands import Shell


@pytest.fixture(scope="module")
def shell(dsn: str) -> Shell:
    with psycopg.connect(dsn, autocommit=True) as conn:
        conn.execute("select rowlock.user_create_first(external_id => 'admin')")
    return Shell(dsn)


def test_a_role_is_made_patched_shown_and_removed(shell: Shell) -> None:
    told = shell.run("role", "add", "desk", "--title", "Desk").stdout
    assert dict(line.split()[:2] for line in told.splitlines()).items() >= {
        "role": "desk", "title": "Desk", "created": "True"
    }.items()  # fmt: skip
    patch = '{"sla_minutes": 30, "form_schema": {"type": "object"}}'
    changed = shell.json("role", "patch", "desk", patch, "--summary", "first")
    assert (changed["sla_minutes"], changed["current_schema_version"]) == (30, 1)
    assert shell.run("role", "patch", "desk", "-", stdin='{"sla_minutes": null}').returncode == 0
    shown = shell.json("role", "show", "desk")
    assert (shown["title"], shown["sla_minutes"]) == ("Desk", None)
    assert shell.json("role", "targets", "desk", "reviewer")["targets"] == ["reviewer"]
    listed = shell.run("role", "list").stdout
    assert [line.split()[:4] for line in listed.splitlines() if "Desk" in line] == [
        ["desk", "Desk", "0", "reviewer"]
    ]
    assert shell.json("role", "delete", "desk", code=1)["code"] == "role_in_use"
    levels = '[{"after_minutes": 5, "action": "reassign", "target_role": "reviewer"}]'
    assert shell.run("role", "levels", "desk", "-", stdin=levels).returncode == 0
    assert shell.json("role", "levels", "desk")["levels"][0]["after_minutes"] == 5
    assert "reviewer" in shell.run("role", "levels", "desk").stdout
    levels = '[{"after_minutes": 5, "action": "assign", "target_user": "admin"}]'
    assert "admin" in shell.run("role", "levels", "desk", levels).stdout
    assert shell.json("role", "targets", "desk", "--none")["targets"] == []
    assert shell.json("role", "targets", "desk")["targets"] == []
    assert shell.run("role", "delete", "desk").stdout == "deleted desk\n"
    assert shell.run("role", "add", "desk").returncode == 0
    assert shell.json("role", "delete", "desk")["deleted"] is True
    assert shell.json("role", "show", "desk", code=1)["code"] == "role_exists"


def test_a_bad_patch_names_its_field(shell: Shell) -> None:
    refused = shell.json("role", "patch", "reviewer", '{"sla_minutes": -1}', code=1)
    assert refused["detail"]["field"] == "sla_minutes"
    refused = shell.json("role", "patch", "reviewer", "{", code=1)
    assert refused["detail"]["field"] == "patch"


def test_what_breaks_a_form_or_a_schema_is_told_a_line_each(shell: Shell) -> None:
    form = '{"form_schema": {"required": ["a", "b"]}, "enforce_schema": true}'
    shell.json("role", "patch", "reviewer", form)
    row = shell.json("create", "reviewer", "approval")["id"]
    refused = shell.run("resolve", row, "{}")
    lines = [line.strip() for line in refused.stderr.splitlines()]
    assert refused.returncode == 1
    for field in ("a", "b"):
        assert f"field: {field}, message: This is required, escalation_id: {row}" in lines
    bad = '{"form_schema": {"properties": {"a": {"type": "text"}}}}'
    assert (
        "path: /properties/a, keyword: type" in shell.run("role", "patch", "reviewer", bad).stderr
    )
