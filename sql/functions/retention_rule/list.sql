-- rowlock.retention_rule_list(actor): every rule, by name.
-- Reads: rowlock.retention_rule.
create or replace function rowlock.retention_rule_list(actor uuid default rowlock.actor_current())
returns setof rowlock.retention_rule
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform rowlock._actor_global(access => rowlock._actor_access(actor => actor));
  return query select r.* from rowlock.retention_rule r order by r.name;
end;
$$;

comment on function rowlock.retention_rule_list is
  'The rules, by name. What no enabled rule is about is kept for ever. Needs global access. Raises PT401, PT403.';
revoke all on function rowlock.retention_rule_list from public;
select rowlock._function_grant('retention_rule_list', 'service', 'user', 'proxy');
