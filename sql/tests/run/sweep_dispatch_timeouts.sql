begin;
\ir ../_fixtures.psql
select plan(18);

select machine('here'), machine('there');
select run(t) from unnest(array['old', 'older', 'young', 'claimed']) t;
select run('meant', 'there');
create function aged(title text, since interval) returns void language sql as $$
  update rowlock.run set created_at = now() - interval '1 day', pending_since = clock_timestamp() - aged.since where id = (run_of(aged.title)).id;
$$;
create function swept(timeout interval default null, max_rows integer default 500) returns text[] language sql as $$
  select coalesce(array_agg(w.title order by s.n), '{}')
  from rowlock.run_sweep_dispatch_timeouts(timeout => swept.timeout, max_rows => swept.max_rows)
    with ordinality s (id, work_item_id, host_id, target_host_id, provider, session_name, status, attempt, last_progress_seq, failure_reason, pending_since,
      cwd, exit_code, origin_id, parent_id, created_by, version, started_at, finished_at, created_at, updated_at, n)
  join rowlock.work_item w on w.id = s.work_item_id;
$$;

select aged('young', '4 minutes'), aged('old', '5 minutes 1 second'), aged('older', '6 minutes'), aged('claimed', '1 hour');
select rowlock.run_dispatch(id => (run_of('claimed')).id, host_id => (host_of('here')).id, actor => who('planner'));
select is(swept(), '{older,old}', 'what nobody took for five minutes fails, since it was last pending');
select is((select row(r.status, r.failure_reason, r.host_id, r.version, r.finished_at is not null)::text from run_of('old') r), '(failed,dispatch_timeout,,2,t)', 'for the reason dispatch_timeout');
select is((select row(e.topic, e.payload ->> 'failure_reason', e.actor)::text from rowlock.event e where e.subject_id = (run_of('old')).id::text order by e.seq desc limit 1), '(run.failed,dispatch_timeout,)', 'one event tells of it');
select is(swept(), '{}', 'once');
select is((run_of('claimed')).status, 'spawning', 'what a host took is left alone');
select is(swept('4 minutes'), '{young}', 'after another time when that is asked for');
select aged('meant', '10 minutes');
select silent('there');
select swept();
select is((run_of('meant')).failure_reason, 'dispatch_timeout', 'where its target is gone another host may have taken it');
select rowlock.run_requeue(id => (run_of('meant')).id, actor => who('planner'));
select aged('meant', '10 minutes');
select silent('here');
select run('lonely'), aged('lonely', '10 minutes');
select is(swept(), '{meant,lonely}', 'the oldest first');
select is((run_of('meant')).failure_reason || ' ' || (run_of('lonely')).failure_reason, 'no_eligible_host no_eligible_host', 'without any host that may take runs that is the reason');

-- A question that survived a requeue ends with it.
select silent('there', 0);
select run_as('failed', 'asks', 'there');
select ask('kept');
update rowlock.escalation set run_id = (run_of('asks')).id where id = esc('kept');
select rowlock.run_requeue(id => (run_of('asks')).id, actor => who('planner'));
select aged('asks', '10 minutes'), swept();
select is((state_of('kept')).status, 'cancelled', 'what it still asks is called off');

select run('s1'), run('s2'), run('s3');
update rowlock.setting set value = '10 minutes' where name = 'run_dispatch_timeout';
select aged(t, '9 minutes') from unnest(array['s1', 's2', 's3']) t;
select is(swept(), '{}', 'the time is a setting');
update rowlock.setting set value = '5 minutes' where name = 'run_dispatch_timeout';
select is(cardinality(swept(max_rows => 2)), 2, 'in batches');
update rowlock.timer set due_at = now(), batch_rows = 1 where name = 'run_dispatch';
select is((select row(r.last_rows, r.last_error)::text from rowlock.timer_run(name => 'run_dispatch') r), '(1,)', 'a timer does it');
select is(swept(), '{}', 'and then there is none');
select refused($$select swept(max_rows => 0)$$, 'PT400', 'argument_invalid', 'out_of_range', 'a batch of none', 'max_rows');
select refused($$select swept('-1 second')$$, 'PT400', 'argument_invalid', 'range', 'a time before now', 'timeout');
select refused($$update rowlock.setting set value = '0' where name = 'run_dispatch_timeout'$$, '23514', 'setting_run_dispatch_timeout_interval', null, 'the setting is a second at least');
select ok(not has_function_privilege('rowlock_user', 'rowlock.run_sweep_dispatch_timeouts'::regproc, 'execute'), 'logins of users do not call it');

select * from finish();
rollback;
