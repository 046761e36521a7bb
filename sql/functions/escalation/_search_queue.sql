-- rowlock._escalation_search_queue(query, access, at): the ids of a page of pending rows in rank order.
-- Reads: rowlock.escalation.
create or replace function rowlock._escalation_search_queue(
  query  jsonb,
  access rowlock.access,
  at     timestamptz
)
returns uuid[]
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
-- The queue indexes have the order: a walk ends with the page, while a plan that sorts reads all that a guess calls few.
set enable_seqscan = off
set enable_bitmapscan = off
set enable_sort = off
set enable_incremental_sort = off
as $$
declare
  v_rows bigint := (query ->> 'max_rows')::bigint + 1;
  v_skip bigint := (query ->> 'skip_rows')::bigint;
  v_ids  uuid[];
begin
  -- The few rows of an entity have their own index, and are sorted.
  if query ? 'entity' then
    perform set_config('enable_sort', 'on', true);
  end if;
  -- Dynamic: the arms are made of whitelisted text, and the values are bound.
  execute format(
    'select array(select q.id from (%s) q order by q.priority, q.created_at, q.id limit $5 offset $6)',
    rowlock._escalation_search_arms(
      query => query, ordered => true,
      predicate => rowlock._escalation_search_where(query => query - 'available') || ' and '
        || rowlock._escalation_search_keyset(sorting => query -> 'order_by', key => query -> 'key')))
  into v_ids
  using query, access, at, v_rows + v_skip, v_rows, v_skip;
  return v_ids;
end;
$$;

comment on function rowlock._escalation_search_queue is 'Ids of the page and of one row more, if there is one, from the arms of the queues.';
revoke all on function rowlock._escalation_search_queue from public;
