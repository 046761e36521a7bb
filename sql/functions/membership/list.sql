-- rowlock.membership_list(user_id, actor): the roles of an account.
-- Reads: rowlock.membership, rowlock.user_account.
create or replace function rowlock.membership_list(
  user_id uuid,
  actor   uuid default rowlock.actor_current()
)
returns setof rowlock.membership
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
begin
  perform rowlock._argument_text(field => 'user_id', value => user_id::text, required => true);
  if user_id <> v_access.actor then
    perform rowlock._actor_admin(access => v_access);
  end if;
  if not exists (select from rowlock.user_account u where u.id = membership_list.user_id) then
    perform rowlock._user_missing(id => user_id);
  end if;
  return query
  select m.* from rowlock.membership m where m.user_id = membership_list.user_id order by m.role;
end;
$$;

comment on function rowlock.membership_list is
  'The memberships of an account, by role; another''s needs global access or admin type on a role. Raises PT400, PT401, PT403, PT404.';
revoke all on function rowlock.membership_list from public;
select rowlock._function_grant('membership_list', 'service', 'user', 'proxy');
