begin;
\ir ../_fixtures.psql
select plan(9);

select item('top');
select item(t, parent => 'top') from unnest(array['a', 'b', 'c']) t;
select item('a1', parent => 'a');
create function done(title text, by text default 'nobody') returns text language sql as $$
  select p::text from rowlock.work_item_completion(id => (item_of(done.title)).id, actor => who(done.by)) p;
$$;
create function went(title text, to_status text) returns void language sql as $$
  select rowlock.work_item_transition(id => (item_of(went.title)).id, to_status => went.to_status, actor => who('planner'));
$$;
select is(done('top'), '(0,4,0.00000000000000000000)', 'of four below nothing is done');
select is(done('b'), '(0,0,)', 'nothing below: no ratio');
select went('a1', 'done'), went('top', 'done'), went('b', 'doing');
select is(done('top'), '(1,4,0.25000000000000000000)', 'what is done counts, the item itself does not');
select went('c', 'cancelled');
select is((select p.ratio from rowlock.work_item_completion(id => (item_of('top')).id, actor => who('planner')) p), 1 / 3::numeric, 'what is cancelled counts nowhere');
select went('b', 'cancelled'), went('a', 'cancelled');
select is(done('top'), '(1,1,1.00000000000000000000)', 'what is done below something cancelled counts');
select went('a1', 'cancelled');
select is(done('top'), '(0,0,)', 'all cancelled: no ratio');
select is((select count(*) from rowlock.event v where v.topic like '%completion%'), 0::bigint, 'nothing is journaled');
select refused($$select rowlock.work_item_completion(id => md5('no')::uuid, actor => who('planner'))$$, 'PT404', 'work_item_exists', 'not_found', 'an unknown one is refused');
select refused($$select done('top', 'suspended')$$, 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');

select * from finish();
rollback;
