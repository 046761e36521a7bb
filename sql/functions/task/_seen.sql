-- rowlock._task_seen(id, access): the task and whether its payloads are seen, if the actor can see it.
-- Reads: rowlock.task, rowlock.escalation.
create or replace function rowlock._task_seen(
  id     uuid,
  access rowlock.access
)
returns rowlock.task_view
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_view rowlock.task_view;
begin
  perform rowlock._argument_text(field => 'id', value => id::text, required => true);
  -- Volatile, because the reader of a lost race must see what the winner committed.
  select t, s.whole into v_view.task, v_view.whole
  from rowlock.task t
  cross join lateral rowlock._task_scope(
    id => t.id, initiated_by => t.initiated_by, escalation_id => t.escalation_id, access => _task_seen.access) s (whole)
  where t.id = _task_seen.id;
  if not found then
    raise exception 'task does not exist'
      using errcode = 'PT404', constraint = 'task_exists',
            detail = jsonb_build_object('reason', 'not_found', 'id', id)::text,
            hint = 'It may be one that you cannot see.';
  end if;
  v_view.task := rowlock._task_masked(task => v_view.task, whole => v_view.whole);
  return v_view;
end;
$$;

comment on function rowlock._task_seen is
  'The task, without payloads where they are not the actor''s to see. Raises PT400 without an id, PT404 when it is not there or hidden.';
revoke all on function rowlock._task_seen from public;
