"""The page reads conditions and paths of forms as the database does."""

from __future__ import annotations

import json
from itertools import product
from typing import Any

from tests.http.conftest import World

from .conftest import Opener

CONTEXT: dict[str, Any] = {
    "metadata": {"urgent": True, "no": False, "zero": 0, "empty": "", "list": [], "none": None},
    "payload": {"lines": [{"sku": "X1"}, {"sku": ""}], "total": 12.50, "a b": {"c": "d e"}},
    "envelope": None,
    "escalation": {"type": "refund", "priority": 2},
    "resolver": {"decision": "reject", "count": 1e2, "yes": True, "obj": {"k": [1]}},
}
PLACES = (
    "metadata.urgent", "metadata.no", "metadata.zero", "metadata.empty", "metadata.list",
    "metadata.none", "metadata.missing", "payload.lines[0].sku", "payload.lines[1].sku",
    "payload.lines[2].sku", "payload.lines.0.sku", "payload.total", "payload.a b.c", "envelope.x",
    "escalation.type", "escalation.priority", "resolver.decision", "resolver.count",
    "resolver.yes", "resolver.__proto__", "resolver.constructor", "payload.lines.length",
    "nothing.x", "metadata", "metadata[0]", "metadata..urgent", "", ".", "metadata.a[x]",
)  # fmt: skip
FORMS = ("{}", "!{}", " {} ", "{}=reject", "{}!=reject", "!{}=reject", "{}=", "{}!=", "{} = 2",
         "{}=true", "{}=12.5", "{}=100", "{}=d e", "{}=a=b")  # fmt: skip
PATHS = (*PLACES, "a", "[0]", "a[0][1].b", "[0].a", "a.[0]", "a]", "a[", "a[1234567890]", "ä.ö")
IMPORT = """async ([name, all]) => {
  const main = document.querySelector("script[type=module]").src;
  const rules = await import(new URL("./form/rules.js", main));
  return all.map((args) => rules[name](...args));
}"""


def test_conditions_and_paths_are_read_alike(world: World, windows: Opener) -> None:
    own = windows(None).open("/sign-in")
    conditions: list[Any] = [f.format(p) for f, p in product(FORMS, PLACES)]
    conditions += [None, 7, True, ["metadata.no"], {}]
    query = "select rowlock._form_shown(c::jsonb, %s::jsonb) from unnest(%s::text[]) c"
    as_text = [json.dumps(c) for c in conditions]
    told = [row[0] for row in world.conn.execute(query, [json.dumps(CONTEXT), as_text])]
    drawn = own.page.evaluate(IMPORT, ["isShown", [[c, CONTEXT] for c in conditions]])
    assert [c for c, a, b in zip(conditions, told, drawn, strict=True) if a != b] == []
    assert 0 < sum(told) < len(told)

    steps = own.page.evaluate(IMPORT, ["steps", [[p] for p in PATHS]])
    drawn = [None if s is None else [str(step) for step in s] for s in steps]
    query = "select rowlock._form_path(p) from unnest(%s::text[]) p"
    assert drawn == [row[0] for row in world.conn.execute(query, [list(PATHS)])]
