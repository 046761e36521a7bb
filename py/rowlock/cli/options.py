"""The options that every command has, before its name or behind it."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Concatenate, ParamSpec, get_type_hints

import typer

from rowlock import __version__
from rowlock.cli.outcome import outcomes

P = ParamSpec("P")
PANEL = "Every command"

Json = Annotated[bool, typer.Option("--json", help="Answer in JSON alone.", rich_help_panel=PANEL)]
As = Annotated[
    str | None,
    typer.Option(
        "--as",
        metavar="EXTERNAL_ID",
        help="Who acts: else ROWLOCK_ACTOR, else the first admin of an embedded server.",
        rich_help_panel=PANEL,
    ),
]
Schema = Annotated[
    str | None,
    typer.Option("--schema", help="The schema's name: else ROWLOCK_SCHEMA.", rich_help_panel=PANEL),
]
Data = Annotated[
    Path | None,
    typer.Option("--data", help="The embedded server's folder; a worker's.", rich_help_panel=PANEL),
]


@dataclass(frozen=True, slots=True)
class Options:
    """What holds for any command."""

    json: bool = False
    actor: str | None = None
    schema: str | None = None
    data: Path | None = None

    def over(self, before: Options) -> Options:
        """These, and where they say nothing the ones given before the command."""
        return Options(
            self.json or before.json,
            self.actor or before.actor,
            self.schema or before.schema,
            self.data or before.data,
        )


def _tell_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"rowlock {__version__}")
        raise typer.Exit


def remember(
    ctx: typer.Context,
    as_json: Json = False,
    actor: As = None,
    schema: Schema = None,
    data: Data = None,
) -> None:
    """Keep what was given before the command's name."""
    ctx.obj = Options(as_json, actor, schema, data)


def _start(
    ctx: typer.Context,
    as_json: Json = False,
    actor: As = None,
    schema: Schema = None,
    data: Data = None,
    version: Annotated[
        bool,
        typer.Option("--version", is_eager=True, callback=_tell_version, help="Show the version."),
    ] = False,
) -> None:
    remember(ctx, as_json, actor, schema, data)


app = typer.Typer(
    name="rowlock",
    help="Coordinate work that waits on the world: a queue of questions in Postgres.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
    callback=_start,
)
_GROUPS = {
    name: typer.Typer(name=name, help=text, no_args_is_help=True)
    for name, text in (
        ("user", "Accounts."),
        ("role", "Roles."),
        ("key", "API keys."),
        ("persona", "Personas: bundles of roles."),
        ("delegate", "Delegations: who stands in for whom, for a while."),
        ("project", "Projects: what the items of plans belong to."),
        ("item", "The work items of a plan."),
        ("host", "The machines that runs are claimed for."),
        ("run", "What agents do on hosts."),
        ("tenant", "Tenants: the schemas that one service answers for."),
    )
}
_GLOBAL = list(inspect.signature(remember, eval_str=True).parameters.values())

Command = Callable[Concatenate[Options, P], None]


def command(name: str, *, passes: bool = False) -> Callable[[Command[P]], Command[P]]:
    """Register a function as a command that also takes the options of every command.

    One that passes hands options it does not know to its own arguments.
    """
    group, _, own_name = name.rpartition(" ")
    if group and _GROUPS[group] not in (g.typer_instance for g in app.registered_groups):
        app.add_typer(_GROUPS[group])
    place = _GROUPS[group] if group else app

    def register(function: Command[P]) -> Command[P]:
        def run(ctx: typer.Context, *args: P.args, **given: P.kwargs) -> None:
            own = Options(*(given.pop(p.name) for p in _GLOBAL[1:]))  # type: ignore[arg-type]
            options = own.over(ctx.find_root().obj or Options())
            with outcomes(options.json):
                function(options, *args, **given)

        # Typer reads the parameters of what it calls: the command's own, then those of all.
        hints = get_type_hints(function, include_extras=True)
        own = list(inspect.signature(function).parameters.values())[1:]
        parameters = [
            _GLOBAL[0].replace(annotation=typer.Context),
            *(p.replace(annotation=hints[p.name]) for p in own),
            *_GLOBAL[1:],
        ]
        parameters = [p.replace(kind=inspect.Parameter.KEYWORD_ONLY) for p in parameters]
        setattr(run, "__signature__", inspect.Signature(parameters))  # noqa: B010
        run.__annotations__ = {p.name: p.annotation for p in parameters}
        run.__doc__ = function.__doc__
        place.command(own_name, context_settings={"ignore_unknown_options": passes})(run)
        return function

    return register
