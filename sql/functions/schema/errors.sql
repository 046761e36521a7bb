-- rowlock.schema_errors(schema, instance, format_assertion): what in a value breaks a JSON Schema, draft 2020-12.
create or replace function rowlock.schema_errors(
  schema           jsonb,
  instance         jsonb,
  format_assertion boolean default true
)
returns setof rowlock.schema_error
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return query select e.* from rowlock._schema_errors(
    root => schema, schema => schema, instance => instance, format_assertion => coalesce(format_assertion, true)) e;
end;
$$;

comment on function rowlock.schema_errors is
  'One row for each thing that is wrong, up to a thousand; none when the value is valid. A schema that cannot be applied is an error of every value: schema_problems tells why. References are found in the schema alone, and never fetched.';
revoke all on function rowlock.schema_errors from public;
select rowlock._function_grant('schema_errors', 'service', 'user', 'proxy');
