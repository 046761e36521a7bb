-- rowlock.membership_grant(user_id, role, type, read_scope, write_scope, actor): bring somebody into a role, or change how.
-- Reads: rowlock.user_account, rowlock.role. Writes: rowlock.membership, rowlock.api_key, rowlock.event.
create or replace function rowlock.membership_grant(
  user_id     uuid,
  role        text,
  type        text default 'member',
  read_scope  text default 'all',
  write_scope text default 'all',
  actor       uuid default rowlock.actor_current()
)
returns rowlock.membership
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_row    rowlock.membership;
begin
  perform rowlock._membership_grant_check(
    access => v_access, user_id => user_id, role => role, type => type,
    read_scope => read_scope, write_scope => write_scope);
  if type <> 'superadmin' then
    perform rowlock._user_keep_superadmin(user_id => user_id, role => role);
  end if;

  insert into rowlock.membership as m (user_id, role, type, read_scope, write_scope)
  values (
    membership_grant.user_id, membership_grant.role, membership_grant.type,
    membership_grant.read_scope, membership_grant.write_scope)
  on conflict on constraint membership_pkey do update
  set
    type = excluded.type, read_scope = excluded.read_scope, write_scope = excluded.write_scope,
    granted_by_persona = null, direct_read_scope = null, direct_write_scope = null
  where (m.type, coalesce(m.direct_read_scope, m.read_scope), coalesce(m.direct_write_scope, m.write_scope))
    is distinct from (excluded.type, excluded.read_scope, excluded.write_scope)
    or (m.granted_by_persona is not null and m.direct_read_scope is null)
  returning m.* into v_row;

  if found then
    perform rowlock._membership_journal(change => 'granted', membership => v_row, actor => v_access.actor);
    perform rowlock._api_key_distrust(
      user_id => user_id, promoted => rowlock._membership_is_global(role => role, type => type));
    -- A persona may give more than this.
    perform rowlock._persona_reconcile(user_ids => array[user_id], actor => v_access.actor);
  end if;
  select m.* into v_row from rowlock.membership m
  where m.user_id = membership_grant.user_id and m.role = membership_grant.role;
  return v_row;
end;
$$;

comment on function rowlock.membership_grant is
  'Grants a role, or changes type and scopes of a membership; granting the same again changes nothing. Where a persona gives more, that stays. A bot that becomes global loses the keys of minters who may not mint for it. Raises PT400, PT401, PT403, PT404, PT409.';
revoke all on function rowlock.membership_grant from public;
select rowlock._function_grant('membership_grant', 'service', 'user', 'proxy');
