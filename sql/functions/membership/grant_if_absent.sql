-- rowlock.membership_grant_if_absent(user_id, role, type, read_scope, write_scope, actor): bring somebody into a role who is not in it.
-- Reads: rowlock.user_account, rowlock.role. Writes: rowlock.membership, rowlock.api_key, rowlock.event.
create or replace function rowlock.membership_grant_if_absent(
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
  v_new    boolean;
begin
  perform rowlock._membership_grant_check(
    access => v_access, user_id => user_id, role => role, type => type,
    read_scope => read_scope, write_scope => write_scope);
  v_new := not exists (
    select from rowlock.membership m
    where m.user_id = membership_grant_if_absent.user_id and m.role = membership_grant_if_absent.role);
  v_row := rowlock._membership_absent(
    user_id => user_id, role => role, type => type, read_scope => read_scope, write_scope => write_scope,
    actor => v_access.actor);
  perform rowlock._api_key_distrust(
    user_id => user_id, promoted => v_new and rowlock._membership_is_global(role => role, type => type));
  return v_row;
end;
$$;

comment on function rowlock.membership_grant_if_absent is
  'As membership_grant, but a membership that stands is never touched: it comes back as it is. Raises PT400, PT401, PT403, PT404.';
revoke all on function rowlock.membership_grant_if_absent from public;
select rowlock._function_grant('membership_grant_if_absent', 'service', 'user', 'proxy');
