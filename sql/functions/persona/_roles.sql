-- rowlock._persona_roles(persona_id): the names of the roles of a persona.
-- Reads: rowlock.persona_role.
create or replace function rowlock._persona_roles(persona_id uuid)
returns text[]
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  return array(select r.role from rowlock.persona_role r where r.persona_id = _persona_roles.persona_id order by r.role);
end;
$$;

comment on function rowlock._persona_roles is 'The roles of a persona, by name.';
revoke all on function rowlock._persona_roles from public;
