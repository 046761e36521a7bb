"""Claims of runs by 100 hosts from 10,000 pending ones, beside hand-written SQL, and signals."""

from __future__ import annotations

import argparse
from collections import defaultdict

from support import WORKER, Bench, bench, median, table

HOSTS = 100
PENDING = 10_000
ITEM = "30000000-0000-4000-8000-000000000001"
# Numbers are ids here: of a host and its instance, and of a run.
HOST = "('10000000-0000-4000-8000-' || lpad({n}::text, 12, '0'))::uuid"
RUN = "(lpad(to_hex({n}::integer), 8, '0') || '-0000-4000-8000-000000000000')::uuid"
PICK = f"\\set h random(1, {HOSTS})\n"
CLAIM = PICK + (
    "select count(*) from rowlock.run_claim("
    f"host_id => {HOST.format(n=':h')}, instance_id => {HOST.format(n=':h')}, "
    f"actor => '{WORKER}');\n"
)
BY_HAND = PICK + (
    "with c as (select r.id from rowlock.run r where r.status = 'pending' "
    f"and (r.target_host_id is null or r.target_host_id = {HOST.format(n=':h')}) "
    "order by r.pending_since, r.id limit 1 for update skip locked) "
    f"update rowlock.run r set status = 'spawning', host_id = {HOST.format(n=':h')}, "
    "version = r.version + 1, updated_at = clock_timestamp() from c where r.id = c.id;\n"
)
SIGNAL = (
    f"select outcome from rowlock.run_signal(id => {RUN.format(n=':n')}, attempt => 1, "
    f"kind => '{{kind}}', {{more}}actor => '{WORKER}');\n"
)
NEXT = "\\set i :i + 1\n\\set n :i * :clients + :client_id + 1\n"
LIFE = (
    NEXT
    + SIGNAL.format(kind="started", more="")
    + SIGNAL.format(kind="progress", more='seq => 1, payload => \'{"lines": 9, "bytes": 99}\', ')
    + SIGNAL.format(kind="finished", more="payload => '{\"exit_code\": 0}', ")
)
PROGRESS = "\\set i :i + 1\n\\set n :client_id * 100 + random(1, 100)\n" + SIGNAL.format(
    kind="progress", more='seq => :i, payload => \'{"lines": 9, "bytes": 99}\', '
)


def people(b: Bench, conninfo: str) -> None:
    """A bot with 100 hosts that live, and an item to run."""
    b.run(
        conninfo,
        f"update rowlock.user_account set account_type = 'bot' where id = '{WORKER}'",
        "insert into rowlock.host (id, name, platform, bot_id, status, instance_id, last_seen_at,"
        f" created_at, updated_at) select {HOST.format(n='n')}, 'host-' || n, 'linux',"
        f" '{WORKER}', 'online', {HOST.format(n='n')}, now() + interval '1 day', now(), now()"
        f" from generate_series(1, {HOSTS}) n",
        "insert into rowlock.project (id, name, slug, created_at, updated_at)"
        f" values ('{ITEM}', 'bench', 'bench', now(), now())",
        "insert into rowlock.work_item (id, project_id, kind, title, path, created_at, updated_at)"
        f" values ('{ITEM}', '{ITEM}', 'task', 'bench', left('{ITEM}', 8), now(), now())",
    )


def fill(b: Bench, conninfo: str, count: int, status: str) -> None:
    """Only these runs, each in a session of its own."""
    host = "null" if status == "pending" else HOST.format(n=f"(1 + n % {HOSTS})")
    b.run(
        conninfo,
        "truncate rowlock.run cascade",
        "insert into rowlock.run (id, work_item_id, host_id, provider, session_name, status, cwd,"
        " origin_id, pending_since, created_at, updated_at)"
        f" select {RUN.format(n='n')}, '{ITEM}', {host}, 'claude',"
        f" 'rowlock-' || lpad(to_hex(n), 8, '0'), '{status}', '/', '{ITEM}', t, t, t"
        f" from generate_series(1, {count}) n,"
        " lateral (select now() - interval '1 day' + n * interval '1 ms' t)",
        "vacuum analyze rowlock.run",
        "vacuum rowlock.event",
        "checkpoint",
    )


def rate(b: Bench, conninfo: str, script: str, clients: int, seconds: int, user: str) -> float:
    """Transactions a second; the script knows how many clients there are, and counts its turns."""
    known = ("-D", "i=-1", "-D", f"clients={clients}")
    return b.tps(conninfo, script, clients, seconds, user, *known)


def claims(b: Bench, rounds: int, seconds: int) -> None:
    """By hand and by the function, in turn."""
    conninfo = b.database("claims")
    people(b, conninfo)
    variants = {"by hand": (BY_HAND, "postgres"), "run_claim": (CLAIM, "bench")}
    for clients in (1, 8, 32):
        seen: dict[str, list[float]] = defaultdict(list)
        for _ in range(rounds):
            for name, (script, user) in variants.items():
                # A queue that never runs dry, and is as deep as it is said to be at the end.
                fill(b, conninfo, PENDING + 3_000 * seconds, "pending")
                seen[name].append(rate(b, conninfo, script, clients, seconds, user))
        show(f"claims, {HOSTS} hosts, 10,000 pending, {clients} connection(s)", seen, 1)


def signals(b: Bench, rounds: int, seconds: int) -> None:
    """Whole lives of three signals, and progress alone."""
    conninfo = b.database("signals")
    people(b, conninfo)
    for clients in (1, 8):
        seen: dict[str, list[float]] = defaultdict(list)
        for _ in range(rounds):
            fill(b, conninfo, 3_000 * seconds, "spawning")
            seen["started, progress, finished"].append(
                3 * rate(b, conninfo, LIFE, clients, seconds, "bench")
            )
            fill(b, conninfo, clients * 100, "running")
            seen["progress"].append(rate(b, conninfo, PROGRESS, clients, seconds, "bench"))
        show(f"signals, {clients} connection(s)", seen, 0)


def show(title: str, seen: dict[str, list[float]], ratio: int) -> None:
    """One table; the first row is what the others are compared with."""
    top = median(next(iter(seen.values())))
    table(
        title,
        ["", "a second", *(["of the first"] * ratio), "lowest", "highest"],
        [
            [n, f"{median(v):.0f}", *([f"{median(v) / top:.2f}"] * ratio)]
            + [f"{min(v):.0f}", f"{max(v):.0f}"]
            for n, v in seen.items()
        ],
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=int, default=3)
    args = parser.parse_args()
    with bench() as running:
        claims(running, args.rounds, args.seconds)
        signals(running, args.rounds, args.seconds)
