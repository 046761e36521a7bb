begin;
\ir ../_fixtures.psql
select plan(19);

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

-- What goes on is of a rule as it was: where that is said anew it ends
create function amid(name text) returns text language plpgsql as $$
begin
  perform over(5), rowlock.retention_rule_put(
    name => amid.name, subject => 'signal', action => 'delete', older_than => '0', batch_rows => 2, actor => who('chief'));
  update rowlock.retention_rule r set due_at = r.due_at - interval '1 day' where r.name = amid.name;
  perform rowlock.retention_sweep();
  delete from rowlock.signal;
  return amid.name;
end;
$$;
create function told(name text) returns text language sql as $$
  select concat_ws(' ', r.batches, r.row_count, case when r.finished_at is null then 'goes on' else 'ended' end,
    (select count(*) from rowlock.event v where v.topic = 'retention.ran' and v.payload -> 'run' = to_jsonb(r.id)))
  from rowlock.retention_run r where r.rule = told.name;
$$;
select is(told(amid('changed')), '1 2 goes on 0', 'a run that has more to do goes on');
select rowlock.retention_rule_patch(name => 'changed', patch => '{"enabled": false}', actor => who('chief'));
select is(told('changed'), '1 2 ended 1', 'until somebody changes the rule, and the journal tells what it did');
select amid('anew');
select rowlock.retention_rule_put(name => 'anew', subject => 'credential', action => 'delete', older_than => '0', actor => who('chief'));
select is(told('anew'), '1 2 ended 1', 'or says it anew');
select amid('gone'), rowlock.retention_rule_delete(name => 'gone', actor => who('chief'));
select is(told('gone'), '1 2 ended 1', 'or deletes it');
select rowlock.retention_rule_delete(name => n, actor => who('chief')) from unnest(array['changed', 'anew']) n;

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
