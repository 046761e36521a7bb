-- rowlock._escalation_search_is_queue(query): whether the queue indexes serve a query.
create or replace function rowlock._escalation_search_is_queue(query jsonb)
returns boolean
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  -- They have what is pending; some elements find their few rows by an index of their own.
  return ((query -> 'status') is not distinct from '["pending"]'
    and not query ?| array['ids', 'search', 'origin_id', 'workflow_id', 'task_id', 'assigned_to', 'held_by_me']);
end;
$$;

comment on function rowlock._escalation_search_is_queue is 'True: read it queue by queue. False: the planner picks the index.';
revoke all on function rowlock._escalation_search_is_queue from public;
