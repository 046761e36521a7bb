begin;
\ir ../../_fixtures.psql
select plan(5);

-- did(rules, …): what became of them, as "rule outcome rows".
create function did(variadic rules text[]) returns text[] language sql as $$
  select array(select concat_ws(' ', r.rule, r.outcome, r.row_count, r.held_by, r.error_state)
    from rowlock.retention_run(rules => nullif(did.rules, '{}'), actor => who('chief')) r);
$$;
create function counted(variadic rules text[]) returns text[] language sql as $$
  select array(select concat_ws(' ', r.rule, r.outcome, r.row_count, r.held_by)
    from rowlock.retention_run(dry_run => true, rules => counted.rules, actor => who('chief')) r);
$$;
select happened('role.updated', at => now() - interval '40 days') as first \gset
select happened('role.updated', at => now() - interval '40 days') as second \gset
set local session_replication_role = replica;
delete from rowlock.event where seq < :first;
set local session_replication_role = origin;
select rowlock.event_consumer_put(name => 'slow', seq => :first, actor => who('chief'));
select is(counted('events'), '{events counted 1 slow}', 'a dry run stops at the slowest consumer, and names it');
select is(did('events'), '{events done 1 slow}', 'so does a run');
update rowlock.retention_rule set past_consumers = true where name = 'events';
select is(did('events'), '{events done 1}', 'unless the rule passes consumers');
select is((rowlock.event_consumer_ack_answer(rowlock.event_consumer_ack(name => 'slow', seq => :first, actor => who('chief')))).body -> 'missed', 'true', 'who is told so');
select is((rowlock.event_since(after => :first, actor => who('chief'))).purged, jsonb_build_object('from', :first + 1, 'to', :second), 'and reads which range is gone');

select * from finish();
rollback;
