begin;
\ir ../../_fixtures.psql
select plan(35);

-- did(rules, …): what became of them, as "rule outcome rows".
create function did(variadic rules text[]) returns text[] language sql as $$
  select array(select concat_ws(' ', r.rule, r.outcome, r.row_count, r.held_by, r.error_state)
    from rowlock.retention_run(rules => nullif(did.rules, '{}'), actor => who('chief')) r);
$$;
create function counted(variadic rules text[]) returns text[] language sql as $$
  select array(select concat_ws(' ', r.rule, r.outcome, r.row_count, r.held_by)
    from rowlock.retention_run(dry_run => true, rules => counted.rules, actor => who('chief')) r);
$$;
-- ended(name, age): a row that was answered so long ago.
create function ended(name text, age interval) returns void language plpgsql as $$
begin
  perform ask(name);
  perform rowlock.escalation_resolve(id => esc(name), resolver_payload => '{}', actor => who('chief'));
  perform set_config('session_replication_role', 'replica', true);
  update rowlock.escalation e set created_at = now() - age - interval '1 hour', resolved_at = now() - age, ended_at = now() - age where e.description = name;
  perform set_config('session_replication_role', 'origin', true);
end;
$$;
select ended('a year', '1 year'), ended('a decade', '10 years'), ended('a week', '7 days'), ask('open');
insert into rowlock.approval (escalation_id, user_id, role, decision, resolver_payload, answered_at)
select esc('a decade'), who('worker'), 'reviewer', '1', '{}', now();

-- Each subject
select is(counted('escalations-archive'), '{escalations-archive counted 2}', 'a dry run counts, a disabled rule too when it is named');
select is((select count(*) from only rowlock.escalation), 4::bigint, 'and does nothing');
select is_empty('select from rowlock.retention_run', 'nor does it leave a report');
select is(did('escalations-archive'), '{escalations-archive more 1}', 'a batch of the archive is of one month');
select is(did('escalations-archive'), '{escalations-archive more 1}', 'the next of the next');
select is(did('escalations-archive'), '{escalations-archive done 0}', 'until there is nothing');
select is((select count(*) from only rowlock.escalation), 2::bigint, 'what is archived left the queue''s table');
select is(counted('escalations-delete'), '{escalations-delete counted 1}', 'archived rows count for deletion too');
select is(did('escalations-delete'), '{escalations-delete done 1}', 'and are deleted');
select is((select array_agg(e.description order by e.description) from rowlock.escalation e), '{a week,a year,open}', 'the others stay');
select is_empty('select from rowlock.approval', 'what people answered to them goes with them');

insert into rowlock.idempotency (actor, verb, key, request_sha256, expires_at)
select who('worker'), 'v', n::text, sha256(''), now() + make_interval(hours => n) from generate_series(-2, 2) n;
select is(counted('idempotency-keys'), '{idempotency-keys counted 3}', 'keys whose day is over are counted');
select is(did('idempotency-keys'), '{idempotency-keys done 3}', 'and go');
insert into rowlock.signal values ('default', 'default', 'k', who('worker'), '1', now() - interval '2 days', now() - interval '1 day');
select is(counted('signals') || did('signals') || did('signals'), '{signals counted 1,signals done 1,signals done 0}', 'so do signals');
select rowlock.credential_store(token => gen_random_uuid(), value => convert_to(repeat('c', 40), 'UTF8'), key_id => 'k1', actor => who('worker'));
update rowlock.ephemeral_credential set created_at = now() - interval '1 hour', expires_at = now();
select is(counted('credentials') || did('credentials'), '{credentials counted 1,credentials done 1}', 'so do credentials');

select item('task');
insert into rowlock.host (name, platform, created_at, updated_at) values ('h', 'linux', now(), now());
insert into rowlock.run (work_item_id, host_id, provider, session_name, status, pending_since, cwd, origin_id, finished_at, created_at, updated_at)
select (item_of('task')).id, h.id, 'claude', 's-' || r.status, r.status, now(), '/', 'o', case when r.status <> 'running' then now() - interval '1 year' end, now() - interval '1 year', now()
from rowlock.host h, unnest('{running,exited}'::text[]) r (status);
insert into rowlock.processed_signal (run_id, attempt, kind, received_at)
select r.id, 1, k, now() - interval '1 year' from rowlock.run r, unnest('{started,finished}'::text[]) k where k = 'started' or r.status = 'exited';
select is(counted('run-ledgers') || did('run-ledgers'), '{run-ledgers counted 2,run-ledgers done 2}', 'ledgers go of runs that ended');
select is((select array_agg(r.status) from rowlock.processed_signal s join rowlock.run r on r.id = s.run_id), '{running}', 'and of no other');

