-- rowlock._escalation_is_spent(id): does no run need the answer any more?
-- Reads: rowlock.ask, rowlock.run.
create or replace function rowlock._escalation_is_spent(id uuid)
returns boolean
language sql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
  select not exists (
    select from rowlock.ask a join rowlock.run r on r.id = a.run_id
    where a.escalation_id = _escalation_is_spent.id and r.status not in ('exited', 'stopped'));
$$;

comment on function rowlock._escalation_is_spent is
  'False of what a run asked that may go on, also after a failure: it would ask anew.';
revoke all on function rowlock._escalation_is_spent from public;
