-- rowlock._escalation_expire_set(ids, at): stamp locked rows that are due as expired.
-- Reads: rowlock.escalation. Writes: rowlock.escalation, rowlock.event.
create or replace function rowlock._escalation_expire_set(
  ids uuid[],
  at  timestamptz
)
returns integer
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_ids   uuid[];
  v_facts jsonb[];
begin
  with expired as (
    update only rowlock.escalation e
    set
      status = 'expired',
      -- The deadline ended it, not the sweep.
      ended_at = greatest(e.expires_at, e.created_at),
      version = e.version + 1,
      updated_at = _escalation_expire_set.at
    where e.id = any (_escalation_expire_set.ids) and e.status = 'pending'
    returning e.id, e.ended_at, e.signal_key
  )
  select
    coalesce(array_agg(x.id order by x.ended_at, x.id), '{}'),
    array_agg(jsonb_build_object('signal_key', x.signal_key) order by x.ended_at, x.id)
  into v_ids, v_facts
  from expired x;
  -- Each event has the time at which its row ended.
  return rowlock._escalation_journal_set(
    ids => v_ids, verb => 'expired', actor => null, occurred_at => null, payloads => v_facts);
end;
$$;

comment on function rowlock._escalation_expire_set is 'How many. The caller has locked the rows, and found them due.';
revoke all on function rowlock._escalation_expire_set from public;
