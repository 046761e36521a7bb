-- rowlock._schema_validate(document, schema, instance, path, scope, depth, work, probe, collect): one schema on one value.
create or replace function rowlock._schema_validate(
  document jsonb,
  schema   jsonb,
  instance jsonb,
  path     text,
  scope    jsonb,
  depth    integer,
  work     integer,
  probe    boolean,
  collect  boolean
)
returns rowlock.schema_result
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_kind    constant text := jsonb_typeof(instance);
  -- What was evaluated is asked for by an unevaluated… of this schema, or of one that applies it to the same value.
  v_collect constant boolean := collect or schema ?| '{unevaluatedProperties,unevaluatedItems}';
  v_scope   jsonb := scope;
  v_part    rowlock.schema_result;
  v_result  rowlock.schema_result;
begin
  if jsonb_typeof(schema) not in ('object', 'boolean') then
    perform rowlock._schema_refuse(
      keyword => 'schema', path => path, message => 'cannot be checked: the schema is malformed');
  end if;
  v_result.work := work + 1 + pg_column_size(schema) / 1024;
  if depth > 64 or v_result.work > 10000 then
    perform rowlock._schema_bound(path => path, depth => depth);
  end if;
  if schema ? '$id' and document ? 'index' then
    v_scope := scope || to_jsonb(rowlock._schema_uri(scope ->> -1, schema ->> '$id'));
  end if;

  v_result.errors := rowlock._schema_assert(schema => schema, instance => instance, path => path);
  if v_kind = 'string' and schema ?| '{pattern,format}' then
    v_part := rowlock._schema_assert_syntax(schema => schema, value => instance #>> '{}', path => path,
      format_assertion => (document -> 'format')::boolean, work => v_result.work);
    v_result := row(v_result.errors || v_part.errors, null, v_part.work)::rowlock.schema_result;
  end if;
  if probe and v_result.errors is not null then
    return v_result;
  end if;

  if v_kind = 'object' and schema ?| '{properties,patternProperties,additionalProperties,propertyNames}'
    or v_kind = 'array' and schema ?| '{items,prefixItems,contains}' then
    v_part := rowlock._schema_descend(document => document, schema => schema, instance => instance, path => path,
      scope => v_scope, depth => depth, work => v_result.work, probe => probe, collect => v_collect, evaluated => null);
    v_result := row(v_result.errors || v_part.errors, v_part.evaluated, v_part.work)::rowlock.schema_result;
    if probe and v_result.errors is not null then
      return v_result;
    end if;
  end if;

  if schema ?| '{$ref,$dynamicRef,allOf,anyOf,oneOf,not,if,dependentSchemas}' then
    v_part := rowlock._schema_combine(document => document, schema => schema, instance => instance, path => path,
      scope => v_scope, depth => depth, work => v_result.work, probe => probe, collect => v_collect);
    v_result := row(
      v_result.errors || v_part.errors, v_result.evaluated || v_part.evaluated, v_part.work)::rowlock.schema_result;
  end if;

  -- A value that is refused already has evaluated less than it shows.
  if v_result.errors is null and (v_kind = 'object' and schema ? 'unevaluatedProperties'
    or v_kind = 'array' and schema ? 'unevaluatedItems') then
    v_part := rowlock._schema_descend(document => document, schema => schema, instance => instance, path => path,
      scope => v_scope, depth => depth, work => v_result.work, probe => probe, collect => v_collect,
      evaluated => coalesce(v_result.evaluated, '{}'));
    v_result := row(v_part.errors, v_result.evaluated || v_part.evaluated, v_part.work)::rowlock.schema_result;
  end if;
  return v_result;
end;
$$;

comment on function rowlock._schema_validate is
  'Errors, what was evaluated, work spent. A probe stops at the first error. Raises PT422 for a schema that cannot be applied.';
revoke all on function rowlock._schema_validate from public;
