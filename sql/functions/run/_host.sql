-- rowlock._run_host(host_id): the host that is to take a run, locked against changes of its status.
-- Reads: rowlock.host.
create or replace function rowlock._run_host(host_id uuid)
returns rowlock.host
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_host rowlock.host;
begin
  -- Shared: claims of one host go on side by side; who disables or suspects it waits, and finds them done.
  select h.* into v_host from rowlock.host h where h.id = _run_host.host_id for share;
  if not found then
    perform rowlock._host_missing(id => host_id);
  end if;
  return v_host;
end;
$$;

comment on function rowlock._run_host is 'Raises PT400, PT404.';
revoke all on function rowlock._run_host from public;
