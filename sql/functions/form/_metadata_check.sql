-- rowlock._form_metadata_check(role, metadata): refuse metadata of a new row that its role, or no role, can take.
-- Reads: rowlock.role, rowlock.role_schema.
create or replace function rowlock._form_metadata_check(
  role     text,
  metadata jsonb
)
returns void
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_form   constant jsonb := nullif(metadata -> 'form_schema', 'null');
  v_pinned constant boolean := nullif(metadata -> 'schema_version', 'null') is not null;
  v_pin    constant integer := rowlock._form_pin(metadata => metadata);
  v_schema jsonb;
  v_errors jsonb;
begin
  if v_form is not null then
    perform rowlock._argument_schema(field => 'metadata.form_schema', value => v_form);
  end if;
  if v_pinned and v_pin is null then
    perform rowlock._argument_refuse(
      field => 'metadata.schema_version', reason => 'not_version', hint => 'Give an integer from 1, or its digits.');
  end if;
  -- A pin is to the pair of schemas that the version has.
  select case when v_pinned then s.metadata_schema else r.metadata_schema end into v_schema
  from rowlock.role r
  left join rowlock.role_schema s on s.role = r.role and s.version = v_pin
  where r.role = _form_metadata_check.role and (s.version is not null or not v_pinned);
  if v_pinned and not found then
    perform rowlock._argument_refuse(
      field => 'metadata.schema_version', reason => 'no_version', hint => 'List the versions of the role''s schema.');
  end if;
  if v_schema is null then
    return;
  end if;

  select jsonb_agg(jsonb_build_object('path', e.path, 'message', e.message) order by e.n) into v_errors
  from rowlock.schema_errors(
    schema => v_schema, instance => coalesce(metadata, '{}') - array['form_schema', 'schema_version']) with ordinality e (path, keyword, message, n)
  where e.n <= 100;
  if v_errors is null then
    return;
  end if;
  -- Looked at only here, because a schema is checked when it is stored.
  if exists (select from rowlock.schema_problems(schema => v_schema)) then
    raise exception 'metadata schema of the role cannot be applied'
      using errcode = 'PT422', constraint = 'role_metadata_schema',
            detail = jsonb_build_object('reason', 'unusable', 'role', role, 'schema_version', v_pin)::text,
            hint = 'Whoever administers the role has to patch its metadata_schema.';
  end if;
  raise exception 'metadata breaks its schema'
    using errcode = 'PT400', constraint = 'escalation_metadata_schema',
          detail = jsonb_build_object(
            'reason', 'schema_validation', 'field', 'metadata', 'path', v_errors -> 0 ->> 'path',
            'violations', v_errors, 'role', role, 'schema_version', v_pin)::text,
          hint = 'Correct the value at the path; the metadata_schema of the role says what it takes.';
end;
$$;

comment on function rowlock._form_metadata_check is
  'The row''s own form must be a JSON Schema, its pin a version of the role''s, and the metadata keep the metadata_schema of that version, else of the role as it is. Raises PT400, PT422.';
revoke all on function rowlock._form_metadata_check from public;
