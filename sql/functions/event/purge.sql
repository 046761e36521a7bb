-- rowlock.event_purge(older_than): remove the oldest events and move the watermark.
-- Reads: rowlock.event. Writes: rowlock.event, rowlock.event_watermark.
create or replace function rowlock.event_purge(older_than interval default '30 days')
returns bigint
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
set jit = off
as $$
declare
  v_cutoff  timestamptz;
  v_horizon rowlock.event_horizon;
  v_first   bigint;
  v_through bigint;
  v_count   bigint;
begin
  if older_than is null or older_than < interval '0' then
    perform rowlock._argument_refuse(
      field => 'older_than', reason => 'negative', hint => 'Give an interval of zero or more.');
  end if;
  if older_than > interval '100 years' then
    perform rowlock._argument_refuse(field => 'older_than', reason => 'too_far', hint => 'Give at most 100 years.');
  end if;
  v_cutoff := clock_timestamp() - older_than;
  v_horizon := rowlock._event_horizon();

  -- A prefix only: the first event that is young enough stops the purge, whatever lies behind it.
  select e.seq into v_first from rowlock.event e where e.created_at >= v_cutoff order by e.seq limit 1;
  select max(e.seq) into v_through from rowlock.event e
  where e.seq <= v_horizon.safe and (v_first is null or e.seq < v_first);

  perform set_config('rowlock.retention', 'on', true);
  delete from rowlock.event e where e.seq <= v_through;
  get diagnostics v_count = row_count;
  perform set_config('rowlock.retention', '', true);

  update rowlock.event_watermark w
  set purged_through = greatest(w.purged_through, v_through)
  where v_through is not null;
  return v_count;
end;
$$;

comment on function rowlock.event_purge is
  'Deletes the events before the first one younger than the interval; returns how many. Readers behind are told the range. Raises PT400.';
revoke all on function rowlock.event_purge from public;
select rowlock._function_grant('event_purge', 'service');
