-- rowlock._escalation_level_due_at(reached, …, level, …): when a row reaches a level of its role, or is reminded of it.
create or replace function rowlock._escalation_level_due_at(
  reached        smallint,
  created_at     timestamptz,
  level_from     timestamptz,
  level_at       timestamptz,
  level          smallint,
  after_minutes  integer,
  repeat_minutes integer
)
returns timestamptz
language sql stable security invoker
as $$
  select case $5 operator(pg_catalog.-) $1
    when 1 then coalesce($3, $2) operator(pg_catalog.+) ($6 operator(pg_catalog.*) interval '1 minute')
    when 0 then $4 operator(pg_catalog.+) ($7 operator(pg_catalog.*) interval '1 minute')
  end
$$;

comment on function rowlock._escalation_level_due_at is
  'Of the level after the one reached: when it is due; of that one itself: when the next reminder is; else null. As an inlined expression.';
revoke all on function rowlock._escalation_level_due_at from public;
