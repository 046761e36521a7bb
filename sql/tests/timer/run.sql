begin;
\ir ../_fixtures.psql
select plan(36);

-- ran(name): whether it did; timer(name): how it stands.
create function ran(name text) returns boolean language sql as $$ select exists (select from rowlock.timer_run(name => ran.name)); $$;
create function timer(name text) returns rowlock.timer language sql as $$ select t.* from rowlock.timer t where t.name = timer.name; $$;
create function now_due(name text) returns void language sql as $$
  update rowlock.timer t set due_at = clock_timestamp() where t.name = now_due.name;
$$;

select ask('late'), due('late');
select ok(ran('expire'), 'a timer that is due runs');
select is((state_of('late')).status, 'expired', 'its function does the work');
select is(events_of('late'), array['created', 'expired'], 'and journals it');
select is((timer('expire')).last_rows, 1::bigint, 'how much it did is recorded');
select is((timer('expire')).runs, 1::bigint, 'the run is counted');
select is((timer('expire')).due_at - (timer('expire')).started_at, interval '1 second', 'the next is due an interval after its start');
select ok((timer('expire')).finished_at >= (timer('expire')).started_at, 'start and end are recorded');
select ok(not ran('expire'), 'within the interval nothing runs');
select is((timer('expire')).runs, 1::bigint, 'and nothing is counted');
update rowlock.timer set enabled = false where name = 'expire';
select now_due('expire');
select ok(not ran('expire'), 'a disabled timer never runs');
update rowlock.timer set enabled = true, batch_rows = 2 where name = 'expire';

-- A full batch goes on at once
select ask(n), due(n) from unnest(array['a', 'b', 'c']) n;
select ok(ran('expire'), 'the first batch');
select is((timer('expire')).last_rows, 2::bigint, 'is full');
select ok(ran('expire'), 'and the next is due at once');
select is((timer('expire')).last_rows, 1::bigint, 'until a batch is short');
select ok(not ran('expire'), 'then the interval counts again');

-- Whatever goes wrong is undone and recorded
create function rowlock.tap_fail(max_rows integer) returns integer language plpgsql as $$
begin
  insert into rowlock.role (role) values ('undone');
  perform 1 / (max_rows - max_rows);
  return 1;
end;
$$;
create function rowlock.tap_cancel(max_rows integer) returns integer language plpgsql as $$
begin
  raise query_canceled;
end;
$$;
create function rowlock.tap_raise(max_rows integer) returns integer language plpgsql as $$
begin
  raise sqlstate 'PT409' using message = 'refused';
end;
$$;
insert into rowlock.timer (name, function, every, batch_rows) values
  ('failing', 'tap_fail', '1 second', 10), ('slow', 'tap_cancel', '1 hour', 10), ('refused', 'tap_raise', '1 second', 10), ('gone', 'tap_gone', '1 second', 10);
select ok(ran(n), format('a timer that is %s returns all the same', n)) from unnest(array['failing', 'slow', 'refused', 'gone']) n;
select is((timer('failing')).last_error, 'division by zero (22012)', 'the error is recorded');
select matches((timer('slow')).last_error, '57014', 'a statement that was cancelled too');
select is((timer('refused')).last_error, 'refused (PT409)', 'so are refusals of our own');
select matches((timer('gone')).last_error, '42883', 'and a function that is not there');
select is_empty($$select from rowlock.role where role = 'undone'$$, 'what a failed run had done is undone');
select is((timer('failing')).failures, 1::bigint, 'failures are counted');
select is((timer('failing')).last_rows, null, 'it did nothing');
select is((timer('failing')).due_at - (timer('failing')).finished_at, interval '10 seconds', 'the next try is in ten seconds');
select now_due('failing');
select ran('failing');
select is((timer('failing')).due_at - (timer('failing')).finished_at, interval '20 seconds', 'then twice as late');
update rowlock.timer set streak = 100000, due_at = clock_timestamp() where name in ('failing', 'slow');
select ran('failing'), ran('slow');
select is((timer('failing')).due_at - (timer('failing')).finished_at, interval '1 minute', 'never later than a minute');
select is((timer('slow')).due_at - (timer('slow')).finished_at, interval '1 hour', 'or than the interval');
update rowlock.timer set function = 'escalation_expire', due_at = clock_timestamp() where name = 'failing';
select ran('failing');
select is(((timer('failing')).streak, (timer('failing')).last_error)::text, '(0,)', 'a run that ends well ends the streak');

-- The clock of the server was ahead, and was set back
update rowlock.timer set started_at = clock_timestamp(), finished_at = clock_timestamp() + interval '5 seconds',
  due_at = clock_timestamp() + interval '6 seconds' where name = 'failing';
select ok(not ran('failing'), 'a run that ended a little later than now is one of just now');
update rowlock.timer set finished_at = clock_timestamp() + interval '1 hour', due_at = clock_timestamp() + interval '1 hour' where name = 'failing';
select ok(ran('failing'), 'a timer whose run ended in an hour does not wait for that hour');
select ok(not ran('failing'), 'and goes by its interval from then on');

select refused($$select rowlock.timer_run(name => 'nothing')$$, 'PT404', 'timer_exists', 'not_found', 'an unknown timer is refused');
select login('tap_user', 'user', who('chief'));
select refused($$select as_login('tap_user', $q$select rowlock.timer_run(name => 'expire')$q$)$$, '42501', null, null, 'only the service runs timers');

select * from finish();
rollback;
