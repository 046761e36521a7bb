-- rowlock.retention_rule_patch(name, patch, actor): change some of what a rule says.
-- Reads: rowlock.retention_subject. Writes: rowlock.retention_rule, rowlock.retention_run, rowlock.event.
create or replace function rowlock.retention_rule_patch(
  name  text,
  patch jsonb,
  actor uuid default rowlock.actor_current()
)
returns rowlock.retention_rule
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_now    timestamptz;
  v_rule   rowlock.retention_rule;
begin
  perform rowlock._actor_global(access => v_access);
  perform rowlock._argument_text(field => 'name', value => name, required => true);
  perform rowlock._argument_members(patch => patch, kinds => jsonb_build_object(
    'subject', 'string', 'action', 'string', 'older_than', 'string', 'enabled', 'boolean', 'every', 'string',
    'batch_rows', 'integer', 'past_consumers', 'boolean'));
  -- A batch that is at it ends first.
  select r.* into v_rule from rowlock.retention_rule r where r.name = retention_rule_patch.name for no key update;
  if not found then
    perform rowlock._retention_rule_missing(name => name);
  end if;
  v_rule.subject := coalesce(patch ->> 'subject', v_rule.subject);
  v_rule.action := coalesce(patch ->> 'action', v_rule.action);
  v_rule.older_than := rowlock._retention_rule_interval(field => 'older_than', patch => patch, kept => v_rule.older_than);
  v_rule.enabled := coalesce((patch -> 'enabled')::boolean, v_rule.enabled);
  v_rule.every := rowlock._retention_rule_interval(field => 'every', patch => patch, kept => v_rule.every);
  perform rowlock._argument_range(
    field => 'batch_rows', value => coalesce((patch -> 'batch_rows')::bigint, v_rule.batch_rows), low => 1, high => 100000);
  v_rule.batch_rows := coalesce((patch -> 'batch_rows')::integer, v_rule.batch_rows);
  v_rule.past_consumers := coalesce((patch -> 'past_consumers')::boolean, v_rule.past_consumers);
  perform rowlock._retention_rule_check(rule => v_rule);
  if patch = '{}' then
    return v_rule;
  end if;

  v_now := clock_timestamp();
  perform rowlock._retention_run_end(rule => v_rule, actor => v_access.actor);
  update rowlock.retention_rule r
  set
    subject = v_rule.subject, action = v_rule.action, older_than = v_rule.older_than, enabled = v_rule.enabled,
    every = v_rule.every, batch_rows = v_rule.batch_rows, past_consumers = v_rule.past_consumers,
    run_id = null, streak = 0, version = r.version + 1, due_at = v_now, updated_at = v_now
  where r.name = retention_rule_patch.name
  returning r.* into v_rule;
  perform rowlock._retention_rule_journal(rule => v_rule, change => 'patched', actor => v_access.actor);
  return v_rule;
end;
$$;

comment on function rowlock.retention_rule_patch is
  'Of {subject, action, older_than, enabled, every, batch_rows, past_consumers}: a key absent keeps, a value sets. The rule is due at once. Needs global access. Raises PT400, PT401, PT403, PT404.
Example: {"subject": "escalation", "action": "archive", "older_than": "1 year", "enabled": true, "every": "1 day", "batch_rows": 500, "past_consumers": false}';
revoke all on function rowlock.retention_rule_patch from public;
select rowlock._function_grant('retention_rule_patch', 'service', 'user', 'proxy');
