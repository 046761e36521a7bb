-- rowlock._role_detail(role): a role with its relations.
-- Reads: rowlock.role_upstream, rowlock.role_escalation, rowlock.membership.
create or replace function rowlock._role_detail(role rowlock.role)
returns rowlock.role_detail
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  return row(
    role,
    array(select u.upstream_role from rowlock.role_upstream u where u.role = (_role_detail.role).role order by 1),
    array(select c.target_role from rowlock.role_escalation c where c.source_role = (_role_detail.role).role order by 1),
    (select count(*) from rowlock.membership m where m.role = (_role_detail.role).role))::rowlock.role_detail;
end;
$$;

comment on function rowlock._role_detail is 'The role, its upstream roles, its escalation targets, and how many accounts are in it.';
revoke all on function rowlock._role_detail from public;
