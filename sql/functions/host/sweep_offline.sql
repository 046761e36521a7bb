-- rowlock.host_sweep_offline(max_rows): hosts that were not heard of for 90 seconds are offline.
-- Writes: rowlock.host, rowlock.event.
create or replace function rowlock.host_sweep_offline(max_rows integer default 1000)
returns setof rowlock.host
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now  constant timestamptz := clock_timestamp();
  v_host rowlock.host;
begin
  perform rowlock._argument_range(field => 'max_rows', value => max_rows, low => 1, high => 10000);
  for v_host in
    with gone as materialized (
      select h.id
      from rowlock.host h
      where h.status = 'online' and not rowlock._host_is_alive(h.last_seen_at, v_now)
      order by h.id
      limit host_sweep_offline.max_rows
      -- A row that is locked is being heard of; what changed meanwhile is looked at again.
      for no key update skip locked
    )
    update rowlock.host h
    set status = 'offline', version = h.version + 1, updated_at = v_now
    from gone g
    where h.id = g.id
    returning h.*
  loop
    perform rowlock._host_journal(
      host => v_host, verb => 'offline', actor => null, occurred_at => v_now,
      payload => jsonb_build_object('last_seen_at', rowlock._time_iso(v_host.last_seen_at)));
    return next v_host;
  end loop;
end;
$$;

comment on function rowlock.host_sweep_offline is
  'Sets online hosts that are gone offline, up to max_rows, and returns them. Registered and disabled ones are left alone, suspect ones are not. Raises PT400.';
revoke all on function rowlock.host_sweep_offline from public;
select rowlock._function_grant('host_sweep_offline', 'service');
