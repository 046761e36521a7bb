"""Makes docs/errors.md from the sources: `make docs`."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from tools import errors_py, errors_sql, sql_calls
from tools.errors_sql import Error

from rowlock import errors as states
from rowlock import guard

PAGE = Path(__file__).resolve().parent.parent / "docs" / "errors.md"
SERVICE, COMMANDS = "the HTTP service", "the command line"
COLUMNS = ("code", "status", "message", "reason", "hint", "raised by")

HEAD = """\
# Errors

Made from the sources by `make docs`; not edited by hand. `…` stands for a value.

Every refusal has a code, which is stable. Over SQL it is the constraint name of the error; the
SQLSTATE is `PT` and the HTTP status, DETAIL is a JSON object with `reason` and facts, HINT says
what to do. Over HTTP it is a body:

```
{"error": message, "code": code, "detail": {"reason": …, …}, "hint": …, "request_id": …}
```

From 500 on, the body has a fixed sentence and no detail; the service's log has the rest, under
the request id. PL/pgSQL reads the code by `get stacked diagnostics v_code = constraint_name`.
"Raised by" leaves out what stands behind a condition that a caller never fulfils, where the text
of the functions tells.
"""

STATES = """\
## States of Postgres itself

What a function did not foresee. The longest prefix of the SQLSTATE counts; the code is the name of
the constraint where the error has one, and every other state is a 500 `failed`. 40001 and 40P01 are
tried once more before they are told. Values that cannot be sent to the database at all are a 400
`argument_invalid` too.
"""

CONSTRAINTS = """\
## Constraints of the tables

The functions check before they write, so these are met by whoever writes to the tables as their
owner, or by two who are first at once. Keys and references answer 409, checks 400.
"""


def table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table in Markdown."""
    lines = [columns, ["---"] * len(columns), *rows]
    return "".join(f"| {' | '.join(c.replace('|', '&#124;') for c in line)} |\n" for line in lines)


def raised_by(names: frozenset[str]) -> str:
    """The verbs by noun, short where nearly all of a kind are meant."""
    others = sorted(names - sql_calls.public())
    verbs = names & sql_calls.public()
    actors = sql_calls.taking_actor()
    if len(verbs & actors) > 0.8 * len(actors):
        left = sorted(actors - verbs)
        every = "every function with an `actor`"
        others.insert(0, f"{every}, except {_listed(left)}" if left else every)
        verbs -= actors
    by_noun: dict[str, list[str]] = {}
    for verb in sorted(verbs):
        by_noun.setdefault(sql_calls.noun_of(verb), []).append(verb)
    return "; ".join([*(_listed(found) for found in by_noun.values()), *others])


def _listed(verbs: Sequence[str]) -> str:
    return ", ".join(f"`{v}`" for v in verbs)


def merged(found: Iterable[Error]) -> list[Error]:
    """Equal ones as one, with everybody who raises it."""
    by: dict[Error, frozenset[str]] = {}
    for error in found:
        by[error] = by.get(error, frozenset()) | error.by
    return [replace(error, by=names) for error, names in by.items()]


def everything() -> list[Error]:
    """The refusals of SQL, service and command line."""
    found = list(errors_sql.errors())
    nouns = {e.code: e.noun for e in found}
    for module, error in errors_py.errors():
        if error.status >= 500:
            continue  # stands in the table of states
        ours = module.path.name.startswith("importer") or module.path.parent.name == "cli"
        where = COMMANDS if ours else SERVICE
        noun = nouns.get(error.code, where)
        found.append(replace(error, by=frozenset({where}), noun=noun))
    for status, (sentence, code, hint) in guard.ANSWERS.items():
        reason = ("not_found" if status == 404 else "http",)
        found.append(
            Error(code, status, sentence, reason, hint, frozenset({SERVICE}), noun=SERVICE)
        )
    return merged(found)


def _sections(found: Sequence[Error]) -> Iterator[str]:
    ours = {e.noun for e in found} - {SERVICE, COMMANDS, "argument"}
    yield "## argument\n\nAll of them are 400 `argument_invalid`; the detail names the `field`.\n"
    yield table(
        ("field", "reason", "message", "hint", "raised by"),
        (
            (f"`{e.argument}`" if e.argument else "any", *_said(e)[3:4], e.message, *_said(e)[4:])
            for e in sorted(
                (e for e in found if e.noun == "argument"),
                key=lambda e: (e.argument, e.reasons, e.hint),
            )
        ),
    )
    for noun in [*sorted(ours), SERVICE, COMMANDS]:
        rows = sorted(
            (e for e in found if e.noun == noun), key=lambda e: (e.status, e.code, e.message)
        )
        yield f"## {noun}\n"
        columns = COLUMNS if noun in ours else COLUMNS[:-1]
        yield table(columns, (_said(e)[: len(columns)] for e in rows))


def _said(e: Error) -> tuple[str, ...]:
    reasons = ", ".join(f"`{r}`" for r in e.reasons)
    return f"`{e.code}`", str(e.status), e.message, reasons, e.hint, raised_by(e.by)


def _states() -> Iterator[tuple[str, ...]]:
    for state, (status, sentence, code) in states.STATES.items():
        told = sentence or states.SENTENCES[status]
        yield f"`{state}`", f"`{code}`", str(status), told, states.HINTS.get(status, "")


def _constraints() -> Iterator[tuple[str, ...]]:
    for owner, name, kind, rule in errors_sql.constraints():
        status = "400" if kind == "check" else "409"
        rule = re.sub(r"^\( ?(.*?) ?\)$", r"\1", rule) if kind == "check" else rule
        yield owner, f"`{name}`", status, kind, f"`{rule}`"


def page() -> str:
    """The text of docs/errors.md."""
    parts = [
        HEAD,
        *_sections(everything()),
        STATES,
        table(("state", "code", "status", "message", "hint"), _states()),
        CONSTRAINTS,
        table(("table", "code", "status", "kind", "rule"), _constraints()),
    ]
    return "\n".join(parts)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    print(f"wrote {PAGE}", file=sys.stderr)
