"""project add, list, show, patch, archive and unarchive: what the items of plans belong to."""

from __future__ import annotations

import json
import sys
from typing import Annotated, Literal
from uuid import UUID

import typer

from rowlock.cli.accounts import show
from rowlock.cli.options import Options, command
from rowlock.cli.output import plain, since, table
from rowlock.cli.session import Session, session
from rowlock.errors import Refusal

HEAD = ("slug", "name", "status", "age", "id")
PAGE = 500
Project = Annotated[str, typer.Argument(metavar="PROJECT", help="Its slug or its id.")]


@command("project add")
def project_add(
    options: Options,
    slug: Annotated[str, typer.Argument(help="Its name in addresses: a-z, 0-9 and -.")],
    name: Annotated[str, typer.Argument(help="The name that people see.")],
    description: Annotated[str | None, typer.Option("--description", "-d")] = None,
) -> None:
    """Add a project, which has no items yet."""
    with session(options) as s:
        answer = s.ask("project_create", slug=slug, name=name, description=description)
    show(options, answer)


@command("project list")
def project_list(
    options: Options,
    status: Annotated[Literal["active", "archived"] | None, typer.Option()] = None,
) -> None:
    """List projects by their slugs."""
    projects: list[dict[str, object]] = []
    with session(options) as s:
        while True:
            given = {"status": status, "max_rows": PAGE, "skip_rows": len(projects)}
            page = json.loads(s.ask("project_list", **given))
            projects += page["projects"]
            if len(projects) >= page["total"] or not page["projects"]:
                break
    if options.json:
        plain(json.dumps({"projects": projects, "total": page["total"]}))
        return
    table(
        HEAD,
        ((p["slug"], p["name"], p["status"], since(p["created_at"]), p["id"]) for p in projects),
    )


@command("project show")
def project_show(options: Options, project: Project) -> None:
    """Show a project."""
    with session(options) as s:
        answer = s.ask("project_get", id=project_id(s, project))
    show(options, answer)


@command("project patch")
def project_patch(
    options: Options,
    project: Project,
    patch: Annotated[
        str, typer.Argument(metavar="JSON", help="The fields to change; null clears; - reads it.")
    ],
) -> None:
    """Change fields of a project: `rowlock project patch launch '{"name": "Launch"}'`."""
    given = sys.stdin.read() if patch == "-" else patch
    with session(options) as s:
        answer = s.ask("project_patch", id=project_id(s, project), patch=given)
    show(options, answer)


@command("project archive")
def project_archive(options: Options, project: Project) -> None:
    """Let the structure of a project stand still."""
    with session(options) as s:
        answer = s.ask("project_archive", id=project_id(s, project))
    show(options, answer)


@command("project unarchive")
def project_unarchive(options: Options, project: Project) -> None:
    """Make an archived project active again."""
    with session(options) as s:
        answer = s.ask("project_unarchive", id=project_id(s, project))
    show(options, answer)


def project_id(s: Session, project: str) -> str:
    """The id of a project, by its slug or the id itself."""
    if found := json.loads(s.ask("project_list", slug=project))["projects"]:
        return str(found[0]["id"])
    try:
        return str(UUID(project))
    except ValueError:
        raise Refusal(
            404,
            "project does not exist",
            "project_exists",
            {"reason": "not_found", "slug": project},
            "List the projects.",
        ) from None
