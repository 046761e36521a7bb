-- rowlock._ask_expire(run_id, at): stamp those of a run's questions whose deadline has passed, as the sweep will.
-- Reads: rowlock.ask, rowlock.escalation. Writes: rowlock.escalation, rowlock.event.
create or replace function rowlock._ask_expire(
  run_id uuid,
  at     timestamptz
)
returns integer
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_ids uuid[];
begin
  -- An answer that came in time and is not committed yet still counts: its row is locked, and passed over.
  v_ids := array(
    select e.id
    from rowlock.ask a
    join only rowlock.escalation e on e.id = a.escalation_id
    where a.run_id = _ask_expire.run_id and a.answer_no is null
      and e.status = 'pending' and e.expires_at <= _ask_expire.at
    order by e.id
    for no key update of e skip locked);
  return rowlock._escalation_expire_set(ids => v_ids, at => at);
end;
$$;

comment on function rowlock._ask_expire is
  'How many; so that who reads the outcome of a question that is due reads one that stays.';
revoke all on function rowlock._ask_expire from public;
