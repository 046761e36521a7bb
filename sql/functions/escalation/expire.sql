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
  v_count integer := 0;
  r       record;
begin
  perform rowlock._argument_range(field => 'max_rows', value => max_rows, low => 1, high => 10000);
  for r in
    with due as materialized (
      select e.id
      from rowlock.escalation e
      where e.status = 'pending' and e.expires_at <= v_now
      order by e.expires_at
      limit escalation_expire.max_rows
      for no key update skip locked
    )
    update rowlock.escalation e
    set
      status = 'expired',
      -- The deadline ended it, not the sweep.
      ended_at = greatest(e.expires_at, e.created_at),
      version = e.version + 1,
      updated_at = v_now
    from due d
    where e.id = d.id and e.status = 'pending'
    returning e as escalation
  loop
    perform rowlock._escalation_journal(
      escalation => r.escalation, verb => 'expired', actor => null, occurred_at => (r.escalation).ended_at,
      payload => jsonb_build_object('signal_key', (r.escalation).signal_key));
    v_count := v_count + 1;
  end loop;
  return v_count;
end;
$$;

comment on function rowlock.escalation_expire is
  'Stamps up to max_rows due rows as expired at their deadline; returns how many. Call again until a batch is short. Raises PT400.';
revoke all on function rowlock.escalation_expire from public;
select rowlock._function_grant('escalation_expire', 'service');
