-- rowlock._persona_info(persona): a persona with its roles and the number of its holders.
-- Reads: rowlock.persona_role, rowlock.user_persona.
create or replace function rowlock._persona_info(persona rowlock.persona)
returns rowlock.persona_info
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  return row(
    persona.id, persona.key, persona.title, persona.description,
    (select coalesce(jsonb_agg(jsonb_build_object('role', r.role, 'relationship', r.relationship) order by r.role), '[]')
     from rowlock.persona_role r where r.persona_id = persona.id),
    (select count(*) from rowlock.user_persona h where h.persona_id = persona.id),
    persona.created_at, persona.updated_at)::rowlock.persona_info;
end;
$$;

comment on function rowlock._persona_info is 'The persona as verbs return it.';
revoke all on function rowlock._persona_info from public;
