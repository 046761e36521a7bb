begin;
\ir ../_fixtures.psql
select plan(40);

-- metric(name, labels): one sample.
create function metric(name text, labels jsonb default '{}') returns double precision language sql volatile as $$
  select m.value from rowlock.metric_list() m where m.name = metric.name and m.labels = metric.labels;
$$;
create function of_role(name text) returns double precision language sql volatile as $$
  select metric('escalations_' || of_role.name, '{"role": "reviewer"}');
$$;

select is(of_role('pending'), 0::double precision, 'a role without rows has a sample of zero');
select ask(n) from unnest(array['free', 'held', 'lapsed', 'mine', 'ended']) n;
select hold('held', 'worker'), hold('lapsed', 'worker'), lapse('lapsed');
select rowlock.escalation_cancel(id => esc('ended'), actor => who('chief'));
update rowlock.escalation set created_at = clock_timestamp() - interval '2 hours', priority = 9 where description = 'free';
select is(of_role('pending'), 4::double precision, 'whatever is without an answer is pending');
select is(of_role('held'), 1::double precision, 'a live claim is held');
select is(of_role('lapsed'), 1::double precision, 'a lapsed one is not');
select cmp_ok(of_role('oldest_seconds'), '>=', 7200::double precision, 'the oldest row counts, whatever its priority');
select cmp_ok(of_role('oldest_seconds'), '<', 7300::double precision, 'in seconds');
select ask('elsewhere', role => 'unlisted');
select is(metric('escalations_pending', '{"role": "unlisted"}'), 1::double precision, 'a role that exists by its rows alone is there');
select is(metric('escalations_due'), 0::double precision, 'nothing is due');
select due('free');
select is(metric('escalations_due'), 1::double precision, 'what the sweep has not stamped is counted');

select machine(n) from unnest(array['mini', 'mega', 'gone']) n;
select silent('gone', 100);
update rowlock.host set status = 'offline' where name = 'mega';
select is(metric('hosts', jsonb_build_object('status', l)), v::double precision, format('%s hosts are %s', v, l))
from (values ('online', 2), ('offline', 1), ('disabled', 0)) m (l, v);
select is(metric('hosts_eligible'), 1::double precision, 'one that is gone takes no runs, whatever its status');
select is(metric('hosts_suspect'), 0::double precision, 'none is suspect');
select is(metric('runs', '{"status": "pending"}'), 0::double precision, 'no run waits for one');

select is(metric('parts_missing'), 0::double precision, 'nothing is left out');
select is(metric('journal_last_number'), last_seq()::double precision, 'how far the journal is');
select is(metric('journal_open_writers'), 0::double precision, 'the transaction that looks is no obstacle of its own');
select is(metric('timer_runs_total', '{"timer": "expire"}'), 0::double precision, 'a timer that never ran is there');
select rowlock.timer_run(name => 'expire');
select is(metric('timer_runs_total', '{"timer": "expire"}'), 1::double precision, 'its runs are counted');
select is(metric('timer_failures_total', '{"timer": "expire"}'), 0::double precision, 'its failures too');
update rowlock.timer set due_at = clock_timestamp() - interval '5 minutes' where name = 'expire';
select cmp_ok(metric('timer_late_seconds', '{"timer": "expire"}'), '>=', 300::double precision, 'a timer that nobody runs is late');
update rowlock.retention_rule set streak = 2, due_at = clock_timestamp() - interval '5 minutes' where name = 'events';
select is(metric('retention_failed_batches', '{"rule": "events"}'), 2::double precision, 'a rule that fails is counted');
select cmp_ok(metric('retention_late_seconds', '{"rule": "events"}'), '>=', 300::double precision, 'one that nobody runs is late');
select ok(metric(n, l) is not null, format('there is %s %s', n, l)) from (values
  ('table_dead_rows', '{"table": "escalation"}'::jsonb), ('table_bytes', '{"table": "event"}'), ('notify_queue_usage', '{}'),
  ('oldest_xmin_age', '{"holder": "slot"}'), ('oldest_transaction_seconds', '{}')) v (n, l);
select is_empty($$select name, labels from rowlock.metric_list() group by 1, 2 having count(*) > 1$$, 'no sample comes twice');
select is_empty($$select * from rowlock.metric_list() where value is null or help is null or name !~ '^[a-z_]+$'$$, 'every sample has a name, a help and a value');

-- What it touches does not grow with what is over.
create function touched() returns integer language plpgsql as $$
declare
  v_plan  jsonb;
  v_least integer;
begin
  for i in 1 .. 3 loop
    execute 'explain (analyze, buffers, format json) select from rowlock._metric_queue(at => clock_timestamp())' into v_plan;
    v_least := least(v_least,
      (v_plan #>> '{0,Plan,Shared Hit Blocks}')::integer + (v_plan #>> '{0,Plan,Shared Read Blocks}')::integer);
  end loop;
  return v_least;
end;
$$;
create temp table small as select touched() as buffers;
select cmp_ok((select buffers from small), '<', 600, 'the queue''s samples touch few buffers');
insert into rowlock.escalation (id, role, type, status, created_at, updated_at, ended_at)
select rowlock._uuid_v7(), 'reviewer', 'approval', 'cancelled', now(), now(), now() from generate_series(1, 8000);
select cmp_ok(touched(), '<', (select buffers + 50 from small), 'with 8,000 ended rows no more');

select login('tap_user', 'user', who('chief')), login('tap_service', 'service');
select isnt(as_login('tap_service', 'select count(*) from rowlock.metric_list()'), '0', 'the service asks');
select refused($$select as_login('tap_user', 'select rowlock.metric_list()')$$, '42501', null, null, 'nobody else');
select refused($$select as_login('tap_service', 'select rowlock._metric_queue(at => now())')$$, '42501', null, null, 'nor for a part');

-- Webhooks
select hook('late', 'worker');
insert into rowlock.delivery (id, webhook_id, seq, topic, subject_type, subject_id, next_at, created_at)
values (gen_random_uuid(), (hook_of('late')).id, 1, 'escalation.created', 'escalation', 'late', clock_timestamp() - interval '1 hour', now());
select cmp_ok(metric('deliveries_oldest_seconds'), '>=', 3600::double precision, 'a delivery that is late counts in seconds');
update rowlock.user_account u set status = 'suspended' where u.external_id = 'worker';
select is(metric('deliveries_oldest_seconds'), 0::double precision, 'what is not sent because of its owner is not late');

-- Last, as it takes the place of a part.
create or replace function rowlock._metric_server(at timestamptz) returns setof rowlock.metric language sql volatile as $$
  select 'never', '', '{}'::jsonb, 0 from pg_sleep(60);
$$;
create temp table told (name text, value double precision);
set local statement_timeout = '1s';
insert into told select name, value from rowlock.metric_list();
set local statement_timeout = 0;
select is((select value from told where name = 'parts_missing'), 2::double precision, 'a time-out ends the list, and says how much of it');
select is_empty($$select from told where name = 'escalations_due'$$, 'as nothing would end what came after it');

select * from finish();
rollback;
