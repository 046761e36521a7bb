-- rowlock.namespace_put(name, schema_name, hosts, …, actor): register a tenant, or say it anew.
-- Reads: rowlock.namespace. Writes: rowlock.namespace, rowlock.event.
create or replace function rowlock.namespace_put(
  name             text,
  schema_name      text,
  hosts            text[] default '{}',
  description      text default null,
  is_default       boolean default false,
  dsn_name         text default null,
  settings         jsonb default '{}',
  status           text default 'active',
  expected_version integer default null,
  actor            uuid default rowlock.actor_current()
)
returns rowlock.namespace
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_now    timestamptz;
  v_before rowlock.namespace;
  v_new    rowlock.namespace;
begin
  perform rowlock._actor_global(access => v_access);
  if cardinality(hosts) > 100 then
    perform rowlock._argument_refuse(field => 'hosts', reason => 'too_many', hint => 'Give up to 100 names.');
  end if;
  v_new.name := name;
  v_new.schema_name := schema_name;
  v_new.dsn_name := nullif(dsn_name, '');
  v_new.hosts := array(select distinct lower(h) from unnest(hosts) h order by 1);
  v_new.description := description;
  v_new.is_default := coalesce(is_default, false);
  v_new.settings := coalesce(settings, '{}');
  v_new.status := status;
  perform rowlock._namespace_check(namespace => v_new);

  -- What two of them may not have both is decided one after the other.
  lock table rowlock.namespace in share row exclusive mode;
  v_now := clock_timestamp();
  select n.* into v_before from rowlock.namespace n where n.name = namespace_put.name;
  if expected_version <> coalesce(v_before.version, 0) then
    raise exception 'namespace has another version by now'
      using errcode = 'PT409', constraint = 'namespace_version',
            detail = jsonb_build_object(
              'reason', 'changed', 'name', name, 'expected', expected_version, 'version', coalesce(v_before.version, 0))::text,
            hint = 'Read it again, and decide what of yours belongs into it.';
  end if;
  if rowlock._namespace_is_own(namespace => v_before)
     and (not rowlock._namespace_is_own(namespace => v_new) or v_new.status <> 'active' or v_new.settings <> '{}')
  then
    raise exception 'namespace is the registry''s own'
      using errcode = 'PT409', constraint = 'namespace_own',
            detail = jsonb_build_object('reason', 'own', 'name', name)::text,
            hint = 'Its schema, database and settings are those that the service is started with.';
  end if;
  perform rowlock._namespace_taken(namespace => v_new);

  insert into rowlock.namespace as n (
    name, schema_name, dsn_name, hosts, description, is_default, status, settings, created_at, updated_at)
  values (
    v_new.name, v_new.schema_name, v_new.dsn_name, v_new.hosts, v_new.description, v_new.is_default, v_new.status,
    v_new.settings, v_now, v_now)
  on conflict on constraint namespace_pkey do update
  set
    schema_name = excluded.schema_name, dsn_name = excluded.dsn_name, hosts = excluded.hosts, description = excluded.description,
    is_default = excluded.is_default, status = excluded.status, settings = excluded.settings, version = n.version + 1,
    updated_at = v_now
  returning n.* into v_new;
  perform rowlock._namespace_journal(namespace => v_new, change => 'put', actor => v_access.actor);
  return v_new;
end;
$$;

comment on function rowlock.namespace_put is
  'Registers a tenant of a service with ROWLOCK_TENANTS, or says it anew as a whole; it makes no schema: the command `tenant add` does. hosts: its host names, each of one tenant alone. dsn_name: EU where the service finds its database in ROWLOCK_DSN_EU; null: this database. settings: of {pool_size, timers, webhooks, cors_origins, oidc_issuer, oidc_audience, oidc_jwks, oidc_claim, oidc_roles, oidc_roles_claim}, as the variables of these names, for this tenant alone. status: active or disabled. expected_version asserts from which version it starts. Of the tenant that holds the registry only hosts, description and is_default can change. Needs global access. Raises PT400, PT401, PT403, PT409.
Example: {"schema_name": "acme", "hosts": ["acme.example.org"], "description": "The people of Acme.", "is_default": false, "dsn_name": null, "settings": {"pool_size": 4}, "status": "active"}';
revoke all on function rowlock.namespace_put from public;
select rowlock._function_grant('namespace_put', 'service', 'user', 'proxy');
