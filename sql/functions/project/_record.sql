-- rowlock._project_record(project): a project as every surface shows it.
create or replace function rowlock._project_record(project rowlock.project)
returns jsonb
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  return to_jsonb(project) || jsonb_build_object(
    'created_at', rowlock._time_iso(project.created_at),
    'updated_at', rowlock._time_iso(project.updated_at));
end;
$$;

comment on function rowlock._project_record is
  'The project as JSON.
Record project: {
  "id": "3a1c5e7f-9b2d-4f60-8e1a-7c6b5d4e3f20", "name": "Launch", "slug": "launch", "description": "What has to be done before we open.",
  "status": "active|archived", "version": 1,
  "created_at": "2026-03-01T09:00:00.000000Z", "updated_at": "2026-03-01T09:00:00.000000Z",
  "work_items?": {"todo": 4, "doing": 2, "done": 7, "cancelled": 0}}';
revoke all on function rowlock._project_record from public;
