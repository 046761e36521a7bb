-- rowlock._schema_property(token): \p{…} or \P{…} of a pattern, as it stands in a set of Postgres.
create or replace function rowlock._schema_property(token text)
returns text
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  perform rowlock._schema_refuse(keyword => 'pattern', path => '', message => format('has the property %s', token));
end;
$$;

comment on function rowlock._schema_property is 'Raises PT422 for a property that is not known here.';
revoke all on function rowlock._schema_property from public;
