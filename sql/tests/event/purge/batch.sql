begin;
\ir ../../_fixtures.psql
select plan(13);

-- fill(n, at): n events as another transaction journaled them.
create function fill(n integer, at timestamptz) returns void language plpgsql as $$
begin
  perform set_config('session_replication_role', 'replica', true);
  insert into rowlock.event (topic, subject_type, subject_id, occurred_at, created_at)
  select 'role.updated', 'role', 'x', at, at from generate_series(1, n);
  perform set_config('session_replication_role', 'origin', true);
end;
$$;
-- touched(statement): the buffers of one call, and of the call alone: its plans are made before.
create function touched(statement text) returns integer language plpgsql as $$
declare
  v_plan  jsonb;
  v_least integer;
begin
  for i in 1 .. 3 loop
    execute 'explain (analyze, buffers, format json) ' || statement into v_plan;
    v_least := least(v_least,
      (v_plan #>> '{0,Plan,Shared Hit Blocks}')::integer + (v_plan #>> '{0,Plan,Shared Read Blocks}')::integer);
  end loop;
  return v_least;
end;
$$;

select fill(5, now() - interval '40 days');
select is(rowlock.event_purge(max_rows => 2), 2::bigint, 'a call removes no more than it was told');
select is(rowlock.event_purge_count(), 3::bigint, 'the rest is counted');
select is(rowlock.event_purge(max_rows => 3), 3::bigint, 'a full batch may be the last');
select is(rowlock.event_purge(max_rows => 3), 0::bigint, 'then a batch is short');
select is((select w.purged_through from rowlock.event_watermark w), last_seq(), 'every batch moves the watermark');
select fill(3, now() - interval '40 days');
select fill(2, now());
select is(rowlock.event_purge(max_rows => 4), 3::bigint, 'the first young event stops a batch too');
select refused(format('select rowlock.event_purge(max_rows => %L)', n), 'PT400', 'argument_invalid', r, format('max_rows %L is refused', n), 'max_rows')
from (values ('0', 'out_of_range'), ('1000001', 'out_of_range'), (null, 'missing')) v (n, r);

-- What a call touches grows with its batch, not with the journal.
select rowlock.event_purge(older_than => '0');
select fill(4000, now() - interval '40 days');
create temp table small as select touched('select rowlock.event_purge(max_rows => 100)') as buffers;
select cmp_ok((select buffers from small), '<', 1500, 'a batch of a hundred touches few buffers');
select fill(20000, now() - interval '40 days');
select rowlock.event_purge(max_rows => 3000);
select cmp_ok(touched('select rowlock.event_purge(max_rows => 100)'), '<', (select buffers * 3 / 2 from small),
  'with five times the journal before it, and what was removed behind it, no more');
select fill(20000, now());
select cmp_ok(touched('select rowlock.event_purge(max_rows => 100)'), '<', (select buffers * 3 / 2 from small), 'nor with young events');
select rowlock.event_purge(max_rows => 50000);
select cmp_ok(touched('select rowlock.event_purge()'), '<', 100, 'where nothing is old enough a call looks at one event');

select * from finish();
rollback;
