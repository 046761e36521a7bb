-- rowlock.membership_revoke(user_id, role, actor): take somebody out of a role.
-- Reads: rowlock.persona, rowlock.user_account. Writes: rowlock.membership, rowlock.delegation, rowlock.event.
create or replace function rowlock.membership_revoke(
  user_id uuid,
  role    text,
  actor   uuid default rowlock.actor_current()
)
returns rowlock.membership
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_row    rowlock.membership;
begin
  perform rowlock._argument_text(field => 'user_id', value => user_id::text, required => true);
  perform rowlock._argument_text(field => 'role', value => role, required => true);
  perform rowlock._user_lock(user_id);
  perform rowlock._membership_grantable(access => v_access, user_id => user_id, role => role, type => 'member');

  select m.* into v_row from rowlock.membership m
  where m.user_id = membership_revoke.user_id and m.role = membership_revoke.role;
  if not found then
    raise exception 'membership does not exist'
      using errcode = 'PT404', constraint = 'membership_exists',
            detail = jsonb_build_object('reason', 'not_found', 'user_id', user_id, 'role', role)::text,
            hint = 'The account is not in this role.';
  end if;
  if v_row.granted_by_persona is not null then
    raise exception 'membership is sustained by a persona'
      using errcode = 'PT409', constraint = 'membership_persona',
            detail = jsonb_build_object(
              'reason', 'persona', 'user_id', user_id, 'role', role,
              'persona', (select p.key from rowlock.persona p where p.id = v_row.granted_by_persona))::text,
            hint = 'Take the persona from the account, or the role from the persona.';
  end if;
  perform rowlock._user_keep_superadmin(user_id => user_id, role => role);

  delete from rowlock.membership m
  where m.user_id = membership_revoke.user_id and m.role = membership_revoke.role;
  perform rowlock._membership_journal(change => 'revoked', membership => v_row, actor => v_access.actor);
  perform rowlock._delegation_end(user_id => user_id, role => role, actor => v_access.actor);
  return v_row;
end;
$$;

comment on function rowlock.membership_revoke is
  'Removes a membership and returns it; the next call of that account feels it, and what it delegated in the role ends. Raises PT400, PT401, PT403, PT404, PT409.';
revoke all on function rowlock.membership_revoke from public;
select rowlock._function_grant('membership_revoke', 'service', 'user', 'proxy');
