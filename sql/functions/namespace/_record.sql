-- rowlock._namespace_record(namespace): a tenant as every surface shows it.
create or replace function rowlock._namespace_record(namespace rowlock.namespace)
returns jsonb
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  return jsonb_build_object(
    'name', namespace.name,
    'schema_name', namespace.schema_name,
    'dsn_name', namespace.dsn_name,
    'hosts', namespace.hosts,
    'description', namespace.description,
    'is_default', namespace.is_default,
    'is_own', rowlock._namespace_is_own(namespace => namespace),
    'status', namespace.status,
    'settings', namespace.settings,
    'version', namespace.version,
    'created_at', rowlock._time_iso(namespace.created_at),
    'updated_at', rowlock._time_iso(namespace.updated_at));
end;
$$;

comment on function rowlock._namespace_record is
  'The tenant as JSON; is_own: it is the schema that holds the registry.
Record namespace: {
  "name": "acme", "schema_name": "acme", "dsn_name|null": "EU", "hosts": ["acme.example.org"],
  "description|null": "The people of Acme.", "is_default": false, "is_own": false, "status": "active|disabled",
  "settings": {"*": "*"}, "version": 1,
  "created_at": "2026-03-01T09:00:00.000000Z", "updated_at": "2026-03-01T09:00:00.000000Z"}';
revoke all on function rowlock._namespace_record from public;
