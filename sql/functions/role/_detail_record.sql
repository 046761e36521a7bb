-- rowlock._role_detail_record(detail): a role with all that it says, as every surface shows it.
create or replace function rowlock._role_detail_record(detail rowlock.role_detail)
returns jsonb
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  return rowlock._role_record(detail.role) || jsonb_build_object(
    'form_schema', (detail.role).form_schema,
    'metadata_schema', (detail.role).metadata_schema,
    'list_schema', (detail.role).list_schema,
    'upstream_roles', detail.upstream_roles,
    'escalation_targets', detail.escalation_targets,
    'member_count', detail.member_count
  );
end;
$$;

comment on function rowlock._role_detail_record is
  'The role as JSON, with its schemas and relations.
Record role_detail: {
  "role": "reviewer", "title|null": "Reviewers", "description|null": "They check orders.",
  "properties": {"*": "*", "floor": 2}, "ops_visible": true, "parent_role|null": "engineer", "sla_minutes|null": 30.5,
  "target_per_hour|null": 12.5, "worker_count|null": 3.5, "priority_threshold_minutes|null": 20.5, "priority_facet|null": "due_at",
  "default_pins": [{"label": "Orders", "url": "/orders", "badge?|null": "new"}], "enforce_schema": true, "run_self_approval": false,
  "current_schema_version|null": 1, "current_list_schema_version|null": 1,
  "created_at": "2026-03-01T09:00:00.000000Z", "updated_at": "2026-03-01T09:00:00.000000Z",
  "form_schema|null": "*", "metadata_schema|null": "*", "list_schema|null": "*",
  "upstream_roles": ["planner"], "escalation_targets": ["engineer"], "member_count": 4}';
revoke all on function rowlock._role_detail_record from public;
