-- rowlock._host_speaks(host, access): refuse whoever does not speak for this host.
create or replace function rowlock._host_speaks(
  host   rowlock.host,
  access rowlock.access
)
returns void
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  if not access.is_global and host.bot_id is distinct from access.actor then
    raise exception 'host is not the actor''s'
      using errcode = 'PT403', constraint = 'host_owner',
            detail = jsonb_build_object('reason', 'not_own', 'host_id', host.id, 'name', host.name)::text,
            hint = 'Its own bot speaks for it, and global actors.';
  end if;
end;
$$;

comment on function rowlock._host_speaks is 'Raises PT403 unless the actor is the bot of the host, or global.';
revoke all on function rowlock._host_speaks from public;
