-- rowlock._retention_batch(rule): do one batch of what a rule says.
-- Writes: rowlock.escalation, rowlock.approval, rowlock.event, rowlock.ephemeral_credential, rowlock.idempotency, rowlock.signal, rowlock.processed_signal, rowlock.delivery, rowlock.retention_run.
create or replace function rowlock._retention_batch(rule rowlock.retention_rule)
returns bigint
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  -- A further subject is a row of retention_subject, a branch here and one in _retention_count.
  return case rule.subject || ' ' || rule.action
    when 'escalation archive' then rowlock._escalation_archive(older_than => rule.older_than, max_rows => rule.batch_rows)
    when 'escalation delete' then rowlock._escalation_purge(older_than => rule.older_than, max_rows => rule.batch_rows)
    when 'event delete' then rowlock.event_purge(
      older_than => rule.older_than, max_rows => rule.batch_rows, past_consumers => rule.past_consumers)
    when 'credential delete' then rowlock.credential_purge(older_than => rule.older_than, max_rows => rule.batch_rows)
    when 'idempotency_key delete' then rowlock._idempotency_purge(older_than => rule.older_than, max_rows => rule.batch_rows)
    when 'signal delete' then rowlock.signal_purge(older_than => rule.older_than, max_rows => rule.batch_rows)
    when 'run_ledger delete' then rowlock._run_ledger_purge(older_than => rule.older_than, max_rows => rule.batch_rows)
    when 'delivery delete' then rowlock.delivery_purge(
      status => 'delivered', older_than => rule.older_than, max_rows => rule.batch_rows)
    when 'dead_delivery delete' then rowlock.delivery_purge(
      status => 'dead', older_than => rule.older_than, max_rows => rule.batch_rows)
    when 'retention_run delete' then rowlock._retention_run_purge(older_than => rule.older_than, max_rows => rule.batch_rows)
  end;
end;
$$;

comment on function rowlock._retention_batch is
  'How many rows went. Each waits for nobody who claims, answers or journals.';
revoke all on function rowlock._retention_batch from public;
