-- rowlock._work_item_record(work_item): a work item as every surface shows it.
create or replace function rowlock._work_item_record(work_item rowlock.work_item)
returns jsonb
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  return to_jsonb(work_item) || jsonb_build_object(
    'created_at', rowlock._time_iso(work_item.created_at),
    'updated_at', rowlock._time_iso(work_item.updated_at));
end;
$$;

comment on function rowlock._work_item_record is
  'The work item as JSON.
Record work_item: {
  "id": "6e5d4c3b-2a19-4807-b6f5-e4d3c2b1a099", "project_id": "3a1c5e7f-9b2d-4f60-8e1a-7c6b5d4e3f20",
  "parent_id|null": "a1b2c3d4-5e6f-4708-91a2-b3c4d5e6f708", "kind": "milestone|epic|task|subtask", "title": "Write the guide",
  "description": "For those who install it.", "status": "todo|doing|done|cancelled", "assignee|null": "docs team",
  "path": "a1b2c3d4/6e5d4c3b", "sort_order": 0, "version": 1,
  "created_at": "2026-03-01T09:00:00.000000Z", "updated_at": "2026-03-01T09:00:00.000000Z",
  "children?": 3}';
revoke all on function rowlock._work_item_record from public;
