"""Who calls which function of the schema, and so who can come to a place in one. A text scan."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

SQL = Path(__file__).resolve().parent.parent / "sql"
INSTALLING = "installing"

_FUNCTION = re.compile(r"create or replace function rowlock\.(\w+)\((.*?)^\$\$;", re.S | re.M)
_TRIGGER = re.compile(r"create or replace trigger \w+ (?:before|after) (.+?)\s+on rowlock\.(\w+)\b")
_CALL = re.compile(r"\browlock\.(\w+)\s*\(")


@cache
def functions() -> dict[str, str]:
    """Each function's text from its arguments to the end of its body, without remarks."""
    found: dict[str, str] = {}
    for path in sorted((SQL / "functions").glob("*/*.sql")):
        for name, text in _FUNCTION.findall(path.read_text(encoding="utf-8")):
            found[name] = re.sub(r"(?m)^\s*--.*$|\s--\s.*$", "", text)
    return found


def calls(text: str) -> Iterator[tuple[str, str]]:
    """Each call of a function of ours: its name, and what stands in the parentheses."""
    for found in _CALL.finditer(text):
        yield found[1], first_item(text[found.end() :], ends=None)


@cache
def _direct() -> dict[str, dict[str, list[str]]]:
    """For each function who calls it, and with what."""
    direct: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for name, text in functions().items():
        for called, given in calls(text):
            direct[called][name].append(given)
    return direct


@cache
def _outside() -> dict[str, set[str]]:
    """What comes to a function from outside of functions: the installer, and changes of tables."""
    outside: dict[str, set[str]] = defaultdict(set)
    for path in [*SQL.glob("*.sql"), *SQL.glob("*.psql")]:
        for called in _CALL.findall(path.read_text(encoding="utf-8")):
            outside[called].add(INSTALLING)
    for path in (SQL / "functions").glob("*/_*.sql"):
        for events, table in _TRIGGER.findall(path.read_text(encoding="utf-8")):
            change = re.sub(r"\bor\b", "and", " ".join(events.split()))
            outside[f"_{path.parent.name}{path.stem}"].add(f"any {change} of rowlock.{table}")
    return outside


def _climb(name: str, seen: set[str], condition: str, state: str) -> Iterator[str]:
    """The verbs, changes of tables and the installer that can come to a place behind an IF.

    Who handles the state of an error is where it ends.
    """
    seen.add(name)
    yield from _outside().get(name, ())
    if not name.startswith("_"):
        yield verb_of(name)
    parameters = functions()[name].partition("\n)")[0]
    for caller, given in _direct()[name].items():
        ways = [call for call in given if _fulfilled(condition, call, parameters)]
        handled = f"when sqlstate '{state}'" in functions()[caller]
        if caller not in seen and ways and not handled:
            handed_on = {a for call in ways for a in re.findall(r"\b(\w+) => \1\b", call)}
            judged = handed_on.intersection(_words(condition))
            yield from _climb(caller, seen, condition if judged else "", state)


def _words(condition: str) -> list[str]:
    return re.findall(r"\b[a-z_]+\b(?!\.)", condition)


def _fulfilled(condition: str, call: str, parameters: str) -> bool:
    """Whether the literals of a call leave a condition possible; only plain forms are judged."""
    begin = re.match(r"(not )?(\w+)(?: = '(\w+)')?(?: and\b|$)", condition)
    if begin and (known := re.search(rf"\b{begin[2]}\s+\w+(?: default (\w+))?", parameters)):
        given = argument(call, begin[2]) or known[1] or ""
        if begin[3]:
            return not given.startswith("'") or given == f"'{begin[3]}'"
        return given != ("true" if begin[1] else "false")
    absent = re.findall(r"(\w+) => null\b", call)
    return not any(re.search(rf"\b{a}\b(?! is null)", condition) for a in absent)


def _condition(body: str, at: int) -> str:
    found = re.search(r"\b(?:els)?if\b((?:(?!\b(?:els)?if\b|;).)*?)\bthen\s*\Z", body[:at], re.S)
    return " ".join(found[1].split()) if found else ""


def raisers(name: str, body: str, at: int) -> frozenset[str]:
    """Who can come to this place of a function."""
    state = re.search(r"\berrcode = '(PT\d+)'", body[at:])
    found = _climb(name, set(), _condition(body, at), state[1] if state else "PT400")
    return frozenset(found)


def is_handled(name: str, by: frozenset[str]) -> bool:
    """Whether an error that nobody raises has callers, which handle it."""
    return not by and any(_climb(name, set(), "", state=""))


def verb_of(name: str) -> str:
    """The verb that an answer belongs to."""
    verb = name.removesuffix("_answer")
    return verb if verb in functions() else name


def noun_of(name: str) -> str:
    """The longest noun that a name begins with; empty when it begins with none."""
    nouns = [p.name for p in (SQL / "functions").iterdir() if name.startswith(f"{p.name}_")]
    return max(nouns, key=len, default="")


def public() -> frozenset[str]:
    """Every verb."""
    return frozenset(verb_of(n) for n in functions() if not n.startswith("_"))


def taking_actor() -> frozenset[str]:
    """The verbs that take an actor."""
    return frozenset(n for n in public() if re.search(r"\bactor\s+uuid\b", functions()[n]))


def argument(call: str, name: str) -> str:
    """The expression that a call gives to an argument."""
    found = re.search(rf"\b{name} => (.*?)(?=,\s*\w+ =>|\Z)", call, re.S)
    return found[1].strip() if found else ""


def first_item(text: str, ends: str | None = ",") -> str:
    """The text up to the comma, or the parenthesis, that ends the list it begins in."""
    depth = 0
    for at, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if depth < 0 or (depth == 0 and letter == ends):
            return text[:at]
    return text
