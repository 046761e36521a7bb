-- rowlock._retention_work(rule, actor): one batch of a rule, and what became of it.
-- Writes: rowlock.retention_rule, rowlock.retention_run.
create or replace function rowlock._retention_work(
  rule  rowlock.retention_rule,
  actor uuid default null
)
returns rowlock.retention_report
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_start   constant timestamptz := clock_timestamp();
  v_report  rowlock.retention_report := row(rule.name, rule.subject, rule.action, 'done', 0, null, null, null);
  v_message text;
  v_run     rowlock.retention_run;
  v_end     timestamptz;
begin
  begin
    v_report.row_count := rowlock._retention_batch(rule => rule);
    v_report.held_by := rowlock._retention_held(rule => rule);
    -- A batch of the archive ends with its month.
    if v_report.row_count >= (case when rule.action = 'archive' then 1 else rule.batch_rows end) then
      v_report.outcome := 'more';
    end if;
  -- Whatever goes wrong is undone and written down, and the next rule goes on.
  exception when query_canceled or others then
    get stacked diagnostics v_report.error_state = returned_sqlstate, v_message = message_text;
    v_report.error := rowlock._retention_error(state => v_report.error_state, message => v_message);
    v_report.row_count := 0;
    v_report.outcome := 'failed';
  end;
  v_end := clock_timestamp();

  update rowlock.retention_run n
  set
    finished_at = case when v_report.outcome <> 'more' then v_end end, batches = n.batches + 1,
    row_count = n.row_count + v_report.row_count, held_by = v_report.held_by, error_state = v_report.error_state,
    error = v_report.error
  where n.id = rule.run_id
  returning n.* into v_run;
  if not found and (v_report.row_count > 0 or v_report.outcome = 'failed' or actor is not null) then
    insert into rowlock.retention_run as n (
      rule, subject, action, started_at, finished_at, batches, row_count, held_by, error_state, error, actor)
    values (
      v_report.rule, v_report.subject, v_report.action, v_start, case when v_report.outcome <> 'more' then v_end end, 1,
      v_report.row_count, v_report.held_by, v_report.error_state, v_report.error, _retention_work.actor)
    returning n.* into v_run;
  end if;

  update rowlock.retention_rule r
  set
    started_at = v_start, finished_at = v_end, run_id = case when v_report.outcome = 'more' then v_run.id end,
    streak = case when v_report.outcome = 'failed' then r.streak + 1 else 0 end,
    due_at = case v_report.outcome
      -- Behind the others that are due.
      when 'more' then v_end
      -- Soon at first, also of a rule that is due once a month.
      when 'failed' then v_end + least(interval '1 minute' * 2 ^ least(r.streak, 16), greatest(r.every, '1 hour'))
      else v_start + r.every
    end
  where r.name = rule.name;
  return v_report;
end;
$$;

comment on function rowlock._retention_work is
  'Writes the report of the run, and when the rule is due again. The caller has the lock of the rule, and journals at its end.';
revoke all on function rowlock._retention_work from public;
