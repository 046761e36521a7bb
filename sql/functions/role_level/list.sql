-- rowlock.role_level_list(role, actor): what is done with rows of a role that wait too long.
-- Reads: rowlock.role.
create or replace function rowlock.role_level_list(
  role  text,
  actor uuid default rowlock.actor_current()
)
returns rowlock.role_levels
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
begin
  perform rowlock._argument_text(field => 'role', value => role, required => true);
  if not exists (select from rowlock.role r where r.role = role_level_list.role) then
    perform rowlock._role_missing(role => role);
  end if;
  return rowlock._role_level_set(role => role);
end;
$$;

comment on function rowlock.role_level_list is
  'The levels of a role, the first one first; any signed-in account may see them. Raises PT400, PT401, PT403, PT404.
Answers: {"role": "reviewer", "levels": ["$role_level"]}';
revoke all on function rowlock.role_level_list from public;
select rowlock._function_grant('role_level_list', 'service', 'user', 'proxy');
