-- rowlock.escalation_expire(max_rows): the sweep: stamp rows whose deadline has passed, one batch a call.
-- Reads: rowlock.escalation. Writes: rowlock.escalation, rowlock.event.
create or replace function rowlock.escalation_expire(max_rows integer default 1000)
returns integer
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
set jit = off
as $$
declare
  v_now   constant timestamptz := clock_timestamp();
  v_ids   uuid[];
  v_facts jsonb[];
begin
  perform rowlock._argument_range(field => 'max_rows', value => max_rows, low => 1, high => 10000);
  with due as materialized (
    select e.id
    from only rowlock.escalation e
    where e.status = 'pending' and e.expires_at <= v_now
    order by e.expires_at
    limit escalation_expire.max_rows
    for no key update skip locked
  ),
  expired as (
    update only rowlock.escalation e
    set
      status = 'expired',
      -- The deadline ended it, not the sweep.
      ended_at = greatest(e.expires_at, e.created_at),
      version = e.version + 1,
      updated_at = v_now
    from due d
    where e.id = d.id and e.status = 'pending'
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

comment on function rowlock.escalation_expire is
  'Stamps up to max_rows due rows as expired at their deadline; returns how many. Call again until a batch is short. Raises PT400.';
revoke all on function rowlock.escalation_expire from public;
select rowlock._function_grant('escalation_expire', 'service');
