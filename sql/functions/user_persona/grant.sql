-- rowlock.user_persona_grant(user_id, key, actor): an account gets a persona, and its roles.
-- Reads: rowlock.persona_role, rowlock.persona, rowlock.user_account. Writes: rowlock.user_persona, rowlock.membership, rowlock.event.
create or replace function rowlock.user_persona_grant(
  user_id uuid,
  key     text,
  actor   uuid default rowlock.actor_current()
)
returns rowlock.persona_change
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access  constant rowlock.access := rowlock._actor_access(actor => actor);
  v_persona rowlock.persona;
  v_change  rowlock.persona_change;
begin
  perform rowlock._argument_text(field => 'user_id', value => user_id::text, required => true);
  perform rowlock._actor_admin(access => v_access);
  v_persona := rowlock._persona_lock(key => key);
  perform rowlock._user_lock(user_id);
  if not exists (select from rowlock.user_account u where u.id = user_persona_grant.user_id) then
    perform rowlock._user_missing(id => user_id);
  end if;
  perform rowlock._persona_grantable(
    access => v_access, key => key, roles => rowlock._persona_roles(persona_id => v_persona.id), user_ids => array[user_id]);

  insert into rowlock.user_persona (user_id, persona_id)
  values (user_persona_grant.user_id, v_persona.id)
  on conflict on constraint user_persona_pkey do nothing;
  v_change.counts := rowlock._persona_reconcile(user_ids => array[user_id], actor => v_access.actor);
  v_change.persona := rowlock._persona_info(persona => v_persona);
  return v_change;
end;
$$;

comment on function rowlock.user_persona_grant is
  'Gives a persona; having it already changes nothing. Needs a superadmin, or an admin of each of its roles. Raises PT400, PT401, PT403, PT404.';
revoke all on function rowlock.user_persona_grant from public;
select rowlock._function_grant('user_persona_grant', 'service', 'user', 'proxy');
