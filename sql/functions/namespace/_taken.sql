-- rowlock._namespace_taken(namespace): refuse what another tenant has already.
-- Reads: rowlock.namespace.
create or replace function rowlock._namespace_taken(namespace rowlock.namespace)
returns void
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  r rowlock.namespace;
begin
  for r in select n.* from rowlock.namespace n where n.name <> namespace.name order by n.name loop
    if r.schema_name = namespace.schema_name and r.dsn_name is not distinct from namespace.dsn_name then
      raise exception 'schema is served under another name'
        using errcode = 'PT409', constraint = 'namespace_schema_taken',
              detail = jsonb_build_object('reason', 'schema_taken', 'name', r.name, 'schema_name', r.schema_name)::text,
              hint = 'Give that one further hosts.';
    end if;
    if r.hosts && namespace.hosts then
      raise exception 'host is another tenant''s'
        using errcode = 'PT409', constraint = 'namespace_host_taken',
              detail = jsonb_build_object('reason', 'host_taken', 'name', r.name, 'host', (
                select min(h) from unnest(namespace.hosts) h where h = any (r.hosts)))::text,
              hint = 'Take it away there first.';
    end if;
    if r.is_default and namespace.is_default then
      raise exception 'another tenant is the default'
        using errcode = 'PT409', constraint = 'namespace_default_taken',
              detail = jsonb_build_object('reason', 'default_taken', 'name', r.name)::text,
              hint = 'Put that one with is_default false first.';
    end if;
  end loop;
end;
$$;

comment on function rowlock._namespace_taken is
  'Raises PT409 when another tenant has the schema, one of the hosts, or is the default.';
revoke all on function rowlock._namespace_taken from public;
