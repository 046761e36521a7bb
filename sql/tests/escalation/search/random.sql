-- Slow: Random queries of every kind of account, against a filter that reads the whole table for each.
begin;
\ir ../../_fixtures.psql
\ir ../../_search.psql
select plan(6);
select setseed(0.42);

insert into rowlock.membership (user_id, role, read_scope, write_scope) values
  (who('filler'), 'engineer', 'all', 'none'), (who('worker'), 'engineer', 'self', 'self'), (who('worker'), 'planner', 'all', 'all');

-- pick(choices): one of them.
create function pick(variadic choices text[]) returns text language sql volatile as $$
  select choices[1 + floor(random() * cardinality(choices))::integer];
$$;

insert into rowlock.escalation (
  id, role, type, subtype, entity, priority, description, status, assigned_to, assigned_until, resolved_at, ended_at, expires_at,
  origin_id, workflow_id, task_id, created_at, updated_at)
select
  gen_random_uuid(), pick('reviewer', 'reviewer', 'engineer', 'planner', ''), pick('a', 'b', 'c'), pick('s', 't'), pick('e', 'f', null),
  1 + floor(random() * 4)::integer, 'r' || i, s.status, s.holder,
  case when s.holder is not null then now() + pick('1 hour', '-1 hour', null)::interval end,
  case s.status when 'resolved' then s.at + interval '1 minute' end, case when s.status <> 'pending' then s.at + interval '1 minute' end,
  now() + pick('1 hour', '-1 hour', null, null)::interval, pick('x', 'y', 'z', null), pick('x', 'v', null),
  pick('00000000-0000-4000-8000-000000000001', null)::uuid, s.at, s.at
from generate_series(1, 300) i, lateral (
  select pick('pending', 'pending', 'pending', 'resolved', 'cancelled', 'expired') as status,
    case when i > 0 then who(pick('worker', 'filler', 'chief', 'watcher', null, null)) end as holder,
    date_trunc('day', now()) - (2 + floor(random() * 5)) * interval '1 day' as at) s;
analyze rowlock.escalation;

-- naive(query, by): the ids that the query is about, by the plainest reading of each element.
create function naive(q jsonb, by text, sorting text) returns uuid[] language plpgsql as $$
declare
  v_ids uuid[];
