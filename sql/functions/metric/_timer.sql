-- rowlock._metric_timer(at): whether background work is done.
-- Reads: rowlock.timer, rowlock.retention_rule.
create or replace function rowlock._metric_timer(at timestamptz)
returns setof rowlock.metric
language sql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
  select m.name, m.help, jsonb_build_object('timer', t.name), m.value::double precision
  from rowlock.timer t
  cross join lateral (values
    ('timer_runs_total', 'Runs of a timer, failed ones too.', t.runs),
    ('timer_failures_total', 'Failed runs.', t.failures),
    ('timer_last_rows', 'What the last run did; 0 when it failed.', coalesce(t.last_rows, 0)),
    ('timer_late_seconds', 'How long a timer has been due.',
      case when t.enabled then greatest(extract(epoch from _metric_timer.at - t.due_at), 0) end),
    ('timer_last_seconds', 'How long the last run took.', extract(epoch from t.finished_at - t.started_at)),
    ('timer_age_seconds', 'Since the end of the last run.', extract(epoch from _metric_timer.at - t.finished_at))
  ) m (name, help, value)
  where m.value is not null
  union all
  select m.name, m.help, jsonb_build_object('rule', r.name), m.value::double precision
  from rowlock.retention_rule r
  cross join lateral (values
    ('retention_failed_batches', 'How many batches of a rule of retention failed since one that did not.', r.streak),
    ('retention_late_seconds', 'How long a rule has been due.', greatest(extract(epoch from _metric_timer.at - r.due_at), 0))
  ) m (name, help, value)
  where r.enabled;
$$;

comment on function rowlock._metric_timer is 'Samples of each timer, and of each rule of retention that is enabled.';
revoke all on function rowlock._metric_timer from public;
