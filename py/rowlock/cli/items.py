"""item add, list, tree, show, patch, move, order, set and delete: the work items of a plan."""

from __future__ import annotations

import json
import sys
from typing import Annotated, Literal

import typer

from rowlock.cli.accounts import show
from rowlock.cli.options import Options, command
from rowlock.cli.outcome import Usage
from rowlock.cli.output import Record, plain, table
from rowlock.cli.projects import project_id
from rowlock.cli.session import Null, session

HEAD = ("id", "kind", "status", "title", "assignee")
Item = Annotated[str, typer.Argument(metavar="ITEM", help="Its id.")]
Kind = Literal["milestone", "epic", "task", "subtask"]
Status = Literal["todo", "doing", "done", "cancelled"]


@command("item add")
def item_add(
    options: Options,
    project: Annotated[str, typer.Argument(metavar="PROJECT", help="Its slug or its id.")],
    title: Annotated[str, typer.Argument(help="What it is, in a line.")],
    kind: Annotated[Kind, typer.Option(help="Tasks and subtasks have runs.")] = "task",
    parent: Annotated[
        str | None, typer.Option(metavar="ITEM", help="What it is a part of; else it is a root.")
    ] = None,
    description: Annotated[str | None, typer.Option("--description", "-d")] = None,
    assignee: Annotated[str | None, typer.Option(help="A person or a team, in words.")] = None,
    order: Annotated[int | None, typer.Option(help="Its place among its siblings.")] = None,
) -> None:
    """Add an item to the plan of a project."""
    with session(options) as s:
        answer = s.ask(
            "work_item_create",
            project_id=project_id(s, project),
            kind=kind,
            title=title,
            parent_id=parent,
            description=description,
            assignee=assignee,
            sort_order=order,
        )
    show(options, answer)


@command("item list")
def item_list(
    options: Options,
    project: Annotated[str | None, typer.Option(help="Of this project alone.")] = None,
    parent: Annotated[
        str | None, typer.Option(metavar="ITEM", help="Directly below this item, in order.")
    ] = None,
    roots: Annotated[bool, typer.Option("--roots", help="Only the tops of trees.")] = False,
    status: Annotated[list[str] | None, typer.Option(help="Repeatable: any of them.")] = None,
    kind: Annotated[list[str] | None, typer.Option(help="Repeatable: any of them.")] = None,
    assignee: Annotated[str | None, typer.Option(help="Whose they are.")] = None,
    rows: Annotated[int, typer.Option("--max", help="At most so many.")] = 50,
    after: Annotated[str | None, typer.Option(help="Go on after a page: its next.")] = None,
) -> None:
    """List items: siblings in their order, others as in their trees."""
    with session(options) as s:
        answer = s.ask(
            "work_item_list",
            project_id=project_id(s, project) if project else None,
            parent_id=parent,
            roots=roots or None,
            status=[*status] if status else None,
            kind=[*kind] if kind else None,
            assignee=assignee,
            max_rows=rows,
            after=after,
        )
    _many(options, answer)


@command("item tree")
def item_tree(options: Options, item: Item) -> None:
    """Show an item and all below it, each indented below its parent."""
    with session(options) as s:
        answer = s.ask("work_item_subtree", id=item)
    if options.json:
        plain(answer)
        return
    items = json.loads(answer)["work_items"]
    top = items[0]["path"].count("/")
    for found in items:
        found["title"] = "  " * (found["path"].count("/") - top) + found["title"]
    _table(items)


@command("item show")
def item_show(
    options: Options,
    item: Item,
    done: Annotated[bool, typer.Option("--done", help="How much below it is done.")] = False,
) -> None:
    """Show an item, or how far it has got."""
    with session(options) as s:
        answer = s.ask("work_item_completion" if done else "work_item_get", id=item)
    show(options, answer)


@command("item patch")
def item_patch(
    options: Options,
    item: Item,
    patch: Annotated[
        str, typer.Argument(metavar="JSON", help="The fields to change; null clears; - reads it.")
    ],
) -> None:
    """Change fields of an item: `rowlock item patch ID '{"assignee": "docs team"}'`."""
    given = sys.stdin.read() if patch == "-" else patch
    with session(options) as s:
        answer = s.ask("work_item_patch", id=item, patch=given)
    show(options, answer)


@command("item move")
def item_move(
    options: Options,
    item: Item,
    parent: Annotated[
        str | None, typer.Option("--to", metavar="ITEM", help="What it is to be a part of.")
    ] = None,
    root: Annotated[bool, typer.Option("--root", help="Make it the top of a tree.")] = False,
    order: Annotated[int | None, typer.Option(help="Its place there.")] = None,
) -> None:
    """Hang an item, with all below it, somewhere else in its project."""
    if root == (parent is not None):
        raise Usage("say where to: --to ITEM, or --root")
    with session(options) as s:
        answer = s.ask(
            "work_item_move", id=item, new_parent_id=parent or Null.NULL, sort_order=order
        )
    show(options, answer)


@command("item order")
def item_order(
    options: Options,
    item: Item,
    order: Annotated[int, typer.Argument(help="A negative one stands after --.")],
) -> None:
    """Give an item another place among its siblings."""
    with session(options) as s:
        answer = s.ask("work_item_reorder", id=item, sort_order=order)
    show(options, answer)


@command("item set")
def item_set(
    options: Options,
    item: Item,
    status: Status,
    runs: Annotated[
        bool, typer.Option("--with-runs", help="With cancelled: stop what is running, too.")
    ] = False,
) -> None:
    """Change the status of an item; cancelled takes along what is open below it."""
    with session(options) as s:
        answer = s.ask("work_item_transition", id=item, to_status=status, with_runs=runs or None)
    _many(options, answer)


@command("item delete")
def item_delete(options: Options, item: Item) -> None:
    """Delete an item with all below it, and their runs."""
    with session(options) as s:
        answer = s.ask("work_item_delete", id=item)
    if options.json:
        plain(answer)
        return
    gone = json.loads(answer)
    plain(f"deleted, with {gone['descendants']} items below and {len(gone['run_ids'])} runs")


def _many(options: Options, answer: str) -> None:
    if options.json:
        plain(answer)
    else:
        _table(json.loads(answer)["work_items"])


def _table(items: list[Record]) -> None:
    table(HEAD, ([i[name] for name in HEAD] for i in items))
