-- rowlock._role_record(role): a role as lists show it.
create or replace function rowlock._role_record(role rowlock.role)
returns jsonb
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  return jsonb_build_object(
    'role', role.role,
    'title', role.title,
    'description', role.description,
    'properties', role.properties,
    'ops_visible', role.ops_visible,
    'parent_role', role.parent_role,
    'sla_minutes', role.sla_minutes,
    'target_per_hour', role.target_per_hour,
    'worker_count', role.worker_count,
    'priority_threshold_minutes', role.priority_threshold_minutes,
    'priority_facet', role.priority_facet,
    'default_pins', role.default_pins,
    'enforce_schema', role.enforce_schema,
    'run_self_approval', role.run_self_approval,
    'current_schema_version', role.current_schema_version,
    'current_list_schema_version', role.current_list_schema_version,
    'created_at', rowlock._time_iso(role.created_at),
    'updated_at', rowlock._time_iso(role.updated_at)
  );
end;
$$;

comment on function rowlock._role_record is
  'The role as JSON, without its schemas.
Record role: {
  "role": "reviewer", "title|null": "Reviewers", "description|null": "They check orders.",
  "properties": {"*": "*", "floor": 2}, "ops_visible": true, "parent_role|null": "engineer", "sla_minutes|null": 30.5,
  "target_per_hour|null": 12.5, "worker_count|null": 3.5, "priority_threshold_minutes|null": 20.5, "priority_facet|null": "due_at",
  "default_pins": [{"label": "Orders", "url": "/orders", "badge?|null": "new"}], "enforce_schema": true, "run_self_approval": false,
  "current_schema_version|null": 1, "current_list_schema_version|null": 1,
  "created_at": "2026-03-01T09:00:00.000000Z", "updated_at": "2026-03-01T09:00:00.000000Z"}';
revoke all on function rowlock._role_record from public;
