-- rowlock.retention_rule_put(name, subject, action, older_than, …, actor): make a rule, or say it anew.
-- Reads: rowlock.retention_subject. Writes: rowlock.retention_rule, rowlock.retention_run, rowlock.event.
create or replace function rowlock.retention_rule_put(
  name           text,
  subject        text,
  action         text,
  older_than     interval,
  enabled        boolean default true,
  every          interval default '1 hour',
  batch_rows     integer default 1000,
  past_consumers boolean default false,
  actor          uuid default rowlock.actor_current()
)
returns rowlock.retention_rule
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_now    constant timestamptz := clock_timestamp();
  v_rule   rowlock.retention_rule;
  v_old    rowlock.retention_rule;
begin
  perform rowlock._actor_global(access => v_access);
  perform rowlock._retention_rule_name(name => name);
  v_rule.subject := subject;
  v_rule.action := action;
  v_rule.older_than := older_than;
  v_rule.every := every;
  v_rule.batch_rows := batch_rows;
  v_rule.past_consumers := coalesce(past_consumers, false);
  perform rowlock._retention_rule_check(rule => v_rule);

  -- What goes on is of the rule as it was, and ends.
  select r.* into v_old from rowlock.retention_rule r where r.name = retention_rule_put.name for no key update;
  perform rowlock._retention_run_end(rule => v_old, actor => v_access.actor);
  insert into rowlock.retention_rule as r (
    name, subject, action, older_than, enabled, every, batch_rows, past_consumers, due_at, created_at, updated_at)
  values (
    retention_rule_put.name, v_rule.subject, v_rule.action, v_rule.older_than, coalesce(retention_rule_put.enabled, true),
    v_rule.every, v_rule.batch_rows, v_rule.past_consumers, v_now, v_now, v_now)
  on conflict on constraint retention_rule_pkey do update
  set
    subject = excluded.subject, action = excluded.action, older_than = excluded.older_than, enabled = excluded.enabled,
    every = excluded.every, batch_rows = excluded.batch_rows, past_consumers = excluded.past_consumers,
    run_id = null, streak = 0, version = r.version + 1, due_at = v_now, updated_at = v_now
  returning r.* into v_rule;
  perform rowlock._retention_rule_journal(rule => v_rule, change => 'put', actor => v_access.actor);
  return v_rule;
end;
$$;

comment on function rowlock.retention_rule_put is
  'Makes a rule of retention, or says it anew as a whole; rows of the subject that are older go in batches of batch_rows, each time that every is over, the first time at once. subject: escalation (those that ended; delete or archive), event, credential, idempotency_key, signal, run_ledger, delivery, dead_delivery, retention_run. past_consumers: events that a declared consumer has not read go too. Needs global access. Raises PT400, PT401, PT403.
Example: {"subject": "escalation", "action": "archive", "older_than": "90 days", "enabled": true, "every": "1 hour", "batch_rows": 1000}';
revoke all on function rowlock.retention_rule_put from public;
select rowlock._function_grant('retention_rule_put', 'service', 'user', 'proxy');
