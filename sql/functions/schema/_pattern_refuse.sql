-- rowlock._schema_pattern_refuse(message): stop, for a pattern that cannot be honoured.
create or replace function rowlock._schema_pattern_refuse(message text)
returns void
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  perform rowlock._schema_refuse(keyword => 'pattern', path => '', message => message);
end;
$$;

comment on function rowlock._schema_pattern_refuse is 'Raises PT422; where in the schema the pattern stands, its caller knows.';
revoke all on function rowlock._schema_pattern_refuse from public;
