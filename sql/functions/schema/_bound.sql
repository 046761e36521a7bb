-- rowlock._schema_bound(path, depth): stop a validation that went too deep, else one that went on for too long.
create or replace function rowlock._schema_bound(
  path  text,
  depth integer
)
returns void
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  if depth > 64 then
    perform rowlock._schema_refuse(
      keyword => '$ref', path => path, message => 'cannot be checked: the schema goes deeper than 64 levels');
  end if;
  perform rowlock._schema_refuse(
    keyword => 'schema', path => path, message => 'cannot be checked: the schema asks for too much work');
end;
$$;

comment on function rowlock._schema_bound is 'Raises PT422 with the bound that was passed.';
revoke all on function rowlock._schema_bound from public;
