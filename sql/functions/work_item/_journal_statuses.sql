-- rowlock._work_item_journal_statuses(changed, from_statuses, cascade_root, actor, occurred_at): the events of items that changed their status.
-- Reads: rowlock.work_item, rowlock.topic_catalog, rowlock.delegation. Writes: rowlock.event.
create or replace function rowlock._work_item_journal_statuses(
  changed       rowlock.work_item[],
  from_statuses text[],
  cascade_root  uuid,
  actor         uuid,
  occurred_at   timestamptz
)
returns integer
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_topic constant text := 'work_item.status_changed';
  v_other constant uuid := rowlock._delegation_planner(actor => _work_item_journal_statuses.actor);
  v_count integer;
  v_rang  boolean;
begin
  insert into rowlock.event (topic, subject_type, subject_id, version, origin_id, actor, payload, occurred_at)
  select
    c.topic, 'work_item', w.id::text, w.version, o.origin_id::text, _work_item_journal_statuses.actor,
    jsonb_strip_nulls(jsonb_build_object(
      'work_item_id', w.id, 'project_id', w.project_id, 'from', f.status, 'to', w.status,
      'cascade_root', _work_item_journal_statuses.cascade_root, 'on_behalf_of', v_other)),
    _work_item_journal_statuses.occurred_at
  -- They are of one tree, so they have one root.
  from (select rowlock._work_item_root(id => changed[1].id) as origin_id) o
  cross join unnest(changed) with ordinality w
  join unnest(from_statuses) with ordinality f (status, ordinality) on f.ordinality = w.ordinality
  join rowlock.topic_catalog c on c.topic = v_topic
  order by w.ordinality;
  get diagnostics v_count = row_count;

  if v_count <> cardinality(changed) then
    perform rowlock._event_topic_refuse(topic => v_topic);
  end if;
  v_rang := rowlock._event_ring(topic => v_topic);
  return v_count;
end;
$$;

comment on function rowlock._work_item_journal_statuses is
  'Appends work_item.status_changed for items of one tree as they are after the change, and rings once. Raises PT400 on an unknown topic.';
revoke all on function rowlock._work_item_journal_statuses from public;
