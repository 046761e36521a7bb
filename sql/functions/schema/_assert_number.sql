-- rowlock._schema_assert_number(schema, value, path): bounds and steps of a number, exactly.
create or replace function rowlock._schema_assert_number(
  schema jsonb,
  value  numeric,
  path   text
)
returns rowlock.schema_error[]
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_errors rowlock.schema_error[];
begin
  if value < (schema -> 'minimum')::numeric then
    v_errors := array_append(v_errors,
      row(path, 'minimum', 'must be at least ' || left(schema ->> 'minimum', 50))::rowlock.schema_error);
  end if;
  if value > (schema -> 'maximum')::numeric then
    v_errors := array_append(v_errors,
      row(path, 'maximum', 'must be at most ' || left(schema ->> 'maximum', 50))::rowlock.schema_error);
  end if;
  if value <= (schema -> 'exclusiveMinimum')::numeric then
    v_errors := array_append(v_errors,
      row(path, 'exclusiveMinimum', 'must be more than ' || left(schema ->> 'exclusiveMinimum', 50))::rowlock.schema_error);
  end if;
  if value >= (schema -> 'exclusiveMaximum')::numeric then
    v_errors := array_append(v_errors,
      row(path, 'exclusiveMaximum', 'must be less than ' || left(schema ->> 'exclusiveMaximum', 50))::rowlock.schema_error);
  end if;
  if schema ? 'multipleOf' and not rowlock._schema_is_multiple(value, (schema -> 'multipleOf')::numeric) then
    v_errors := array_append(v_errors,
      row(path, 'multipleOf', 'must be a multiple of ' || left(schema ->> 'multipleOf', 50))::rowlock.schema_error);
  end if;
  return v_errors;
end;
$$;

comment on function rowlock._schema_assert_number is 'The errors by minimum, maximum, exclusiveMinimum, exclusiveMaximum and multipleOf.';
revoke all on function rowlock._schema_assert_number from public;
