-- rowlock._schema_is_regex(value): is it a pattern that can be honoured here?
create or replace function rowlock._schema_is_regex(value text)
returns boolean
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  return '' ~ (rowlock._schema_pattern(value)).regex is not null;
exception
  when sqlstate 'PT422' or invalid_regular_expression then
    return false;
end;
$$;

comment on function rowlock._schema_is_regex is 'One of ECMA 262 that Postgres compiles.';
revoke all on function rowlock._schema_is_regex from public;
