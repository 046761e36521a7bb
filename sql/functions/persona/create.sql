-- rowlock.persona_create(key, title, description, actor): a new persona, without roles.
-- Reads: rowlock.persona_role, rowlock.user_persona. Writes: rowlock.persona.
create or replace function rowlock.persona_create(
  key         text,
  title       text default null,
  description text default null,
  actor       uuid default rowlock.actor_current()
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
  perform rowlock._argument_text(field => 'title', value => title);
  perform rowlock._argument_text(field => 'description', value => description, max_length => 10000);
  if key !~ '^[a-z][a-z0-9_-]*$' then
    perform rowlock._argument_refuse(
      field => 'key', reason => 'form', hint => 'A letter a-z, then letters, digits, _ and -.');
  end if;
  perform rowlock._actor_admin(access => v_access);

  insert into rowlock.persona (key, title, description)
  values (persona_create.key, persona_create.title, persona_create.description)
  on conflict on constraint persona_key_key do nothing
  returning * into v_persona;
  if not found then
    raise exception 'persona key is taken'
      using errcode = 'PT409', constraint = 'persona_key_taken',
            detail = jsonb_build_object('reason', 'taken', 'key', key)::text,
            hint = 'Choose another, or use the persona that has it.';
  end if;
  return rowlock._persona_info(persona => v_persona);
end;
$$;

comment on function rowlock.persona_create is
  'A persona by key; give it roles with persona_put_role. Needs global access or admin type on a role. Raises PT400, PT401, PT403, PT409.';
revoke all on function rowlock.persona_create from public;
select rowlock._function_grant('persona_create', 'service', 'user', 'proxy');
