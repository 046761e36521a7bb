-- rowlock._escalation_search_way(query, access, at): how a page is best found: {way: queue, walk or rows, step, is_end}.
-- Reads: rowlock.escalation.
create or replace function rowlock._escalation_search_way(
  query  jsonb,
  access rowlock.access,
  at     timestamptz
)
returns jsonb
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_queues constant integer := greatest(1, cardinality(access.read_all));
  v_step   integer := greatest(8, 256 / v_queues);
  v_need   constant numeric := (query ->> 'max_rows')::numeric + 1 + (query ->> 'skip_rows')::numeric;
  v_sample jsonb;
  v_share  numeric;
  v_rows   numeric;
begin
  if not rowlock._escalation_search_is_queue(query => query)
    or query -> 'order_by' <> rowlock._escalation_search_order(order_by => '[]') then
    return '{"way": "rows"}';
  end if;
  -- Without facets there is no other index; held rows are as few as people hold.
  if not query ? 'facets' or query -> 'available' = 'false' then
    return '{"way": "queue"}';
  end if;
  if query ? 'entity' or v_need > 1000 then
    return '{"way": "rows"}';
  end if;

  -- Statistics know little of facets, and nothing of wide metadata. So the heads of the queues are looked at:
  -- with a share p of the rows that fit, a walk takes need / p rows, and the index brings p of all rows, to be sorted.
  v_sample := rowlock._escalation_search_walk(query => query, access => access, at => at, step => v_step, with_leases => false);
  if (v_sample ->> 'is_end')::boolean then
    return jsonb_build_object('way', 'walk', 'step', v_step, 'is_end', true);
  end if;
  if v_sample ->> 'found' = '0' then
    return '{"way": "rows"}';
  end if;
  select greatest(c.reltuples, 0)::numeric into v_rows from pg_class c where c.oid = 'rowlock.escalation'::regclass;
  v_share := (v_sample ->> 'found')::numeric / (v_sample ->> 'walked')::numeric;
  if v_need / v_share > v_share * v_rows then
    return '{"way": "rows"}';
  end if;
  -- Twice as far as the share says, because heads differ; who then finds too little takes the index.
  v_step := greatest(v_step, ceil(2 * v_need / v_share / v_queues));
  return jsonb_build_object('way', 'walk', 'step', v_step);
end;
$$;

comment on function rowlock._escalation_search_way is
  'queue: the arms, to their end. walk: step rows of each queue, if that is enough; with is_end it is. rows: whatever index the planner picks.';
revoke all on function rowlock._escalation_search_way from public;
