-- rowlock._schema_refuse(keyword, path, message): stop, for a schema that cannot be applied.
create or replace function rowlock._schema_refuse(
  keyword text,
  path    text,
  message text
)
returns void
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  raise exception 'schema cannot be applied'
    using errcode = 'PT422', constraint = 'schema_unusable',
          detail = jsonb_build_object('reason', 'unusable', 'keyword', keyword, 'path', path)::text,
          hint = message;
end;
$$;

comment on function rowlock._schema_refuse is
  'Raises PT422; schema_errors and schema_problems make a row of it, so that no branch can turn it into a pass.';
revoke all on function rowlock._schema_refuse from public;
