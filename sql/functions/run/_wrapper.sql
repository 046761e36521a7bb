-- rowlock._run_wrapper(access): refuse an actor who speaks for no host at all.
-- Reads: rowlock.host.
create or replace function rowlock._run_wrapper(access rowlock.access)
returns void
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  if not access.is_global and not exists (select from rowlock.host h where h.bot_id = access.actor) then
    perform rowlock._host_speaks(host => null, access => access);
  end if;
end;
$$;

comment on function rowlock._run_wrapper is
  'A late signal may come from the host of an earlier attempt, so which host it is comes later. Raises PT403.';
revoke all on function rowlock._run_wrapper from public;
