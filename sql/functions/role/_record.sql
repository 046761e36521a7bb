-- rowlock._role_record(role): a role as lists show it.
create or replace function rowlock._role_record(role rowlock.role)
returns jsonb
language sql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
  select jsonb_build_object(
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
    'current_schema_version', role.current_schema_version,
    'current_list_schema_version', role.current_list_schema_version,
    'created_at', rowlock._time_iso(role.created_at),
    'updated_at', rowlock._time_iso(role.updated_at)
  );
$$;

comment on function rowlock._role_record is 'The role as JSON, without its schemas.';
revoke all on function rowlock._role_record from public;
