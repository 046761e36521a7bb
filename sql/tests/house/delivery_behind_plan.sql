-- Slow: What a claim and a replay touch of a webhook that is far behind: a plan that reads all of it fails here.
begin;
\ir ../_fixtures.psql
select plan(4);

select login('tap_service', 'service');
select hook('slow', 'chief') as slow \gset

-- fill(n, status): so many deliveries, each of a subject of its own.
create function fill(n integer, status text) returns void language sql as $$
  insert into rowlock.delivery (id, webhook_id, seq, topic, subject_type, subject_id, status, next_at, ended_at, created_at)
  select
    rowlock._uuid_v7(), (select (hook_of('slow')).id), v.most + i, 'escalation.created', 'escalation', fill.status || v.most + i, fill.status,
    case when fill.status = 'pending' then now() end, case when fill.status <> 'pending' then now() end, now()
  from (select coalesce(max(d.seq), 0) as most from rowlock.delivery d) v, generate_series(1, fill.n) i;
$$;
-- touched(statement): the buffers of one call as the service: the least of five, once its plans are made.
create function touched(statement text) returns integer language plpgsql as $$
declare
  v_plan  jsonb;
  v_least integer;
begin
  for i in 1 .. 5 loop
    v_plan := as_login('tap_service', 'explain (analyze, buffers, format json) ' || statement)::jsonb #> '{0,Plan}';
    v_least := least(v_least, (v_plan ->> 'Shared Hit Blocks')::integer + (v_plan ->> 'Shared Read Blocks')::integer);
  end loop;
  return v_least;
end;
$$;
-- An event that is gone ends its delivery, and the claim goes on to the next: 100 of them are looked at.
create function claim() returns integer language sql as $$ select touched('select rowlock.delivery_claim(max_rows => 1, max_each => 100)'); $$;
create function replay() returns integer language sql as $$
  select touched(format(
    $q$select rowlock.delivery_replay_many(webhook_id => %L, since => now() + interval '1 day', actor => %L)$q$, (hook_of('slow')).id, who('chief')));
$$;

select fill(1000, 'pending'), fill(100, 'dead');
analyze rowlock.delivery;
create temp table small as select claim() as claimed, replay() as replayed;
select cmp_ok(s.claimed, '<', 20000, 'a hundred that cannot be sent are ended in one call') from small s;
select cmp_ok(s.replayed, '<', 200, 'a replay of nothing reads what is dead') from small s;
select fill(15000, 'pending'), fill(15000, 'delivered');
analyze rowlock.delivery;
select cmp_ok(claim(), '<', s.claimed + 1000, 'with 15,000 more that are due a claim touches no more') from small s;
select cmp_ok(replay(), '<', s.replayed + 100, 'with 30,000 that are not dead a replay touches no more') from small s;

select * from finish();
rollback;
