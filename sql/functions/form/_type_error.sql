-- rowlock._form_type_error(type, value): what is wrong with the kind of an answer, in words.
create or replace function rowlock._form_type_error(
  type  text,
  value jsonb
)
returns text
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_kind constant text := jsonb_typeof(value);
begin
  -- 1.0 is a whole number; "1" is none at all.
  if type = v_kind or (type = 'integer' and v_kind = 'number' and value::numeric % 1 = 0) then
    return null;
  end if;
  return case type
    when 'string' then 'Must be text'
    when 'number' then 'Must be a number'
    when 'integer' then 'Must be a whole number'
    when 'boolean' then 'Must be true or false'
    when 'array' then 'Must be a list'
    when 'object' then 'Must be a group of values'
    when 'null' then 'Must be left empty'
    else 'Cannot be checked: the schema is malformed'
  end;
end;
$$;

comment on function rowlock._form_type_error is 'The message, or null when the value is of the type; of what is no type of JSON Schema no value is.';
revoke all on function rowlock._form_type_error from public;
