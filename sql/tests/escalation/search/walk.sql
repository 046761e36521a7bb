-- Slow: A walk along the cursor sees every row once, in every order; totals say how much there is to walk.
begin;
\ir ../../_fixtures.psql
\ir ../../_search.psql
select plan(59);

-- 23 rows with ties and gaps in every column that a list may be sorted by.
insert into rowlock.escalation (
  id, role, type, subtype, entity, priority, description, status, assigned_to, assigned_until, claimed_at, resolved_at, ended_at,
  expires_at, origin_id, workflow_id, task_id, created_at, updated_at)
select
  gen_random_uuid(), (array['reviewer', 'engineer', 'planner'])[1 + i % 3], 't' || i % 4, 's' || i % 2, case when i % 3 > 0 then 'é' || i % 5 end,
  1 + i % 4, 'r' || i, s.status,
  case when i % 3 = 0 then who('worker') when i % 3 = 1 then who('filler') end,
  case when i % 6 = 0 then s.at + i % 4 * interval '1 day' when i % 6 = 3 then s.at - i % 4 * interval '1 day' end,
  case when i % 6 = 3 then s.at end,
  case s.status when 'resolved' then s.at + i % 3 * interval '1 second' end,
  case when s.status <> 'pending' then s.at + i % 3 * interval '1 second' end,
  case when i % 2 = 0 then s.at + i % 4 * interval '1 year' + interval '1 microsecond' end,
  case when i % 4 > 0 then 'o' || i % 3 end, case when i % 5 > 0 then 'w' || i % 2 end,
  case when i % 3 > 0 then ('00000000-0000-4000-8000-00000000000' || i % 3)::uuid end,
  s.at - i % 5 * interval '1 day', s.at + i % 2 * interval '1 microsecond'
from generate_series(1, 23) i,
  lateral (select clock_timestamp() + interval '1 hour' - interval '1 year' * (i % 2), (array['pending', 'pending', 'resolved', 'cancelled', 'expired'])[1 + i % 5]) s (at, status);

-- in_order(order): every row, as the server itself sorts it.
create function in_order(sorting text, restriction text default 'true') returns text[] language plpgsql as $$
declare
  v_names text[];
begin
  execute format('select array(select description from rowlock.escalation where %s order by %s, id)', restriction, sorting) into v_names;
  return v_names;
end;
$$;

-- One column, either direction, pages of one and of seven
select is(array[w.step || ':'] || walk(jsonb_build_object('order_by', jsonb_build_array(jsonb_build_object('field', f, 'direction', d))), step => w.step),
  array[w.step || ':'] || in_order(f || ' ' || d), format('%s %s, %s a page', f, d, w.step))
from unnest(array['id', 'role', 'type', 'subtype', 'entity', 'status', 'priority', 'origin_id', 'workflow_id', 'task_id', 'assigned_to',
    'assigned_until', 'claimed_at', 'resolved_at', 'expires_at', 'ended_at', 'created_at', 'updated_at']) f,
  unnest(array['asc', 'desc']) d, lateral (select case when d = 'asc' then 1 else 7 end) w (step);

-- Several columns
select is(walk(jsonb_build_object('order_by', o.sorting)), in_order(o.text), o.text)
from (values
  ('[{"field": "priority", "direction": "desc"}, {"field": "created_at"}]'::jsonb, 'priority desc, created_at'),
  ('[{"field": "assigned_until", "direction": "desc"}, {"field": "entity"}, {"field": "role", "direction": "desc"}]',
    'assigned_until desc, entity, role desc'),
  ('[{"field": "entity", "direction": "desc"}, {"field": "ended_at", "direction": "desc"}, {"field": "expires_at"}]',
    'entity desc, ended_at desc, expires_at'),
  ('[{"field": "status"}, {"field": "id", "direction": "desc"}, {"field": "priority"}]', 'status, id desc'),
  ('[]', 'priority, created_at'),
  ('[{"field": "priority"}, {"field": "created_at"}, {"field": "id"}]', 'priority, created_at')) o (sorting, text);
select is(walk('{"status": ["resolved", "cancelled"], "order_by": [{"field": "ended_at", "direction": "desc"}]}'),
  in_order('ended_at desc', 'status in (''resolved'', ''cancelled'')'), 'what has ended, the latest first');

-- Queues
select is(walk('{"status": "pending"}'),
  in_order('priority, created_at', 'status = ''pending'' and (expires_at is null or expires_at > clock_timestamp())'), 'a queue, over free and leased rows of all roles');
select is(walk('{"status": "pending", "available": true, "roles": ["engineer", "planner"]}', step => 1),
  in_order('priority, created_at', $$status = 'pending' and (expires_at is null or expires_at > clock_timestamp()) and role <> 'reviewer'
    and (assigned_until is null or assigned_until <= clock_timestamp())$$), 'the available rows of two roles');

-- Rows that come while one walks
create function walk_and_insert() returns text[] language plpgsql volatile as $$
declare
  v_page rowlock.escalation_page := page('{"status": "pending", "max_rows": 3}');
  v_names text[] := names(v_page);
begin
  perform ask('before', priority => 1);
  update rowlock.escalation e set created_at = clock_timestamp() - interval '10 years' where e.description = 'before';
  perform ask('behind', priority => 4);
  while v_page.next is not null loop
    v_page := page(jsonb_build_object('status', 'pending', 'max_rows', 3, 'after', v_page.next));
    v_names := v_names || names(v_page);
  end loop;
  return v_names;
end;
$$;
create temp table pending_before as select n from unnest(walk('{"status": "pending"}')) with ordinality u (n, i) order by i;
select is(walk_and_insert(), array(select n from pending_before) || '{behind}',
  'rows that come meanwhile shift nothing; those further on are met');
-- The row a cursor stands on may leave.
create temp table stood as select (page('{"status": "pending", "max_rows": 2}')).next as next;
delete from rowlock.escalation where description = (seen('{"status": "pending"}'))[2];
select is(seen(jsonb_build_object('status', 'pending', 'after', (select next from stood)))::text[], (seen('{"status": "pending"}'))[2:],
  'a cursor outlives the row it was made of');
delete from rowlock.escalation where description in ('before', 'behind');

-- The end of a walk
select is((page('{"max_rows": 22}')).next, null, 'the last page has no cursor, even when it is full');
select isnt((page('{"max_rows": 21}')).next, null, 'the page before it has one');
select is((page('{"skip_rows": 21, "max_rows": 5}')).next, null, 'the last page by offset has none');
select is(seen(jsonb_build_object('after', (page('{"skip_rows": 5, "max_rows": 5}')).next)), (seen('{}'))[11:],
  'a walk may begin at an offset');
select matches((page('{"max_rows": 1}')).next, '^[A-Za-z0-9_-]+$', 'a cursor needs no escaping in a URL');
select is((page('{"order_by": [{"field": "entity"}], "max_rows": 1}')).next ~ '^[A-Za-z0-9_-]+$', true, 'whatever the values hold');

-- Totals
select is((page(q)).total, 22::bigint, format('the total of %s', q))
from (values ('{}'::jsonb), ('{"max_rows": 1}'), ('{"skip_rows": 20}'), ('{"skip_rows": 100}'), ('{"skip_rows": 100, "count": "exact"}')) v (q);
select is((page(jsonb_build_object('max_rows', 5, 'after', (page('{"max_rows": 20}')).next))).total, 22::bigint,
  'the total of a page behind a cursor is that of the whole');

select * from finish();
rollback;
