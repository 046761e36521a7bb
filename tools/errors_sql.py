"""Reads what the SQL files refuse, and which public functions can come to it. A scan of text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from tools.sql_calls import (
    INSTALLING,
    SQL,
    argument,
    first_item,
    functions,
    is_handled,
    noun_of,
    raisers,
)

_REFUSAL = re.compile(r"perform rowlock\._(argument|escalation|task)_refuse\((.*?)\)\s*;", re.S)
_RAISE = re.compile(r"\braise exception\b(?:\s+'((?:[^']|'')*)')?\s*using\b(.*?);\n", re.S)
_OPTION = re.compile(r"\b(message|errcode|constraint|detail|hint)\s*=\s*")
_JUDGE = "_escalation_answer_reason"
_REFUSER = "_escalation_answer_refuse"
_LITERAL = re.compile(r"'((?:[^']|'')*)'")
_CASE = re.compile(r"when '(\w+)' then\s+v_message := '([^']*)';\s*v_hint := '([^']*)'")
_RETURNED = re.compile(r"\breturn '(\w+)'")
# The states that a row of any noun can leave.
_OPEN = frozenset({"pending", "in_progress", "needs_intervention"})
_OUTCOME = re.compile(r"\b(?:then|else)\s+'(?:\w+ )?([a-z_]+)'")


@dataclass(frozen=True, slots=True)
class Error:
    """One refusal: what a client is told, and by whom."""

    code: str
    status: int
    message: str
    reasons: tuple[str, ...]
    hint: str
    by: frozenset[str] = field(default=frozenset(), compare=False)
    argument: str = ""
    noun: str = field(default="", compare=False)


def options(text: str) -> dict[str, str]:
    """The `name = expression` pairs behind USING."""
    parts = _OPTION.split(re.sub(r"\bjsonb_build_object\(.*?\)::text", _quoted, text, flags=re.S))
    return {k: v.strip().rstrip(",").strip() for k, v in zip(parts[1::2], parts[2::2], strict=True)}


def _quoted(found: re.Match[str]) -> str:
    # Nothing inside a detail may look like an option.
    return found[0].replace("=", "≠")


def literal(expression: str) -> str:
    """A text as a reader sees it: literals joined, `…` where a value stands."""
    found = _LITERAL.findall(expression)
    text = "".join(found[:1] if expression.startswith("format(") else found)
    return re.sub(r"%[sIL]", "…", text.replace("''", "'"))


def _reasons(expression: str, body: str, noun: str = "escalation") -> tuple[str, ...]:
    if re.fullmatch(r"'\w+'", expression):
        return (literal(expression),)
    if expression.endswith(".status"):
        return tuple(s for s in _statuses(noun) if s not in _OPEN)
    found = _OUTCOME.findall(expression) or _OUTCOME.findall(body)
    if not found:
        raise LookupError(f"cannot tell which reasons {expression!r} stands for")
    return tuple(dict.fromkeys(found))


def _row_cases(noun: str = "escalation") -> dict[str, tuple[str, str]]:
    found = _CASE.findall(functions()[f"_{noun}_refuse"])
    return {reason: (message, hint) for reason, message, hint in found}


def _statuses(noun: str) -> tuple[str, ...]:
    text = "".join(p.read_text(encoding="utf-8") for p in (SQL / "migrations").glob("*.sql"))
    found = re.search(rf"{noun}_status_known check \(\s*status in \((.*?)\)\)", text)
    return tuple(_LITERAL.findall(found[1])) if found else ()


def errors() -> Iterator[Error]:
    """Every refusal of the SQL files, in their order."""
    for path in sorted(SQL.glob("*.sql")):
        text = path.read_text(encoding="utf-8")
        for found in _RAISE.finditer(text):
            yield _raised(found, text, frozenset({INSTALLING}), "migration")
    for name, body in functions().items():
        for found in _REFUSAL.finditer(body):
            which, call = found.groups()
            if which == "escalation" and argument(call, "reason") == "reason":
                yield from _judged()
                continue
            by = raisers(name, body, found.start())
            reasons = _reasons(argument(call, "reason"), body, which)
            if which == "argument":
                yield Error(
                    code="argument_invalid",
                    status=400,
                    message="argument is not valid",
                    reasons=reasons,
                    hint=literal(argument(call, "hint")),
                    by=by,
                    argument=literal(argument(call, "field")),
                    noun="argument",
                )
            else:
                yield from (_row_refusal(reason, by, which) for reason in reasons)
        if name not in ("_argument_refuse", "_escalation_refuse", "_task_refuse"):
            for found in _RAISE.finditer(body):
                by = raisers(name, body, found.start())
                if not is_handled(name, by):
                    yield _raised(found, body, by, noun_of(name.strip("_")))


def _judged() -> Iterator[Error]:
    """What the function that judges a row finds; without a case it is raised elsewhere."""
    body = functions()[_JUDGE]
    # A verb on many rows asks the judge too, and names the rows that it skips.
    raising = raisers(_REFUSER, "", 0)
    for found in _RETURNED.finditer(body):
        if found[1] in _row_cases():
            yield _row_refusal(found[1], raisers(_JUDGE, body, found.start()) & raising)


def _row_refusal(reason: str, by: frozenset[str], noun: str = "escalation") -> Error:
    body = functions()[f"_{noun}_refuse"]
    message, hint = _row_cases(noun)[reason]
    [(_, using)] = _RAISE.findall(body)
    state = literal(options(using)["errcode"])
    code = literal(options(using)["constraint"]) + reason
    return Error(code, int(state[2:]), message, (reason,), hint, by, noun=noun)


def _raised(found: re.Match[str], body: str, by: frozenset[str], home: str) -> Error:
    message, using = found.groups()
    given = options(using)
    reason = re.search(r"'reason', ([^,)]+)", given["detail"])
    named = re.search(r"'field', ([^,)]+)", given["detail"])
    code = literal(given["constraint"])
    return Error(
        code=code,
        status=int(literal(given["errcode"])[2:]),
        message=message.replace("''", "'"),
        reasons=_reasons(reason[1], body) if reason else (),
        hint=literal(given["hint"]),
        by=by,
        argument=literal(named[1]) if named else "",
        noun=home if by == {INSTALLING} else noun_of(code) or home,
    )


def constraints() -> Iterator[tuple[str, str, str, str]]:
    """Each constraint of the tables: table, name, kind, rule."""
    found: dict[str, tuple[str, str, str, str]] = {}
    for path in [SQL / "bootstrap.sql", *sorted((SQL / "migrations").glob("*.sql"))]:
        text = re.sub(r"--.*", "", path.read_text(encoding="utf-8"))
        for dropped in re.findall(r"^\s*(?:alter table \S+ )?drop constraint (\w+)", text, re.M):
            found.pop(dropped, None)
        found |= {made[1]: made for made in _made(text)}
    yield from found.values()


def _made(text: str) -> Iterator[tuple[str, str, str, str]]:
    """The constraints that one file makes."""
    pattern = r"create (?:unlogged )?table (?:if not exists )?rowlock\.(\w+) \((.*?)^\)[^;]*;"
    for table, body in re.findall(pattern, text, re.S | re.M):
        for column in re.findall(r"^\s*(\w+) [^\n]*\bprimary key\b", body, re.M):
            if column != "constraint":
                yield table, f"{table}_pkey", "primary key", f"({column})"
        for found in re.finditer(
            r"constraint (\w+)\s+(check|unique|primary key|foreign key|exclude)\b", body
        ):
            rule = body[found.end() :]
            yield table, found[1], found[2], " ".join(first_item(rule).split())
    for table, body in re.findall(r"alter table rowlock\.(\w+)([^;]*);", text):
        for found in re.finditer(r"add constraint (\w+)\s+(check|unique|foreign key)\b", body):
            rule = body[found.end() :]
            yield table, found[1], found[2], " ".join(first_item(rule).split())
    for name, table, rule in re.findall(
        r"create unique index (\w+) on rowlock\.(\w+) (.*?);", text, re.S
    ):
        yield table, name, "unique", " ".join(rule.split())
