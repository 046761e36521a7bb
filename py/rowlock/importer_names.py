"""Which column of a CSV file, or which attribute of a XES event, is what. Reads no file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from rowlock.errors import Refusal
from rowlock.importer_xes import TRACE

# The usual names in the order of preference, lower case. None: taken only when it is named.
GUESSES: Mapping[str, tuple[str, ...]] = {
    "case": ("case:concept:name", "case_id", "case id", "caseid", "case"),
    "activity": ("concept:name", "activity", "activity name", "task", "event"),
    "time": ("time:timestamp", "timestamp", "complete timestamp", "end_time", "time"),
    "resource": ("org:resource", "resource", "user"),
    "group": ("org:group", "org:role", "group", "role", "department"),
    "start": (),
    "created": (),
    "instance": ("concept:instance",),
    "lifecycle": ("lifecycle:transition",),
}
REQUIRED = ("case", "activity", "time")

# What `rowlock export escalations --csv` calls them; there every row is a step with its own times.
EXPORT: Mapping[str, str] = {
    "case": "origin_id",
    "activity": "type",
    "time": "resolved_at",
    "resource": "resolved_by",
    "group": "role",
    "start": "claimed_at",
    "created": "created_at",
    "instance": "id",
    "lifecycle": "status",
}

Places = dict[str, int | None]


def places(header: list[str], named: Mapping[str, str]) -> Places:
    """The columns the user named, the others by their usual names; None: there is no such one."""
    at = {name.strip(): place for place, name in reversed(list(enumerate(header)))}
    lower = {name.lower(): place for name, place in at.items()}
    exported = at.keys() >= set(EXPORT.values())
    found: Places = {}
    for what, guesses in GUESSES.items():
        if what in named:
            if named[what] not in at:
                raise _unknown(f"has no column {named[what]!r}", header, what)
            found[what] = at[named[what]]
        else:
            usual = (EXPORT[what],) if exported else guesses
            found[what] = next((lower[g] for g in usual if g in lower), None)
        if found[what] is None and what in REQUIRED:
            raise _unknown(f"does not say which column holds the {what}", header, what)
    return found


class Keys:
    """The attributes of XES events: the standard ones, unless the user named others."""

    def __init__(self, named: Mapping[str, str]) -> None:
        self._named = named
        self._seen: Counter[str] = Counter()
        self._keys = {
            what: (named[what], TRACE + named[what])
            if what in named
            else tuple(g for g in guesses if ":" in g)
            for what, guesses in GUESSES.items()
        }

    def text(self, values: Mapping[str, str], what: str) -> str:
        """What an event says of one thing; the first key that it has decides."""
        for key in self._keys[what]:
            if key in values:
                self._seen[what] += 1
                return values[key].strip()
        return ""

    def check(self, keys: Iterable[str]) -> None:
        """Refuse a name that no event had, once all have been asked; `keys` are what they had."""
        for what, name in self._named.items():
            if not self._seen[what]:
                raise _unknown(f"has no event with the key {name!r}", sorted(keys), what)


def _unknown(why: str, there: list[str], what: str) -> Refusal:
    detail = {"reason": "no_column", "field": what, "columns": there}
    hint = f"The log {why}. Name it with --{what}; there are: {', '.join(there)}."
    return Refusal(400, "a column of the log is not known", "import_columns", detail, hint)
