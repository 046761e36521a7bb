-- rowlock.escalation_list_by_workflow(workflow_id, status, …, actor): the rows of a workflow.
-- Reads: rowlock.escalation.
create or replace function rowlock.escalation_list_by_workflow(
  workflow_id text,
  status      text[] default null,
  max_rows    integer default 50,
  skip_rows   integer default 0,
  after       text default null,
  count       text default null,
  actor       uuid default rowlock.actor_current()
)
returns rowlock.escalation_page
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform rowlock._actor_access(actor => actor);
  perform rowlock._argument_text(field => 'workflow_id', value => workflow_id, required => true);
  return rowlock.escalation_search(
    query => jsonb_build_object(
      'workflow_id', workflow_id, 'status', status, 'max_rows', max_rows, 'skip_rows', skip_rows, 'after', after,
      'count', count, 'order_by', '[{"field": "created_at"}]'::jsonb),
    actor => actor);
end;
$$;

comment on function rowlock.escalation_list_by_workflow is
  'A page of the rows of a workflow that the actor may see, oldest first. Raises PT400, PT401, PT403.
Example: {"status": ["pending"], "max_rows": 10}';
revoke all on function rowlock.escalation_list_by_workflow from public;
select rowlock._function_grant('escalation_list_by_workflow', 'service', 'user', 'proxy');
