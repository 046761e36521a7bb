begin;
\ir ../_fixtures.psql
select plan(12);

create function swept(max_rows integer default 500) returns text[] language sql as $$
  select coalesce(array_agg(w.title order by w.title), '{}')
  from rowlock.run_sweep_restarts(max_rows => swept.max_rows) s
  join rowlock.work_item w on w.id = s.work_item_id;
$$;
select run_as('failed', t) from unnest(array['spawn_failed', 'host_lost', 'session_lost', 'dispatch_timeout', 'no_eligible_host', 'by exit code']) t;
select run_as(s, s) from unnest(array['pending', 'spawning', 'running', 'exited', 'stopped']) s;
update rowlock.run r set failure_reason = case when w.title not like 'by%' then w.title end
from rowlock.work_item w where w.id = r.work_item_id and r.status = 'failed';
create temp table seq as select last_seq() as seq;

select is(swept(), '{"by exit code",host_lost,session_lost,spawn_failed}', 'what failed starts again, but not what no host took');
select is((select row(r.status, r.attempt, r.host_id, r.failure_reason)::text from run_of('host_lost') r), '(pending,2,,)', 'as the next attempt');
select is((run_of('dispatch_timeout')).status || ' ' || (run_of('no_eligible_host')).status, 'failed failed', 'that waits for whoever requeues it');
select is(swept(), '{}', 'once');
update rowlock.run set attempt = 3, status = 'failed' where id = (run_of('host_lost')).id;
select is(swept(), '{host_lost}', 'at the bound it is looked at once more');
select is((select row(r.status, r.attempt, r.failure_reason)::text from run_of('host_lost') r), '(failed,3,restart_exhausted)', 'and stays failed for that reason');
select is(swept(), '{}', 'for good');
select is((select count(*)::integer from seq s, events_since(s.seq)), 0, 'none of it is journaled');
update rowlock.run set status = 'failed' where id in ((run_of('spawn_failed')).id, (run_of('session_lost')).id);
select is(cardinality(swept(1)), 1, 'in batches');
update rowlock.timer set due_at = now() where name = 'run_restart';
select is((select row(r.last_rows, r.last_error)::text from rowlock.timer_run(name => 'run_restart') r), '(1,)', 'a timer does it');
select refused($$select swept(0)$$, 'PT400', 'argument_invalid', 'out_of_range', 'a batch of none', 'max_rows');
select ok(not has_function_privilege('rowlock_user', 'rowlock.run_sweep_restarts'::regproc, 'execute'), 'logins of users do not call it');

select * from finish();
rollback;
