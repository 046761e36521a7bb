-- rowlock._work_item_journal(work_item, verb, actor, occurred_at, payload): the event of one changed item.
-- Reads: rowlock.work_item. Writes: rowlock.event.
create or replace function rowlock._work_item_journal(
  work_item   rowlock.work_item,
  verb        text,
  actor       uuid,
  occurred_at timestamptz,
  payload     jsonb
)
returns bigint
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  return rowlock._event_append(
    topic => 'work_item.' || _work_item_journal.verb,
    subject_type => 'work_item',
    subject_id => work_item.id::text,
    version => work_item.version,
    origin_id => rowlock._work_item_root(id => work_item.id)::text,
    actor => _work_item_journal.actor,
    payload => jsonb_build_object(
      'work_item_id', work_item.id, 'project_id', work_item.project_id,
      'on_behalf_of', rowlock._delegation_planner(actor => _work_item_journal.actor))
      || _work_item_journal.payload,
    occurred_at => _work_item_journal.occurred_at
  );
end;
$$;

comment on function rowlock._work_item_journal is
  'Appends work_item.<verb> for an item as it is after the change; the root of its tree is the origin.';
revoke all on function rowlock._work_item_journal from public;
