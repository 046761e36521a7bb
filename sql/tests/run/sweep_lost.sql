begin;
\ir ../_fixtures.psql
select plan(13);

select machine(h) from unnest(array['gone', 'late', 'off', 'odd']) h;
select run_as('spawning', 'spawning', 'gone'), run_as('running', 'running', 'gone'), run_as('exited', 'exited', 'gone'), run_as('stopped', 'stopped', 'gone');
select run_as('running', 'on ' || h, h) from unnest(array['late', 'off', 'odd']) h;
create function swept(max_rows integer default 500) returns text[] language sql as $$
  select coalesce(array_agg(w.title order by w.title), '{}')
  from rowlock.run_sweep_lost(max_rows => swept.max_rows) s
  join rowlock.work_item w on w.id = s.work_item_id;
$$;
select silent(h) from unnest(array['gone', 'late', 'off', 'odd']) h;
update rowlock.host set status = 'offline' where name = 'gone';
update rowlock.host set status = 'disabled' where name = 'off';
update rowlock.host set instance_suspect = true, instance_flagged_at = now(), presented_instance_id = gen_random_uuid() where name = 'odd';
select ask('kept');
update rowlock.escalation set run_id = (run_of('running')).id where id = esc('kept');
select rowlock.run_lease_acquire(id => (run_of('running')).id, holder => 'ada', actor => who('planner'));

select is(swept(), '{running,spawning}', 'what is open on a host that is offline fails');
select is((select row(r.status, r.failure_reason, r.host_id = (host_of('gone')).id, r.finished_at is not null)::text from run_of('running') r), '(failed,host_lost,t,t)', 'for the reason host_lost; the host is told');
select is((select array_agg(distinct row(e.topic, e.payload ->> 'failure_reason', e.version)::text) from rowlock.event e where e.topic = 'run.failed'), '{"(run.failed,host_lost,3)","(run.failed,host_lost,4)"}', 'one event each');
select is((select array_agg(r.status order by r.status) from rowlock.run r where r.work_item_id in ((item_of('exited')).id, (item_of('stopped')).id)), '{exited,stopped}', 'what has ended stays as it ended');
select is((select array_agg(distinct r.status) from rowlock.run r join rowlock.work_item w on w.id = r.work_item_id where w.title like 'on %'), '{running}', 'on hosts that are late, disabled or suspect it goes on');
select is_empty('select from rowlock.run_lease', 'its lease has ended');
select is((state_of('kept')).status, 'pending', 'its question waits for the next attempt');
select is(swept(), '{}', 'once');
update rowlock.host set status = 'offline' where name = 'late';
select run_as('running', 'two more', 'spare');
update rowlock.run set host_id = (host_of('late')).id where id = (run_of('two more')).id;
select is(cardinality(swept(max_rows => 1)), 1, 'in batches');
update rowlock.timer set due_at = now() where name = 'run_lost';
select is((select row(r.last_rows, r.last_error)::text from rowlock.timer_run(name => 'run_lost') r), '(1,)', 'a timer does it');
select is(rowlock.run_signal(id => (run_of('running')).id, attempt => 1, kind => 'started', actor => who('gone')) is null, false, 'a host that is offline may still report');
select refused($$select swept(0)$$, 'PT400', 'argument_invalid', 'out_of_range', 'a batch of none', 'max_rows');
select ok(not has_function_privilege('rowlock_user', 'rowlock.run_sweep_lost'::regproc, 'execute'), 'logins of users do not call it');

select * from finish();
rollback;
