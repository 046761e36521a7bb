-- rowlock._task_journal(task, verb, actor, occurred_at, payload): the event of one changed task.
-- Writes: rowlock.event.
create or replace function rowlock._task_journal(
  task        rowlock.task,
  verb        text,
  actor       uuid,
  occurred_at timestamptz,
  payload     jsonb default '{}'
)
returns bigint
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  -- Without a role: a task may have rows in many, and its events go to global readers.
  return rowlock._event_append(
    topic => 'task.' || _task_journal.verb,
    subject_type => 'task',
    subject_id => task.id::text,
    version => task.version,
    assigned_to => task.initiated_by,
    origin_id => task.origin_id,
    actor => _task_journal.actor,
    payload => rowlock._task_facts(task => task, verb => _task_journal.verb) || _task_journal.payload,
    occurred_at => _task_journal.occurred_at
  );
end;
$$;

comment on function rowlock._task_journal is
  'Appends task.<verb> for a task as it is after the change; names and status are always in it, payloads never.';
revoke all on function rowlock._task_journal from public;
