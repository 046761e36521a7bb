-- rowlock.host_disable(id, actor): an operator takes a host out of service; its running runs go on.
-- Writes: rowlock.host.
create or replace function rowlock.host_disable(
  id    uuid,
  actor uuid default rowlock.actor_current()
)
returns rowlock.host
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_host rowlock.host;
begin
  perform rowlock._actor_global(access => rowlock._actor_access(actor => actor));
  update rowlock.host h
  set status = 'disabled', version = h.version + 1, updated_at = clock_timestamp()
  where h.id = host_disable.id and h.status <> 'disabled'
  returning h.* into v_host;
  if found then
    return v_host;
  end if;
  -- It was disabled already, or is none.
  return rowlock._host_locked(id => id);
end;
$$;

comment on function rowlock.host_disable is
  'No run is claimed for it any more, whatever beats arrive, until it is enabled; what runs there is left alone. A disabled host stays as it is. Needs global access. Raises PT400, PT401, PT403, PT404.';
revoke all on function rowlock.host_disable from public;
select rowlock._function_grant('host_disable', 'service', 'user', 'proxy');
