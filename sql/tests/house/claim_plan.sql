-- Slow: What a claim touches, whatever stands around it: a plan that walks leases or due rows fails here.
begin;
\ir ../_fixtures.psql
select plan(13);

select login('tap_worker', 'user', who('worker')), login('tap_lead', 'user', who('lead')), login('tap_chief', 'user', who('chief')), login('tap_service', 'service');

-- fill(n, …): rows of reviewer as some past day left them.
create function fill(
  n integer, priority integer, assigned_to uuid default null, until timestamptz default null, expires_at timestamptz default null
) returns void language sql as $$
  insert into rowlock.escalation (
    id, role, type, subtype, priority, assigned_to, assigned_until, expires_at, created_at, updated_at)
  select
    rowlock._uuid_v7(), 'reviewer', 'approval', 'approval', fill.priority, fill.assigned_to, fill.until, fill.expires_at,
    now() - interval '2 days' + i * interval '1 ms', now()
  from generate_series(1, fill.n) i;
$$;

-- touched(statement): the buffers of one call as the unprivileged login: the least of five, once its plans are made
-- and no other session's change has just emptied a catalog cache.
create function touched(statement text, by name default 'tap_worker') returns integer language plpgsql as $$
declare
  v_plan  jsonb;
  v_least integer;
begin
  for i in 1 .. 5 loop
    v_plan := as_login(by, 'explain (analyze, buffers, format json) ' || statement)::jsonb #> '{0,Plan}';
    v_least := least(
      v_least, (v_plan ->> 'Shared Hit Blocks')::integer + (v_plan ->> 'Shared Read Blocks')::integer);
  end loop;
  return v_least;
end;
$$;
create function touched_by_next() returns integer language sql as $$
  select touched('select id from rowlock.escalation_claim_next()');
$$;

select fill(1000, 3);
analyze rowlock.escalation;
create temp table small as select touched_by_next() as buffers;
create function small() returns integer language sql as $$ select buffers from small $$;
select cmp_ok(small(), '<', 120, 'a claim from 1,000 free rows touches few buffers');

select fill(5000, 1, who('worker_two'), now() + interval '1 hour');
analyze rowlock.escalation;
select cmp_ok(touched_by_next(), '<', small() * 3 / 2 + 16, 'with 5,000 live leases of better rank it touches no more');

select fill(10000, 4);
analyze rowlock.escalation;
select cmp_ok(touched_by_next(), '<', small() * 3 / 2 + 16, 'with 10,000 more free rows it touches no more');

select cmp_ok(
  touched(format($$select rowlock.escalation_claim_next_answer(
    result => array[null::rowlock.escalation], roles => '{reviewer}', actor => %L)$$, who('worker')), 'tap_service'),
  '<', small(), 'the answer to a claim from a long queue does not count it again');

select fill(5000, 2, who('filler'));
analyze rowlock.escalation;
select cmp_ok(touched_by_next(), '<', small() * 3 / 2 + 16, 'with 5,000 pre-assigned rows at the head it touches no more');

-- A page of lapsed rows is ranked with a page of free ones: 32 rows are looked at, not 5,000.
select fill(5000, 1, who('worker_two'), now() - interval '1 hour');
analyze rowlock.escalation;
create temp table lapsed as select touched_by_next() as buffers;
select cmp_ok((select buffers from lapsed), '<', small() * 3 / 2 + 250, 'with 5,000 lapsed claims it looks at a page of them');
select fill(10000, 1, who('worker_two'), now() - interval '1 hour');
analyze rowlock.escalation;
select cmp_ok(touched_by_next(), '<', (select buffers * 3 / 2 + 16 from lapsed), 'with 15,000 lapsed claims it looks at no more');

-- A sweep looks at what it clears; each of the five clears another row.
select cmp_ok(
  touched('select rowlock.escalation_release_expired(max_rows => 1)', l), '<', 300,
  format('%s sweeps one of 15,000 lapsed claims and looks at no others', l)) from unnest(array['tap_lead', 'tap_chief']) l;

-- Due rows at the head are stepped over until the sweep has been there.
delete from rowlock.escalation where assigned_until <= now();
select fill(5000, 1, expires_at => now() - interval '1 day');
analyze rowlock.escalation;
select cmp_ok(touched_by_next(), '<', 15000, 'due rows at the head are walked, each once');
select results_eq($$ select rowlock.escalation_expire(max_rows => 5000) $$, array[5000], 'the sweep takes them away');

select ask('one');
select cmp_ok(
  touched(format('select rowlock.escalation_claim(id => %L)', esc('one'))), '<', 200, 'to claim by id touches few buffers');
select matches(
  (select p.proconfig::text from pg_proc p where p.oid = 'rowlock.escalation_claim_next'::regproc),
  'plan_cache_mode=force_generic_plan', 'the claim runs on one cached plan');

select * from finish();
rollback;
