-- rowlock.membership_grant(user_id, role, type, read_scope, write_scope, actor): bring somebody into a role, or change how.
-- Reads: rowlock.user_account, rowlock.role. Writes: rowlock.membership, rowlock.event.
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
  perform rowlock._argument_text(field => 'user_id', value => user_id::text, required => true);
  perform rowlock._argument_text(field => 'role', value => role, required => true);
  if type is null or type not in ('superadmin', 'admin', 'member') then
    perform rowlock._argument_refuse(field => 'type', reason => 'unknown', hint => 'superadmin, admin or member.');
  end if;
  if read_scope is null or read_scope not in ('self', 'all') then
    perform rowlock._argument_refuse(field => 'read_scope', reason => 'unknown', hint => 'self or all.');
  end if;
  if write_scope is null or write_scope not in ('none', 'self', 'all') then
    perform rowlock._argument_refuse(field => 'write_scope', reason => 'unknown', hint => 'none, self or all.');
  end if;
  if write_scope = 'all' and read_scope = 'self' then
    perform rowlock._argument_refuse(
      field => 'write_scope', reason => 'wider_than_read', hint => 'Acting on all rows needs reading all rows.');
  end if;
  perform rowlock._membership_grantable(access => v_access, user_id => user_id, role => role, type => type);
  if not exists (select from rowlock.user_account u where u.id = membership_grant.user_id) then
    perform rowlock._user_missing(id => user_id);
  end if;
  -- Held until the commit, so that the role is not deleted meanwhile.
  perform from rowlock.role r where r.role = membership_grant.role for key share;
  if not found then
    perform rowlock._argument_refuse(field => 'role', reason => 'unknown_role', hint => 'Name a role that exists.');
  end if;

  insert into rowlock.membership as m (user_id, role, type, read_scope, write_scope)
  values (
    membership_grant.user_id, membership_grant.role, membership_grant.type,
    membership_grant.read_scope, membership_grant.write_scope)
  on conflict on constraint membership_pkey do update
  set type = excluded.type, read_scope = excluded.read_scope, write_scope = excluded.write_scope
  where (m.type, m.read_scope, m.write_scope) is distinct from (excluded.type, excluded.read_scope, excluded.write_scope)
  returning m.* into v_row;

  if found then
    perform rowlock._event_append(
      topic => 'membership.changed', subject_type => 'membership', subject_id => v_row.user_id::text,
      role => v_row.role, assigned_to => v_row.user_id, actor => v_access.actor,
      payload => jsonb_build_object(
        'change', 'granted', 'type', v_row.type, 'read_scope', v_row.read_scope, 'write_scope', v_row.write_scope));
  else
    -- It stands already, just so.
    select m.* into v_row from rowlock.membership m
    where m.user_id = membership_grant.user_id and m.role = membership_grant.role;
  end if;
  return v_row;
end;
$$;

comment on function rowlock.membership_grant is
  'Grants a role, or changes type and scopes of a membership; granting the same again changes nothing. Raises PT400, PT401, PT403, PT404.';
revoke all on function rowlock.membership_grant from public;
select rowlock._function_grant('membership_grant', 'service', 'user', 'proxy');
