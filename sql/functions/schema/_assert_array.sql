-- rowlock._schema_assert_array(schema, value, path): number of items, and whether two are the same.
create or replace function rowlock._schema_assert_array(
  schema jsonb,
  value  jsonb,
  path   text
)
returns rowlock.schema_error[]
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_errors rowlock.schema_error[];
begin
  if jsonb_array_length(value) < (schema -> 'minItems')::numeric then
    v_errors := array_append(v_errors,
      row(path, 'minItems', format('must have at least %s items', left(schema ->> 'minItems', 50)))::rowlock.schema_error);
  end if;
  if jsonb_array_length(value) > (schema -> 'maxItems')::numeric then
    v_errors := array_append(v_errors,
      row(path, 'maxItems', format('must have at most %s items', left(schema ->> 'maxItems', 50)))::rowlock.schema_error);
  end if;
  if (schema -> 'uniqueItems')::boolean
    and (select count(*) <> count(distinct i.value) from jsonb_array_elements(value) i (value)) then
    v_errors := array_append(v_errors,
      row(path, 'uniqueItems', 'must not have the same item twice')::rowlock.schema_error);
  end if;
  return v_errors;
end;
$$;

comment on function rowlock._schema_assert_array is 'The errors by minItems, maxItems and uniqueItems; 1.0 and 1 are the same.';
revoke all on function rowlock._schema_assert_array from public;