-- What a run asked that may go on is not forgotten.
insert into rowlock.ask (run_id, wait_key, ask_no, escalation_id, attempt, sha256, created_at)
select r.id, 'k', 1, esc('a year'), 1, sha256(''), now() from rowlock.run r where r.status = 'running';
update rowlock.retention_rule set older_than = '30 days' where name = 'escalations-delete';
select is(counted('escalations-delete') || did('escalations-delete'), '{escalations-delete counted 0,escalations-delete done 0}', 'answers stay while their run may go on');
update rowlock.run set status = 'stopped', finished_at = now() where status = 'running';
select is(did('escalations-delete'), '{escalations-delete done 1}', 'and go when it has ended');

-- Reports
update rowlock.retention_run set started_at = now() - interval '100 days', finished_at = now() - interval '100 days' where rule = 'signals';
select is(counted('retention-runs') || did('retention-runs'), '{retention-runs counted 2,retention-runs done 2}', 'old reports go too');
select is((select row(r.row_count, r.batches, r.finished_at is not null, r.actor) from rowlock.retention_run r where r.rule = 'escalations-archive' and r.row_count > 0),
  row(2::bigint, 3, true, who('chief')), 'batches of one run are one report');
select is((select count(*) from rowlock.event v where v.topic = 'retention.ran' and v.subject_id = 'escalations-archive'), 1::bigint, 'which is journaled once');

-- A rule that fails
create function stuck() returns trigger language plpgsql as $$ begin raise exception using errcode = '23514', message = 'row has 4711'; end; $$;
create trigger signal_99_stuck before delete on rowlock.signal for each statement execute function stuck();
select is(did(variadic '{}'), '{credentials done 0,dead-deliveries done 0,deliveries done 0,events done 0,idempotency-keys done 0,retention-runs done 0,signals failed 0 23514}',
  'all enabled rules run; one that fails keeps none from it');
select is((select row(r.error, r.row_count) from rowlock.retention_run r where r.rule = 'signals'), row('a rule of the tables forbids it'::text, 0::bigint),
  'the report says why, and quotes no row');
select is((select row(r.streak, r.due_at > clock_timestamp() + interval '30 seconds' and r.due_at < clock_timestamp() + interval '61 seconds') from rowlock.retention_rule r where r.name = 'signals'), row(1, true), 'it waits');
select is((select count(*) from rowlock.event v where v.topic = 'retention.ran' and v.payload ->> 'error_state' = '23514'), 1::bigint, 'the journal tells');
drop trigger signal_99_stuck on rowlock.signal;
select is(did('signals'), '{signals done 0}', 'the next time may go well');
select is((select r.streak from rowlock.retention_rule r where r.name = 'signals'), 0, 'and ends the count of failures');

-- A batch is no larger than the rule says.
insert into rowlock.signal select 'default', 'default', n::text, who('worker'), '1', now() - interval '2 days', now() - interval '1 day' from generate_series(1, 5) n;
select rowlock.retention_rule_patch(name => 'signals', patch => '{"batch_rows": 2}', actor => who('chief'));
select is(did('signals') || did('signals') || did('signals'), '{signals more 2,signals more 2,signals done 1}', 'a full batch tells that there is more');

select is((rowlock.retention_run_answer(array(select r from rowlock.retention_run(rules => '{signals}', actor => who('chief')) r))).body #>> '{rules,0,outcome}', 'done', 'HTTP answers the reports');
select is((rowlock.retention_run_answer('{}')).body, '{"rules": []}', 'and an empty list where no rule is enabled');
select refused($$select rowlock.retention_run(rules => '{signals,none}', actor => who('chief'))$$, 'PT404', 'retention_rule_exists', 'not_found', 'an unknown rule does not exist');
select refused($$select rowlock.retention_run(rules => array_fill('x'::text, array[101]), actor => who('chief'))$$, 'PT400', 'argument_invalid', 'too_many', 'a hundred are the most', 'rules');
select refused($$select rowlock.retention_run(actor => who('lead'))$$, 'PT403', 'actor_global', 'not_global', 'the admin of a role may not');
select refused($$select rowlock.retention_run(dry_run => true, actor => who('suspended'))$$, 'PT401', 'actor_active', 'not_active', 'nor a suspended account');

select * from finish();
rollback;
