"""What a form costs: checking one, and answers with an enforced form of 20 fields or without."""

from __future__ import annotations

import argparse
import json
from collections import defaultdict

from support import WORKER, Bench, bench, median, table

# Every fourth field is a text, a number, a choice, and one that depends on another.
KINDS: list[tuple[dict[str, object], object]] = [
    ({"type": "string", "minLength": 1, "maxLength": 100, "pattern": "^[a-z]+$"}, "abc"),
    ({"type": "number", "minimum": 0, "x-lt-maximum": "envelope.most"}, 7),
    ({"enum": ["yes", "no", "later"]}, "yes"),
    ({"type": "boolean", "x-lt-showIf": "resolver.f1=7"}, True),
]
FORM_20 = "20 fields, enforced"
FORM_20_DEEP = "20 fields, 5 with structure"
PLAIN = "no form"


def form(fields: int, deep: int = 0) -> tuple[str, str]:
    """A form of so many fields, and a good answer to it."""
    properties: dict[str, object] = {}
    answer: dict[str, object] = {}
    for i in range(fields):
        properties[f"f{i}"], answer[f"f{i}"] = KINDS[i % 4]
    for i in range(fields - deep, fields):
        item = {"type": "object", "required": ["sku"], "properties": {"sku": {"type": "string"}}}
        properties[f"f{i}"], answer[f"f{i}"] = {"items": item}, [{"sku": "X1"}, {"sku": "Y7"}]
    required = [name for i, name in enumerate(properties) if i % 2 == 0]
    return json.dumps({"properties": properties, "required": required}), json.dumps(answer)


def checking(b: Bench, conninfo: str, count: int) -> None:
    """One call of form_errors, on forms of several sizes."""
    rows = []
    for fields, deep in ((20, 0), (20, 5), (200, 0), (200, 50)):
        schema, answer = form(fields, deep)
        script = f"""select * from rowlock.form_errors(form_schema => '{schema}',
            payload => '{answer}', context => '{{"envelope": {{"most": 9}}}}');\n"""
        seen = b.latencies(conninfo, script.replace("\n", " ") + "\n", count, "bench")
        kind = f"{fields} fields, {deep} with structure"
        rows.append([kind, f"{median(seen):.2f}", f"{seen[int(len(seen) * 0.99)]:.2f}"])
    table("form_errors, one connection", ["form", "p50 ms", "p99 ms"], rows)


def answering(b: Bench, conninfo: str, rounds: int, count: int) -> None:
    """Answers without a form, and with one: in turn, so that a noisy minute hits each of them."""
    cases = {PLAIN: form(20), FORM_20: form(20), FORM_20_DEEP: form(20, 5)}
    seen: dict[str, list[float]] = defaultdict(list)
    for _ in range(rounds):
        for name, (schema, answer) in cases.items():
            b.fill(conninfo, count + 10)
            enforced = "null, false" if name == PLAIN else f"'{schema}', true"
            b.run(
                conninfo,
                "update rowlock.role set (form_schema, enforce_schema) "
                f"= ({enforced}) where role = 'reviewer'",
                """update rowlock.escalation set envelope = '{"most": 9}'""",
                "vacuum analyze rowlock.escalation",
                "drop table if exists row; create table row as select row_number() over () as n, id"
                " from rowlock.escalation; create unique index on row (n); grant select on row"
                " to bench; drop sequence if exists turn; create sequence turn;"
                " grant usage on sequence turn to bench; analyze row",
                "checkpoint",
            )
            script = (
                "select nextval('turn') as n \\gset\n"
                "select id from row where n = :n \\gset\n"
                "select rowlock.escalation_resolve(id => (:id)::uuid,"
                f" resolver_payload => '{answer}', actor => '{WORKER}');\n"
            )
            seen[name] += b.latencies(conninfo, script, count, "bench")
    base = median(seen[PLAIN])
    table(
        "escalation_resolve, one connection (with the look-up of an id)",
        ["form", "p50 ms", "more ms", "ratio"],
        [
            [name, f"{median(v):.2f}", f"{median(v) - base:.2f}", f"{median(v) / base:.2f}"]
            for name, v in seen.items()
        ],
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--count", type=int, default=400)
    args = parser.parse_args()
    with bench() as running:
        database = running.database("form")
        checking(running, database, args.count)
        answering(running, database, args.rounds, args.count)
