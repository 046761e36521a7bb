-- rowlock._schema_format(name, value): is a string of that format? One that is not known holds for all.
create or replace function rowlock._schema_format(
  name  text,
  value text
)
returns boolean
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  return true;
end;
$$;

comment on function rowlock._schema_format is 'By RFC 3339, 5321, 1123, 5890, 2673, 4291, 3986, 4122 and 6901, and ECMA 262.';
revoke all on function rowlock._schema_format from public;
