-- rowlock.persona_patch(key, patch, actor): change title or description of a persona.
-- Reads: rowlock.persona_role, rowlock.user_persona. Writes: rowlock.persona.
create or replace function rowlock.persona_patch(
  key   text,
  patch jsonb,
  actor uuid default rowlock.actor_current()
)
returns rowlock.persona_info
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access  constant rowlock.access := rowlock._actor_access(actor => actor);
  v_persona rowlock.persona;
begin
  perform rowlock._argument_text(field => 'key', value => key, required => true);
  perform rowlock._argument_members(patch => patch, kinds => '{"title": "string?", "description": "string?"}');
  perform rowlock._argument_text(field => 'title', value => patch ->> 'title');
  perform rowlock._argument_text(field => 'description', value => patch ->> 'description', max_length => 10000);
  perform rowlock._actor_admin(access => v_access);
  update rowlock.persona p
  set
    title = case when persona_patch.patch ? 'title' then persona_patch.patch ->> 'title' else p.title end,
    description = case
      when persona_patch.patch ? 'description' then persona_patch.patch ->> 'description' else p.description end,
    updated_at = clock_timestamp()
  where p.key = persona_patch.key
  returning p.* into v_persona;
  if not found then
    perform rowlock._persona_missing(key => key);
  end if;
  return rowlock._persona_info(persona => v_persona);
end;
$$;

comment on function rowlock.persona_patch is
  'Of {title, description}: a key absent keeps, null clears, a value sets. Needs global access or admin type on a role. Raises PT400, PT401, PT403, PT404.
Example: {"title": "Clerk", "description": null}';
revoke all on function rowlock.persona_patch from public;
select rowlock._function_grant('persona_patch', 'service', 'user', 'proxy');
