-- rowlock.task_siblings(id, workflow_type, max_rows, actor): the other tasks of the same process.
-- Reads: rowlock.task, rowlock.escalation.
create or replace function rowlock.task_siblings(
  id            uuid,
  workflow_type text default null,
  max_rows      integer default 100,
  actor         uuid default rowlock.actor_current()
)
returns setof rowlock.task
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_origin text;
begin
  perform rowlock._argument_text(field => 'workflow_type', value => workflow_type);
  perform rowlock._argument_range(field => 'max_rows', value => max_rows, low => 1, high => 500);
  v_origin := ((rowlock._task_seen(id => id, access => v_access)).task).origin_id;

  return query
    select m.*
    from (
      select k.*
      from rowlock.task k
      where k.origin_id = v_origin
      -- A process of a thousand tasks is not read in one call.
      order by k.created_at, k.id
      limit 5000
    ) t
    cross join lateral rowlock._task_scope(
      id => t.id, initiated_by => t.initiated_by, escalation_id => t.escalation_id, access => v_access) s (whole)
    -- A call in the list of results would be made for each column.
    cross join lateral rowlock._task_masked(task => t, whole => s.whole) m
    where t.id <> task_siblings.id
      and (task_siblings.workflow_type is null or t.workflow_type = task_siblings.workflow_type)
    order by t.created_at, t.id
    limit task_siblings.max_rows;
end;
$$;

comment on function rowlock.task_siblings is
  'The other tasks of the same origin that the actor sees, oldest first, among the first 5,000; data where it is the actor''s to see. Raises PT400, PT401, PT403, PT404.';
revoke all on function rowlock.task_siblings from public;
select rowlock._function_grant('task_siblings', 'service', 'user', 'proxy');
