-- rowlock._role_detail_record(detail): a role with all that it says, as every surface shows it.
create or replace function rowlock._role_detail_record(detail rowlock.role_detail)
returns jsonb
language sql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
  select rowlock._role_record(detail.role) || jsonb_build_object(
    'form_schema', (detail.role).form_schema,
    'metadata_schema', (detail.role).metadata_schema,
    'list_schema', (detail.role).list_schema,
    'upstream_roles', detail.upstream_roles,
    'escalation_targets', detail.escalation_targets,
    'member_count', detail.member_count
  );
$$;

comment on function rowlock._role_detail_record is 'The role as JSON, with its schemas and relations.';
revoke all on function rowlock._role_detail_record from public;