begin
  execute format($sql$
    select array(select q.id from (
      select e.*
      from rowlock.escalation e
      join rowlock.user_account u on u.external_id = $2
      left join rowlock.membership m on m.user_id = u.id and m.role = e.role
      where (exists (select from rowlock.membership g where g.user_id = u.id and (g.type = 'superadmin' or (g.role = 'admin' and g.type = 'admin')))
          or m.type = 'admin' or m.read_scope = 'all' or (m.read_scope = 'self' and e.assigned_to = u.id))
        and ($1 ->> 'role' is null or e.role = $1 ->> 'role')
        and ($1 -> 'roles' is null or $1 -> 'roles' ? e.role)
        and ($1 -> 'status' is null or $1 -> 'status' @> to_jsonb(
          case when e.status = 'pending' and e.expires_at <= now() then 'expired' else e.status end))
        and ($1 ->> 'type' is null or e.type = $1 ->> 'type')
        and ($1 ->> 'subtype' is null or e.subtype = $1 ->> 'subtype')
        and ($1 ->> 'entity' is null or e.entity = $1 ->> 'entity')
        and ($1 ->> 'priority' is null or e.priority::text = $1 ->> 'priority')
        and ($1 ->> 'assigned_to' is null or e.assigned_to::text = $1 ->> 'assigned_to')
        and ($1 ->> 'origin_id' is null or e.origin_id = $1 ->> 'origin_id')
        and ($1 ->> 'workflow_id' is null or e.workflow_id = $1 ->> 'workflow_id')
        and ($1 ->> 'task_id' is null or e.task_id::text = $1 ->> 'task_id')
        and ($1 -> 'ids' is null or $1 -> 'ids' ? e.id::text)
        and ($1 ->> 'search' is null or $1 ->> 'search' in (e.id::text, e.origin_id, e.workflow_id))
        and ($1 ->> 'available' is null or
          (e.assigned_to is null or e.assigned_until is null or e.assigned_until <= now())::text = $1 ->> 'available')
        and ($1 ->> 'held_by_me' is null or coalesce(e.assigned_to = u.id and e.assigned_until > now(), false)::text = $1 ->> 'held_by_me')
        and ($1 #> '{created,from}' is null or e.created_at >= ($1 #>> '{created,from}')::timestamptz)
        and ($1 #> '{created,to}' is null or e.created_at < ($1 #>> '{created,to}')::timestamptz)
        and ($1 #> '{ended,from}' is null or e.ended_at >= ($1 #>> '{ended,from}')::timestamptz)
        and ($1 #> '{ended,to}' is null or e.ended_at < ($1 #>> '{ended,to}')::timestamptz)
    ) q order by %s)
  $sql$, sorting) into v_ids using q, by;
  return v_ids;
end;
$$;

-- Each element with its odds; windows at the borders that rows have.
create function random_query() returns jsonb language sql volatile as $$
  select coalesce(jsonb_object_agg(v.element, v.value) filter (where random() < v.odds), '{}')
  from (values
    ('role', to_jsonb(pick('reviewer', 'engineer', '')), 0.1),
    ('roles', (pick('["reviewer"]', '["reviewer", "engineer"]', '["planner", "", "reviewer", "reviewer"]', '[]'))::jsonb, 0.2),
    ('status', (pick('"pending"', '"pending"', '["pending"]', '"expired"', '["resolved", "cancelled"]', '["pending", "resolved"]', '["expired", "cancelled"]'))::jsonb, 0.8),
    ('type', to_jsonb(pick('a', 'b', 'd')), 0.15), ('subtype', to_jsonb(pick('s', 't')), 0.1), ('entity', to_jsonb(pick('e', 'f')), 0.1),
    ('priority', to_jsonb(1 + floor(random() * 4)::integer), 0.1), ('assigned_to', to_jsonb(who(pick('worker', 'filler'))), 0.1),
    ('origin_id', to_jsonb(pick('x', 'y')), 0.1), ('workflow_id', to_jsonb(pick('x', 'v')), 0.05),
    ('task_id', '"00000000-0000-4000-8000-000000000001"'::jsonb, 0.05),
    ('ids', (select to_jsonb(array_agg(e.id)) from rowlock.escalation e where random() < 0.5), 0.1),
    ('search', (select to_jsonb(coalesce(pick('x', 'v', null), e.id::text)) from rowlock.escalation e order by random() limit 1), 0.1),
    ('available', (pick('true', 'true', 'false'))::jsonb, 0.3), ('held_by_me', (pick('true', 'false'))::jsonb, 0.1),
    ('created', jsonb_build_object('from', date_trunc('day', now()) - interval '5 days'), 0.1),
    ('ended', jsonb_build_object('to', date_trunc('day', now()) - interval '2 days' + interval '1 minute'), 0.05)
  ) v (element, value, odds);
$$;

create temp table try (n integer primary key, query jsonb, by text, sorting text, step integer, skip integer, expected uuid[], page rowlock.escalation_page);
insert into try (n, query, by, sorting, step, skip)
select n, random_query(), pick('chief', 'chief_two', 'lead', 'worker', 'worker', 'filler', 'auditor', 'watcher', 'engineer', 'nobody'),
  case when random() < 0.6 then 'priority asc, created_at asc, id asc' else
    pick('entity', 'ended_at', 'assigned_until', 'expires_at') || pick(' asc', ' desc') || ', '
    || pick('created_at', 'type', 'task_id') || pick(' asc', ' desc') || ', id asc' end,
  1 + floor(random() * 30)::integer, floor(random() * 40)::integer
from generate_series(1, 200) n;
update try set
  expected = naive(query, by, sorting),
  query = query || case when sorting like 'priority%' then '{}' else jsonb_build_object('order_by', (
    select jsonb_agg(jsonb_build_object('field', split_part(p, ' ', 1), 'direction', split_part(p, ' ', 2)) order by i)
    from unnest(string_to_array(sorting, ', ')) with ordinality u (p, i))) end;

create function ids(page rowlock.escalation_page) returns uuid[] language sql stable as $$
  select array(select (i.value ->> 'id')::uuid from jsonb_array_elements((ids.page).items) with ordinality i (value, n) order by i.n);
$$;
create function found(names text[]) returns uuid[] language sql stable as $$
  select array(select e.id from unnest(names) with ordinality u (name, n) left join rowlock.escalation e on e.description = u.name order by u.n);
$$;

update try set page = page(query || '{"max_rows": 500}', by);
select is_empty($$select n, by, query from try where ids(page) <> expected$$,
  'a page has the rows of the naive filter, in order');
select is_empty($$select n, by, query from try where (page).total <> cardinality(expected)$$,
  'its total is their number');
select is_empty($$select n, by, query, skip, step from try where
  (page(query || '{"max_rows": 1}', by)).total <> cardinality(expected) or (page(query || '{"max_rows": 1, "count": "exact"}', by)).total <> cardinality(expected)$$,
  'counted on its own, too, with a cap and exactly');
select is_empty($$select n, by, query, skip, step from try where
  ids(page(query || jsonb_build_object('skip_rows', skip, 'max_rows', step), by)) <> expected[skip + 1 : skip + step]$$,
  'a page by offset is a slice of them');
-- Of ten pages at most, and of as few rows as that allows where the step is small.
select is_empty($$select n, by, query, step from try
  where found(walk(query, by, greatest(step, ceil(cardinality(expected) / 10.0)::integer))) <> expected$$,
  'a walk along the cursor meets each of them once');
select cmp_ok((select count(*) from try where cardinality(expected) > 5), '>', 100::bigint, 'and there were rows to find');

select * from finish();
rollback;
