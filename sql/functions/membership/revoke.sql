-- rowlock.membership_revoke(user_id, role, actor): take somebody out of a role.
-- Writes: rowlock.membership, rowlock.event.
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
  perform rowlock._membership_grantable(access => v_access, user_id => user_id, role => role, type => 'member');

  delete from rowlock.membership m
  where m.user_id = membership_revoke.user_id and m.role = membership_revoke.role
  returning m.* into v_row;
  if not found then
    raise exception 'membership does not exist'
      using errcode = 'PT404', constraint = 'membership_exists',
            detail = jsonb_build_object('reason', 'not_found', 'user_id', user_id, 'role', role)::text,
            hint = 'The account is not in this role.';
  end if;
  perform rowlock._event_append(
    topic => 'membership.changed', subject_type => 'membership', subject_id => v_row.user_id::text,
    role => v_row.role, assigned_to => v_row.user_id, actor => v_access.actor,
    payload => jsonb_build_object('change', 'revoked', 'type', v_row.type));
  return v_row;
end;
$$;

comment on function rowlock.membership_revoke is
  'Removes a membership and returns it; the next call of that account feels it. Raises PT400, PT401, PT403, PT404.';
revoke all on function rowlock.membership_revoke from public;
select rowlock._function_grant('membership_revoke', 'service', 'user', 'proxy');
