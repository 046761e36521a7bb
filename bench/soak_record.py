"""What journal and rows said during a soak, kept before retention removes it, and folded."""

from __future__ import annotations

from array import array
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from itertools import pairwise

import psycopg
from soak_clients import Told
from stream import Seen

EVENTS = """select e.seq, e.topic, e.subject_id, e.version, (e.payload ->> 'claim_no')::integer,
  extract(epoch from pg_xact_commit_timestamp(e.xmin))::float8
from rowlock.event e where e.seq > %s and e.subject_type = 'escalation' order by e.seq"""
ROWS = """select e.id::text, e.status, e.version, e.claim_no
from rowlock.escalation e where e.ended_at > %s or %s and e.status = 'pending'"""
MARGIN = "10 seconds"
ENDS = {"resolved", "cancelled", "expired"}
# What only the clients of the soak do.
THEIRS = {"created", "claimed", "extended", "resolved", "cancelled"}


@dataclass(frozen=True, slots=True)
class Event:
    """One event of a row."""

    verb: str
    row: str
    version: int
    claim_no: int


@dataclass(slots=True)
class Record:
    """Grows with each look at the database."""

    start: int
    events: dict[int, Event] = field(default_factory=dict)
    commits: dict[int, float] = field(default_factory=dict)
    # Status, version and number of claims of the rows that have ended, at the end of all rows.
    rows: dict[str, tuple[str, int, int]] = field(default_factory=dict)
    accepted: list[tuple[str, str, int]] = field(default_factory=list)
    streams: list[array[int]] = field(default_factory=list)
    lagged: int = 0
    _floors: tuple[int, int] = (0, 0)
    _looked: object = "-infinity"

    def look(self, conn: psycopg.Connection, last: bool = False) -> None:
        """Read on, and again what was new at the last look: numbers come before their commits."""
        floor = max(self._floors[0], self.start)
        for seq, topic, row, version, claim_no, commit in conn.execute(EVENTS, [floor]):
            verb = topic.removeprefix("escalation.")
            self.events[seq] = Event(verb, row, version, claim_no or 0)
            self.commits[seq] = commit
        self._floors = (self._floors[1], max(self.events, default=self.start))
        now = conn.execute(f"select clock_timestamp() - interval '{MARGIN}'").fetchone()
        for row, status, version, claim_no in conn.execute(ROWS, [self._looked, last]):
            self.rows[row] = (status, version, claim_no)
        self._looked = now and now[0]

    def follow(self, seen: list[Seen]) -> array[float]:
        """Keep what streams got; milliseconds from commit to client, of each fifth stream."""
        late = array("d")
        self.streams = self.streams or [array("q") for _ in seen]
        for stream, one in zip(self.streams, seen, strict=True):
            self.lagged += one.lagged
            stream.extend(one.ids)
        for one in seen[::5]:
            at = 0
            for when, count in zip(one.times, one.pieces[2::3], strict=True):
                late.extend(
                    (when - self.commits[seq]) * 1000
                    for seq in one.ids[at : at + count]
                    if seq in self.commits
                )
                at += count
        return late

    def hear(self, told: Told) -> None:
        """Keep what clients were told."""
        self.accepted += told.accepted

    def verdicts(self) -> dict[str, tuple[int, str]]:
        """Faults by kind, of which there may be none, and what was compared."""
        journal = sorted(self.events)
        return {**self._fold(journal), **self._clients(), **self._streams(array("q", journal))}

    def _fold(self, journal: list[int]) -> dict[str, tuple[int, str]]:
        """Each row as the journal has it, beside the row."""
        versions: dict[str, list[int]] = defaultdict(list)
        state: dict[str, tuple[str, int, int]] = {}
        reopened = 0
        for seq in journal:
            e = self.events[seq]
            status, _, claims = state.get(e.row, ("pending", 0, 0))
            reopened += status in ENDS
            versions[e.row].append(e.version)
            claims += e.verb == "claimed"
            state[e.row] = (e.verb if e.verb in ENDS else "pending", e.version, claims)
        broken = sum(v != list(range(1, len(v) + 1)) for v in versions.values())
        differ = sum(self.rows.get(row) != had for row, had in state.items())
        differ += len(self.rows.keys() - state.keys())
        ended = sum(had[0] in ENDS for had in state.values())
        return {
            "rows whose events are not versions 1, 2, 3, …": (broken, f"{len(state):,} rows"),
            "events after the end of a row": (reopened, f"{len(journal):,} events"),
            "rows that are not what the journal folds to": (differ, f"{ended:,} ended"),
        }

    def _clients(self) -> dict[str, tuple[int, str]]:
        """What clients were told, beside the journal."""
        told = Counter(self.accepted)
        number = {"claimed": "claim_no", "extended": "version"}
        journal = Counter(
            (e.verb, e.row, getattr(e, number[e.verb]) if e.verb in number else 0)
            for e in self.events.values()
            if e.verb in THEIRS
        )
        twice = sum(n - 1 for many in (told, journal) for n in many.values() if n > 1)
        count = f"{told.total():,} answers"
        return {
            "lost: accepted, and not in the journal": ((told - journal).total(), count),
            "in the journal, and nobody was told": ((journal - told).total(), count),
            "doubled: two were told the same, or it is journaled twice": (twice, count),
        }

    def _streams(self, journal: array[int]) -> dict[str, tuple[int, str]]:
        """What streams got, beside the journal."""
        lost = doubled = disordered = 0
        for got in self.streams:
            if got == journal:
                continue
            own, all_of_them = set(got), set(journal)
            lost += len(all_of_them - own)
            doubled += len(got) - len(own)
            disordered += any(a > b for a, b in pairwise(got))
            disordered += bool(own - all_of_them)
        count = f"{len(self.streams)} streams, {sum(map(len, self.streams)):,} events"
        return {
            "events lost to a stream": (lost, count),
            "events twice on a stream": (doubled, count),
            "streams out of order, or with what nobody journaled": (disordered, count),
            "streams that lagged and were closed": (self.lagged, count),
        }
