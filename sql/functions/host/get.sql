-- rowlock.host_get(id, actor): one host.
-- Reads: rowlock.host.
create or replace function rowlock.host_get(
  id    uuid,
  actor uuid default rowlock.actor_current()
)
returns rowlock.host
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_host rowlock.host;
begin
  perform rowlock._actor_access(actor => actor);
  select h.* into v_host from rowlock.host h where h.id = host_get.id;
  if not found then
    perform rowlock._host_missing(id => id);
  end if;
  return v_host;
end;
$$;

comment on function rowlock.host_get is 'One host. Whoever is signed in may look. Raises PT400, PT401, PT403, PT404.';
revoke all on function rowlock.host_get from public;
select rowlock._function_grant('host_get', 'service', 'user', 'proxy');
