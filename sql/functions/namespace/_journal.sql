-- rowlock._namespace_journal(namespace, change, actor): say in the journal that a tenant is another.
-- Writes: rowlock.event.
create or replace function rowlock._namespace_journal(
  namespace rowlock.namespace,
  change    text,
  actor     uuid
)
returns bigint
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  return rowlock._event_append(
    topic => 'namespace.changed', subject_type => 'namespace', subject_id => namespace.name, version => namespace.version,
    actor => _namespace_journal.actor,
    payload => jsonb_build_object(
      'change', change, 'schema_name', namespace.schema_name, 'hosts', namespace.hosts, 'is_default', namespace.is_default,
      'status', namespace.status));
end;
$$;

comment on function rowlock._namespace_journal is
  'Appends namespace.changed; change: put or deleted.';
revoke all on function rowlock._namespace_journal from public;
