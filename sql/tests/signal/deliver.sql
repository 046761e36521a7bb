begin;
\ir ../_fixtures.psql
select plan(9);

create function kept(key text, ttl interval default '1 hour', sender text default 'worker') returns void language sql as $$
  insert into rowlock.signal values ('default', 'default', kept.key, who(kept.sender), '1', clock_timestamp() - interval '1 day', clock_timestamp() - interval '1 minute' + kept.ttl);
$$;
-- A question asked in an older snapshot did not see its answer.
select ask('missed', signal_key => 'missed'), ask('late', signal_key => 'late'), ask('also', signal_key => 'also');
select kept('d'), kept('missed'), kept('missed', sender => 'engineer'), kept('late', '0');
select is(rowlock.signal_deliver(), 1, 'it tells how many rows got theirs');
select is((state_of('missed')).status, 'resolved', 'an answer that missed its question is given to it');
select is((state_of('late')).status, 'pending', 'one that is too old is not');
select is((select array_agg(s.signal_key order by s.signal_key) from rowlock.signal s), '{d,late}', 'it is kept no longer, and nothing is removed for its age');
select is(rowlock.signal_deliver(), 0, 'then there is nothing to do');
select is((select row(t.function, t.every, t.enabled) from rowlock.timer t where t.name = 'signal_deliver'),
  row('signal_deliver'::text, interval '1 minute', true), 'a timer calls it each minute');

-- Whatever is looked for, it is looked for from the signals: the rows are many.
insert into rowlock.escalation (id, role, type, signal_key, created_at, updated_at)
select rowlock._uuid_v7(), 'reviewer', 'approval', 'of-' || i, now(), now() from generate_series(1, 3000) i;
analyze rowlock.escalation;
create function looked(out buffers integer) language plpgsql as $$
declare
  v_plan jsonb;
begin
  for i in 1 .. 7 loop
    execute 'explain (analyze, buffers, format json) select rowlock.signal_deliver()' into v_plan;
    buffers := greatest(buffers, (v_plan #>> '{0,Plan,Shared Hit Blocks}')::integer + (v_plan #>> '{0,Plan,Shared Read Blocks}')::integer);
  end loop;
end;
$$;
select cmp_ok(looked(), '<', 1000, 'a batch does not read the rows of all keys');
select refused('select rowlock.signal_deliver(max_rows => 0)', 'PT400', 'argument_invalid', 'out_of_range', 'a batch has at least one row', 'max_rows');
select login('tap_user', 'user', who('chief'));
select refused($$select as_login('tap_user', 'select rowlock.signal_deliver()')$$, '42501', null, null, 'only the service delivers');

select * from finish();
rollback;
