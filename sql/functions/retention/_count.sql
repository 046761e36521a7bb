-- rowlock._retention_count(rule): how many rows are old enough for a rule, up to a hundred thousand.
-- Reads: rowlock.escalation, rowlock.ask, rowlock.run, rowlock.event, rowlock.event_watermark, rowlock.event_consumer, rowlock.ephemeral_credential, rowlock.idempotency, rowlock.signal, rowlock.processed_signal, rowlock.delivery, rowlock.retention_run.
create or replace function rowlock._retention_count(rule rowlock.retention_rule)
returns bigint
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
set jit = off
as $$
declare
  v_cutoff constant timestamptz := clock_timestamp() - rule.older_than;
begin
  return case rule.subject || ' ' || rule.action
    when 'escalation archive' then (
      select count(*) from (select from only rowlock.escalation e where e.ended_at < v_cutoff limit 100000) c)
    when 'escalation delete' then (
      select count(*)
      from (
        select from rowlock.escalation e where e.ended_at < v_cutoff and rowlock._escalation_is_spent(e.id) limit 100000) c)
    when 'event delete' then rowlock.event_purge_count(older_than => rule.older_than, past_consumers => rule.past_consumers)
    when 'credential delete' then (
      select count(*) from (select from rowlock.ephemeral_credential c where c.expires_at <= v_cutoff limit 100000) c)
    when 'idempotency_key delete' then (
      select count(*) from (select from rowlock.idempotency i where i.expires_at <= v_cutoff limit 100000) c)
    when 'signal delete' then (
      select count(*) from (select from rowlock.signal s where s.expires_at <= v_cutoff limit 100000) c)
    when 'run_ledger delete' then (
      select count(*)
      from (
        select from rowlock.processed_signal s join rowlock.run r on r.id = s.run_id
        where s.received_at < v_cutoff and r.finished_at < v_cutoff and r.status in ('exited', 'failed', 'stopped')
        limit 100000) c)
    when 'delivery delete' then (
      select count(*)
      from (select from rowlock.delivery d where d.status = 'delivered' and d.ended_at <= v_cutoff limit 100000) c)
    when 'dead_delivery delete' then (
      select count(*)
      from (select from rowlock.delivery d where d.status = 'dead' and d.ended_at <= v_cutoff limit 100000) c)
    when 'retention_run delete' then (
      select count(*) from (select from rowlock.retention_run r where r.finished_at < v_cutoff limit 100000) c)
  end;
end;
$$;

comment on function rowlock._retention_count is
  'What all batches of the rule would do, begun now; of events the number is exact.';
revoke all on function rowlock._retention_count from public;
