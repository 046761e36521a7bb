-- rowlock._host_locked(id): the host, locked against everybody else who changes it or claims for it.
-- Reads: rowlock.host.
create or replace function rowlock._host_locked(id uuid)
returns rowlock.host
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_host rowlock.host;
begin
  -- Not stronger, so that rows that refer to the host go in meanwhile.
  select h.* into v_host from rowlock.host h where h.id = _host_locked.id for no key update;
  if not found then
    perform rowlock._host_missing(id => id);
  end if;
  return v_host;
end;
$$;

comment on function rowlock._host_locked is 'Locks the host until the end of the transaction. Raises PT400, PT404.';
revoke all on function rowlock._host_locked from public;
