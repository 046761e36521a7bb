-- rowlock.role_list(actor): every role, by name.
-- Reads: rowlock.role.
create or replace function rowlock.role_list(actor uuid default rowlock.actor_current())
returns setof rowlock.role
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select r.*
  from rowlock.role r
  -- In the WHERE, because the planner drops a column of a subquery that nobody reads.
  where (rowlock._actor_access(actor => role_list.actor)).actor is not null
  order by r.role;
$$;

comment on function rowlock.role_list is 'All roles; any signed-in account may see them. Raises PT401, PT403.';
revoke all on function rowlock.role_list from public;
select rowlock._function_grant('role_list', 'service', 'user', 'proxy');
