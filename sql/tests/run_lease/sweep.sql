begin;
\ir ../_fixtures.psql
select plan(8);

select run_as('running', t) from unnest(array['one', 'two', 'three']) t;
select rowlock.run_lease_acquire(id => (run_of(t)).id, holder => t, actor => who('planner')) from unnest(array['one', 'two', 'three']) t;
create function swept(max_rows integer default 500) returns text[] language sql as $$
  select coalesce(array_agg(s.holder order by s.holder), '{}') from rowlock.run_lease_sweep(max_rows => swept.max_rows) s;
$$;
select is(swept(), '{}', 'while they hold none is ended');
update rowlock.run_lease set acquired_at = now() - interval '2 hours', expires_at = now() where holder <> 'two';
select is(swept(), '{one,three}', 'those that ran out are');
select is((select array_agg(row(e.payload ->> 'holder', e.payload ->> 'reason', e.actor)::text order by e.payload ->> 'holder') from rowlock.event e where e.topic = 'run.lease_released'),
  '{"(one,expired,)","(three,expired,)"}', 'one event each');
select is(swept(), '{}', 'once');
select is((select l.holder from rowlock.run_lease l), 'two', 'the others hold on');
update rowlock.run_lease set acquired_at = now() - interval '2 hours', expires_at = now();
update rowlock.timer set due_at = now() where name = 'run_lease';
select is((select row(r.last_rows, r.last_error)::text from rowlock.timer_run(name => 'run_lease') r), '(1,)', 'a timer does it');
select refused($$select swept(0)$$, 'PT400', 'argument_invalid', 'out_of_range', 'a batch of none', 'max_rows');
select ok(not has_function_privilege('rowlock_user', 'rowlock.run_lease_sweep'::regproc, 'execute'), 'logins of users do not call it');

select * from finish();
rollback;
