-- rowlock.retention_sweep(max_rows): one batch of each of so many rules that are due.
-- Reads: rowlock.retention_rule. Writes: rowlock.retention_rule, rowlock.retention_run, rowlock.event.
create or replace function rowlock.retention_sweep(max_rows integer default 1)
returns integer
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_rule   rowlock.retention_rule;
  v_worked text[] := '{}';
begin
  perform rowlock._argument_range(field => 'max_rows', value => max_rows, low => 1, high => 100);
  for i in 1 .. max_rows loop
    -- Who waits longest comes first, so a backlog of one rule keeps no other one waiting.
    select r.* into v_rule
    from rowlock.retention_rule r
    -- What ended in the future was worked before the clock was set back.
    where r.enabled and (r.due_at <= clock_timestamp() or r.finished_at > clock_timestamp() + interval '10 seconds')
    order by r.due_at, r.name
    limit 1
    for no key update skip locked;
    exit when not found;
    perform rowlock._retention_work(rule => v_rule);
    v_worked := v_worked || v_rule.name;
  end loop;
  perform rowlock._retention_journal(rules => v_worked);
  return cardinality(v_worked);
end;
$$;

comment on function rowlock.retention_sweep is
  'A batch of the rule that is due first, and so on for max_rows rules (1 to 100), all in the transaction of the caller: call it with 1, again and again, until it returns 0. An error is written down, and the rule waits. For the timer. Raises PT400.';
revoke all on function rowlock.retention_sweep from public;
select rowlock._function_grant('retention_sweep', 'service');
