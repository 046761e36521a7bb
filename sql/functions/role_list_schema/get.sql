-- rowlock.role_list_schema_get(role, version, actor): the list schema of a role, as it is or as it was.
-- Reads: rowlock.role, rowlock.role_list_schema.
create or replace function rowlock.role_list_schema_get(
  role    text,
  version integer default null,
  actor   uuid default rowlock.actor_current()
)
returns rowlock.role_list_schema
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_role   rowlock.role;
  v_row    rowlock.role_list_schema;
begin
  perform rowlock._argument_text(field => 'role', value => role, required => true);
  select r.* into v_role from rowlock.role r where r.role = role_list_schema_get.role;
  if not found then
    perform rowlock._role_missing(role => role);
  end if;
  select s.* into v_row
  from rowlock.role_list_schema s
  where s.role = v_role.role and s.version = coalesce(role_list_schema_get.version, v_role.current_list_schema_version);
  if not found and version is not null then
    raise exception 'version of the schema does not exist'
      using errcode = 'PT404', constraint = 'role_list_schema_exists',
            detail = jsonb_strip_nulls(jsonb_build_object(
              'reason', 'not_found', 'role', role, 'version', version, 'current_version', v_role.current_list_schema_version))::text,
            hint = 'List the versions of the role''s schema.';
  end if;
  -- A role that never had one has no version.
  v_row.role := v_role.role;
  return v_row;
end;
$$;

comment on function rowlock.role_list_schema_get is
  'The version that is asked for and never another; without one the current, whose version is null when the role never had any. Any signed-in account may see it. Raises PT400, PT401, PT403, PT404.';
revoke all on function rowlock.role_list_schema_get from public;
select rowlock._function_grant('role_list_schema_get', 'service', 'user', 'proxy');
