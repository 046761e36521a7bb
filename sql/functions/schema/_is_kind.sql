-- rowlock._schema_is_kind(kind, value): is a value of a keyword of the kind that it must be?
create or replace function rowlock._schema_is_kind(
  kind  text,
  value jsonb
)
returns boolean
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
set standard_conforming_strings = on
as $$
declare
  c_types constant jsonb := '["string", "number", "integer", "object", "array", "boolean", "null"]';
  v_type  constant text := jsonb_typeof(value);
begin
  case kind
    when 'id' then return v_type = 'string' and value #>> '{}' ~ '^[^#]*#?$';
    when 'anchor' then return v_type = 'string' and value #>> '{}' ~ '^[A-Za-z_][-A-Za-z0-9._]*$';
    when 'dialect' then return value #>> '{}' ~ '^https://json-schema\.org/draft/2020-12/schema#?$';
    when 'step' then
      return v_type = 'number' and value::numeric > 0 and value::numeric < 1e400 and scale(value::numeric) <= 400;
    when 'count' then return v_type = 'number' and value::numeric >= 0 and value::numeric = trunc(value::numeric);
    when 'list' then return v_type = 'array' and value <> '[]';
    when 'types' then
      return v_type = 'string' and c_types @> value
        or v_type = 'array' and value <> '[]' and c_types @> value and rowlock._schema_is_kind('names', value);
    when 'names' then
      -- Each once.
      return v_type = 'array' and (
        select count(distinct n.value) = count(*) and coalesce(bool_and(jsonb_typeof(n.value) = 'string'), true)
        from jsonb_array_elements(value) n (value));
    when 'named' then
      return v_type = 'object' and (
        select coalesce(bool_and(rowlock._schema_is_kind('names', n.value)), true) from jsonb_each(value) n (key, value));
    else return v_type = kind;
  end case;
end;
$$;

comment on function rowlock._schema_is_kind is 'One of the kinds of _schema_kinds, or a type of JSON.';
revoke all on function rowlock._schema_is_kind from public;
