"""Ten days of a queue: rows that came and were answered, called off or forgotten."""

from __future__ import annotations

from tests.http.conftest import World

# A row each half an hour, which waits and is worked on for as long as its number says.
PAST = """
insert into rowlock.escalation (
  id, role, type, subtype, status, assigned_to, assigned_until, claimed_at, claim_no, resolved_by,
  resolved_at, ended_at, created_at, updated_at, description)
select
  gen_random_uuid(), 'reviewer', t.type, t.type, t.status,
  case when t.status = 'resolved' then p.who end, null,
  case when t.status = 'resolved' then t.born + w.wait end, 1,
  case when t.status = 'resolved' then p.who end,
  case when t.status = 'resolved' then t.born + w.wait + w.work end,
  t.born + w.wait + w.work, t.born, t.born, 'Question ' || n
from generate_series(1, %(n)s) n
cross join lateral (
  select case n %% 3 when 0 then 'refund' else 'approval' end as type,
    case when n %% 11 = 0 then 'cancelled' when n %% 17 = 0 then 'expired' else 'resolved' end
      as status,
    now() - interval '6 hours' - n * interval '30 minutes' as born) t
cross join lateral (
  select (3 + n * 7 %% 50) * interval '1 minute' as wait,
    case when n %% 5 = 0 then interval '4 hours' else (2 + n * 3 %% 20) * interval '1 minute' end
      as work) w
cross join lateral (select (%(people)s::uuid[])[1 + n %% 2] as who) p"""
JOURNAL = """
insert into rowlock.event (
  topic, subject_type, subject_id, version, role, assigned_to, actor, payload, occurred_at)
select 'escalation.' || v.verb, 'escalation', e.id::text, v.version, e.role, e.assigned_to,
  e.assigned_to, v.payload, v.at
from rowlock.escalation e
cross join lateral (values
  ('claimed', 2, jsonb_build_object(
    'assigned_until', rowlock._time_iso(e.claimed_at + interval '5 hours')), e.claimed_at),
  ('resolved', 3, '{}', e.ended_at)) v (verb, version, payload, at)
where e.status = 'resolved'"""


def lived(world: World, people: list[str], rows: int = 480) -> None:
    """A past of so many rows, and the journal that verbs would have left of it."""
    world.conn.execute(PAST, {"n": rows, "people": people})
    world.conn.execute(JOURNAL)
    world.conn.execute("vacuum analyze rowlock.escalation, rowlock.event")
