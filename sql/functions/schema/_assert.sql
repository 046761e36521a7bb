-- rowlock._schema_assert(schema, instance, path): what a schema says of the value without its subschemas.
create or replace function rowlock._schema_assert(
  schema   jsonb,
  instance jsonb,
  path     text
)
returns rowlock.schema_error[]
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_kind   constant text := jsonb_typeof(instance);
  v_type   constant jsonb := schema -> 'type';
  v_errors rowlock.schema_error[];
begin
  -- A string counts as a list of one for `?`. 1.0 is an integer.
  if v_type is not null and not v_type ? v_kind
    and not (v_kind = 'number' and v_type ? 'integer' and instance::numeric = trunc(instance::numeric)) then
    v_errors := array[row(path, 'type', 'must be ' || rowlock._schema_words(v_type))::rowlock.schema_error];
  elsif schema = 'false' then
    v_errors := array[row(path, 'false', 'is not allowed')::rowlock.schema_error];
  end if;
  if schema ? 'const' and schema -> 'const' <> instance then
    v_errors := array_append(v_errors,
      row(path, 'const', 'must be ' || left((schema -> 'const')::text, 200))::rowlock.schema_error);
  end if;
  -- A list contains a scalar when one of its items is equal; of lists and objects that would ask for less.
  if schema ? 'enum' and not (case
    when v_kind not in ('object', 'array') then schema -> 'enum' @> instance
    else exists (select from jsonb_array_elements(schema -> 'enum') e (value) where e.value = instance) end) then
    v_errors := array_append(v_errors,
      row(path, 'enum', 'must be one of ' || rowlock._schema_words(schema -> 'enum'))::rowlock.schema_error);
  end if;
  if v_kind = 'string' and schema ?| '{minLength,maxLength}' then
    v_errors := v_errors || rowlock._schema_assert_string(schema, instance #>> '{}', path);
  elsif v_kind = 'number' and schema ?| '{minimum,maximum,exclusiveMinimum,exclusiveMaximum,multipleOf}' then
    v_errors := v_errors || rowlock._schema_assert_number(schema, instance::numeric, path);
  elsif v_kind = 'object' and schema ?| '{required,minProperties,maxProperties,dependentRequired}' then
    v_errors := v_errors || rowlock._schema_assert_object(schema, instance, path);
  elsif v_kind = 'array' and schema ?| '{minItems,maxItems,uniqueItems}' then
    v_errors := v_errors || rowlock._schema_assert_array(schema, instance, path);
  end if;
  return v_errors;
end;
$$;

comment on function rowlock._schema_assert is
  'The errors by type, const and enum, and by what is said of strings, numbers, objects and arrays; null when there are none.';
revoke all on function rowlock._schema_assert from public;
