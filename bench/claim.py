"""claim_next and resolve through the functions against the same two statements written by hand."""

from __future__ import annotations

import argparse
from collections import defaultdict

from support import WORKER, Bench, bench, median, table

ANSWER = """'{"ok": true}'"""
CLAIM = f"select id from rowlock.escalation_claim_next(actor => '{WORKER}') \\gset\n"
RESOLVE = (
    "select version from rowlock.escalation_resolve("
    f"id => :id::uuid, resolver_payload => {ANSWER}, actor => '{WORKER}');\n"
)
CLAIM_20 = (
    "select array_agg(id)::text as ids from "
    f"rowlock.escalation_claim_next(max_rows => 20, actor => '{WORKER}') \\gset\n"
)
RESOLVE_20 = (
    "select count((rowlock.escalation_resolve("
    f"id => i, resolver_payload => {ANSWER}, actor => '{WORKER}')).id) "
    "from unnest(:ids::uuid[]) i;\n"
)
RESOLVE_SET = (
    "select rowlock.escalation_resolve_by_ids("
    f"ids => :ids::uuid[], resolver_payload => {ANSWER}, actor => '{WORKER}');\n"
)
HAND_PICK = """with c as (
  select e.id from rowlock.escalation e
  where e.role = 'reviewer' and e.status = 'pending' and e.assigned_until is null
  order by e.priority, e.created_at, e.id limit {n} for no key update skip locked)
update rowlock.escalation e
set assigned_to = '{who}', assigned_until = clock_timestamp() + interval '30 min',
  claimed_at = clock_timestamp(), claim_no = e.claim_no + 1, last_holder = '{who}',
  version = e.version + 1, updated_at = clock_timestamp()
from c where e.id = c.id """
HAND_END = """update rowlock.escalation e
set status = 'resolved', resolved_at = clock_timestamp(), resolved_by = '{who}',
  ended_at = clock_timestamp(), resolver_payload = {answer}, version = e.version + 1,
  updated_at = clock_timestamp()
where {which} and e.status = 'pending';
"""


def hand(n: int) -> str:
    """The ceiling: the two statements that somebody would write for this very table."""
    claim = HAND_PICK.format(n=n, who=WORKER)
    if n == 1:
        end = HAND_END.format(who=WORKER, answer=ANSWER, which="e.id = :id::uuid")
        return f"{claim} returning e.id \\gset\n{end}"
    end = HAND_END.format(who=WORKER, answer=ANSWER, which="e.id = any (:ids::uuid[])")
    return (
        f"with u as ({claim} returning e.id) select array_agg(id)::text as ids from u \\gset\n{end}"
    )


# What each variant changes in a database of its own; the functions stay as installed.
NO_JOURNAL = """create or replace function rowlock._escalation_journal(
  escalation rowlock.escalation, verb text, actor uuid, occurred_at timestamptz,
  payload jsonb default '{}', concerns uuid default null)
returns bigint language plpgsql as $$ begin return 0; end $$"""
NO_JOURNAL_SET = """create or replace function rowlock._escalation_journal_set(
  ids uuid[], verb text, actor uuid, occurred_at timestamptz, payloads jsonb[] default null,
  concerns uuid[] default null, versions_ago integer default 0)
returns integer language plpgsql as $$ begin return 0; end $$"""
NO_SCOPE = f"""create or replace function rowlock._actor_access(
  actor uuid, vouched boolean default false)
returns rowlock.access language plpgsql as $$ begin
  return ('{WORKER}', true, '{{reviewer}}', '{{}}', '{{reviewer}}', '{{}}', '{{}}',
    '{{{WORKER}}}', '{{}}', '{{}}', null)::rowlock.access;
end $$"""
VARIANTS: dict[str, tuple[str, ...]] = {
    "by hand": (),
    "functions": (),
    "one answer for all": (),
    "without bell": ("update rowlock.setting set value = 'off' where name = 'notify'",),
    "without journal": (NO_JOURNAL, NO_JOURNAL_SET),
    "without scope": (NO_SCOPE.replace("true, ", "false, "),),
}


def measure(b: Bench, rounds: int, seconds: int) -> None:
    """Rounds over all variants, interleaved, so that a noisy minute hits each of them."""
    databases = {name: b.database(name.replace(" ", "_")) for name in VARIANTS}
    for name, changes in VARIANTS.items():
        b.run(databases[name], *changes)
    for batch, clients in ((1, 1), (1, 8), (20, 1), (20, 8)):
        seen: dict[str, list[float]] = defaultdict(list)
        for _ in range(rounds):
            for name, conninfo in databases.items():
                if batch == 1 and name == "one answer for all":
                    continue
                # More than the fastest of them can take in its time.
                b.fill(conninfo, (20_000 if batch == 1 else 60_000) * seconds)
                script = CLAIM + RESOLVE if batch == 1 else CLAIM_20 + RESOLVE_20
                if name == "one answer for all":
                    script = CLAIM_20 + RESOLVE_SET
                by_hand = name == "by hand"
                script = hand(batch) if by_hand else script
                user = "postgres" if by_hand else "bench"
                seen[name].append(batch * b.tps(conninfo, script, clients, seconds, user))
        top = median(seen["by hand"])
        table(
            f"claim_next + resolve, {batch} at a time, {clients} connection(s)",
            ["variant", "rows/s", "of by hand", "lowest", "highest"],
            [
                [n, f"{median(v):.0f}", f"{median(v) / top:.2f}", f"{min(v):.0f}", f"{max(v):.0f}"]
                for n, v in seen.items()
            ],
        )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=int, default=3)
    args = parser.parse_args()
    with bench() as running:
        measure(running, args.rounds, args.seconds)
