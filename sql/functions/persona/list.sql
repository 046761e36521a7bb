-- rowlock.persona_list(actor): every persona, by key.
-- Reads: rowlock.persona, rowlock.persona_role, rowlock.user_persona.
create or replace function rowlock.persona_list(actor uuid default rowlock.actor_current())
returns setof rowlock.persona_info
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
begin
  return query
  select i.*
  from rowlock.persona p, lateral rowlock._persona_info(persona => p) i
  where v_access.actor is not null
  order by p.key;
end;
$$;

comment on function rowlock.persona_list is 'All personas with their roles; any signed-in account may see them. Raises PT401, PT403.';
revoke all on function rowlock.persona_list from public;
select rowlock._function_grant('persona_list', 'service', 'user', 'proxy');
