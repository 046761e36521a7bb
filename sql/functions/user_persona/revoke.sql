-- rowlock.user_persona_revoke(user_id, key, actor): take a persona from an account.
-- Reads: rowlock.persona_role, rowlock.persona, rowlock.user_account. Writes: rowlock.user_persona, rowlock.membership, rowlock.event.
create or replace function rowlock.user_persona_revoke(
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
  if not exists (select from rowlock.user_account u where u.id = user_persona_revoke.user_id) then
    perform rowlock._user_missing(id => user_id);
  end if;
  perform rowlock._persona_grantable(
    access => v_access, key => key, roles => rowlock._persona_roles(persona_id => v_persona.id), user_ids => array[user_id]);

  delete from rowlock.user_persona h where h.user_id = user_persona_revoke.user_id and h.persona_id = v_persona.id;
  if not found then
    raise exception 'account does not have the persona'
      using errcode = 'PT404', constraint = 'user_persona_exists',
            detail = jsonb_build_object('reason', 'not_found', 'user_id', user_id, 'key', key)::text,
            hint = 'Look at the personas of the account.';
  end if;
  v_change.counts := rowlock._persona_reconcile(user_ids => array[user_id], actor => v_access.actor);
  v_change.persona := rowlock._persona_info(persona => v_persona);
  return v_change;
end;
$$;

comment on function rowlock.user_persona_revoke is
  'Takes a persona, and what only it sustained. Needs a superadmin, or an admin of each of its roles. Raises PT400, PT401, PT403, PT404.';
revoke all on function rowlock.user_persona_revoke from public;
select rowlock._function_grant('user_persona_revoke', 'service', 'user', 'proxy');
