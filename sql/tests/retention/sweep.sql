begin;
\ir ../_fixtures.psql
select plan(15);

create function over(n integer) returns void language sql as $$
  insert into rowlock.signal select 'default', 'default', i::text, who('worker'), '1', now() - interval '2 days', now() - interval '1 day' from generate_series(1, over.n) i;
$$;
create function rule(name text) returns rowlock.retention_rule language sql as $$ select r.* from rowlock.retention_rule r where r.name = rule.name; $$;
update rowlock.retention_rule set due_at = clock_timestamp() + interval '1 hour';
select is(rowlock.retention_sweep(), 0, 'where no rule is due nothing is done');

select over(5);
update rowlock.retention_rule set due_at = clock_timestamp() - interval '1 minute', batch_rows = 2 where name = 'signals';
update rowlock.retention_rule set due_at = clock_timestamp() where name = 'credentials';
select is(rowlock.retention_sweep(), 1, 'a call does one batch of one rule');
select is((select count(*) from rowlock.signal), 3::bigint, 'of the one that waited longest');
select is(rowlock.retention_sweep(), 1, 'the next one');
select is((select count(*) from rowlock.signal), 3::bigint, 'is of the other rule, although the first has more to do');
select is(rowlock.retention_sweep(max_rows => 10), 2, 'then the rest');
select is((select count(*) from rowlock.signal), 0::bigint, 'until nothing is due');
select is((select array_agg(concat_ws(' ', r.rule, r.batches, r.row_count, r.finished_at is not null)) from rowlock.retention_run r), '{signals 3 5 t}',
  'it is one run in the reports, and none of what had nothing to do');
select is((rule('signals')).due_at - (rule('signals')).started_at, (rule('signals')).every, 'the next is due an interval after the last start');

-- The timer calls it until nothing is due.
select over(4);
update rowlock.retention_rule set due_at = clock_timestamp() where name = 'signals';
update rowlock.timer set due_at = clock_timestamp() where name = 'retention';
select is((select row(t.last_rows, t.last_error, t.due_at <= clock_timestamp()) from rowlock.timer_run(name => 'retention') t), row(1::bigint, null::text, true),
  'after a batch the timer is due at once');
update rowlock.retention_rule set due_at = clock_timestamp() + interval '2 hours', finished_at = clock_timestamp() + interval '1 hour' where name = 'signals';
select is(rowlock.retention_sweep(), 1, 'a rule that was worked in the future, before the clock was set back, does not wait for it');
select is((select count(*) from rowlock.signal), 0::bigint, 'and is worked');
update rowlock.retention_rule set enabled = false where name = 'signals';
select is((select row(t.last_rows, t.due_at > clock_timestamp()) from rowlock.timer_run(name => 'retention') t), row(0::bigint, true), 'a disabled rule is not run, and then the timer rests');
select refused('select rowlock.retention_sweep(max_rows => 0)', 'PT400', 'argument_invalid', 'out_of_range', 'none is refused', 'max_rows');
select login('tap_user', 'user', who('chief'));
select refused($$select as_login('tap_user', 'select rowlock.retention_sweep()')$$, '42501', null, null, 'only the service sweeps');

select * from finish();
rollback;
