-- rowlock.escalation_list(role, roles, status, …, actor): escalation_search with an argument for each element.
-- Reads: rowlock.escalation.
create or replace function rowlock.escalation_list(
  role         text default null,
  roles        text[] default null,
  status       text[] default null,
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
  available    boolean default null,
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
      'role', escalation_list.role,
      'roles', escalation_list.roles,
      'status', escalation_list.status,
      'type', escalation_list.type,
      'subtype', escalation_list.subtype,
      'entity', escalation_list.entity,
      'priority', escalation_list.priority,
      'assigned_to', escalation_list.assigned_to,
      'origin_id', escalation_list.origin_id,
      'workflow_id', escalation_list.workflow_id,
      'task_id', escalation_list.task_id,
      'ids', escalation_list.ids,
      'search', escalation_list.search,
      'available', escalation_list.available,
      'held_by_me', escalation_list.held_by_me,
      'facets', escalation_list.facets,
      'block', escalation_list.block,
      'range', escalation_list.range,
      'exists', escalation_list."exists",
      'jeopardy', escalation_list.jeopardy,
      'created', escalation_list.created,
      'ended', escalation_list.ended,
      'order_by', escalation_list.order_by,
      'max_rows', escalation_list.max_rows,
      'skip_rows', escalation_list.skip_rows,
      'after', escalation_list.after,
      'count', escalation_list.count),
    actor => escalation_list.actor);
$$;

comment on function rowlock.escalation_list is
  'A page of rows of every status: the arguments are the elements of escalation_search, and null ones are left out. Raises PT400, PT401, PT403.
Example: {"status": ["pending"], "role": "reviewer", "max_rows": 10}';
revoke all on function rowlock.escalation_list from public;
select rowlock._function_grant('escalation_list', 'service', 'user', 'proxy');
