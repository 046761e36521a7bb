-- rowlock.persona_get(key, actor): one persona.
-- Reads: rowlock.persona, rowlock.persona_role, rowlock.user_persona.
create or replace function rowlock.persona_get(
  key   text,
  actor uuid default rowlock.actor_current()
)
returns rowlock.persona_info
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access  constant rowlock.access := rowlock._actor_access(actor => actor);
  v_persona rowlock.persona;
begin
  perform rowlock._argument_text(field => 'key', value => key, required => true);
  select p.* into v_persona from rowlock.persona p where p.key = persona_get.key and v_access.actor is not null;
  if not found then
    perform rowlock._persona_missing(key => key);
  end if;
  return rowlock._persona_info(persona => v_persona);
end;
$$;

comment on function rowlock.persona_get is
  'A persona with its roles; any signed-in account may see it. Raises PT400, PT401, PT403, PT404.';
revoke all on function rowlock.persona_get from public;
select rowlock._function_grant('persona_get', 'service', 'user', 'proxy');
