-- rowlock._persona_lock(key): the persona, locked; whoever changes its roles or holders waits here for others who do.
-- Reads: rowlock.persona.
create or replace function rowlock._persona_lock(key text)
returns rowlock.persona
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_persona rowlock.persona;
begin
  perform rowlock._argument_text(field => 'key', value => key, required => true);
  select p.* into v_persona from rowlock.persona p where p.key = _persona_lock.key for no key update;
  if not found then
    perform rowlock._persona_missing(key => key);
  end if;
  return v_persona;
end;
$$;

comment on function rowlock._persona_lock is 'Locks a persona by its key. Raises PT400, PT404.';
revoke all on function rowlock._persona_lock from public;
