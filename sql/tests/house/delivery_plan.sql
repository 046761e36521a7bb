-- Slow: What a claim and a list of deliveries touch, whatever waits or has ended around them.
begin;
\ir ../_fixtures.psql
select plan(8);

select login('tap_service', 'service');
select hook('busy', 'chief', '{*}'), hook('down', 'chief', '{*}'), hook('quiet', 'chief', '{*}');
select happened('escalation.created', 'reviewer', subject => 'due');

create temp sequence tap_seq start 1000000;
-- fill(n, …): deliveries of a webhook, of a subject each, as they stand after a while.
create function fill(n integer, name text, status text, next interval default null, subjects integer default 1000000) returns void language sql as $$
  insert into rowlock.delivery (id, webhook_id, seq, topic, subject_type, subject_id, status, next_at, ended_at, created_at)
  select rowlock._uuid_v7(), (select (hook_of(fill.name)).id), nextval('tap_seq'), 'escalation.created', 'escalation', fill.status || i % fill.subjects, fill.status,
    case when i <= fill.subjects then now() + fill.next end, case when fill.status <> 'pending' then now() end, now()
  from generate_series(1, fill.n) i;
$$;
-- due(): one that may go.
create function due() returns void language sql as $$
  delete from rowlock.delivery d where d.subject_id = 'due';
  insert into rowlock.delivery (id, webhook_id, seq, topic, subject_type, subject_id, next_at, created_at)
  select rowlock._uuid_v7(), (hook_of('quiet')).id, max(v.seq), 'escalation.created', 'escalation', 'due', now() - interval '1 minute', now()
  from rowlock.event v;
$$;
create function touched(statement text) returns integer language plpgsql as $$
declare
  v_plan  jsonb;
  v_least integer;
begin
  for i in 1 .. 5 loop
    perform due();
    v_plan := as_login('tap_service', 'explain (analyze, buffers, format json) ' || statement)::jsonb #> '{0,Plan}';
    v_least := least(v_least, (v_plan ->> 'Shared Hit Blocks')::integer + (v_plan ->> 'Shared Read Blocks')::integer);
  end loop;
  return v_least;
end;
$$;
create function touched_by_claim() returns integer language sql as $$
  select touched('select delivery_id from rowlock.delivery_claim(max_rows => 1)');
$$;
analyze rowlock.delivery;
create temp table small as select touched_by_claim() as buffers;
create function small() returns integer language sql as $$ select buffers from small $$;
select diag('a claim touches ' || small());
select cmp_ok(small(), '<', 300, 'a claim touches few buffers');

select fill(10000, 'busy', 'delivered'), fill(10000, 'busy', 'dead');
analyze rowlock.delivery;
select cmp_ok(touched_by_claim(), '<', small() * 4 + 100, 'with 20,000 that have ended no more');
select fill(5000, 'down', 'pending', '1 hour');
analyze rowlock.delivery;
select cmp_ok(touched_by_claim(), '<', small() * 4 + 100, 'with 5,000 that wait for their next attempt no more');
select fill(5000, 'busy', 'pending', '1 hour', 1);
analyze rowlock.delivery;
select cmp_ok(touched_by_claim(), '<', small() * 4 + 100, 'with 5,000 behind one of their subject no more');
select hook('mine', 'lead');
select fill(5000, 'mine', 'pending', '-1 hour'), due();
update rowlock.user_account u set status = 'suspended' where u.external_id = 'lead';
analyze rowlock.delivery;
select cmp_ok(touched_by_claim(), '<', small() * 4 + 100, 'with 5,000 of an account that is suspended no more');
create function list(name text, status text) returns text language sql as $$
  select format('select (rowlock.delivery_list(webhook_id => %L, status => %L, actor => %L)).next', (hook_of(list.name)).id, list.status, who('chief'));
$$;
select cmp_ok(touched(list('busy', s)), '<', 800, coalesce(s, 'any') || ': a page is read in its order') from unnest(array['dead', 'pending', null]) s;

select * from finish();
rollback;
