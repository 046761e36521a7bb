-- rowlock.signal_deliver(max_rows): give the few signals that missed their row to it.
-- Reads: rowlock.signal, rowlock.escalation. Writes: rowlock.signal, rowlock.escalation, rowlock.event.
create or replace function rowlock.signal_deliver(max_rows integer default 1000)
returns integer
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set jit = off
as $$
declare
  v_now   constant timestamptz := clock_timestamp();
  v_count integer := 0;
  r       record;
begin
  perform rowlock._argument_range(field => 'max_rows', value => max_rows, low => 1, high => 10000);
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
    limit signal_deliver.max_rows
  loop
    perform rowlock._signal_apply(
      escalation => r.escalation, signals => rowlock._signal_take(escalation => r.escalation));
    v_count := v_count + 1;
  end loop;
  return v_count;
end;
$$;

comment on function rowlock.signal_deliver is
  'Answers that are kept although their question is there are given to it, up to max_rows of them; returns to how many rows. Raises PT400.';
revoke all on function rowlock.signal_deliver from public;
select rowlock._function_grant('signal_deliver', 'service');
