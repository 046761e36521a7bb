"""The settings as a list: for the page that documents them, and for who asks what is in force."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import psycopg
import structlog
from annotated_types import Ge, Gt, Le
from psycopg.conninfo import conninfo_to_dict
from pydantic import SecretStr, ValidationError
from pydantic.fields import FieldInfo

from rowlock.settings import FOR_TESTS, OTHER, TENANT_DSN, Settings

HIDDEN = "***"
_PASSWORDS = ("password", "sslpassword")
_FIRST = ("host", "port", "dbname", "user")

log = structlog.get_logger("rowlock.settings")


@dataclass(frozen=True, slots=True)
class Variable:
    """One setting: the variable of the environment, and what is to be said of it."""

    name: str
    field: str
    default: object
    about: str
    secret: bool
    dsn: bool


def _variable(name: str, field: FieldInfo) -> Variable:
    extra = field.json_schema_extra
    return Variable(
        name=str(field.validation_alias or f"ROWLOCK_{name.upper()}"),
        field=name,
        default=None if field.is_required() else field.default,
        about=" ".join(filter(None, [field.description or "", _range(field)])),
        secret="SecretStr" in str(field.annotation),
        dsn=isinstance(extra, dict) and bool(extra.get("dsn")),
    )


def _range(field: FieldInfo) -> str:
    least = next((f"{b.ge}" for b in field.metadata if isinstance(b, Ge)), "")
    above = next((f"more than {b.gt}" for b in field.metadata if isinstance(b, Gt)), "")
    most = next((f"{b.le}" for b in field.metadata if isinstance(b, Le)), "")
    told = f"{least} to {most}" if least and most else ", up to ".join(filter(None, [above, most]))
    return f"({told})" if told else ""


def variables() -> tuple[Variable, ...]:
    """Every setting of the service, in the order of the class."""
    return tuple(_variable(name, field) for name, field in Settings.model_fields.items())


def told(value: object) -> str:
    """A value as one would write it into the environment; empty when it is not set."""
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, tuple):
        return ",".join(map(str, value))
    return "" if value is None else f"{value:g}" if isinstance(value, float) else str(value)


def hidden(variable: Variable, value: object) -> object:
    """The value as it may be shown: a secret as stars, of a connection string its password."""
    if not isinstance(value, SecretStr):
        return value
    if not variable.dsn:
        return HIDDEN
    try:
        words = conninfo_to_dict(value.get_secret_value())
    except psycopg.Error:
        return HIDDEN
    shown = {k: HIDDEN if k in _PASSWORDS else v for k, v in words.items()}
    first = [k for k in _FIRST if k in shown]
    return " ".join(f"{k}={shown[k]}" for k in dict.fromkeys([*first, *sorted(shown)]))


def problem(error: ValidationError) -> str:
    """What is wrong with which variables; never a value, which may be secret."""
    names = {v.field: v.name for v in variables()}
    found = error.errors(include_url=False, include_input=False)
    return "; ".join(f"{names.get(str(e['loc'][0]), e['loc'][0])}: {e['msg']}" for e in found)


def set_by(variable: Variable, environment: Mapping[str, str]) -> bool:
    """Whether the environment sets it; an empty variable does not."""
    return any(k.upper() == variable.name and v for k, v in environment.items())


def misspelt(environment: Mapping[str, str]) -> Iterator[tuple[str, str | None]]:
    """Variables that look like ours and are not, each with the name that may have been meant."""
    known = {v.name for v in variables()} | {*OTHER} | FOR_TESTS
    for name in sorted(environment):
        ours = name.upper().startswith("ROWLOCK") and not name.upper().startswith(TENANT_DSN)
        if ours and name.upper() not in known:
            near = difflib.get_close_matches(name.upper(), known, n=1, cutoff=0.75)
            yield name, near[0] if near else None


def warn_of_misspelt(environment: Mapping[str, str]) -> None:
    """One line in the log when there are any."""
    found = dict(misspelt(environment))
    if found:
        meant = {name: near for name, near in found.items() if near}
        log.warning("settings are not known", names=list(found), meant=meant or None)
