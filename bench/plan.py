"""A tree of 10,000 items: to read it whole, and to move a part of 1,000."""

from __future__ import annotations

import argparse

from support import WORKER, Bench, bench, median, table

PARTS, EACH = 10, 1_000
PROJECT = "30000000-0000-4000-8000-000000000001"
# Items have numbers: 0 the root, then each part with a tree of tens in it.
ITEM = "md5('item ' || {n})::uuid"
ABOVE = (
    f"case when {{n}} = 0 then null when ({{n}} - 1) % {EACH} = 0 then 0"
    f" else ({{n}} - 1) / {EACH} * {EACH} + (({{n}} - 1) % {EACH} - 1) / 10 + 1 end"
)
READ = f"rowlock.work_item_subtree(id => {{id}}, actor => '{WORKER}')"
COUNT = f"select count(w) from {READ} w;\n"
ROWS = f"select w.* from {READ} w;\n"
ANSWER = (
    "select (a).body::text from (select rowlock.work_item_subtree_answer("
    f"array(select w from {READ} w)) a) q;\n"
)
BY_HAND = (
    f"select w.* from rowlock.work_item w where w.project_id = '{PROJECT}'"
    " order by w.path, w.sort_order, w.id;\n"
)
# To and fro, so that each call moves all of it.
MOVE = (
    "\\set i 1 - :i\nselect (rowlock.work_item_move(id => {id},"
    " new_parent_id => case when :i = 0 then {one} else {other} end,"
    f" actor => '{WORKER}')).path;\n"
)


def fill(b: Bench, conninfo: str) -> None:
    """One root, ten parts of 1,000 items each, and two items to move a part between."""
    b.run(
        conninfo,
        f"insert into rowlock.membership (user_id, role) values ('{WORKER}', 'planner')",
        "insert into rowlock.project (id, name, slug, created_at, updated_at)"
        f" values ('{PROJECT}', 'bench', 'bench', now(), now())",
        f"""with recursive
          number as (
            select n, {ABOVE.format(n="n")} as above from generate_series(0, {PARTS * EACH}) n),
          tree as (
            select n, null::integer as above, left({ITEM.format(n="n")}::text, 8) as path
            from number where n = 0
            union all
            select c.n, c.above, t.path || '/' || left({ITEM.format(n="c.n")}::text, 8)
            from tree t join number c on c.above = t.n)
          insert into rowlock.work_item
            (id, project_id, parent_id, kind, title, path, created_at, updated_at)
          select {ITEM.format(n="n")}, '{PROJECT}', {ITEM.format(n="above")}, 'task', 'item ' || n,
            path, now(), now() from tree""",
        "vacuum analyze rowlock.work_item",
        "checkpoint",
    )


def measure(b: Bench, count: int) -> None:
    """Each statement on one connection; the first as the owner, the others as a service calls."""
    conninfo = b.database("plan")
    fill(b, conninfo)
    root, part, other = (ITEM.format(n=n) for n in (0, 1, EACH + 1))
    scripts = {
        "the rows of all, by hand": (BY_HAND, "postgres", ""),
        "subtree of 10,001, counted": (COUNT.format(id=root), "bench", "20"),
        "subtree of 10,001": (ROWS.format(id=root), "bench", ""),
        "the same as JSON": (ANSWER.format(id=root), "bench", ""),
        "subtree of 1,000": (ROWS.format(id=part), "bench", ""),
        "move of 1,000": (MOVE.format(id=part, one=root, other=other), "bench", "100"),
    }
    rows = []
    for name, (script, user, aim) in scripts.items():
        seen = b.latencies(conninfo, script, count, user, "-D", "i=0")
        late = seen[int(len(seen) * 0.95)]
        rows.append([name, f"{median(seen):.1f}", f"{late:.1f}", f"{seen[0]:.1f}", aim])
    table("one call, milliseconds", ["", "p50", "p95", "lowest", "aimed at"], rows)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=40)
    args = parser.parse_args()
    with bench() as running:
        measure(running, args.count)
