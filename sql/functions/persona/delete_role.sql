-- rowlock.persona_delete_role(key, role, actor): take a role out of a persona.
-- Reads: rowlock.user_persona, rowlock.persona, rowlock.user_account. Writes: rowlock.persona_role, rowlock.membership, rowlock.event.
create or replace function rowlock.persona_delete_role(
  key   text,
  role  text,
  actor uuid default rowlock.actor_current()
)
returns rowlock.persona_change
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access  constant rowlock.access := rowlock._actor_access(actor => actor);
  v_persona rowlock.persona;
  v_change  rowlock.persona_change;
  v_ids     uuid[];
begin
  perform rowlock._argument_text(field => 'role', value => role, required => true);
  perform rowlock._actor_admin(access => v_access);
  v_persona := rowlock._persona_lock(key => key);
  v_ids := rowlock._persona_holders(persona_id => v_persona.id);
  perform rowlock._persona_grantable(access => v_access, key => key, roles => array[role], user_ids => v_ids);

  delete from rowlock.persona_role r where r.persona_id = v_persona.id and r.role = persona_delete_role.role;
  if not found then
    raise exception 'persona has no such role'
      using errcode = 'PT404', constraint = 'persona_role_exists',
            detail = jsonb_build_object('reason', 'not_found', 'key', key, 'role', role)::text,
            hint = 'Look at the roles of the persona.';
  end if;
  v_change.counts := rowlock._persona_reconcile(user_ids => v_ids, actor => v_access.actor);
  v_change.persona := rowlock._persona_info(persona => v_persona);
  return v_change;
end;
$$;

comment on function rowlock.persona_delete_role is
  'Whoever has the persona loses what it gave in the role. Needs a superadmin, or an admin of the role. Raises PT400, PT401, PT403, PT404.';
revoke all on function rowlock.persona_delete_role from public;
select rowlock._function_grant('persona_delete_role', 'service', 'user', 'proxy');
