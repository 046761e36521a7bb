-- rowlock._work_item_list_query(query, siblings): the statement of a list of items, with the query in $1 and the length in $2.
-- Reads: rowlock.work_item.
create or replace function rowlock._work_item_list_query(
  query    jsonb,
  siblings boolean
)
returns text
language sql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
  -- Made of these constants alone, so that each list has the plan of its own filters; the values stay bound.
  select format(
    'select array(select w from rowlock.work_item w where %2$s order by %1$s limit $2)',
    o.columns, string_agg(c.predicate, ' and ' order by c.predicate))
  from (
    select
      case when siblings then 'w.sort_order, w.id' else 'w.project_id, w.path, w.id' end as columns,
      case when siblings
        then $p$($1 #>> '{key,0}')::integer, ($1 #>> '{key,1}')::uuid$p$
        else $p$($1 #>> '{key,0}')::uuid, $1 #>> '{key,1}', ($1 #>> '{key,2}')::uuid$p$
      end as place) o
  cross join lateral (values
    ('project_id', $p$w.project_id = ($1 ->> 'project_id')::uuid$p$),
    ('parent_id', $p$w.parent_id = ($1 ->> 'parent_id')::uuid$p$),
    ('roots', 'w.parent_id is null'),
    ('assignee', $p$w.assignee = ($1 ->> 'assignee')$p$),
    ('status', $p$w.status = any (array(select jsonb_array_elements_text($1 -> 'status')))$p$),
    ('kind', $p$w.kind = any (array(select jsonb_array_elements_text($1 -> 'kind')))$p$),
    ('key', format('(%s) > (%s)', o.columns, o.place)),
    (null, 'true')) c (name, predicate)
  where c.name is null or query ? c.name
  group by o.columns;
$$;

comment on function rowlock._work_item_list_query is
  'Answers an array of rows in order: siblings by place, others as in their trees. Members of the query that are missing filter nothing.';
revoke all on function rowlock._work_item_list_query from public;
