begin;
\ir ../_fixtures.psql
select plan(11);

create function kept(key text, ttl interval default '1 hour', sender text default 'worker') returns void language sql as $$
  insert into rowlock.signal values ('default', 'default', kept.key, who(kept.sender), '1', clock_timestamp() - interval '1 day', clock_timestamp() - interval '1 minute' + kept.ttl);
$$;
select kept('a', '0'), kept('b', '0'), kept('c', '0'), kept('d');
select is(rowlock.signal_purge(max_rows => 2), 2, 'what is too old goes, no more than asked for');
select is(rowlock.signal_purge(), 1, 'until a batch is short');
select is((select array_agg(s.signal_key) from rowlock.signal s), '{d}', 'the others stay');

-- A question asked in an older snapshot did not see its answer.
select ask('missed', signal_key => 'missed');
select kept('missed'), kept('missed', sender => 'engineer');
select is(rowlock.signal_purge(), 0, 'what is given to its row is not removed for its age');
select is((state_of('missed')).status, 'resolved', 'an answer that missed its question is given to it');
select is((select array_agg(s.signal_key) from rowlock.signal s), '{d}', 'and kept no longer');

-- Too old as well, but not of this batch.
select ask('late', signal_key => 'late');
select kept('old', '0'), kept('late', '0');
select is(rowlock.signal_purge(max_rows => 1), 1, 'an answer that is too late for its question stops no batch');
select is((state_of('late')).status, 'pending', 'and does not answer it');

-- Whatever is looked for, it is looked for from the signals: the rows are many.
insert into rowlock.escalation (id, role, type, signal_key, created_at, updated_at)
select rowlock._uuid_v7(), 'reviewer', 'approval', 'of-' || i, now(), now() from generate_series(1, 3000) i;
analyze rowlock.escalation;
create function looked(out buffers integer) language plpgsql as $$
declare
  v_plan jsonb;
begin
  for i in 1 .. 7 loop
    execute 'explain (analyze, buffers, format json) select rowlock.signal_purge()' into v_plan;
    buffers := greatest(buffers, (v_plan #>> '{0,Plan,Shared Hit Blocks}')::integer + (v_plan #>> '{0,Plan,Shared Read Blocks}')::integer);
  end loop;
end;
$$;
select cmp_ok(looked(), '<', 1000, 'a batch does not read the rows of all keys');
select refused('select rowlock.signal_purge(max_rows => 0)', 'PT400', 'argument_invalid', 'out_of_range', 'a batch has at least one row', 'max_rows');
select login('tap_user', 'user', who('chief'));
select refused($$select as_login('tap_user', 'select rowlock.signal_purge()')$$, '42501', null, null, 'only the service purges');

select * from finish();
rollback;
