-- rowlock.signal_purge(max_rows): remove signals whose time is over, and give the few that missed their row to it.
-- Reads: rowlock.escalation. Writes: rowlock.signal, rowlock.escalation, rowlock.event.
create or replace function rowlock.signal_purge(max_rows integer default 1000)
returns integer
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set jit = off
as $$
declare
  v_now   constant timestamptz := clock_timestamp();
  v_count integer;
  r       record;
begin
  perform rowlock._argument_range(field => 'max_rows', value => max_rows, low => 1, high => 10000);
  delete from rowlock.signal s
  where s.ctid = any (array(
    select o.ctid from rowlock.signal o
    where o.expires_at <= v_now
    order by o.expires_at
    limit signal_purge.max_rows
    for update skip locked));
  get diagnostics v_count = row_count;

  -- Whoever asked in an older snapshot, as repeatable read has it, did not see the answer.
  for r in
    select k.escalation
    from (select distinct s.namespace, s.app_id, s.signal_key from rowlock.signal s where s.expires_at > v_now) w
    -- From the few signals to their rows by the index of keys, whatever the statistics say.
    cross join lateral (
      select e as escalation
      from rowlock.escalation e
      where e.namespace = w.namespace and e.app_id = w.app_id and e.signal_key = w.signal_key
      for no key update skip locked
    ) k
    limit signal_purge.max_rows
  loop
    perform rowlock._signal_apply(
      escalation => r.escalation, signals => rowlock._signal_take(escalation => r.escalation));
  end loop;
  return v_count;
end;
$$;

comment on function rowlock.signal_purge is
  'Removes up to max_rows signals that are too old; returns how many. Call again until a batch is short. Those whose question is there are given to it. Raises PT400.';
revoke all on function rowlock.signal_purge from public;
select rowlock._function_grant('signal_purge', 'service');
