begin;
\ir ../_fixtures.psql
select plan(14);

select ask(n) from unnest(array['new', 'held', 'lapsed', 'old', 'older', 'done', 'off']) n;
select ask('other', role => 'engineer');
update rowlock.escalation set created_at = clock_timestamp() - interval '40 minutes' where description = 'lapsed';
update rowlock.escalation set created_at = clock_timestamp() - interval '90 minutes' where description = 'old';
update rowlock.escalation set created_at = clock_timestamp() - interval '25 hours' where description = 'older';
select hold('held', 'worker'), hold('lapsed', 'worker'), lapse('lapsed');
select rowlock.escalation_resolve(id => esc('done'), resolver_payload => '{}', actor => who('worker'));
select rowlock.escalation_cancel(id => esc('off'), actor => who('worker'));
select job(n) from unnest(array['wf-1', 'wf-2', 'wf-3']) n;
select rowlock.task_complete(id => t.id, actor => who('chief')) from rowlock.task t where t.workflow_id = 'wf-1';

create function told(name text, period text default '24h') returns rowlock.analytics_overview_figures language sql as $$
  select rowlock.analytics_overview(period => told.period, actor => who(told.name));
$$;
create function triage(name text, key text, period text default '24h') returns text language sql as $$
  select (told(triage.name, triage.period)).triage ->> triage.key;
$$;
select is(
  (told('worker')).triage - 'oldest_unclaimed_minutes' - 'by_role',
  '{"pending": 5, "claimed": 1, "unclaimed": 4, "aging_30m": 3, "aging_1h": 2, "aging_24h": 1, "created_period": 6,
    "resolved_period": 1, "resolution_rate_pct": 16.7}', 'what waits, how long nobody has taken it, and what was done');
select ok(triage('worker', 'oldest_unclaimed_minutes')::numeric between 1500 and 1501, 'the oldest that nobody has');
select is((told('worker')).triage -> 'by_role', '[{"role": "reviewer", "pending": 5, "claimed": 1}]', 'by role, in scope');
select is((told('chief')).triage #>> '{by_role,0,role}', 'reviewer', 'the busiest role first');
select is(triage('chief', 'pending'), '6', 'who sees more roles counts more');
select is(triage('chief', 'pending'), (rowlock.escalation_stats(actor => who('chief'))).pending::text, 'as the stats count it');
select is(jsonb_array_length((told('chief')).trends), 25, 'a day has its hours, and the one that has begun');
select is((told('chief')).trends #>> '{24,open}', '6', 'the last hour ends with what is open now');
select is((select sum((b ->> 'created')::integer) from jsonb_array_elements((told('worker')).trends) b), 6::bigint, 'the hours add up to the period');
select is((told('chief')).throughput - 'avg_minutes', '{"created": 3, "completed": 1, "failed": 0, "cancelled": 0, "open": 2}', 'tasks, and what became of them');
select is((told('worker')).throughput ->> 'created', '0', 'of which nobody is told who cannot see them');
select is(row(triage('nobody', 'pending'), triage('nobody', 'resolution_rate_pct'), triage('nobody', 'oldest_unclaimed_minutes'))::text, '(0,,)',
  'of nothing there is no rate, and no oldest');

select refused(format('select rowlock.analytics_overview(period => %L, actor => %L)', '15m', who('worker')), 'PT400', 'argument_invalid',
  'unknown', 'a period is one of four', 'period');
select refused(format('select rowlock.analytics_overview(actor => %L)', who('suspended')), 'PT401', 'actor_active', 'not_active',
  'who is suspended gets none');

select * from finish();
rollback;
