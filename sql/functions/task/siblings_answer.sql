-- rowlock.task_siblings_answer(result): the siblings by workflow type, as HTTP answers them.
create or replace function rowlock.task_siblings_answer(result rowlock.task[])
returns rowlock.http_answer
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select row(200, jsonb_build_object(
    'siblings', coalesce(jsonb_object_agg(g.workflow_type, g.tasks), '{}')))::rowlock.http_answer
  from (
    select r.workflow_type, jsonb_agg(jsonb_build_object(
      'id', r.id, 'workflow_id', r.workflow_id, 'status', r.status, 'data', r.data,
      'created_at', rowlock._time_iso(r.created_at), 'completed_at', rowlock._time_iso(r.completed_at))
      order by r.created_at, r.id) as tasks
    from unnest(result) r
    group by r.workflow_type
  ) g;
$$;

comment on function rowlock.task_siblings_answer is
  'Per workflow type its tasks, each with its data where the caller may see it, else null.
Answers: {"siblings": {"*": "*", "ship-order": [{"id": "9c8b7a69-5847-4635-a241-302f1e0d9c8b", "workflow_id": "wf-7",
  "status": "completed", "data": {"parcel": 7}, "created_at": "2026-03-01T08:55:00.000000Z", "completed_at": "2026-03-01T10:00:00.000000Z"}]}}';
revoke all on function rowlock.task_siblings_answer from public;
select rowlock._function_grant('task_siblings_answer', 'service');
