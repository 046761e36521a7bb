-- rowlock._task_journal_set(tasks, verb, actor, occurred_at): one event for each of many changed tasks.
-- Reads: rowlock.topic_catalog. Writes: rowlock.event.
create or replace function rowlock._task_journal_set(
  tasks       rowlock.task[],
  verb        text,
  actor       uuid,
  occurred_at timestamptz
)
returns integer
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_topic constant text := 'task.' || verb;
  v_count integer;
  v_rang  boolean;
begin
  -- Nothing changed: no number, no mark and no bell.
  if coalesce(cardinality(tasks), 0) = 0 then
    return 0;
  end if;
  insert into rowlock.event (
    topic, subject_type, subject_id, version, assigned_to, origin_id, actor, payload, occurred_at)
  select
    c.topic, 'task', t.id::text, t.version, t.initiated_by, t.origin_id, _task_journal_set.actor,
    rowlock._task_facts(task => t, verb => _task_journal_set.verb), _task_journal_set.occurred_at
  from unnest(tasks) t
  join rowlock.topic_catalog c on c.topic = v_topic
  order by t.id;
  get diagnostics v_count = row_count;

  if v_count <> cardinality(tasks) then
    perform rowlock._event_topic_refuse(topic => v_topic);
  end if;
  v_rang := rowlock._event_ring(topic => v_topic);
  return v_count;
end;
$$;

comment on function rowlock._task_journal_set is
  'Appends task.<verb> for tasks as they are after the change, and rings once. Returns how many. Raises PT400 on an unknown topic.';
revoke all on function rowlock._task_journal_set from public;
