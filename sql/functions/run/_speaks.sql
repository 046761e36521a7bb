-- rowlock._run_speaks(run, access): refuse an actor who does not speak for the host of a run.
-- Reads: rowlock.host.
create or replace function rowlock._run_speaks(
  run    rowlock.run,
  access rowlock.access
)
returns void
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_host rowlock.host;
begin
  if not access.is_global then
    select h.* into v_host from rowlock.host h where h.id = run.host_id;
    perform rowlock._host_speaks(host => v_host, access => access);
  end if;
end;
$$;

comment on function rowlock._run_speaks is 'A run without a host has only global actors to speak for it. Raises PT403.';
revoke all on function rowlock._run_speaks from public;
