-- rowlock._namespace_check(namespace): refuse a tenant that cannot be, whatever else is registered.
create or replace function rowlock._namespace_check(namespace rowlock.namespace)
returns void
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_host text;
begin
  perform rowlock._argument_text(field => 'name', value => namespace.name, max_length => 63, required => true);
  if namespace.name !~ '^[a-z]([a-z0-9-]*[a-z0-9])?$' then
    perform rowlock._argument_refuse(
      field => 'name', reason => 'form', hint => 'A letter a-z, then letters, digits and -, no - at the end.');
  end if;
  perform rowlock._argument_text(field => 'schema_name', value => namespace.schema_name, max_length => 40, required => true);
  if namespace.schema_name !~ '^[a-z][a-z0-9_]*$' then
    perform rowlock._argument_refuse(
      field => 'schema_name', reason => 'form', hint => 'A letter a-z, then letters, digits and _.');
  end if;
  perform rowlock._argument_text(field => 'dsn_name', value => namespace.dsn_name, max_length => 40);
  if namespace.dsn_name !~ '^[A-Z][A-Z0-9_]*$' then
    perform rowlock._argument_refuse(
      field => 'dsn_name', reason => 'form', hint => 'A letter A-Z, then letters, digits and _: EU for ROWLOCK_DSN_EU.');
  end if;
  perform rowlock._argument_text(field => 'description', value => namespace.description, max_length => 10000);
  if namespace.status is null or namespace.status not in ('active', 'disabled') then
    perform rowlock._argument_refuse(field => 'status', reason => 'unknown', hint => 'active or disabled.');
  end if;
  foreach v_host in array namespace.hosts loop
    perform rowlock._namespace_host_check(host => coalesce(v_host, ''));
  end loop;
  perform rowlock._namespace_settings_check(settings => namespace.settings);
end;
$$;

comment on function rowlock._namespace_check is
  'Raises PT400 naming the field.';
revoke all on function rowlock._namespace_check from public;
