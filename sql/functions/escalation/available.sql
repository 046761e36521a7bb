-- rowlock.escalation_available(role, roles, type, …, actor): the rows that could be claimed now, best first.
-- Reads: rowlock.escalation.
create or replace function rowlock.escalation_available(
  role         text default null,
  roles        text[] default null,
  type         text default null,
  subtype      text default null,
  entity       text default null,
  priority     integer default null,
  assigned_to  uuid default null,
  origin_id    text default null,
  workflow_id  text default null,
  task_id      uuid default null,
  ids          uuid[] default null,
  search       text default null,
  held_by_me   boolean default null,
  facets       jsonb default null,
  block        jsonb default null,
  range        jsonb default null,
  "exists"     jsonb default null,
  jeopardy     boolean default null,
  created      jsonb default null,
  ended        jsonb default null,
  order_by     jsonb default null,
  max_rows     integer default 50,
  skip_rows    integer default 0,
  after        text default null,
  count        text default null,
  actor        uuid default rowlock.actor_current()
)
returns rowlock.escalation_page
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select rowlock.escalation_search(
    query => jsonb_build_object(
      'role', escalation_available.role,
      'roles', escalation_available.roles,
      'status', 'pending',
      'type', escalation_available.type,
      'subtype', escalation_available.subtype,
      'entity', escalation_available.entity,
      'priority', escalation_available.priority,
      'assigned_to', escalation_available.assigned_to,
      'origin_id', escalation_available.origin_id,
      'workflow_id', escalation_available.workflow_id,
      'task_id', escalation_available.task_id,
      'ids', escalation_available.ids,
      'search', escalation_available.search,
      'available', true,
      'held_by_me', escalation_available.held_by_me,
      'facets', escalation_available.facets,
      'block', escalation_available.block,
      'range', escalation_available.range,
      'exists', escalation_available."exists",
      'jeopardy', escalation_available.jeopardy,
      'created', escalation_available.created,
      'ended', escalation_available.ended,
      'order_by', escalation_available.order_by,
      'max_rows', escalation_available.max_rows,
      'skip_rows', escalation_available.skip_rows,
      'after', escalation_available.after,
      'count', escalation_available.count),
    actor => escalation_available.actor);
$$;

comment on function rowlock.escalation_available is
  'A page of rows that are pending, not due, and held by nobody: the arguments are the elements of escalation_search, and null ones are left out. Raises PT400, PT401, PT403.
Example: {"role": "reviewer", "max_rows": 10}';
revoke all on function rowlock.escalation_available from public;
select rowlock._function_grant('escalation_available', 'service', 'user', 'proxy');
