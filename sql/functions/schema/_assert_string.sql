-- rowlock._schema_assert_string(schema, value, path): length of a string.
create or replace function rowlock._schema_assert_string(
  schema jsonb,
  value  text,
  path   text
)
returns rowlock.schema_error[]
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_errors rowlock.schema_error[];
begin
  if char_length(value) < (schema -> 'minLength')::numeric then
    v_errors := array_append(v_errors, row(path, 'minLength',
      format('must have at least %s characters', left(schema ->> 'minLength', 50)))::rowlock.schema_error);
  end if;
  if char_length(value) > (schema -> 'maxLength')::numeric then
    v_errors := array_append(v_errors, row(path, 'maxLength',
      format('must have at most %s characters', left(schema ->> 'maxLength', 50)))::rowlock.schema_error);
  end if;
  return v_errors;
end;
$$;

comment on function rowlock._schema_assert_string is 'The errors by minLength and maxLength, which count code points.';
revoke all on function rowlock._schema_assert_string from public;
