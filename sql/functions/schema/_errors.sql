-- rowlock._schema_errors(root, schema, instance, format_assertion): what in a value breaks a schema, whose references are found in root.
create or replace function rowlock._schema_errors(
  root             jsonb,
  schema           jsonb,
  instance         jsonb,
  format_assertion boolean
)
returns setof rowlock.schema_error
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
set jit = off
as $$
declare
  -- Out of an array it comes unpacked: each step would unpack a large one again.
  v_schema constant jsonb := jsonb_build_array(schema) -> 0;
  v_value  constant jsonb := jsonb_build_array(instance) -> 0;
  v_found  rowlock.schema_result;
  v_detail jsonb;
  v_text   text;
begin
  if schema is null or instance is null then
    return;
  end if;
  begin
    v_found := rowlock._schema_validate(
      document => rowlock._schema_document(schema => root, format_assertion => format_assertion),
      schema => v_schema, instance => v_value, path => '', scope => '[""]', depth => 1, work => 0, probe => false,
      collect => false);
    return query select e.* from unnest(v_found.errors[:1000]) e;
  exception
    when sqlstate 'PT422' then
      get stacked diagnostics v_detail = pg_exception_detail, v_text = pg_exception_hint;
      return query select v_detail ->> 'path', v_detail ->> 'keyword',
        case v_detail ->> 'keyword' when 'pattern' then 'cannot be checked: the pattern ' else '' end || v_text;
    when data_exception or program_limit_exceeded then
      -- A keyword of the wrong type, a pattern that is none: the value must not pass for it.
      return query select '', 'schema', 'cannot be checked: the schema is malformed';
  end;
end;
$$;

comment on function rowlock._schema_errors is
  'As schema_errors; the schema may be a part of its root, or stand for it.';
revoke all on function rowlock._schema_errors from public;
