"""How a command ends: its exit code, and what it says when it was refused."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator

import psycopg
import typer
from rich.text import Text

from rowlock.cli.output import err, plain
from rowlock.embedded_host import EmbeddedError
from rowlock.errors import Refusal, refusal
from rowlock.install import InstallError
from rowlock.settings import NO_DSN, StartError

REFUSED, USAGE, UNREACHABLE = 1, 2, 3


class Unreachable(Exception):
    """There is no database to talk to; the text says what to do."""


class Usage(Exception):
    """The command line lacks something or contradicts itself; the text says what."""


@contextlib.contextmanager
def outcomes(as_json: bool) -> Iterator[None]:
    """Turn what went wrong into a message and an exit code."""
    try:
        yield
    except Refusal as e:
        _end(e, as_json, UNREACHABLE if e.code == "unavailable" else REFUSED)
    except psycopg.Error as e:
        refused, code = _database(e)
        _end(refused, as_json, code)
    except (Unreachable, EmbeddedError) as e:
        _end(Refusal(503, str(e), "unavailable"), as_json, UNREACHABLE)
    except (InstallError, StartError) as e:
        _end(Refusal(409, str(e), "not_started"), as_json, REFUSED)
    except Usage as e:
        _end(Refusal(400, str(e), "usage"), as_json, USAGE)
    except UnicodeEncodeError:
        # Arguments are whatever bytes the shell gave.
        _end(Refusal(400, "an argument is no UTF-8", "usage"), as_json, USAGE)


def _database(error: psycopg.Error) -> tuple[Refusal, int]:
    state = error.sqlstate or ""
    # No connection, a server that stops, a login or a database that is not there.
    if (not state and isinstance(error, psycopg.OperationalError)) or state.startswith(
        ("08", "57P", "28", "3D")
    ):
        text = str(error).strip() or "the connection is gone"
        return Refusal(503, text, "unavailable", None, "Is the server running?"), UNREACHABLE
    if isinstance(error, psycopg.ProgrammingError) and not state:
        # What libpq says of a connection string quotes it, with its password.
        said = "a connection string cannot be read"
        return Refusal(400, said, "usage", None, f"In DATABASE_URL and its like {NO_DSN}."), USAGE
    refused = refusal(error)
    if refused.status >= 500 and not state.startswith("PT"):
        # The service hides this text from its clients; here it is the operator's own.
        refused = Refusal(refused.status, str(error).strip(), state or refused.code)
    return refused, REFUSED


def _shown(value: object) -> object:
    """A fact; of a list of records each on a line of its own."""
    if not (isinstance(value, list) and value and all(isinstance(v, dict) for v in value)):
        return value
    return "".join("\n    " + ", ".join(f"{k}: {v}" for k, v in one.items()) for one in value)


def _end(refused: Refusal, as_json: bool, code: int) -> None:
    facts = {
        "error": refused.error,
        "code": refused.code,
        "detail": refused.detail,
        "hint": refused.hint,
    }
    if as_json:
        plain(json.dumps(facts))
    else:
        said = Text.assemble(
            ("refused" if code == REFUSED else "error", "bold red"), ": ", refused.error
        )
        said.append(f"  [{refused.code}]", "dim")
        if isinstance(refused.detail, dict):
            facts = {k: v for k, v in refused.detail.items() if k != "reason" and v is not None}
            for name, value in facts.items():
                said.append(f"\n  {name}: {_shown(value)}")
        if refused.hint:
            said.append(f"\n{refused.hint}", "yellow")
        err.print(said, soft_wrap=True)
    raise typer.Exit(code)
