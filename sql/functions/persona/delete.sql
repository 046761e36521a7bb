-- rowlock.persona_delete(key, actor): a persona ends, and what only it sustained.
-- Reads: rowlock.persona_role, rowlock.user_account. Writes: rowlock.persona, rowlock.user_persona, rowlock.membership, rowlock.event.
create or replace function rowlock.persona_delete(
  key   text,
  actor uuid default rowlock.actor_current()
)
returns rowlock.persona_change
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_persona rowlock.persona;
  v_change  rowlock.persona_change;
  v_ids     uuid[];
begin
  perform rowlock._actor_admin(access => v_access);
  v_persona := rowlock._persona_lock(key => key);
  v_ids := rowlock._persona_holders(persona_id => v_persona.id);
  perform rowlock._persona_grantable(
    access => v_access, key => key, roles => rowlock._persona_roles(persona_id => v_persona.id), user_ids => v_ids);
  v_change.persona := rowlock._persona_info(persona => v_persona);

  delete from rowlock.user_persona h where h.persona_id = v_persona.id;
  v_change.counts := rowlock._persona_reconcile(user_ids => v_ids, actor => v_access.actor);
  delete from rowlock.persona p where p.id = v_persona.id;
  return v_change;
end;
$$;

comment on function rowlock.persona_delete is
  'Deletes a persona and returns it, with what that did to memberships. Needs a superadmin, or an admin of each of its roles. Raises PT400, PT401, PT403, PT404.';
revoke all on function rowlock.persona_delete from public;
select rowlock._function_grant('persona_delete', 'service', 'user', 'proxy');
