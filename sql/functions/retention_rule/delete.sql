-- rowlock.retention_rule_delete(name, actor): a rule ends; what it was about is kept.
-- Writes: rowlock.retention_rule, rowlock.retention_run, rowlock.event.
create or replace function rowlock.retention_rule_delete(
  name  text,
  actor uuid default rowlock.actor_current()
)
returns rowlock.retention_rule
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_rule   rowlock.retention_rule;
begin
  perform rowlock._actor_global(access => v_access);
  perform rowlock._argument_text(field => 'name', value => name, required => true);
  select r.* into v_rule from rowlock.retention_rule r where r.name = retention_rule_delete.name for update;
  if not found then
    perform rowlock._retention_rule_missing(name => name);
  end if;
  perform rowlock._retention_run_end(rule => v_rule, actor => v_access.actor);
  delete from rowlock.retention_rule r where r.name = retention_rule_delete.name;
  v_rule.version := v_rule.version + 1;
  perform rowlock._retention_rule_journal(rule => v_rule, change => 'deleted', actor => v_access.actor);
  return v_rule;
end;
$$;

comment on function rowlock.retention_rule_delete is
  'Deletes a rule and returns it as it was; what it did stays in the list of runs. Needs global access. Raises PT400, PT401, PT403, PT404.';
revoke all on function rowlock.retention_rule_delete from public;
select rowlock._function_grant('retention_rule_delete', 'service', 'user', 'proxy');
