-- rowlock._retention_rule_name(name): refuse a name that is none.
create or replace function rowlock._retention_rule_name(name text)
returns void
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  perform rowlock._argument_text(field => 'name', value => name, required => true);
  if name !~ '^[a-z][a-z0-9_-]*$' then
    perform rowlock._argument_refuse(
      field => 'name', reason => 'form', hint => 'A letter a-z, then letters, digits, _ and -.');
  end if;
end;
$$;

comment on function rowlock._retention_rule_name is
  'Raises PT400 unless it is a letter a-z, then letters, digits, _ and -.';
revoke all on function rowlock._retention_rule_name from public;
