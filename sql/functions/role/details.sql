-- rowlock.role_details(actor): every role with its schemas and relations, by name.
-- Reads: rowlock.role, rowlock.role_upstream, rowlock.role_escalation, rowlock.membership.
create or replace function rowlock.role_details(actor uuid default rowlock.actor_current())
returns setof rowlock.role_detail
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select d.*
  from rowlock.role r
  cross join lateral rowlock._role_detail(r) d
  -- In the WHERE, because the planner drops a column of a subquery that nobody reads.
  where (rowlock._actor_access(actor => role_details.actor)).actor is not null
  order by r.role;
$$;

comment on function rowlock.role_details is
  'All roles with dials, schemas, upstream roles and escalation targets; any signed-in account may see them. Raises PT401, PT403.';
revoke all on function rowlock.role_details from public;
select rowlock._function_grant('role_details', 'service', 'user', 'proxy');
