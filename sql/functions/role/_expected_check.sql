-- rowlock._role_expected_check(role, patch): refuse a patch that starts from another version than the role has.
create or replace function rowlock._role_expected_check(
  role  rowlock.role,
  patch jsonb
)
returns void
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  r record;
begin
  for r in
    select v.field, v.version
    from (values
      ('expected_schema_version', role.current_schema_version),
      ('expected_list_schema_version', role.current_list_schema_version)) v (field, version)
    -- null is an assertion too: that there is none yet.
    where patch ? v.field and (patch ->> v.field)::numeric is distinct from v.version
    limit 1
  loop
    raise exception 'schema has another version by now'
      using errcode = 'PT409', constraint = 'role_schema_version',
            detail = jsonb_build_object(
              'reason', 'schema_changed', 'role', role.role, 'field', r.field,
              'expected', patch -> r.field, 'current_version', r.version)::text,
            hint = 'Read the current version, and decide what of yours belongs into it.';
  end loop;
end;
$$;

comment on function rowlock._role_expected_check is
  'Raises PT409 when patch names a version, or null for none, that is not the current one of the role.';
revoke all on function rowlock._role_expected_check from public;
