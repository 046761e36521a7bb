begin;
\ir ../_fixtures.psql
select plan(14);

select job('wf-7', origin_id => 'order-7');
select ask(n, origin_id => 'order-7') from unnest(array['first', 'second']) n;
select ask('hidden', role => 'engineer', origin_id => 'order-7');
select ask('elsewhere', origin_id => 'order-8');
select hold('first', 'worker');
select rowlock.escalation_resolve(id => esc('first'), resolver_payload => '{"ok": true}', actor => who('worker'));

create function told(name text, origin text default 'order-7', max_rows integer default 500, skip_rows integer default 0)
returns setof rowlock.origin_entry language sql as $$
  select t.* from rowlock.origin_timeline(
    origin_id => told.origin, max_rows => told.max_rows, skip_rows => told.skip_rows, actor => who(told.name)) t;
$$;
create function tale(name text, max_rows integer default 500, skip_rows integer default 0) returns text[] language sql as $$
  select array_agg(t.kind || ' ' || coalesce(t.record ->> 'topic', t.record ->> 'description', t.record ->> 'workflow_id') order by t.n)
  from (select t.*, row_number() over () as n from told(tale.name, 'order-7', tale.max_rows, tale.skip_rows) t) t;
$$;
select is(
  tale('worker'),
  array['escalation first', 'event escalation.created', 'escalation second', 'event escalation.created', 'event escalation.claimed', 'event escalation.resolved'],
  'rows and their events, in order of time');
select is(
  tale('chief'),
  array['task wf-7', 'event task.created', 'escalation first', 'event escalation.created', 'escalation second', 'event escalation.created',
    'escalation hidden', 'event escalation.created', 'event escalation.claimed', 'event escalation.resolved'],
  'who sees more is told more, tasks too');
select is((tale('robot'))[1:2], array['task wf-7', 'event task.created'], 'who began the task sees it and what happened to it');
select is(tale('engineer'), array['escalation hidden', 'event escalation.created'], 'others see their part');
select is(tale('chief', 3, 2), (tale('chief'))[3:5], 'a long story comes in pages');
select is((select count(*) from told('chief', skip_rows => 1000)), 0::bigint, 'a page after the last is empty');
select is((select t.record from told('worker') t where t.record ->> 'description' = 'second'),
  rowlock._escalation_record(state_of('second')), 'a record is what its own route tells');
select ok(bool_and(t.at <= t.next), 'each comes after the one before')
from (select t.at, lead(t.at, 1, 'infinity') over () as next from told('chief') t) t;

select item('packing');
select is(
  (select array_agg(t.record ->> 'topic') from told('nobody', (item_of('packing')).id::text) t where t.kind = 'event'),
  array['work_item.created'], 'what happened to the plan is told to all');

select refused(format('select rowlock.origin_timeline(origin_id => %L, max_rows => %s, actor => %L)', k.origin, k.max_rows, who(k.name)),
  k.state, k.code, k.reason, k.what, k.field)
from (values
  ('order-9', 10, 'worker', 'PT404', 'origin_exists', 'not_found', 'an unknown origin is not there', null),
  ('order-7', 10, 'nobody', 'PT404', 'origin_exists', 'not_found', 'nor one of which nothing can be seen', null),
  ('', 10, 'worker', 'PT400', 'argument_invalid', 'missing', 'an origin has a name', 'origin_id'),
  ('order-7', 1001, 'worker', 'PT400', 'argument_invalid', 'out_of_range', 'a page has an end', 'max_rows'),
  ('order-7', 10, 'suspended', 'PT401', 'actor_active', 'not_active', 'who is suspended is told nothing', null)
) k (origin, max_rows, name, state, code, reason, what, field);

select * from finish();
rollback;
