-- Slow: What a claim by a facet touches: a plan that walks the queue for a rare facet fails here.
begin;
\ir ../_fixtures.psql
select plan(8);

select login('tap_worker', 'user', who('worker'));

-- fill(n, metadata): rows of reviewer as some past day left them; the metadata is wider than what statistics keep.
create function fill(n integer, metadata jsonb, priority integer default 2) returns void language sql as $$
  insert into rowlock.escalation (id, role, type, subtype, priority, origin_id, metadata, created_at, updated_at)
  select
    rowlock._uuid_v7(), 'reviewer', 'approval', 'approval', fill.priority, format('origin %s %s', fill.metadata ->> 'kind', i / 3),
    jsonb_build_object('note', repeat(md5(i::text), 40)) || fill.metadata, now() - interval '2 days' + i * interval '1 ms', now()
  from generate_series(1, fill.n) i;
$$;

-- touched(statement): the buffers of one call as the unprivileged login: the least of five.
create function touched(statement text) returns integer language plpgsql as $$
declare
  v_plan  jsonb;
  v_least integer;
begin
  for i in 1 .. 5 loop
    v_plan := as_login('tap_worker', 'explain (analyze, buffers, format json) ' || statement)::jsonb #> '{0,Plan}';
    v_least := least(
      v_least, (v_plan ->> 'Shared Hit Blocks')::integer + (v_plan ->> 'Shared Read Blocks')::integer);
  end loop;
  return v_least;
end;
$$;
create function by_facets(facets text) returns text language sql as $$
  select format('select id from rowlock.escalation_claim_by_facets(query => ''{"role": "reviewer", "facets": %s}'')', by_facets.facets);
$$;

select fill(6000, '{"kind": "common"}'), fill(15, '{"kind": "rare"}', 4), fill(1500, '{"kind": "last"}', 4);
analyze rowlock.escalation;
select cmp_ok(touched(by_facets('{"kind": "common"}')), '<', 600, 'a facet that most rows have is found at the head');
select cmp_ok(touched(by_facets('{"kind": "rare"}')), '<', 600, 'a rare one by its index, however little the statistics know');
select cmp_ok(touched(by_facets('{"kind": "none"}')), '<', 600, 'what no row has as well');
select cmp_ok(
  touched($$select rowlock.escalation_claim_by_metadata(key => 'kind', value => '"rare"')$$), '<', 800, 'so does a claim by metadata');
-- An answer is for one row, so each of the five calls finds another.
create function answered(kind text) returns integer language sql as $$
  select touched(format(
    'select rowlock.escalation_resolve_by_metadata(key => ''kind'', value => ''"%s"'', resolver_payload => ''{}'')', answered.kind));
$$;
select cmp_ok(answered(k), '<', 1200, format('an answer by metadata finds a %s row as a claim does', k)) from unnest('{common,rare}'::text[]) k;
select cmp_ok(
  touched($$select origin_id from rowlock.escalation_claim_groups(query => '{"role": "reviewer", "facets": {"kind": "rare"}}')$$),
  '<', 1500, 'and one of a group');
-- 1,500 rows of some 1.4 KB, once, instead of the 6,000 before them.
select cmp_ok(touched(by_facets('{"kind": "last"}')), '<', 1200, 'a facet that only rows far down have is sorted, not walked to');

select * from finish();
rollback;
