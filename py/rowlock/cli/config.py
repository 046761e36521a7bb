"""config: which settings are in force, and where each comes from."""

from __future__ import annotations

import json
import os

from pydantic import ValidationError

from rowlock.cli.options import Options, command
from rowlock.cli.outcome import Usage
from rowlock.cli.output import note, plain, table
from rowlock.settings import Settings
from rowlock.settings_list import Variable, hidden, misspelt, problem, set_by, told, variables


@command("config")
def show_config(options: Options) -> None:
    """Show the settings in force, without secrets, and name variables that are not known."""
    given = {"ROWLOCK_SCHEMA": options.schema} if options.schema else {}
    # Without DATABASE_URL there is an embedded server, whose address is settled at the start.
    absent = {} if os.environ.get("DATABASE_URL") else {"DATABASE_URL": ""}
    try:
        settings = Settings(**{**absent, **given})  # type: ignore[arg-type]
    except ValidationError as e:
        raise Usage(problem(e)) from e
    found = []
    for variable in variables():
        value = hidden(variable, getattr(settings, variable.field))
        place = "option" if variable.name in given else _place(variable)
        if variable.name in absent:
            value, place = None, "embedded server"
        found.append((variable, value, place))
    unknown = dict(misspelt(os.environ))
    if options.json:
        plain(json.dumps({"settings": [_facts(*f) for f in found], "unknown": unknown}))
        return
    table(("setting", "value", "from"), ((v.name, told(value), where) for v, value, where in found))
    for name, near in unknown.items():
        note(f"{name} is not known" + (f"; {near} is" if near else ""))


def _place(variable: Variable) -> str:
    return "environment" if set_by(variable, os.environ) else "default"


def _facts(variable: Variable, value: object, place: str) -> dict[str, object]:
    return {"name": variable.name, "value": value, "from": place, "secret": variable.secret}
