-- rowlock.host_enable(id, actor): an operator puts a disabled host back into service.
-- Writes: rowlock.host.
create or replace function rowlock.host_enable(
  id    uuid,
  actor uuid default rowlock.actor_current()
)
returns rowlock.host
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now  constant timestamptz := clock_timestamp();
  v_host rowlock.host;
begin
  perform rowlock._actor_global(access => rowlock._actor_access(actor => actor));
  update rowlock.host h
  set
    status = case
      when h.last_seen_at is null then 'registered'
      when rowlock._host_is_alive(h.last_seen_at, v_now) then 'online'
      else 'offline'
    end,
    version = h.version + 1,
    updated_at = v_now
  where h.id = host_enable.id and h.status = 'disabled'
  returning h.* into v_host;
  if found then
    return v_host;
  end if;
  -- It was not disabled, or is none.
  return rowlock._host_locked(id => id);
end;
$$;

comment on function rowlock.host_enable is
  'Back to online when it is alive, offline when it is gone, registered when it was never seen. A host that is not disabled stays as it is. Needs global access. Raises PT400, PT401, PT403, PT404.';
revoke all on function rowlock.host_enable from public;
select rowlock._function_grant('host_enable', 'service', 'user', 'proxy');
